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

/** Place in the change log up to which people have been told; null: never yet. */
export function toldUpTo(reader: ReadDb): number | null {
  const text = settingOf(reader, TOLD_KEY);
  return text === null ? null : Number(text);
}

export const setToldUpTo = (tx: WriteTx, place: number): void =>
  writeSetting(tx, TOLD_KEY, String(place));

export const lastPlace = (reader: ReadDb): number =>
  reader.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM change_log')?.seq ?? 0;

/**
 * Alerts among what came after a place that are somebody's here by another's word: the version of
 * `assigned_to` is of another workstation and of a person that is not the assignee.
 */
export function assignedSince(
  reader: ReadDb,
  after: number,
  people: readonly string[],
): Assigned[] {
  return reader.all<Assigned>(
    `SELECT DISTINCT a.id AS alertId, a.title, a.assigned_to AS account,
       coalesce(nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), u.email) AS by
     FROM change_log l
     JOIN alerts a ON a.id = l.record_id OR (l.record_id IS NULL AND a.seq BETWEEN l.first_row AND l.last_row)
     JOIN sync_writes w ON w.stamp = coalesce(json_extract(a.field_versions, '$.assignedTo'), a.row_version)
     LEFT JOIN users u ON u.id = w.actor
     WHERE l.seq > ? AND l.from_sync = 1 AND l.table_name = 'alerts'
       AND (l.fields IS NULL OR l.fields LIKE '%"assignedTo"%')
       AND a.deleted_at IS NULL AND a.assigned_to IN (SELECT value FROM json_each(?))
       AND (w.actor IS NULL OR w.actor <> a.assigned_to)
     LIMIT ?`,
    ...[after, JSON.stringify(people), MOST_ASSIGNED],
  );
}

/** Accounts here among these authors: who is told of a conflict. */
export function accountsAmong(reader: ReadDb, actors: readonly string[]): string[] {
  return reader
    .all<{ id: string }>(
      'SELECT id FROM users WHERE deleted_at IS NULL AND id IN (SELECT value FROM json_each(?))',
      JSON.stringify(actors),
    )
    .map(({ id }) => id);
}
