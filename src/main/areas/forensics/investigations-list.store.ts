/**
 * The list of investigations, newest first: along one index, or in the order of a search
 * index whose places are made of the time (0044). Nothing is scanned and nothing is sorted.
 */
import type { InvestigationStatus } from '../../../shared/areas/forensics/investigations.rules.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { wordsQuery } from '../../db/full-text.ts';
import { investigationsTable } from '../../db/tables/forensics.table.ts';
import type { InvestigationRow } from './investigations.store.ts';

export interface ListPlace {
  readonly createdAt: number;
  readonly id: string;
}

export interface ListedPart {
  readonly after: ListPlace | null;
  readonly limit: number;
}

const END: ListPlace = { createdAt: Number.MAX_SAFE_INTEGER, id: '\u{10ffff}' };

/** `match`: of the search index; null: all; undefined: nothing can be found. */
interface Narrowed {
  readonly only: string | undefined;
  readonly match: string | null | undefined;
}

function narrowed(only: string | undefined, q: string | undefined): Narrowed {
  const text = q?.trim() ?? '';
  return { only, match: text === '' ? null : (wordsQuery(text, true) ?? undefined) };
}

const given = (value: string | undefined): string[] => (value === undefined ? [] : [value]);

/** A statement of ids, as `found`. */
function listedIds(
  { only, match }: Narrowed,
  { after, limit }: ListedPart,
): { sql: string; values: Bound[] } {
  if (typeof match !== 'string') {
    const { createdAt, id: last } = after ?? END;
    return {
      sql: `SELECT id AS found FROM forensic_investigations INDEXED BY forensic_investigations_newest
        WHERE deleted_at IS NULL ${only === undefined ? '' : `AND status = ?`}
          AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?`,
      values: [...given(only), createdAt, last, limit],
    };
  }
  return {
    sql: `SELECT p.investigation_id AS found FROM investigation_fts f CROSS JOIN investigation_places p ON p.place = f.rowid
      WHERE investigation_fts MATCH ? ${only === undefined ? '' : `AND p.status = ?`}
        ${after === null ? '' : `AND f.rowid < (SELECT place FROM investigation_places WHERE investigation_id = ?)`}
      ORDER BY f.rowid DESC LIMIT ?`,
    values: [match, ...given(only), ...given(after?.id), limit],
  };
}

function countListed(db: ReadDb, { only, match }: Narrowed): number {
  if (match === undefined) return 0;
  const isOnly = only === undefined ? '' : `AND status = ?`;
  const sql =
    match === null
      ? `forensic_investigations INDEXED BY forensic_investigations_newest WHERE deleted_at IS NULL ${isOnly}`
      : only === undefined
        ? `investigation_fts WHERE investigation_fts MATCH ?`
        : `investigation_fts f CROSS JOIN investigation_places p ON p.place = f.rowid WHERE investigation_fts MATCH ? ${isOnly}`;
  const values = [...(match === null ? [] : [match]), ...given(only)];
  return db.get<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`, ...values)?.n ?? 0;
}

export interface InvestigationFilter {
  readonly status?: InvestigationStatus | undefined;
  readonly q?: string | undefined;
}

/** Without what only the detail shows, which is long. */
const LISTED = `v.id, v.incident_id, v.title, v.description, v.investigation_type, v.priority, v.status,
  v.investigator, v.ai_progress, v.findings, v.iocs, NULL AS timeline, NULL AS tools, v.created_at,
  v.updated_at, v.completed_at, NULL AS scope, v.created_by, v.verdict, NULL AS analysis,
  NULL AS opinion, v.closed_at, v.closed_by, NULL AS closing_reason, v.closing_verdict,
  NULL AS bundle_evidence_id, v.restricted_to, NULL AS journal, v.row_version, NULL AS field_versions, v.deleted_at`;

export function listInvestigations(
  db: ReadDb,
  { status, q }: InvestigationFilter,
  part: ListedPart,
): InvestigationRow[] {
  const asked = narrowed(status, q);
  if (asked.match === undefined) return [];
  const { sql, values } = listedIds(asked, part);
  return db.rows(
    investigationsTable,
    `SELECT ${LISTED} FROM (${sql}) CROSS JOIN forensic_investigations v ON v.id = found
     ORDER BY v.created_at DESC, v.id DESC`,
    ...values,
  );
}

export const countInvestigations = (db: ReadDb, { status, q }: InvestigationFilter): number =>
  countListed(db, narrowed(status, q));
