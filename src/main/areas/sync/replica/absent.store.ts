/**
 * Rows that the server has purged with their deletions before this side read them. They are deleted here as
 * if the deletion had come; a row with an edit that is not sent yet comes back instead, by a write of its
 * own, so that it stands over the deletion wherever that was read.
 */
import type { Database, ReadDb } from '../../../db/database.ts';
import { hlcToStamp, stampToHlc } from '../../../db/hlc.ts';
import type { SyncedTable } from '../../../db/write-door.ts';
import { bucketOf } from '../merge.kernel.ts';
import { isSentRow } from '../sent-columns.ts';
import type { KnownWrite, PullPage, WireRow } from '../wire.ts';
import { MERGE_CALLER } from './merge-caller.ts';
import { type MergeContext, openScope } from './merge-context.ts';
import { mergePage, type PageDeps } from './merge-page.store.ts';
import { sendAlso } from './rename.store.ts';
import { readState } from './replica-state.store.ts';
import { readRaws } from './row-reader.store.ts';
import type { RawRow, TableCodec } from './table-codec.ts';

const PAGE = 1_000;
/** The node of stamps of deletions whose own are gone with them. */
const PURGED = 'purged';

interface Missed {
  readonly table: string;
  readonly parts: ReadonlySet<number>;
  /** What the server still has of them. */
  readonly ids: ReadonlySet<string>;
}

/** How many rows went or came back. */
export async function dropAbsent(deps: PageDeps, missed: Missed): Promise<number> {
  const codec = deps.context.codecs.get(missed.table);
  if (!codec) return 0;
  const context = { ...deps.context, writes: new Map() };
  let [after, changed]: [string | null, number] = ['', 0];
  while (after !== null) {
    const page: readonly string[] = idsAfter(deps.db, codec, after);
    after = page.length < PAGE ? null : (page.at(-1) ?? null);
    const absent = page.filter(
      (id) => !missed.ids.has(id) && missed.parts.has(bucketOf(id)) && isSentRow(missed.table, id),
    );
    if (absent.length === 0) continue;
    const gone = bringBack(deps.db, context, codec, absent);
    changed += gone.revived + gone.rows.length;
    if (gone.rows.length > 0) await mergePage(deps, deletionOf(deps, missed.table, gone.rows));
  }
  return changed;
}

const idsAfter = (db: Database, { name }: TableCodec, after: string): string[] =>
  db
    .read('sync.absent', (reader) =>
      reader.all<{ id: string }>(
        `SELECT id FROM ${name} WHERE id > ? AND deleted_at IS NULL ORDER BY id LIMIT ?`,
        after,
        PAGE,
      ),
    )
    .map(({ id }) => id);

/** Rows that only wait here are left alone; those with something unsent are written anew. */
function bringBack(
  db: Database,
  context: MergeContext,
  codec: TableCodec,
  ids: readonly string[],
): { readonly revived: number; readonly rows: WireRow[] } {
  return db.write({ ...MERGE_CALLER, action: 'sync.revive' }, (tx) => {
    const scope = openScope(tx, context);
    const rows: WireRow[] = [];
    let revived = 0;
    for (const [id, raw] of readRaws(tx, codec.name, ids)) {
      const row = codec.toRow(raw as RawRow);
      if (scope.isPending(row.v) || isWaiting(tx, codec.name, id)) continue;
      if (!Object.values(row.f ?? {}).some(scope.isPending)) {
        rows.push(row);
        continue;
      }
      const table = codec.shape.table as SyncedTable;
      tx.remove(table, id);
      tx.revive(table, id);
      sendAlso(scope, codec.name, id);
      revived++;
    }
    return { revived, rows };
  });
}

/** To be sent again, or refused by the server. */
function isWaiting(db: ReadDb, table: string, id: string): boolean {
  const found = db.get(
    `SELECT 1 FROM sync_again WHERE table_name = ? AND record_id = ?
     UNION ALL SELECT 1 FROM sync_refused WHERE table_name = ? AND record_id = ? LIMIT 1`,
    ...[table, id, table, id],
  );
  return found !== undefined;
}

/** The deletions as a server that still had them would give them out. */
function deletionOf({ db, now }: PageDeps, table: string, rows: readonly WireRow[]): PullPage {
  const writes = new Map<string, KnownWrite>();
  const deleted = rows.map((row) => {
    const [last = row.v] = [row.v, ...Object.values(row.f ?? {})].sort().reverse();
    const { wallMs, counter } = stampToHlc(last);
    const stamp = hlcToStamp(
      counter < 0xffff ? { wallMs, counter: counter + 1 } : { wallMs: wallMs + 1, counter: 0 },
      PURGED,
    );
    const write = { actor: null, action: 'sync.purged', reason: null, sentBy: '' };
    writes.set(stamp, { stamp, ...write });
    return { ...row, f: { ...row.f, deleted_at: stamp }, c: { ...row.c, deleted_at: now() } };
  });
  const { cursor } = db.read('sync.state', readState);
  return {
    ...{ tables: [{ table, rows: deleted }], writes: [...writes.values()] },
    ...{ conflicts: [], access: [], cursor, isLast: false },
  };
}
