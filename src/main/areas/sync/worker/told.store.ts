/** What people of this workstation are told after a sync: alerts that others assigned to them, conflicts. */
import type { ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import { settingOf, writeSetting } from './worker.store.ts';

const TOLD_KEY = 'told';
/** Of one look; more are told as a number. */
const MOST_ASSIGNED = 5_000;

export interface Assigned {
  readonly alertId: string;
  readonly title: string;
  readonly account: string;
  /** Who did it, by name; null where it is not known. */
  readonly by: string | null;
}

/** Up to where people have been told: of the audit log, and of the conflicts. */
export interface ToldUpTo {
  readonly entry: number;
  readonly conflict: number;
}

/** Null: nobody has been told of anything yet. */
export function toldUpTo(reader: ReadDb): ToldUpTo | null {
  const text = settingOf(reader, TOLD_KEY);
  return text === null ? null : (JSON.parse(text) as ToldUpTo);
}

export const setToldUpTo = (tx: WriteTx, told: ToldUpTo): void =>
  writeSetting(tx, TOLD_KEY, JSON.stringify(told));

export const lastPlaces = (reader: ReadDb): ToldUpTo =>
  reader.get<ToldUpTo>(
    `SELECT coalesce((SELECT max(seq) FROM audit_log), 0) AS entry,
       coalesce((SELECT max(seq) FROM sync_conflicts), 0) AS conflict`,
  ) ?? { entry: 0, conflict: 0 };

/**
 * Alerts that others' writes, merged after a place in the audit log, made somebody's here: the entry
 * bears the stamp that `assigned_to` has now, and its author is not the assignee.
 */
export function assignedSince(
  reader: ReadDb,
  after: number,
  people: readonly string[],
): Assigned[] {
  return reader.all<Assigned>(
    `SELECT DISTINCT a.id AS alertId, a.title, a.assigned_to AS account,
       coalesce(nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), u.email) AS by
     FROM audit_log l
     JOIN alerts a ON a.id = l.record_id
     LEFT JOIN users u ON u.id = l.actor
     WHERE l.seq > ? AND l.origin = 'sync' AND l.resource = 'alerts'
       AND a.deleted_at IS NULL AND a.assigned_to IN (SELECT value FROM json_each(?))
       AND l.stamp = coalesce(json_extract(a.field_versions, '$.assignedTo'), a.row_version)
       AND l.actor IS NOT a.assigned_to
     LIMIT ?`,
    ...[after, JSON.stringify(people), MOST_ASSIGNED],
  );
}

/** Conflicts that are told by name; more are a number. */
const MOST_NAMED = 3;

interface ConflictsOf {
  readonly account: string;
  readonly count: number;
  /** Ids of the first of them. */
  readonly first: readonly string[];
}

/** Open conflicts that came after a place and concern each of these people. */
export function conflictsSince(
  reader: ReadDb,
  after: number,
  people: readonly string[],
): ConflictsOf[] {
  const rows = reader.all<{ account: string; id: string }>(
    `SELECT p.value AS account, c.id
     FROM sync_conflicts c JOIN json_each(?) p ON p.value IN (c.winner_actor, c.loser_actor)
     WHERE c.seq > ? AND c.state = 'OPEN' ORDER BY c.seq`,
    ...[JSON.stringify(people), after],
  );
  return [...Map.groupBy(rows, ({ account }) => account)].map(([account, own]) => ({
    ...{ account, count: own.length },
    first: own.slice(0, MOST_NAMED).map(({ id }) => id),
  }));
}
