/** Lists of controls: a page of them, with what each row shows of evidence, tests and exceptions. */
import type {
  Control,
  ControlFilter,
  ControlQuery,
} from '../../../shared/areas/compliance/controls.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { controlsTable } from '../../db/tables/compliance.table.ts';
import { type Condition, filterCondition, scanOf } from './control-filter.store.ts';

export type ControlRow = RowOf<typeof controlsTable>;

const isoOrNull = (at: number | null): string | null => (at === null ? null : toIso(at));

interface Extras {
  readonly evidence: ReadonlyMap<string, { count: number; valid: number }>;
  readonly tests: ReadonlyMap<string, { count: number; overdue: number }>;
  readonly exceptions: ReadonlyMap<string, number>;
  readonly frameworks: ReadonlyMap<string, string>;
}

/** How many of these ends, as JSON, lie ahead. */
function countAhead(ends: string | null, now: number): number {
  if (ends === null) return 0;
  return (JSON.parse(ends) as number[]).filter((end) => end > now).length;
}

/**
 * What the rows show beside their own columns, read for all of them at once. How much evidence each
 * has is kept by triggers (migrations 0017 and 0026): looking every piece up takes ten times as long.
 */
function readExtras(db: ReadDb, ids: readonly string[], now: number): Extras {
  const chosen = JSON.stringify(ids);
  const evidence = db.all<{ id: string; linked: number; ends: string | null }>(
    `SELECT p.control_id AS id, p.linked, p.accepted_ends AS ends
     FROM json_each(?) j CROSS JOIN control_proof p ON p.control_id = j.value`,
    chosen,
  );
  const tests = db.all<{ id: string; count: number; overdue: number }>(
    `SELECT t.control_id AS id, count(*) AS count,
       sum(t.is_active = 1 AND t.next_due IS NOT NULL AND t.next_due <= ?) AS overdue
     FROM json_each(?) j CROSS JOIN control_tests t INDEXED BY control_tests_control
       ON t.control_id = j.value AND t.deleted_at IS NULL
     GROUP BY j.key`,
    now,
    chosen,
  );
  const exceptions = db.all<{ id: string; until: number }>(
    `SELECT x.control_id AS id, max(x.expires_at) AS until
     FROM json_each(?) j CROSS JOIN control_exceptions x INDEXED BY control_exceptions_control
       ON x.control_id = j.value AND x.expires_at > ? AND x.deleted_at IS NULL AND x.ended_at IS NULL
     GROUP BY j.key`,
    chosen,
    now,
  );
  const frameworks = db.all<{ id: string; name: string }>(
    'SELECT id, name FROM compliance_frameworks',
  );
  return {
    evidence: new Map(
      evidence.map(({ id, linked, ends }) => [id, { count: linked, valid: countAhead(ends, now) }]),
    ),
    tests: new Map(tests.map((one) => [one.id, one])),
    exceptions: new Map(exceptions.map((one) => [one.id, one.until])),
    frameworks: new Map(frameworks.map((one) => [one.id, one.name])),
  };
}

export function toControls(db: ReadDb, rows: readonly ControlRow[], now: number): Control[] {
  const extras = readExtras(
    db,
    rows.map(({ id }) => id),
    now,
  );
  return rows.map((row) => ({
    id: row.id,
    frameworkId: row.frameworkId,
    frameworkName: extras.frameworks.get(row.frameworkId) ?? '',
    controlId: row.controlId,
    title: row.title,
    description: row.description,
    category: row.category,
    priority: row.priority,
    isAutomated: row.isAutomated,
    status: row.status,
    owner: row.owner,
    lastAssessment: isoOrNull(row.lastAssessment),
    nextAssessment: isoOrNull(row.nextAssessment),
    isApplicable: row.isApplicable,
    goneIn: row.goneIn,
    evidenceCount: extras.evidence.get(row.id)?.count ?? 0,
    validEvidenceCount: extras.evidence.get(row.id)?.valid ?? 0,
    testCount: extras.tests.get(row.id)?.count ?? 0,
    overdueTestCount: extras.tests.get(row.id)?.overdue ?? 0,
    exceptionUntil: isoOrNull(extras.exceptions.get(row.id) ?? null),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  }));
}

type Cursor = readonly (string | number)[];

const toCursor = (parts: Cursor): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

function fromCursor(cursor: string, kinds: readonly ('string' | 'number')[]): Cursor {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    parts = null;
  }
  const isOurs =
    Array.isArray(parts) &&
    parts.length === kinds.length &&
    parts.every((part, index) => typeof part === kinds[index]);
  if (isOurs) return parts as Cursor;
  const message = 'The cursor is not one that this server gave out';
  throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
}

export interface ControlPage {
  readonly controls: Control[];
  readonly total: number;
  readonly nextCursor: string | null;
}

interface Found {
  readonly rows: ControlRow[];
  readonly nextCursor: string | null;
  /** Where it is known already. */
  readonly total?: number;
}

function newest(db: ReadDb, condition: Condition, query: ControlQuery): Found {
  const { limit, cursor } = query;
  const after = cursor === undefined ? null : fromCursor(cursor, ['number', 'string']);
  const rows = db.rows(
    controlsTable,
    `SELECT c.* FROM ${scanOf(query)} WHERE ${condition.sql}
     ${after ? 'AND (c.created_at, c.id) < (?, ?)' : ''}
     ORDER BY c.created_at DESC, c.id DESC LIMIT ?`,
    ...condition.values,
    ...(after ?? []),
    limit + 1,
  );
  return newestPage(rows, limit);
}

function newestPage(rows: readonly ControlRow[], limit: number): Found {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit),
    nextCursor: last ? toCursor([last.createdAt, last.id]) : null,
  };
}

/** The first page of a search: words are looked for in every row, so once for page and total. */
function newestFound(db: ReadDb, condition: Condition, { limit }: ControlQuery): Found {
  const found = db.get<{ total: number; places: string | null }>(
    // The limit keeps the order: without one it may be dropped under an aggregate.
    `SELECT count(*) AS total, group_concat(place) AS places FROM (
       SELECT c.rowid AS place FROM controls c INDEXED BY controls_newest WHERE ${condition.sql}
       ORDER BY c.created_at DESC, c.id DESC LIMIT -1)`,
    ...condition.values,
  );
  const places = found?.places?.split(',', limit + 1) ?? [];
  const rows = db.rows(
    controlsTable,
    `SELECT c.* FROM json_each(?) j CROSS JOIN controls c ON c.rowid = j.value ORDER BY j.key`,
    `[${places.join(',')}]`,
  );
  return { ...newestPage(rows, limit), total: found?.total ?? 0 };
}

/** Frameworks by name, their controls in the framework's own order: one index range after the other. */
function byPlace(db: ReadDb, condition: Condition, { limit, cursor }: ControlQuery): Found {
  const after =
    cursor === undefined ? null : fromCursor(cursor, ['string', 'number', 'string', 'string']);
  const frameworks = db.all<{ id: string }>(
    'SELECT id FROM compliance_frameworks ORDER BY name COLLATE NOCASE, version, id',
  );
  const first = after ? frameworks.findIndex(({ id }) => id === after[0]) : 0;
  const rows: ControlRow[] = [];
  for (const { id } of frameworks.slice(Math.max(0, first))) {
    if (rows.length > limit) break;
    const from: Bound[] = after && id === after[0] ? after.slice(1) : [];
    const found = db.rows(
      controlsTable,
      `SELECT c.* FROM controls c WHERE c.framework_id = ? AND ${condition.sql}
       ${from.length > 0 ? 'AND (c.position, c.control_id, c.id) > (?, ?, ?)' : ''}
       ORDER BY c.position, c.control_id, c.id LIMIT ?`,
      id,
      ...condition.values,
      ...from,
      limit + 1 - rows.length,
    );
    rows.push(...found);
  }
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    rows: rows.slice(0, limit),
    nextCursor: last ? toCursor([last.frameworkId, last.position, last.controlId, last.id]) : null,
  };
}

export function listControls(db: ReadDb, query: ControlQuery, now: number): ControlPage {
  const condition = filterCondition(query, now);
  const found = listOf(query)(db, condition, query);
  const isWhole = query.cursor === undefined && found.nextCursor === null;
  const total = isWhole ? found.rows.length : found.total;
  return {
    controls: toControls(db, found.rows, now),
    total: total ?? countControls(db, query, condition),
    nextCursor: found.nextCursor,
  };
}

function listOf({ sort, q, framework, cursor }: ControlQuery): typeof newest {
  if (sort === 'place') return byPlace;
  return q && !framework && cursor === undefined ? newestFound : newest;
}

function countControls(db: ReadDb, filter: ControlFilter, { sql, values }: Condition): number {
  const found = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM ${scanOf(filter)} WHERE ${sql}`,
    ...values,
  );
  return found?.n ?? 0;
}

/** Of everything that matches, newest first: what a bulk change works on. */
export function matchingIds(db: ReadDb, filter: ControlFilter, now: number): string[] {
  const { sql, values } = filterCondition(filter, now);
  return db
    .all<{ id: string }>(
      `SELECT c.id FROM ${scanOf(filter)} WHERE ${sql} ORDER BY c.created_at DESC, c.id DESC`,
      ...values,
    )
    .map(({ id }) => id);
}
