/** What the server said of a push. */
import type { Database } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { PushBatch, PushOutcome } from '../wire.ts';
import type { Made } from './batch.store.ts';
import { markSent } from './conflicts.store.ts';
import { MERGE_CALLER } from './merge-caller.ts';
import { type MergeContext, type MergeScope, openScope } from './merge-context.ts';
import { mergeTable } from './merge-table.store.ts';
import type { Gathered, Named } from './outbox.store.ts';
import { isUnsent, renameInPlace, takeTwin } from './rename.store.ts';
import { readState, saveAcknowledged, saveCursor, savePartial } from './replica-state.store.ts';
import { readRaw } from './row-reader.store.ts';
import type { TableCodec } from './table-codec.ts';

/** @param made What the batch was made from; undefined where another replica made it. */
export function takeOutcome(
  db: Database,
  context: MergeContext,
  { batch, made, outcome }: { batch: PushBatch; made: Made | undefined; outcome: PushOutcome },
): void {
  db.write({ ...MERGE_CALLER, action: 'sync.push' }, (tx) => {
    const named = outcome.behind.length + outcome.sameAs.length + outcome.refused.length;
    const covered = made?.gathered.covered ?? batch.through;
    for (const [at, name] of outcome.refused.entries())
      refuse(tx, name, covered, outcome.refusedFor?.[at]);
    if (named === 0) acknowledgeBatch(tx, batch, made);
    if (outcome.cursor > readState(tx).cursor) saveCursor(tx, outcome.cursor);
    const scope = openScope(tx, context);
    for (const [table, id, known] of outcome.sameAs) {
      const codec = scope.codecs.get(table);
      if (!codec || id === known) continue;
      takeKnownId(scope, codec, id, known);
    }
  });
}

function takeKnownId(scope: MergeScope, codec: TableCodec, id: string, known: string): void {
  const raw = readRaw(scope.tx, codec.name, id);
  if (!raw) return;
  const isAlone = readRaw(scope.tx, codec.name, known) === undefined;
  if (isAlone && isUnsent(scope, raw)) {
    renameInPlace(scope, codec, id, known);
    return;
  }
  const row = takeTwin(scope, codec, id, known);
  if (row) mergeTable(scope, codec.name, [row], true);
}

/**
 * @param through The last place of the change log that had rows in the push.
 * @param reason The server's word for it.
 */
export function refuse(tx: WriteTx, [table, id]: Named, through: number, reason?: string): void {
  tx.run(
    `INSERT INTO sync_refused (table_name, record_id, through, reason) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET through = max(through, excluded.through), reason = excluded.reason`,
    ...[table, id, through, reason ?? null],
  );
  tx.run('DELETE FROM sync_again WHERE table_name = ? AND record_id = ?', table, id);
}

/** All of it is there: what changed since stands in the change log, behind it. */
function acknowledgeBatch(tx: WriteTx, batch: PushBatch, made: Made | undefined): void {
  if (batch.through > readState(tx).acknowledged) saveAcknowledged(tx, batch.through);
  markSent(
    tx,
    batch.conflicts.map(({ id }) => id),
  );
  forgetRefused(tx, batch);
  if (made) leaveSent(tx, made.gathered);
}

/** What was refused once and changed since has come through. */
function forgetRefused(tx: WriteTx, { tables }: PushBatch): void {
  if (tx.get('SELECT 1 FROM sync_refused LIMIT 1') === undefined) return;
  for (const { table, rows } of tables)
    tx.run(
      `DELETE FROM sync_refused
       WHERE table_name = ? AND record_id IN (SELECT value FROM json_each(?))`,
      table,
      JSON.stringify(rows.map(({ id }) => id)),
    );
}

export function leaveSent(tx: WriteTx, { again, swept, partial }: Gathered): void {
  savePartial(tx, partial);
  for (const [table, id] of again)
    tx.run('DELETE FROM sync_again WHERE table_name = ? AND record_id = ?', table, id);
  for (const [table, place] of swept)
    if (place === null) tx.run('DELETE FROM sync_sweeps WHERE table_name = ?', table);
    else tx.run('UPDATE sync_sweeps SET after_id = ? WHERE table_name = ?', place, table);
}

export function tryRefusedAgain(tx: WriteTx): void {
  tx.run('INSERT OR IGNORE INTO sync_again SELECT table_name, record_id FROM sync_refused');
  tx.run('DELETE FROM sync_refused');
}
