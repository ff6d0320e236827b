/** Risks as the calls answer them, read set by set. */

import { riskLevel } from '../../../shared/areas/dashboard/dashboard.rules.ts';
import { residualOf } from '../../../shared/areas/risk/residual.rules.ts';
import type { Risk, RiskDetail } from '../../../shared/areas/risk/risks.contract.ts';
import { riskLateness, riskText } from '../../../shared/areas/risk/risks.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Day } from '../../../shared/kernel/day.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { revisionOf } from '../../db/field-merge.ts';
import type { RowOf } from '../../db/statements.ts';
import { risksTable } from '../../db/tables/risk.table.ts';
import { readControls, readReviews, readTasks } from './risk-treatment.store.ts';

export type RiskRow = RowOf<typeof risksTable>;

export function findRisk(db: ReadDb, id: string): RiskRow | undefined {
  return db.rows(risksTable, 'SELECT * FROM risks WHERE id = ? AND deleted_at IS NULL', id)[0];
}

/** @throws AppError 'not-found'. */
export function mustFindRisk(db: ReadDb, id: string): RiskRow {
  const row = findRisk(db, id);
  if (!row) throw new AppError('not-found', 'There is no such risk');
  return row;
}

export function badRiskField(path: string, message: string): AppError {
  return new AppError('bad-input', message, { issues: [{ path, message }] });
}

/** @throws AppError 'bad-input' where it is no account that work can be given to. */
export function mustBeOwner(db: ReadDb, id: string | null | undefined): void {
  if (id === null || id === undefined) return;
  const found = db.get(
    'SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL AND deactivated_at IS NULL',
    id,
  );
  if (found === undefined) throw badRiskField('owner', 'There is no such account');
}

/** Names of accounts, those that are closed too. */
export function readPeople(db: ReadDb, ids: readonly (string | null)[]): Map<string, string> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = db.all<{ id: string; name: string }>(
    `SELECT id, coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), email) AS name
     FROM users WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(wanted),
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function countsBy(db: ReadDb, sql: string, ids: readonly string[]): Map<string, number> {
  const rows = db.all<{ id: string; n: number }>(sql, JSON.stringify(ids));
  return new Map(rows.map(({ id, n }) => [id, n]));
}

const CONTROLS_SQL = `SELECT l.risk_id AS id, count(*) AS n FROM risk_controls l
  JOIN controls c ON c.id = l.control_id AND c.deleted_at IS NULL
  WHERE l.risk_id IN (SELECT value FROM json_each(?)) AND l.deleted_at IS NULL GROUP BY 1`;
const TASKS_SQL = `SELECT risk_id AS id, count(*) AS n FROM risk_tasks
  WHERE risk_id IN (SELECT value FROM json_each(?)) AND done_on IS NULL AND deleted_at IS NULL
  GROUP BY 1`;

export function toRisks(db: ReadDb, rows: readonly RiskRow[], today: Day): Risk[] {
  const ids = rows.map(({ id }) => id);
  const names = readPeople(
    db,
    rows.flatMap(({ owner, acceptedBy }) => [owner, acceptedBy]),
  );
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  const controls = countsBy(db, CONTROLS_SQL, ids);
  const tasks = countsBy(db, TASKS_SQL, ids);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    description: row.description,
    category: row.category,
    likelihood: row.likelihood,
    impact: row.impact,
    riskScore: riskText(row.riskScore),
    inherentRisk: riskText(row.inherentRisk),
    residualRisk: riskText(row.residualRisk),
    level: riskLevel(row.riskScore),
    residualLevel: riskLevel(row.residualRisk),
    residualBasis: row.residualBasis,
    status: row.status,
    owner: row.owner,
    ownerName: nameOf(row.owner),
    mitigationPlan: row.mitigationPlan,
    targetDate: row.targetDate || null,
    acceptedBy: row.acceptedBy,
    acceptedByName: nameOf(row.acceptedBy),
    acceptedReason: row.acceptedReason,
    acceptedOn: row.acceptedOn,
    expiresOn: row.expiresOn,
    isSelfApproved: row.isSelfApproved,
    transferredTo: row.transferredTo,
    transferReason: row.transferReason,
    reviewMonths: row.reviewMonths,
    lastReview: row.lastReview,
    nextReview: row.nextReview,
    ...riskLateness({ ...row, targetDate: row.targetDate || null }, today),
    controlCount: controls.get(row.id) ?? 0,
    openTaskCount: tasks.get(row.id) ?? 0,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    revision: revisionOf(row),
  }));
}

/** @throws AppError 'not-found'. */
export function readRiskDetail(db: ReadDb, id: string, today: Day): RiskDetail {
  const [risk] = toRisks(db, [mustFindRisk(db, id)], today);
  if (!risk) throw new AppError('not-found', 'There is no such risk');
  return { ...risk, ...readRiskParts(db, id, today) };
}

export function readRiskParts(db: ReadDb, id: string, today: Day) {
  return {
    tasks: readTasks(db, id, today),
    reviews: readReviews(db, id),
    controls: readControls(db, id),
  };
}

/** What a risk is at first, before any control is linked. */
export const residualAtFirst = (score: number): number => residualOf(score, []).residual;
