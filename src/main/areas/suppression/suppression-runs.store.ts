/**
 * Work on alerts that are there already: a rule is applied to those that wait, or gives its own back. A
 * slice is one transaction with the counts, the desk's action and how far the run is, so that after a
 * crash it goes on where it stopped.
 */
import {
  createRuleIndex,
  type ScopedAlert,
} from '../../../shared/areas/suppression/scope-match.rules.ts';
import {
  isInForce,
  isWithinCeiling,
  type SuppressionScope,
} from '../../../shared/areas/suppression/suppression.rules.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { appendChanges, isActionDone } from '../../db/action-append.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import type { alertsTable } from '../../db/tables/alerts.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { newUuid } from '../../platform/ids.ts';
import { findRule, type RuleRow } from './suppressions.store.ts';

/** Rows of one transaction: a click waits for at most one of them. */
export const SLICE_ROWS = 500;

type AlertRow = RowOf<typeof alertsTable>;

/** Of the alerts area, handed over by the wiring: all that is kept about alerts follows the change. */
export type ChangeAlerts = (
  tx: WriteTx,
  seqs: readonly number[],
  actionId: string,
  decide: (before: AlertRow) => Partial<Pick<AlertRow, 'suppressedBy' | 'updatedAt'>> | null,
) => readonly { readonly before: AlertRow; readonly after: AlertRow }[];

export interface RunRow {
  readonly id: string;
  readonly rule_id: string;
  readonly kind: 'APPLY' | 'REOPEN';
  readonly state: 'RUNNING' | 'DONE';
  /** Alerts up to this one are done (APPLY). */
  readonly last_seq: number;
  readonly changed: number;
  readonly started_by: string | null;
}

/** @param id Of the desk's action that it belongs to, or a new one. */
export function queueRun(
  tx: WriteTx,
  run: Pick<RunRow, 'id' | 'rule_id' | 'kind' | 'started_by'>,
): void {
  tx.run(
    `INSERT INTO suppression_runs (id, rule_id, kind, state, last_seq, started_by, started_at)
     VALUES (?, ?, ?, 'RUNNING', -1, ?, ?)
     ON CONFLICT (id) DO UPDATE SET state = 'RUNNING', last_seq = -1`,
    run.id,
    run.rule_id,
    run.kind,
    run.started_by,
    tx.now,
  );
  tx.announce('suppression_rules', run.rule_id);
}

/** Where Undo or Redo takes a rule out of force, its alerts come back: the keeper does what is queued. */
export function followRules(
  tx: WriteTx,
  changes: readonly {
    readonly before: RuleRow | null;
    readonly after: RuleRow | null;
  }[],
): void {
  for (const { before, after } of changes) {
    const id = (after ?? before)?.id;
    const isOver = after === null || (after.endedAt !== null && after.reopening === 'ALERTS');
    if (id === undefined || !isOver || countHiddenOpen(tx, id) === 0) continue;
    queueRun(tx, { id: newUuid(), rule_id: id, kind: 'REOPEN', started_by: null });
  }
}

export function findRun(db: ReadDb, id: string): RunRow | undefined {
  return db.get<RunRow>('SELECT * FROM suppression_runs WHERE id = ?', id);
}

export function pendingRuns(db: ReadDb): RunRow[] {
  return db.all<RunRow>(
    `SELECT * FROM suppression_runs INDEXED BY suppression_runs_running
     WHERE state = 'RUNNING' ORDER BY started_at, rowid`,
  );
}

export function isBeingWorkedOn(db: ReadDb, ruleId: string): boolean {
  const sql = "SELECT 1 FROM suppression_runs WHERE rule_id = ? AND state = 'RUNNING'";
  return db.get(sql, ruleId) !== undefined;
}

export function finishRun(tx: WriteTx, run: RunRow): void {
  tx.run("UPDATE suppression_runs SET state = 'DONE' WHERE id = ?", run.id);
  tx.announce('suppression_rules', run.rule_id);
}

/**
 * The open alerts that nothing hides, as far as a scope can narrow them by an index, in order of `seq`.
 * `most`: so many of each range are enough to know that there are more.
 */
export function waitingSeqs(
  db: ReadDb,
  scope: Pick<SuppressionScope, 'sources' | 'maxSeverity'>,
  afterSeq: number,
  most = -1,
): number[] {
  const severities = SEVERITIES.filter((severity) => isWithinCeiling(severity, scope.maxSeverity));
  const sources = scope.sources.length > 0 ? scope.sources : [null];
  const seqs = sources.flatMap((source) =>
    severities.flatMap((severity) =>
      db
        .all<{ seq: number }>(
          `SELECT seq FROM alerts WHERE ${source === null ? '' : 'source = ? AND'} status = 'OPEN'
           AND severity = ? AND suppressed_by IS NULL AND deleted_at IS NULL AND +seq > ? LIMIT ?`,
          ...(source === null ? [] : [source]),
          severity,
          afterSeq,
          most,
        )
        .map(({ seq }) => seq),
    ),
  );
  return seqs.sort((a, b) => a - b);
}

const COLUMNS =
  'seq, title, severity, source, detector, source_host AS sourceHost, source_user AS sourceUser, source_ip AS sourceIp, dest_ip AS destIp, techniques';

function scopedAlerts(
  db: ReadDb,
  seqs: readonly number[],
): (ScopedAlert & { readonly seq: number })[] {
  return db.all(
    `SELECT ${COLUMNS} FROM alerts WHERE seq IN (SELECT value FROM json_each(?))`,
    JSON.stringify(seqs),
  );
}

const PATCH_FIELDS = ['suppressedBy'] as const;

function recordAlerts(tx: WriteTx, run: RunRow, changed: ReturnType<ChangeAlerts>): void {
  const [field] = PATCH_FIELDS;
  appendChanges(
    tx,
    run.id,
    changed.map(({ before, after }) => ({
      ...{ table: 'alerts', id: before.id },
      before: { [field]: before[field] },
      after: { [field]: after[field] },
    })),
  );
}

/** Hides those of the alerts that the rule means. False where the rule or its action is over. */
export function applySlice(
  tx: WriteTx,
  run: RunRow,
  seqs: readonly number[],
  changeAlerts: ChangeAlerts,
): boolean {
  const rule = findRule(tx, run.rule_id);
  if (!rule || !isInForce(rule, tx.now) || !isActionDone(tx, run.id)) return false;
  const ruleOf = createRuleIndex([rule]);
  const meant = scopedAlerts(tx, seqs).filter((alert) => ruleOf(alert) !== null);
  const changed = changeAlerts(
    tx,
    meant.map(({ seq }) => seq),
    run.id,
    // Somebody may have taken it up meanwhile: it is no longer what waits.
    ({ status, suppressedBy }) =>
      status === 'OPEN' && suppressedBy === null
        ? { suppressedBy: rule.id, updatedAt: tx.now }
        : null,
  );
  recordAlerts(tx, run, changed);
  tx.run(
    'UPDATE suppression_runs SET last_seq = ?, changed = changed + ? WHERE id = ?',
    seqs.at(-1) ?? run.last_seq,
    changed.length,
    run.id,
  );
  return true;
}

/** Gives the next open alerts back to the queue. Zero where none are left. */
export function reopenSlice(
  tx: WriteTx,
  run: RunRow,
  changeAlerts: ChangeAlerts,
  limit = SLICE_ROWS,
): number {
  const rule = findRule(tx, run.rule_id);
  // An undo has put the rule back in force: its alerts stay where it put them.
  if (rule && rule.endedAt === null) return 0;
  const seqs = ['OPEN', 'IN_PROGRESS'].flatMap((status) =>
    tx
      .all<{ seq: number }>(
        `SELECT seq FROM alerts INDEXED BY alerts_hidden_rule
         WHERE suppressed_by = ? AND suppressed_by IS NOT NULL AND status = ? AND deleted_at IS NULL LIMIT ?`,
        run.rule_id,
        status,
        limit,
      )
      .map(({ seq }) => seq),
  );
  const next = seqs.slice(0, limit);
  if (next.length === 0) return 0;
  const changed = changeAlerts(tx, next, run.id, () => ({
    suppressedBy: null,
    updatedAt: tx.now,
  }));
  if (isActionDone(tx, run.id)) recordAlerts(tx, run, changed);
  tx.run('UPDATE suppression_runs SET changed = changed + ? WHERE id = ?', changed.length, run.id);
  return changed.length;
}

/** Open and in-progress alerts that the rule hides, from the kept counts. */
export function countHiddenOpen(db: ReadDb, ruleId: string): number {
  return (
    db.get<{ n: number | null }>(
      "SELECT sum(n) AS n FROM suppressed_totals WHERE rule_id = ? AND status IN ('OPEN', 'IN_PROGRESS')",
      ruleId,
    )?.n ?? 0
  );
}
