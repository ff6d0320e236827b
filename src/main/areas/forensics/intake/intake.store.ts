/** Sessions of forensic tools as rows: files of investigations, and the engine's own runs. */
import type { ReadDb } from '../../../db/database.ts';
import type { RowOf } from '../../../db/statements.ts';
import { forensicSessionsTable } from '../../../db/tables/forensics.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';

export type SessionRow = RowOf<typeof forensicSessionsTable>;

export interface SessionPlace {
  readonly startedAt: number;
  readonly id: string;
}

export function findSession(db: ReadDb, id: string): SessionRow | undefined {
  return db.rows(
    forensicSessionsTable,
    'SELECT * FROM forensic_sessions WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

export interface SessionFilter {
  /** Null: of all, the engine's own runs too. */
  readonly investigationId: string | null;
  /** Files inside this one; null: those that were brought. */
  readonly parentId: string | null;
}

function whereOf({ investigationId, parentId }: SessionFilter): { sql: string; values: string[] } {
  if (investigationId === null) return { sql: 'deleted_at IS NULL', values: [] };
  const of = 'investigation_id = ? AND file_name IS NOT NULL AND deleted_at IS NULL';
  return parentId === null
    ? { sql: `${of} AND parent_id IS NULL`, values: [investigationId] }
    : { sql: `${of} AND parent_id = ?`, values: [investigationId, parentId] };
}

export function listSessions(
  db: ReadDb,
  filter: SessionFilter,
  { after, limit }: { after: SessionPlace | null; limit: number },
): SessionRow[] {
  const { sql, values } = whereOf(filter);
  const behind = after === null ? '' : 'AND (started_at, id) < (?, ?)';
  return db.rows(
    forensicSessionsTable,
    `SELECT * FROM forensic_sessions WHERE ${sql} ${behind}
     ORDER BY started_at DESC, id DESC LIMIT ?`,
    ...values,
    ...(after === null ? [] : [after.startedAt, after.id]),
    limit,
  );
}

export function countSessions(db: ReadDb, filter: SessionFilter): number {
  const { sql, values } = whereOf(filter);
  return (
    db.get<{ n: number }>(`SELECT count(*) AS n FROM forensic_sessions WHERE ${sql}`, ...values)
      ?.n ?? 0
  );
}

export interface InnerCount {
  readonly files: number;
  readonly events: number;
}

export function countInner(db: ReadDb, ids: readonly string[]): ReadonlyMap<string, InnerCount> {
  const rows = db.all<{ id: string } & InnerCount>(
    `SELECT parent_id AS id, count(*) AS files, coalesce(sum(events), 0) AS events
     FROM forensic_sessions
     WHERE parent_id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL GROUP BY parent_id`,
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ id, ...counted }) => [id, counted]));
}

export function innerOf(db: ReadDb, id: string): SessionRow[] {
  return db.rows(
    forensicSessionsTable,
    'SELECT * FROM forensic_sessions WHERE parent_id = ? AND deleted_at IS NULL',
    id,
  );
}

/** Files inside as they were known before, also of readings that were taken away; of one path the last. */
export const formerInnerOf = (
  db: ReadDb,
  id: string,
): { readonly id: string; readonly innerPath: string }[] =>
  db.all(
    `SELECT id, inner_path AS innerPath FROM forensic_sessions
     WHERE parent_id = ? AND inner_path IS NOT NULL ORDER BY started_at, id`,
    id,
  );

/** Those that were brought. */
export function filesOf(db: ReadDb, investigationId: string): SessionRow[] {
  return db.rows(
    forensicSessionsTable,
    `SELECT * FROM forensic_sessions
     WHERE investigation_id = ? AND file_name IS NOT NULL AND deleted_at IS NULL`,
    investigationId,
  );
}

/** Of which the store has, or had, events; also files inside others. */
export const readFilesWithEvents = (
  db: ReadDb,
): { readonly id: string; readonly parentId: string | null; readonly investigationId: string }[] =>
  db.all(
    `SELECT s.id, s.parent_id AS parentId, s.investigation_id AS investigationId
     FROM forensic_sessions s INDEXED BY forensic_sessions_status
     JOIN forensic_investigations i ON i.id = s.investigation_id AND i.deleted_at IS NULL
     WHERE s.status IN ('COMPLETED', 'PARTIAL') AND s.file_name IS NOT NULL AND s.events > 0
       AND s.deleted_at IS NULL
     ORDER BY s.started_at, s.id`,
  );

/** Another file of the investigation with this content. */
export function findContent(
  db: ReadDb,
  investigationId: string,
  sha256: string,
  except: string | null,
): SessionRow | undefined {
  return db.rows(
    forensicSessionsTable,
    `SELECT * FROM forensic_sessions INDEXED BY forensic_sessions_content
     WHERE investigation_id = ? AND sha256 = ? AND deleted_at IS NULL AND id IS NOT ? LIMIT 1`,
    investigationId,
    sha256,
    except,
  )[0];
}

/** What the end of a process left under way. */
export function cutOffSessions(db: ReadDb): SessionRow[] {
  return db.rows(
    forensicSessionsTable,
    `SELECT * FROM forensic_sessions INDEXED BY forensic_sessions_status
     WHERE status IN ('QUEUED', 'RUNNING') AND file_name IS NOT NULL AND deleted_at IS NULL
     ORDER BY started_at, id`,
  );
}

export function isInInvestigation(db: ReadDb, evidenceId: string): boolean {
  return (
    db.get(
      `SELECT 1 AS found FROM forensic_sessions INDEXED BY forensic_sessions_evidence
       WHERE evidence_id = ? AND deleted_at IS NULL`,
      evidenceId,
    ) !== undefined
  );
}

export interface IntakeCase {
  readonly id: string;
  readonly title: string;
  readonly isClosed: boolean;
}

export function findCases(db: ReadDb, ids: readonly string[]): ReadonlyMap<string, IntakeCase> {
  const rows = db.all<{ id: string; title: string; closed: number | null }>(
    `SELECT id, title, closed_at AS closed FROM forensic_investigations
     WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
    JSON.stringify(ids),
  );
  return new Map(
    rows.map(({ id, title, closed }) => [id, { id, title, isClosed: closed !== null }]),
  );
}

export function removeSession(tx: WriteTx, id: string): void {
  tx.remove(forensicSessionsTable, id);
}
