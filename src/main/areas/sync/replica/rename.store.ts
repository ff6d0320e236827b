/**
 * One thing under two ids: the row here takes the id that the server knew first. Rows that name it are
 * changed by writes of their own, because the server may have them with the other id under the stamp
 * they bear.
 */
import type { SyncedTable } from '../../../db/write-door.ts';
import type { WireRow } from '../wire.ts';
import type { MergeScope } from './merge-context.ts';
import { REFERENCES } from './references.ts';
import { readRaw } from './row-reader.store.ts';
import type { RawRow, TableCodec } from './table-codec.ts';

/** A row that nobody else has. */
export function renameInPlace(
  scope: MergeScope,
  codec: TableCodec,
  from: string,
  to: string,
): void {
  scope.tx.rename(codec.shape.table as SyncedTable, from, to);
  noteRenamed(scope, codec.name, from, to);
}

/**
 * Takes the row `from` out, because `to` is here, too, or the server has both; returns it as a row of
 * `to`, to be merged and sent. Where the server knows it, a tombstone stays.
 */
export function takeTwin(
  scope: MergeScope,
  codec: TableCodec,
  from: string,
  to: string,
): WireRow | null {
  const raw = readRaw(scope.tx, codec.name, from);
  if (!raw) return null;
  const row = { ...codec.toRow(raw), id: to };
  const table = codec.shape.table as SyncedTable;
  scope.followers[codec.name]?.remove(scope.tx, [from]);
  if (isUnsent(scope, raw)) scope.tx.forget(table, [from]);
  else scope.tx.remove(table, from);
  noteRenamed(scope, codec.name, from, to);
  return isUnsent(scope, raw) ? row : pendingOf(scope, row);
}

/** What others know of it under its old id is no edit of the other row. */
function pendingOf({ isPending }: MergeScope, row: WireRow): WireRow {
  const cells = Object.entries(row.c).filter(([name]) => isPending(row.f?.[name] ?? row.v));
  return { ...row, c: Object.fromEntries(cells) };
}

function noteRenamed(scope: MergeScope, table: string, from: string, to: string): void {
  scope.tx.run(
    `INSERT INTO sync_renamed (table_name, id, known) VALUES (?, ?, ?)
     ON CONFLICT (table_name, id) DO UPDATE SET known = excluded.known`,
    ...[table, from, to],
  );
  sendAlso(scope, table, to);
  renameReferences(scope, table, from, to);
}

export function isUnsent({ isPending }: MergeScope, raw: RawRow): boolean {
  return isPending(String(raw.row_version));
}

export function sendAlso({ tx }: Pick<MergeScope, 'tx'>, table: string, id: string): void {
  tx.run(
    'INSERT INTO sync_again (table_name, record_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
    table,
    id,
  );
}

function renameReferences(scope: MergeScope, referred: string, from: string, to: string): void {
  if (referred !== 'alerts' && referred !== 'users') return;
  const { tx, codecs } = scope;
  for (const [name, columns] of Object.entries(REFERENCES[referred])) {
    const codec = codecs.get(name);
    for (const column of columns) {
      const property = codec?.columnOf.get(column)?.property;
      if (!codec || property === undefined) continue;
      const ids = tx.all<{ id: string }>(`SELECT id FROM ${name} WHERE ${column} = ?`, from);
      for (const { id } of ids)
        tx.update(codec.shape.table as SyncedTable, id, { [property]: to } as never);
    }
  }
  if (referred === 'users') scope.renamePerson(tx, from, to);
}
