/** How far the alerts have been grouped, and by which rules. */
import type { ReadDb } from '../database.ts';
import type { WriteTx } from '../write-door.ts';
import { type GroupRules, readGroupRules } from './group-rules.ts';

export interface GroupBuild {
  /** Alerts up to this `seq` are done. */
  readonly position: number;
  /** The highest `seq` there is. */
  readonly end: number;
}

interface BuildRow {
  rules: string;
  position: number;
  finished_at: number | null;
}

export const readBuild = (db: ReadDb) =>
  db.get<BuildRow>('SELECT rules, position, finished_at FROM group_build WHERE id = 1');

/** Null where the groups are made, by the rules in force. */
export function pendingBuild(db: ReadDb): GroupBuild | null {
  const row = readBuild(db);
  const isCurrent = row?.rules === readGroupRules(db).text;
  if (isCurrent && row?.finished_at !== null) return null;
  const end = db.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM alerts')?.seq ?? 0;
  // A workspace without alerts has nothing to be made, by whatever rules.
  return end === 0 ? null : { position: isCurrent ? (row?.position ?? 0) : 0, end };
}

export function saveBuild(tx: WriteTx, rules: string, position: number, isFinished: boolean): void {
  tx.run(
    `INSERT INTO group_build (id, rules, position, finished_at) VALUES (1, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET rules = excluded.rules, position = excluded.position,
       finished_at = excluded.finished_at`,
    rules,
    position,
    isFinished ? tx.now : null,
  );
}

/** The first alerts of a workspace are grouped as they come: there is nothing to be made up for. */
export function noteFirstAlerts(tx: WriteTx, rules: GroupRules, firstSeq: number): void {
  if (readBuild(tx)?.rules === rules.text) return;
  const earlier = tx.get('SELECT 1 FROM alerts WHERE seq < ? LIMIT 1', firstSeq);
  if (earlier === undefined) saveBuild(tx, rules.text, firstSeq - 1, true);
}
