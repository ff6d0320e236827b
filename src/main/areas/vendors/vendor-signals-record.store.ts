/**
 * From matches to reassessments. Attackers choose what is in alerts, so what matches may become is
 * bounded: one running task a vendor, so many rows a task, so many new tasks a day, a quiet time
 * after a dismissal, and alerts that name many vendors open none.
 */
import {
  KEPT_SIGNALS,
  NEW_TASKS_A_DAY,
  QUIET_DAYS,
  RUNNING_STATES,
  reassessmentDue,
  SEVERITY_RANK,
} from '../../../shared/areas/vendors/reassessments.rules.ts';
import type { SignalMatch } from '../../../shared/areas/vendors/vendor-signals.rules.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { RowOf } from '../../db/statements.ts';
import {
  vendorReassessmentsTable,
  vendorSignalsTable,
} from '../../db/tables/vendor-assessments.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { localDay } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { lastReassessment, type ReassessmentRow } from './reassessments.store.ts';

export interface NewSignal extends SignalMatch {
  readonly thing: 'alert' | 'indicator';
  readonly thingId: string;
  readonly severity: Severity;
  /** Of something that names many vendors: it is added to a task, but opens none. */
  readonly isBroad: boolean;
}

/** Told in the transaction of what it tells; `taskId` null says that more vendors were touched than tasks were opened. */
export type TellReassessment = (
  tx: WriteTx,
  told: { taskId: string | null; title: string; body: string },
) => void;

export interface RecordDeps {
  readonly newId: NewId;
  readonly tell: TellReassessment;
}

const TEXT_MAX = 200;
/** So many new tasks of one batch are told one by one. */
const TOLD_ALONE = 5;

const gravest = (signals: readonly { severity: Severity }[]): Severity =>
  signals.reduce<Severity>(
    (worst, { severity }) => (SEVERITY_RANK[severity] > SEVERITY_RANK[worst] ? severity : worst),
    'LOW',
  );

function isQuiet(last: ReassessmentRow, priority: Severity, now: number): boolean {
  return (
    last.state === 'DISMISSED' &&
    last.closedAt !== null &&
    now - last.closedAt < QUIET_DAYS * DAY_MS &&
    SEVERITY_RANK[priority] <= SEVERITY_RANK[last.priority]
  );
}

/** Among the newest only: ids are in the order of time. */
const openedToday = (tx: WriteTx): number =>
  tx.get<{ n: number }>(
    `SELECT count(*) AS n FROM (
       SELECT created_at FROM vendor_reassessments INDEXED BY vendor_reassessments_all
       WHERE deleted_at IS NULL ORDER BY id DESC LIMIT ?)
     WHERE created_at > ?`,
    NEW_TASKS_A_DAY,
    tx.now - DAY_MS,
  )?.n ?? 0;

const isKnown = (tx: WriteTx, { thingId, vendorId }: NewSignal): boolean =>
  tx.get(
    'SELECT 1 FROM vendor_signals WHERE thing_id = ? AND vendor_id = ? AND deleted_at IS NULL',
    thingId,
    vendorId,
  ) !== undefined;

interface Opened {
  readonly taskId: string;
  readonly vendorId: string;
  readonly signals: readonly NewSignal[];
}

/** Opens, or adds to, one task a vendor. */
export function recordSignals(
  tx: WriteTx,
  deps: RecordDeps,
  signals: readonly NewSignal[],
): { opened: number } {
  if (signals.length === 0) return { opened: 0 };
  const opened: Opened[] = [];
  let left: number | undefined;
  let unopened = 0;
  for (const [vendorId, all] of Map.groupBy(signals, (signal) => signal.vendorId)) {
    const fresh = all.filter((signal) => !isKnown(tx, signal));
    if (fresh.length === 0) continue;
    const last = lastReassessment(tx, vendorId);
    if (last && (RUNNING_STATES.includes(last.state) || isQuiet(last, gravest(fresh), tx.now))) {
      addTo(tx, deps, last, fresh);
      continue;
    }
    if (fresh.every(({ isBroad }) => isBroad)) continue;
    left ??= NEW_TASKS_A_DAY - openedToday(tx);
    if (left <= 0) {
      unopened += 1;
      continue;
    }
    left -= 1;
    opened.push({ taskId: open(tx, deps, vendorId, fresh), vendorId, signals: fresh });
  }
  tellOf(tx, deps, opened, unopened);
  return { opened: opened.length };
}

function open(
  tx: WriteTx,
  deps: RecordDeps,
  vendorId: string,
  signals: readonly NewSignal[],
): string {
  const id = deps.newId();
  const priority = gravest(signals);
  const task = {
    ...{ id, vendorId, priority, signalCount: signals.length },
    keptCount: Math.min(signals.length, KEPT_SIGNALS),
    due: reassessmentDue(priority, localDay(tx.now)),
    lastSignalAt: tx.now,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  tx.insert(vendorReassessmentsTable, task);
  for (const signal of worstFirst(signals).slice(0, KEPT_SIGNALS))
    insertSignal(tx, deps, id, signal);
  return id;
}

const worstFirst = <T extends { severity: Severity }>(signals: readonly T[]): T[] =>
  [...signals].sort((a, b) => SEVERITY_RANK[b.severity] - SEVERITY_RANK[a.severity]);

/** A task that was dismissed a short while ago only counts; one that is full keeps the graver ones. */
function addTo(
  tx: WriteTx,
  deps: RecordDeps,
  task: ReassessmentRow,
  signals: readonly NewSignal[],
): void {
  const counts = {
    signalCount: task.signalCount + signals.length,
    lastSignalAt: tx.now,
    updatedAt: tx.now,
  };
  if (!RUNNING_STATES.includes(task.state)) {
    tx.update(vendorReassessmentsTable, task.id, counts);
    return;
  }
  let kept = task.keptCount;
  for (const signal of worstFirst(signals)) {
    if (kept >= KEPT_SIGNALS && !makeRoom(tx, task.id, signal.severity)) break;
    kept = Math.min(kept + 1, KEPT_SIGNALS);
    insertSignal(tx, deps, task.id, signal);
  }
  const worst = gravest(signals);
  const isGraver = SEVERITY_RANK[worst] > SEVERITY_RANK[task.priority];
  const due = reassessmentDue(worst, localDay(tx.now));
  tx.update(vendorReassessmentsTable, task.id, {
    ...counts,
    keptCount: kept,
    ...(isGraver && { priority: worst }),
    ...(isGraver && (task.due === null || due < task.due) && { due }),
  });
  if (!isGraver || SEVERITY_RANK[worst] < SEVERITY_RANK.HIGH) return;
  const name = vendorName(tx, task.vendorId);
  deps.tell(tx, {
    taskId: task.id,
    title: `Reassessment of ${name} is now ${worst.toLowerCase()}`,
    body: bodyOf(signals),
  });
}

/** Takes the least of the listed ones out where it is less than the new one. */
function makeRoom(tx: WriteTx, taskId: string, severity: Severity): boolean {
  const rows = tx.all<Pick<RowOf<typeof vendorSignalsTable>, 'id' | 'severity'>>(
    `SELECT id, severity FROM vendor_signals INDEXED BY vendor_signals_task
     WHERE task_id = ? AND deleted_at IS NULL ORDER BY id`,
    taskId,
  );
  const least = worstFirst(rows).at(-1);
  if (!least || SEVERITY_RANK[least.severity] >= SEVERITY_RANK[severity]) return false;
  return tx.remove(vendorSignalsTable, least.id);
}

function insertSignal(tx: WriteTx, { newId }: RecordDeps, taskId: string, signal: NewSignal) {
  const { vendorId, thing, thingId, severity, kind, field } = signal;
  tx.insert(vendorSignalsTable, {
    ...{ id: newId(), taskId, vendorId, thing, thingId, severity, kind, field },
    term: signal.term.slice(0, TEXT_MAX),
    found: signal.found.slice(0, TEXT_MAX),
    createdAt: tx.now,
  });
}

const vendorName = (tx: WriteTx, id: string): string =>
  tx.get<{ name: string }>('SELECT name FROM vendors WHERE id = ?', id)?.name ?? 'a vendor';

function bodyOf(signals: readonly NewSignal[]): string {
  const [first] = signals;
  const alerts = signals.filter(({ thing }) => thing === 'alert').length;
  const count =
    alerts === signals.length
      ? `${alerts} ${alerts === 1 ? 'alert touches' : 'alerts touch'}`
      : `${signals.length} ${signals.length === 1 ? 'indicator touches' : 'alerts and indicators touch'}`;
  return `${count} ${first?.term ?? 'it'}`;
}

function tellOf(
  tx: WriteTx,
  { tell }: RecordDeps,
  opened: readonly Opened[],
  unopened: number,
): void {
  if (opened.length > TOLD_ALONE) {
    const names = opened.slice(0, 3).map(({ vendorId }) => vendorName(tx, vendorId));
    tell(tx, {
      taskId: null,
      title: `${opened.length} vendors are to be reassessed`,
      body: `${names.join(', ')} and ${opened.length - names.length} more`,
    });
  } else
    for (const { taskId, vendorId, signals } of opened)
      tell(tx, {
        taskId,
        title: `${vendorName(tx, vendorId)} is to be reassessed`,
        body: bodyOf(signals),
      });
  if (unopened === 0 || wasToldToday(tx)) return;
  tell(tx, {
    taskId: null,
    title: 'More vendors are touched by alerts than reassessments are opened a day',
    body: `${NEW_TASKS_A_DAY} were opened within a day; look at the alerts for a cause they share`,
  });
}

/** Said once a day, however many alerts come. */
function wasToldToday(tx: WriteTx): boolean {
  const last = tx.get<{ value: string }>(
    "SELECT value FROM meta WHERE key = 'vendor_reassessments_full'",
  );
  if (last && tx.now - Number(last.value) < DAY_MS) return true;
  tx.run(
    `INSERT INTO meta (key, value) VALUES ('vendor_reassessments_full', ?)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    String(tx.now),
  );
  return false;
}
