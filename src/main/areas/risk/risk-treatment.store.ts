/** Tasks, reviews and linked controls of risks, and what of them is due over the whole register. */

import { REVIEW_SOON_DAYS, riskText } from '../../../shared/areas/risk/risks.rules.ts';
import type {
  DueRiskReview,
  LinkedRiskControl,
  OpenRiskTask,
  RiskControl,
  RiskReview,
  RiskTask,
} from '../../../shared/areas/risk/risks.treatment.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { addDays, type Day } from '../../../shared/kernel/day.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { riskControlsTable, riskTasksTable } from '../../db/tables/risk.table.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';

/** After every day there is: what has no due day comes last. */
const NEVER = '9999-12-31';
const nameSql = (alias: string) =>
  `coalesce(nullif(trim(concat_ws(' ', ${alias}.first_name, ${alias}.last_name)), ''), ${alias}.email)`;

const TASK_COLUMNS = `t.id, t.title, t.owner, ${nameSql('o')} AS ownerName, t.due,
  t.done_on AS doneOn, ${nameSql('d')} AS doneByName`;
const TASK_PEOPLE = 'LEFT JOIN users o ON o.id = t.owner LEFT JOIN users d ON d.id = t.done_by';

type TaskRow = Omit<RiskTask, 'isOverdue'>;

const withLateness = <T extends TaskRow>(task: T, today: Day): T & { isOverdue: boolean } => ({
  ...task,
  isOverdue: task.doneOn === null && task.due !== null && task.due < today,
});

/** Open ones first, by their due day. */
export function readTasks(db: ReadDb, riskId: string, today: Day): RiskTask[] {
  return db
    .all<TaskRow>(
      `SELECT ${TASK_COLUMNS} FROM risk_tasks t ${TASK_PEOPLE}
       WHERE t.risk_id = ? AND t.deleted_at IS NULL
       ORDER BY t.done_on IS NOT NULL, coalesce(t.due, '${NEVER}'), t.created_at, t.id`,
      riskId,
    )
    .map((task) => withLateness(task, today));
}

export function findTask(db: ReadDb, id: string): RowOf<typeof riskTasksTable> | undefined {
  return db.rows(
    riskTasksTable,
    'SELECT * FROM risk_tasks WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

export function readReviews(db: ReadDb, riskId: string): RiskReview[] {
  return db
    .all<
      Omit<RiskReview, 'riskScore' | 'residualRisk'> & { score: number | null; rest: number | null }
    >(
      `SELECT r.id, r.reviewed_on AS reviewedOn, ${nameSql('u')} AS reviewedByName, r.note,
         r.risk_score AS score, r.residual_risk AS rest, r.next_review AS nextReview
       FROM risk_reviews r LEFT JOIN users u ON u.id = r.reviewed_by
       WHERE r.risk_id = ? AND r.deleted_at IS NULL ORDER BY r.created_at DESC, r.id DESC LIMIT 200`,
      riskId,
    )
    .map(({ score, rest, ...review }) => ({
      ...review,
      riskScore: score === null ? null : riskText(score),
      residualRisk: rest === null ? null : riskText(rest),
    }));
}

export function readControls(db: ReadDb, riskId: string): LinkedRiskControl[] {
  return db
    .all<Omit<LinkedRiskControl, 'addedAt'> & { at: number }>(
      `SELECT c.id, c.control_id AS ref, c.title, f.name AS framework, c.status, l.weight,
         l.created_at AS at
       FROM risk_controls l JOIN controls c ON c.id = l.control_id AND c.deleted_at IS NULL
       JOIN compliance_frameworks f ON f.id = c.framework_id
       WHERE l.risk_id = ? AND l.deleted_at IS NULL ORDER BY f.name, c.control_id, c.id`,
      riskId,
    )
    .map(({ at, ...control }) => ({ ...control, addedAt: toIso(at) }));
}

export function findLink(
  db: ReadDb,
  riskId: string,
  controlId: string,
): RowOf<typeof riskControlsTable> | undefined {
  return db.rows(
    riskControlsTable,
    'SELECT * FROM risk_controls WHERE risk_id = ? AND control_id = ? AND deleted_at IS NULL',
    riskId,
    controlId,
  )[0];
}

/** @throws AppError 'not-found'. */
export function mustFindControl(db: ReadDb, id: string): void {
  if (db.get('SELECT 1 FROM controls WHERE id = ? AND deleted_at IS NULL', id) === undefined)
    throw new AppError('not-found', 'There is no such control');
}

const CHOICES_MAX = 20;

/** Controls whose framework, number or title hold every typed word. */
export function searchControlChoices(db: ReadDb, typed: string): RiskControl[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  const holds = words.map(
    () => " AND instr(lower(f.name || ' ' || c.control_id || ' ' || c.title), ?) > 0",
  );
  return db.all<RiskControl>(
    `SELECT c.id, c.control_id AS ref, c.title, f.name AS framework
     FROM controls c JOIN compliance_frameworks f ON f.id = c.framework_id
     WHERE c.deleted_at IS NULL AND c.gone_in IS NULL AND f.deleted_at IS NULL${holds.join('')}
     ORDER BY f.name, c.position, c.control_id LIMIT ${CHOICES_MAX}`,
    ...words,
  );
}

export interface Paged<T> {
  readonly rows: T[];
  readonly total: number;
  readonly nextCursor: string | null;
}
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const countOf = (db: ReadDb, sql: string, ...values: Bound[]): number =>
  db.get<{ n: number }>(sql, ...values)?.n ?? 0;

/** Where the page begins: after a day and an id. */
function placeOf(cursor: string | undefined): [day: string, id: string] {
  return cursor === undefined ? ['', ''] : [...fromCursor(cursor, ['string', 'string'])];
}

export function listOpenTasks(db: ReadDb, query: PageQuery, today: Day): Paged<OpenRiskTask> {
  const open = 't.done_on IS NULL AND t.deleted_at IS NULL';
  const found = db.all<TaskRow & { riskId: string; riskTitle: string }>(
    `SELECT ${TASK_COLUMNS}, r.id AS riskId, r.title AS riskTitle
     FROM risk_tasks t INDEXED BY risk_tasks_open
       CROSS JOIN risks r ON r.id = t.risk_id AND r.deleted_at IS NULL ${TASK_PEOPLE}
     WHERE ${open} AND (coalesce(t.due, '${NEVER}'), t.id) > (?, ?)
     ORDER BY coalesce(t.due, '${NEVER}'), t.id LIMIT ?`,
    ...placeOf(query.cursor),
    query.limit + 1,
  );
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  return {
    rows: rows.map(({ riskId, riskTitle, ...task }) => ({
      ...withLateness(task, today),
      risk: { id: riskId, title: riskTitle },
    })),
    total: countOf(
      db,
      `SELECT count(*) AS n FROM risk_tasks t INDEXED BY risk_tasks_open WHERE ${open}`,
    ),
    nextCursor: found.length > query.limit && last ? toCursor([last.due ?? NEVER, last.id]) : null,
  };
}

export function listDueReviews(db: ReadDb, query: PageQuery, today: Day): Paged<DueRiskReview> {
  const until = addDays(today, REVIEW_SOON_DAYS);
  const found = db.all<Omit<DueRiskReview, 'residualRisk' | 'isOverdue'> & { rest: number }>(
    `SELECT r.id, r.title, r.owner, ${nameSql('o')} AS ownerName, r.residual_risk AS rest,
       r.last_review AS lastReview, r.next_review AS nextReview
     FROM risks r INDEXED BY risks_reviews_due LEFT JOIN users o ON o.id = r.owner
     WHERE r.next_review IS NOT NULL AND r.deleted_at IS NULL AND r.next_review <= ?
       AND (r.next_review, r.id) > (?, ?)
     ORDER BY r.next_review, r.id LIMIT ?`,
    until,
    ...placeOf(query.cursor),
    query.limit + 1,
  );
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  return {
    rows: rows.map(({ rest, ...review }) => ({
      ...review,
      residualRisk: riskText(rest),
      isOverdue: review.nextReview < today,
    })),
    total: countOf(
      db,
      `SELECT count(*) AS n FROM risks INDEXED BY risks_reviews_due
       WHERE next_review IS NOT NULL AND deleted_at IS NULL AND next_review <= ?`,
      until,
    ),
    nextCursor: found.length > query.limit && last ? toCursor([last.nextReview, last.id]) : null,
  };
}
