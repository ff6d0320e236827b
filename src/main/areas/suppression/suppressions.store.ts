/** Rules of suppression as they are read: with hits, what they hide now, and the control they are an exception of. */
import type {
  Suppression,
  SuppressionQuery,
} from '../../../shared/areas/suppression/suppression.contract.ts';
import {
  ruleState,
  SUPPRESSION_EXPIRING_DAYS,
  type SuppressionState,
} from '../../../shared/areas/suppression/suppression.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { DAY_MS, toIso } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { revisionOf } from '../../db/field-merge.ts';
import type { RowOf } from '../../db/statements.ts';
import { suppressionRulesTable } from '../../db/tables/suppression.table.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';

export type RuleRow = RowOf<typeof suppressionRulesTable>;

export function findRule(db: ReadDb, id: string): RuleRow | undefined {
  return db.rows(
    suppressionRulesTable,
    'SELECT * FROM suppression_rules WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

export function mustFindRule(db: ReadDb, id: string): RuleRow {
  const row = findRule(db, id);
  if (!row) throw new AppError('not-found', 'There is no such rule of suppression');
  return row;
}

const ACTIVE_STATUSES = "status IN ('OPEN', 'IN_PROGRESS')";

interface Figures {
  readonly id: string;
  readonly hits: number | null;
  readonly last_hit_at: number | null;
  readonly hidden: number | null;
  readonly hidden_open: number | null;
  readonly running: 'APPLY' | 'REOPEN' | null;
  readonly control_ref: string | null;
  readonly control_title: string | null;
  readonly owner_name: string | null;
  readonly ended_by_name: string | null;
  readonly created_by_name: string | null;
}

const NAME = (column: string) =>
  `(SELECT coalesce(nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), u.email)
    FROM users u WHERE u.id = ${column})`;

function readFigures(db: ReadDb, ids: readonly string[]): Map<string, Figures> {
  const rows = db.all<Figures>(
    `SELECT r.id, h.hits, h.last_hit_at,
       (SELECT sum(n) FROM suppressed_totals t WHERE t.rule_id = r.id) AS hidden,
       (SELECT sum(n) FROM suppressed_totals t WHERE t.rule_id = r.id AND ${ACTIVE_STATUSES}) AS hidden_open,
       (SELECT kind FROM suppression_runs w INDEXED BY suppression_runs_rule
         WHERE w.rule_id = r.id AND w.state = 'RUNNING' ORDER BY w.started_at DESC LIMIT 1) AS running,
       c.control_id AS control_ref, c.title AS control_title,
       ${NAME('r.owner')} AS owner_name, ${NAME('r.ended_by')} AS ended_by_name,
       ${NAME('r.created_by')} AS created_by_name
     FROM json_each(?) j JOIN suppression_rules r ON r.id = j.value
     LEFT JOIN suppression_hits h ON h.rule_id = r.id
     LEFT JOIN controls c ON c.id = r.control_id`,
    JSON.stringify(ids),
  );
  return new Map(rows.map((row) => [row.id, row]));
}

const iso = (at: number | null | undefined) => (at === null || at === undefined ? null : toIso(at));

function toSuppressions(db: ReadDb, rows: readonly RuleRow[], now: number): Suppression[] {
  const figures = readFigures(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const of = figures.get(row.id);
    return {
      id: row.id,
      name: row.name,
      scope: { ...row.scope } as Suppression['scope'],
      reason: row.reason,
      owner: row.owner,
      ownerName: of?.owner_name ?? null,
      state: ruleState(row, now),
      inForceSince: toIso(row.inForceSince),
      expiresAt: toIso(row.expiresAt),
      control:
        row.controlId === null
          ? null
          : { id: row.controlId, ref: of?.control_ref ?? '', title: of?.control_title ?? '' },
      hits: of?.hits ?? 0,
      lastHitAt: iso(of?.last_hit_at),
      hidden: of?.hidden ?? 0,
      hiddenOpen: of?.hidden_open ?? 0,
      endedAt: iso(row.endedAt),
      endedByName: of?.ended_by_name ?? null,
      endReason: row.endReason,
      reopening: row.reopening,
      running: of?.running ?? null,
      createdByName: of?.created_by_name ?? null,
      createdAt: toIso(row.createdAt),
      updatedAt: toIso(row.updatedAt),
      revision: revisionOf(row),
    };
  });
}

export function readRule(db: ReadDb, id: string, now: number): Suppression {
  const [rule] = toSuppressions(db, [mustFindRule(db, id)], now);
  if (!rule) throw new Error('A row became no rule');
  return rule;
}

/** As `ruleState` says it. */
function stateCondition(state: SuppressionState, now: number): { sql: string; values: Bound[] } {
  const soon = now + SUPPRESSION_EXPIRING_DAYS * DAY_MS;
  switch (state) {
    case 'ENDED':
      return { sql: "end_kind = 'ENDED'", values: [] };
    case 'EXPIRED':
      return {
        sql: "(end_kind IS NOT 'ENDED' AND (ended_at IS NOT NULL OR expires_at <= ?))",
        values: [now],
      };
    case 'EXPIRING':
      return {
        sql: '(ended_at IS NULL AND expires_at > ? AND expires_at <= ?)',
        values: [now, soon],
      };
    case 'ACTIVE':
      return { sql: '(ended_at IS NULL AND expires_at > ?)', values: [soon] };
  }
}

function listConditions({ state, owner, q }: SuppressionQuery, now: number) {
  const conditions: { sql: string; values: Bound[] }[] = [];
  if (state?.length) {
    const states = [...new Set(state)].map((one) => stateCondition(one, now));
    conditions.push({
      sql: `(${states.map(({ sql }) => sql).join(' OR ')})`,
      values: states.flatMap(({ values }) => values),
    });
  }
  if (owner) conditions.push({ sql: 'owner = ?', values: [owner] });
  const text = q?.trim();
  if (text) {
    const like = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    conditions.push({
      sql: "(name LIKE ? ESCAPE '\\' OR reason LIKE ? ESCAPE '\\' OR scope LIKE ? ESCAPE '\\')",
      values: [like, like, like],
    });
  }
  return conditions;
}

export interface ListedRules {
  readonly rows: Suppression[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** Newest first. There are hundreds of rules at most: they are filtered as they are read. */
export function listRules(db: ReadDb, query: SuppressionQuery, now: number): ListedRules {
  const conditions = listConditions(query, now);
  const where = ['deleted_at IS NULL', ...conditions.map(({ sql }) => sql)].join(' AND ');
  const values = conditions.flatMap((condition) => condition.values);
  const after = query.cursor ? fromCursor(query.cursor, ['number', 'string']) : [];
  const rows = db.rows(
    suppressionRulesTable,
    `SELECT * FROM suppression_rules INDEXED BY suppression_rules_newest WHERE ${where}
     ${after.length > 0 ? 'AND (created_at, id) < (?, ?)' : ''} ORDER BY created_at DESC, id DESC LIMIT ?`,
    ...values,
    ...after,
    query.limit + 1,
  );
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  return {
    rows: toSuppressions(db, page, now),
    total:
      db.get<{ n: number }>(`SELECT count(*) AS n FROM suppression_rules WHERE ${where}`, ...values)
        ?.n ?? 0,
    nextCursor: rows.length > query.limit && last ? toCursor([last.createdAt, last.id]) : null,
  };
}

export function isAccount(db: ReadDb, id: string): boolean {
  return (
    db.get(
      'SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL AND deactivated_at IS NULL',
      id,
    ) !== undefined
  );
}

export function isControl(db: ReadDb, id: string): boolean {
  return db.get('SELECT 1 FROM controls WHERE id = ? AND deleted_at IS NULL', id) !== undefined;
}

/** Rules whose time is over and that nobody has ended, the earliest first. */
export function overdueRules(db: ReadDb, now: number): RuleRow[] {
  return db.rows(
    suppressionRulesTable,
    `SELECT * FROM suppression_rules INDEXED BY suppression_rules_running
     WHERE ended_at IS NULL AND deleted_at IS NULL AND expires_at <= ? ORDER BY expires_at, id`,
    now,
  );
}

/** When the next rule expires, ms; null where none is running. */
export function nextExpiry(db: ReadDb): number | null {
  return (
    db.get<{ at: number | null }>(
      `SELECT min(expires_at) AS at FROM suppression_rules INDEXED BY suppression_rules_running
       WHERE ended_at IS NULL AND deleted_at IS NULL`,
    )?.at ?? null
  );
}
