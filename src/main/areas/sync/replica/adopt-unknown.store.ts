/** After an upgrade: what was kept of newer versions, as far as this one knows it now. */
import type { SyncedTable, WriteTx } from '../../../db/write-door.ts';
import type { WireRow } from '../wire.ts';
import type { MergeScope } from './merge-context.ts';
import { mergeTable } from './merge-table.store.ts';
import { readRaw } from './row-reader.store.ts';
import { CellError, type TableCodec } from './table-codec.ts';
import { dropUnknown, saveUnknown, type UnknownPart, unknownAfter } from './unknown-rows.store.ts';

const PAGE = 500;

/** One page of one table; `after` goes on, null is the end. */
export function adoptPage(scope: MergeScope, table: string, after: string): string | null {
  const codec = scope.codecs.get(table);
  if (!codec) return null;
  const parts = unknownAfter(scope.tx, table, { after, limit: PAGE, whole: false });
  const rows: WireRow[] = [];
  for (const part of parts) {
    if (part.v !== null)
      rows.push({ id: part.id, v: part.v, f: part.f && { ...part.f }, c: part.c });
    else adoptColumns(scope.tx, codec, part);
  }
  if (rows.length > 0) mergeTable(scope, table, rows, true);
  return parts.length < PAGE ? null : (parts.at(-1)?.id ?? null);
}

/** Columns that the table has by now: filled with a default until here, under the row's own version. */
function adoptColumns(tx: WriteTx, codec: TableCodec, part: UnknownPart): void {
  const raw = readRaw(tx, codec.name, part.id);
  if (!raw) return;
  const set: Record<string, unknown> = {};
  const versions =
    typeof raw.field_versions === 'string'
      ? (JSON.parse(raw.field_versions) as Record<string, string>)
      : {};
  const rest = { c: { ...part.c }, f: { ...part.f } };
  for (const [name, cell] of Object.entries(part.c)) {
    const column = codec.columnOf.get(name);
    if (!column) continue;
    try {
      set[name] = column.fromWire(cell);
    } catch (error) {
      if (error instanceof CellError) continue;
      throw error;
    }
    const stamp = part.f?.[name];
    if (stamp !== undefined) versions[column.property] = stamp;
    delete rest.c[name];
    delete rest.f[name];
  }
  if (Object.keys(set).length === 0) return;
  const fieldVersions = Object.keys(versions).length > 0 ? JSON.stringify(versions) : null;
  tx.mergeRows(codec.shape.table as SyncedTable, {
    inserts: { count: 0, properties: [], columns: [], constants: {} },
    updates: [{ id: part.id, set, rowVersion: String(raw.row_version), fieldVersions }],
    ...{ entries: [], latest: String(raw.row_version) },
  });
  if (Object.keys(rest.c).length === 0) dropUnknown(tx, codec.name, part.id);
  else saveUnknown(tx, codec.name, { ...part, c: rest.c, f: rest.f }, null);
}
