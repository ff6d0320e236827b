/** Who may see investigations of few, as rows say it. */
import type { ReadDb } from '../../../db/database.ts';
import { peopleNames } from '../investigations.store.ts';

export interface RestrictedRow {
  readonly id: string;
  readonly title: string;
  /** JSON; null: everybody. */
  readonly restricted_to: string | null;
  readonly created_at: number;
}

export const findRestricted = (db: ReadDb, id: string): RestrictedRow | undefined =>
  db.get<RestrictedRow>(
    `SELECT id, title, restricted_to, created_at FROM forensic_investigations
     WHERE id = ? AND deleted_at IS NULL`,
    id,
  );

export const allRestricted = (db: ReadDb): RestrictedRow[] =>
  db.all<RestrictedRow>(
    `SELECT id, title, restricted_to, created_at FROM forensic_investigations
     WHERE restricted_to IS NOT NULL AND deleted_at IS NULL ORDER BY created_at, id`,
  );

export interface ChangeRow {
  readonly at: number;
  readonly actor: string | null;
  readonly reason: string | null;
  /** JSON `[before, after]`. */
  readonly changed: string;
}

/** Newest first. */
export const restrictionChanges = (db: ReadDb, id: string): ChangeRow[] =>
  db.all<ChangeRow>(
    `SELECT at, actor, reason, json_extract(changes, '$.restrictedTo') AS changed FROM audit_log
     WHERE record_id = ? AND json_extract(changes, '$.restrictedTo') IS NOT NULL
     ORDER BY seq DESC LIMIT 100`,
    id,
  );

/** Controls that files of an investigation prove, and the links that a restriction took away. */
export const linksOfCase = (db: ReadDb, id: string): string[] =>
  db
    .all<{ id: string }>(
      `SELECT l.id FROM control_evidence l JOIN evidence e ON e.id = l.evidence_id
       WHERE e.investigation_id = ? AND l.deleted_at IS NULL ORDER BY l.id`,
      id,
    )
    .map((row) => row.id);

/** Taken away when it was restricted, and not made anew since. */
export const linksTakenAway = (db: ReadDb, id: string): string[] =>
  db
    .all<{ id: string }>(
      `SELECT l.id FROM control_evidence l JOIN evidence e ON e.id = l.evidence_id
       WHERE e.investigation_id = ? AND l.deleted_at IN (
           SELECT at FROM audit_log WHERE record_id = ? AND action = 'forensics.restrict')
         AND NOT EXISTS (SELECT 1 FROM control_evidence n WHERE n.control_id = l.control_id
           AND n.evidence_id = l.evidence_id AND n.deleted_at IS NULL)
       ORDER BY l.id`,
      id,
      id,
    )
    .map((row) => row.id);

export const isPerson = (db: ReadDb, id: string): boolean =>
  db.get(
    'SELECT 1 FROM users WHERE id = ? AND deactivated_at IS NULL AND deleted_at IS NULL',
    id,
  ) !== undefined;

export interface NamedPerson {
  readonly id: string;
  readonly name: string;
}

export function named(db: ReadDb, ids: readonly string[]): NamedPerson[] {
  const names = peopleNames(db, ids);
  return ids.map((id) => ({ id, name: names.get(id) ?? 'Unknown account' }));
}

/** Alerts that the engine wrote this investigation on, as the log of its writes has them. */
export const markedAlerts = (db: ReadDb, { id, created_at }: RestrictedRow): string[] =>
  idsOf(
    db,
    `SELECT DISTINCT a.id FROM audit_log l INDEXED BY audit_log_moment
     CROSS JOIN alerts a ON a.id = l.record_id
     WHERE l.at >= ? AND l.action = 'forensics.investigated' AND l.resource = 'alerts'
       AND a.ai_investigation ->> '$.investigationId' = ?
     UNION SELECT a.id FROM forensic_investigations v
       CROSS JOIN json_each(coalesce(v.timeline, '[]')) t CROSS JOIN alerts a ON a.id = t.value ->> '$.alertId'
     WHERE v.id = ? AND a.ai_investigation ->> '$.investigationId' = ?`,
    created_at,
    id,
    id,
    id,
  );

const idsOf = (db: ReadDb, sql: string, ...values: (string | number)[]): string[] =>
  db.all<{ id: string }>(sql, ...values).map((row) => row.id);
