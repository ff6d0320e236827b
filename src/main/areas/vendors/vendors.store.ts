import type { Vendor, VendorFigures } from '../../../shared/areas/vendors/vendors.contract.ts';
import {
  CONTRACT_DAYS,
  contractRange,
  DOCUMENT_DAYS,
  dueState,
  expiryState,
  HIGH_RISK_TIERS,
  MATRIX_WINDOWS,
  type ReviewWindow,
  reviewRange,
} from '../../../shared/areas/vendors/vendors.rules.ts';
import { addDays, type Day } from '../../../shared/kernel/day.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { revisionOf } from '../../db/field-merge.ts';
import type { RowOf } from '../../db/statements.ts';
import { vendorsTable } from '../../db/tables/vendors.table.ts';

export type VendorRow = RowOf<typeof vendorsTable>;

export function findVendor(db: ReadDb, id: string): VendorRow | undefined {
  return db.rows(vendorsTable, 'SELECT * FROM vendors WHERE id = ? AND deleted_at IS NULL', id)[0];
}

export function rowToVendor(row: VendorRow, today: Day): Vendor {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    category: row.category,
    riskTier: row.riskTier,
    status: row.status,
    lastAssessment: row.lastAssessment,
    nextAssessment: row.nextAssessment,
    contractExpiry: row.contractExpiry,
    primaryContact: row.primaryContact,
    securityContact: row.securityContact,
    complianceCertifications: [...row.complianceCertifications],
    domains: [...row.domains],
    addresses: [...row.addresses],
    software: [...row.software],
    riskScore: row.riskScore === null ? null : row.riskScore.toFixed(1),
    review: dueState(row.nextAssessment, today),
    contract: expiryState(row.contractExpiry, today, CONTRACT_DAYS),
    revision: revisionOf(row),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}

export interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

function inRange(
  column: string,
  { from, to }: { readonly from: Day | null; readonly to: Day | null },
): Condition {
  const sides = [from === null ? null : `${column} >= ?`, to === null ? null : `${column} <= ?`];
  return {
    sql: sides.filter((side) => side !== null).join(' AND '),
    values: [from, to].filter((day) => day !== null),
  };
}

export function reviewCondition(window: ReviewWindow, today: Day, column: string): Condition {
  const range = reviewRange(window, today);
  return range === null ? { sql: `${column} IS NULL`, values: [] } : inRange(column, range);
}

export const contractCondition = (
  window: 'expiring' | 'expired',
  today: Day,
  column: string,
): Condition => inRange(column, contractRange(window, today));

/** Vendors with a document that has expired or soon does. */
export const documentsCondition = (today: Day, idColumn: string): Condition => ({
  sql: `${idColumn} IN (SELECT d.vendor_id FROM vendor_documents d
    WHERE d.deleted_at IS NULL AND d.expires_on <= ?)`,
  values: [addDays(today, DOCUMENT_DAYS)],
});

/** On `vendor_counts`, where no day is ''. */
function kept(window: ReviewWindow, today: Day): Condition {
  if (window === 'none') return { sql: "next_assessment = ''", values: [] };
  const { sql, values } = reviewCondition(window, today, 'next_assessment');
  return { sql: `next_assessment <> '' AND ${sql}`, values };
}

interface KeptCounts {
  readonly total: number;
  readonly active: number;
  readonly highRisk: number;
  readonly due: number;
  readonly overdue: number;
}

/** What the four cards count, and what they leave out; the rest is read along narrow indexes. */
export function readFigures(db: ReadDb, today: Day): VendorFigures {
  const [due, overdue] = [kept('due', today), kept('overdue', today)];
  const counts = db.get<KeptCounts>(
    `SELECT coalesce(sum(n), 0) AS total,
       coalesce(sum(n) FILTER (WHERE status = 'ACTIVE'), 0) AS active,
       coalesce(sum(n) FILTER (WHERE risk_tier IN (?, ?)), 0) AS highRisk,
       coalesce(sum(n) FILTER (WHERE ${due.sql}), 0) AS due,
       coalesce(sum(n) FILTER (WHERE ${overdue.sql}), 0) AS overdue
     FROM vendor_counts`,
    ...[...HIGH_RISK_TIERS, ...due.values, ...overdue.values],
  ) ?? { total: 0, active: 0, highRisk: 0, due: 0, overdue: 0 };
  const count = (index: string, { sql, values }: Condition): number =>
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM vendors ${index} WHERE deleted_at IS NULL AND ${sql}`,
      ...values,
    )?.n ?? 0;
  return {
    today,
    ...counts,
    contractsExpiring: count(
      'INDEXED BY vendors_by_contract',
      contractCondition('expiring', today, 'contract_expiry'),
    ),
    documentsExpiring: count('', documentsCondition(today, 'id')),
    matrix: readMatrix(db, today),
  };
}

function readMatrix(db: ReadDb, today: Day): VendorFigures['matrix'] {
  const sides = MATRIX_WINDOWS.map((window) => kept(window, today));
  const sums = MATRIX_WINDOWS.map(
    (window, place) =>
      `coalesce(sum(n) FILTER (WHERE ${sides[place]?.sql ?? '0'}), 0) AS "${window}"`,
  );
  const rows = db.all<{ tier: string } & Record<(typeof MATRIX_WINDOWS)[number], number>>(
    `SELECT risk_tier AS tier, ${sums.join(', ')} FROM vendor_counts
     WHERE status <> 'TERMINATED' GROUP BY risk_tier`,
    ...sides.flatMap(({ values }) => [...values]),
  );
  return SEVERITIES.map((tier) => {
    const row = rows.find((one) => one.tier === tier);
    const counts = { overdue: 0, month: 0, quarter: 0, later: 0, none: 0 };
    for (const window of MATRIX_WINDOWS) counts[window] = row?.[window] ?? 0;
    return { tier, counts };
  });
}

/** How many vendors the narrowing by tier, status and review leaves. */
export function countKept(
  db: ReadDb,
  narrowing: readonly Condition[],
  reviews: readonly ReviewWindow[],
  today: Day,
): number {
  const conditions = [...narrowing, ...reviews.map((window) => kept(window, today))];
  const where = ['1', ...conditions.map(({ sql }) => `(${sql})`)].join(' AND ');
  return (
    db.get<{ n: number | null }>(
      `SELECT sum(n) AS n FROM vendor_counts v WHERE ${where}`,
      ...conditions.flatMap(({ values }) => [...values]),
    )?.n ?? 0
  );
}

/** Names of accounts, those that are closed too. */
export function readPeople(db: ReadDb, ids: readonly (string | null)[]): Map<string, string> {
  const rows = db.all<{ id: string; name: string | null; email: string }>(
    `SELECT id, trim(concat_ws(' ', first_name, last_name)) AS name, email FROM users
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify([...new Set(ids.filter((id) => id !== null))]),
  );
  return new Map(rows.map(({ id, name, email }) => [id, name || email]));
}
