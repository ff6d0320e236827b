/** Who wrote under which stamp: of this workstation in the audit log, of others in `sync_writes`. */
import type { ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { KnownWrite } from '../wire.ts';

export function saveWrites(tx: WriteTx, writes: readonly KnownWrite[]): void {
  for (const { stamp, actor, action, reason, sentBy } of writes)
    tx.run(
      'INSERT INTO sync_writes (stamp, actor, action, reason, sent_by) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
      ...[stamp, actor, action, reason, sentBy],
    );
}

/** Those that are known; own ones bear an empty `sentBy`. */
export function readWrites(db: ReadDb, stamps: readonly string[]): Map<string, KnownWrite> {
  const list = JSON.stringify(stamps);
  const found = new Map<string, KnownWrite>();
  const own = db.iterate<Omit<KnownWrite, 'sentBy'>>(
    `SELECT stamp, actor, action, reason FROM audit_log
     WHERE stamp IN (SELECT value FROM json_each(?)) AND origin <> 'sync' ORDER BY seq`,
    list,
  );
  for (const write of own)
    if (!found.has(write.stamp)) found.set(write.stamp, { ...write, sentBy: '' });
  for (const write of db.iterate<KnownWrite>(
    `SELECT stamp, actor, action, reason, sent_by AS sentBy FROM sync_writes
     WHERE stamp IN (SELECT value FROM json_each(?))`,
    list,
  ))
    if (!found.has(write.stamp)) found.set(write.stamp, write);
  return found;
}
