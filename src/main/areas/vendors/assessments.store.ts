/** Assessments of vendors and their answers. */
import type {
  AssessmentQuery,
  AssessmentSummary,
} from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import {
  ASSESSMENT_STATES,
  type AssessmentState,
  EXPIRING_DAYS,
} from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import { addDays, type Day } from '../../../shared/kernel/day.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import {
  vendorAnswersTable,
  vendorAssessmentsTable,
  vendorReceiptsTable,
  vendorTieringsTable,
} from '../../db/tables/vendor-assessments.table.ts';

export type AssessmentRow = RowOf<typeof vendorAssessmentsTable>;
export type AnswerRow = RowOf<typeof vendorAnswersTable>;
export type ReceiptRow = RowOf<typeof vendorReceiptsTable>;
export type TieringRow = RowOf<typeof vendorTieringsTable>;

/** None of its vendor was completed later. */
const IS_LATEST = `a.state = 'COMPLETED' AND NOT EXISTS (
  SELECT 1 FROM vendor_assessments n INDEXED BY vendor_assessments_vendor
  WHERE n.vendor_id = a.vendor_id AND n.deleted_at IS NULL AND n.state = 'COMPLETED'
    AND (n.completed_on, n.id) > (a.completed_on, a.id))`;

interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

const VALIDITY: Record<
  NonNullable<AssessmentQuery['validity']>,
  (today: Day) => { sql: string; values: Day[] }
> = {
  valid: (today) => ({ sql: 'a.expires_on >= ?', values: [today] }),
  expiring: (today) => ({
    sql: 'a.expires_on BETWEEN ? AND ?',
    values: [today, addDays(today, EXPIRING_DAYS)],
  }),
  expired: (today) => ({ sql: 'a.expires_on < ?', values: [today] }),
};

function conditionsOf(query: AssessmentQuery, today: Day): Condition[] {
  const conditions: Condition[] = [];
  if (query.vendorId !== undefined)
    conditions.push({ sql: 'a.vendor_id = ?', values: [query.vendorId] });
  if (query.state)
    conditions.push({
      sql: 'a.state IN (SELECT value FROM json_each(?))',
      values: [JSON.stringify(query.state)],
    });
  if (query.validity) {
    const { sql, values } = VALIDITY[query.validity](today);
    conditions.push({ sql: `${sql} AND ${IS_LATEST} AND ${OF_KEPT_VENDOR}`, values });
  }
  return conditions;
}

/** A vendor that is terminated needs no assessment any more. */
const OF_KEPT_VENDOR = `EXISTS (SELECT 1 FROM vendors v WHERE v.id = a.vendor_id
  AND v.deleted_at IS NULL AND v.status <> 'TERMINATED')`;

export function listAssessments(
  db: ReadDb,
  query: AssessmentQuery,
  { today, after, limit }: { today: Day; after: string | null; limit: number },
): { rows: AssessmentRow[]; total: number } {
  const conditions = conditionsOf(query, today);
  const where = ['a.deleted_at IS NULL', ...conditions.map(({ sql }) => sql)].join(' AND ');
  const values = conditions.flatMap((one) => [...one.values]);
  return {
    rows: db.rows(
      vendorAssessmentsTable,
      `SELECT a.* FROM vendor_assessments a WHERE ${where} ${after === null ? '' : 'AND a.id < ?'}
       ORDER BY a.id DESC LIMIT ?`,
      ...values,
      ...(after === null ? [] : [after]),
      limit,
    ),
    total:
      db.get<{ n: number }>(
        `SELECT count(*) AS n FROM vendor_assessments a WHERE ${where}`,
        ...values,
      )?.n ?? 0,
  };
}

export function findAssessment(db: ReadDb, id: string): AssessmentRow | undefined {
  return db.rows(
    vendorAssessmentsTable,
    'SELECT * FROM vendor_assessments WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

/** One that is neither completed nor cancelled. */
export function runningAssessment(db: ReadDb, vendorId: string): string | undefined {
  return db.get<{ id: string }>(
    `SELECT id FROM vendor_assessments WHERE vendor_id = ? AND deleted_at IS NULL
     AND state NOT IN ('COMPLETED', 'CANCELLED') ORDER BY id DESC`,
    vendorId,
  )?.id;
}

export function readAnswers(db: ReadDb, assessmentId: string): AnswerRow[] {
  return db.rows(
    vendorAnswersTable,
    'SELECT * FROM vendor_answers WHERE assessment_id = ? AND deleted_at IS NULL',
    assessmentId,
  );
}

interface Beside {
  readonly vendorNames: ReadonlyMap<string, string>;
  readonly answered: ReadonlyMap<string, number>;
  readonly latest: ReadonlySet<string>;
}

/** What a list says of its rows beside their own columns. */
export function readBeside(db: ReadDb, rows: readonly AssessmentRow[]): Beside {
  const ids = JSON.stringify(rows.map(({ id }) => id));
  const vendorIds = JSON.stringify([...new Set(rows.map(({ vendorId }) => vendorId))]);
  const names = db.all<{ id: string; name: string }>(
    'SELECT id, name FROM vendors WHERE id IN (SELECT value FROM json_each(?))',
    vendorIds,
  );
  const counts = db.all<{ id: string; n: number }>(
    `SELECT assessment_id AS id, count(answer) AS n FROM vendor_answers
     WHERE assessment_id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
     GROUP BY assessment_id`,
    ids,
  );
  const latest = db.all<{ id: string }>(
    `SELECT a.id FROM vendor_assessments a
     WHERE a.id IN (SELECT value FROM json_each(?)) AND ${IS_LATEST}`,
    ids,
  );
  return {
    vendorNames: new Map(names.map(({ id, name }) => [id, name])),
    answered: new Map(counts.map(({ id, n }) => [id, n])),
    latest: new Set(latest.map(({ id }) => id)),
  };
}

export function readReceipts(db: ReadDb, assessmentId: string): ReceiptRow[] {
  return db.rows(
    vendorReceiptsTable,
    `SELECT * FROM vendor_receipts WHERE assessment_id = ? AND deleted_at IS NULL
     ORDER BY id DESC LIMIT 50`,
    assessmentId,
  );
}

export function readTierings(db: ReadDb, vendorId: string): TieringRow[] {
  return db.rows(
    vendorTieringsTable,
    `SELECT * FROM vendor_tierings WHERE vendor_id = ? AND deleted_at IS NULL
     ORDER BY created_at DESC, id DESC LIMIT 50`,
    vendorId,
  );
}

export function readSummary(db: ReadDb, today: Day): AssessmentSummary {
  const counted = db.all<{ state: AssessmentState; n: number }>(
    `SELECT state, count(*) AS n FROM vendor_assessments INDEXED BY vendor_assessments_state
     WHERE deleted_at IS NULL GROUP BY state`,
  );
  const states = Object.fromEntries(
    ASSESSMENT_STATES.map((state) => [state, counted.find((one) => one.state === state)?.n ?? 0]),
  ) as AssessmentSummary['states'];
  const inValidity = (validity: 'expiring' | 'expired') => {
    const { sql, values } = VALIDITY[validity](today);
    return (
      db.get<{ n: number }>(
        `SELECT count(*) AS n FROM vendor_assessments a
         WHERE a.deleted_at IS NULL AND ${sql} AND ${IS_LATEST} AND ${OF_KEPT_VENDOR}`,
        ...values,
      )?.n ?? 0
    );
  };
  return {
    states,
    expiring: inValidity('expiring'),
    expired: inValidity('expired'),
    coverage: readCoverage(db, today),
  };
}

/** A vendor counts as assessed where the last completed assessment still holds. */
function readCoverage(db: ReadDb, today: Day): AssessmentSummary['coverage'] {
  const vendors = db.all<{ tier: string; n: number }>(
    `SELECT risk_tier AS tier, count(*) AS n FROM vendors INDEXED BY vendors_by_tier
     WHERE deleted_at IS NULL AND status <> 'TERMINATED' GROUP BY risk_tier`,
  );
  const assessed = db.all<{ tier: string; n: number }>(
    `SELECT v.risk_tier AS tier, count(*) AS n
     FROM vendor_assessments a INDEXED BY vendor_assessments_expiry JOIN vendors v ON v.id = a.vendor_id
     WHERE a.deleted_at IS NULL AND a.expires_on >= ? AND ${IS_LATEST}
       AND v.deleted_at IS NULL AND v.status <> 'TERMINATED'
     GROUP BY v.risk_tier`,
    today,
  );
  const of = (rows: readonly { tier: string; n: number }[], tier: string) =>
    rows.find((row) => row.tier === tier)?.n ?? 0;
  return SEVERITIES.map((tier) => ({
    tier,
    vendors: of(vendors, tier),
    assessed: of(assessed, tier),
  }));
}

/** Whose assessment it is, of those that are cancelled or deleted too. */
export function vendorOfAssessment(
  db: ReadDb,
  id: string,
): { name: string; vendorId: string } | undefined {
  return db.get(
    `SELECT v.name, v.id AS vendorId FROM vendor_assessments a JOIN vendors v ON v.id = a.vendor_id
     WHERE a.id = ?`,
    id,
  );
}
