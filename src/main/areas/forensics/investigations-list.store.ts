/**
 * The list of investigations, newest first: along one index, or in the order of a search
 * index whose places are made of the time (0044, 0059). Nothing is scanned and nothing is sorted.
 */
import type { InvestigationStatus } from '../../../shared/areas/forensics/investigations.rules.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { WORDS_MOST, wordsQuery } from '../../db/full-text.ts';
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

/** Statements of what is searched for; null: nothing can be found. */
interface Search {
  /** The index that is walked, as `f`. */
  readonly index: 'investigation_letters' | 'investigation_fts';
  readonly where: string;
  readonly values: readonly string[];
}

interface Narrowed {
  readonly only: string | undefined;
  /** Undefined: everything is listed. */
  readonly search: Search | null | undefined;
}

/** Letters in a row that the index of letters knows (0059). */
const IN_A_ROW = 3;

/** Longer words are found inside of others, too; shorter ones where a word begins with them. */
function searchOf(text: string): Search | null {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const isLong = (word: string) => [...word].length >= IN_A_ROW;
  const isLastShort = !isLong(words.at(-1) ?? '');
  const short = wordsQuery(words.filter((word) => !isLong(word)).join(' '), isLastShort);
  const long = words.filter(isLong).slice(0, WORDS_MOST);
  if (long.length === 0)
    return short === null
      ? null
      : { index: 'investigation_fts', where: 'investigation_fts MATCH ?', values: [short] };
  const letters = long.map((word) => `"${word}"`).join(' AND ');
  const also = 'f.rowid IN (SELECT rowid FROM investigation_fts WHERE investigation_fts MATCH ?)';
  return {
    index: 'investigation_letters',
    where: `investigation_letters MATCH ? ${short === null ? '' : `AND ${also}`}`,
    values: [letters, ...given(short ?? undefined)],
  };
}

function narrowed(only: string | undefined, q: string | undefined): Narrowed {
  const text = q?.trim() ?? '';
  return { only, search: text === '' ? undefined : searchOf(text) };
}

const given = (value: string | undefined): string[] => (value === undefined ? [] : [value]);

/** A statement of ids, as `found`. */
function listedIds(
  only: string | undefined,
  search: Search | undefined,
  { after, limit }: ListedPart,
): { sql: string; values: Bound[] } {
  if (search === undefined) {
    const { createdAt, id: last } = after ?? END;
    return {
      sql: `SELECT id AS found FROM forensic_investigations INDEXED BY forensic_investigations_newest
        WHERE deleted_at IS NULL ${only === undefined ? '' : `AND status = ?`}
          AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?`,
      values: [...given(only), createdAt, last, limit],
    };
  }
  return {
    sql: `SELECT p.investigation_id AS found FROM ${search.index} f CROSS JOIN investigation_places p ON p.place = f.rowid
      WHERE ${search.where} ${only === undefined ? '' : `AND p.status = ?`}
        ${after === null ? '' : `AND f.rowid < (SELECT place FROM investigation_places WHERE investigation_id = ?)`}
      ORDER BY f.rowid DESC LIMIT ?`,
    values: [...search.values, ...given(only), ...given(after?.id), limit],
  };
}

function countListed(db: ReadDb, { only, search }: Narrowed): number {
  if (search === null) return 0;
  const isOnly = only === undefined ? '' : `AND p.status = ?`;
  const places = 'CROSS JOIN investigation_places p ON p.place = f.rowid';
  const sql =
    search === undefined
      ? `forensic_investigations INDEXED BY forensic_investigations_newest
         WHERE deleted_at IS NULL ${only === undefined ? '' : `AND status = ?`}`
      : `${search.index} f ${only === undefined ? '' : places} WHERE ${search.where} ${isOnly}`;
  const values = [...(search?.values ?? []), ...given(only)];
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
  if (asked.search === null) return [];
  const { sql, values } = listedIds(asked.only, asked.search, part);
  return db.rows(
    investigationsTable,
    `SELECT ${LISTED} FROM (${sql}) CROSS JOIN forensic_investigations v ON v.id = found
     ORDER BY v.created_at DESC, v.id DESC`,
    ...values,
  );
}

export const countInvestigations = (db: ReadDb, { status, q }: InvestigationFilter): number =>
  countListed(db, narrowed(status, q));
