/**
 * Ends rules whose time is over, gives their alerts back, and begins again what a crash cut off. Looks
 * when the next rule expires, at every change of a rule, and once a minute, because a clock may be set.
 */
import type { ServerEvent } from '../../../shared/contract/events.ts';
import type { Database } from '../../db/database.ts';
import { actsOfItsOwn } from '../../db/own-accord.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { RuleExceptions } from '../compliance/rule-exceptions.store.ts';
import { endRule } from './suppression-change.ts';
import { runCaller, type SuppressionRunInput } from './suppression-run.jobs.ts';
import {
  applySlice,
  type ChangeAlerts,
  countHiddenOpen,
  findRun,
  finishRun,
  pendingRuns,
  queueRun,
  type RunRow,
  reopenSlice,
  SLICE_ROWS,
  waitingSeqs,
} from './suppression-runs.store.ts';
import { findRule, nextExpiry, overdueRules, type RuleRow } from './suppressions.store.ts';

const LOOK_EVERY_MS = 60_000;
const SOON_MS = 200;

/** Of the notifications area, handed over by the wiring. */
export type TellOwner = (
  tx: WriteTx,
  told: {
    readonly account: string | null;
    readonly title: string;
    readonly body: string;
    readonly link: string;
  },
) => void;

export interface KeeperDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  readonly runner: JobRunner;
  readonly exceptions: RuleExceptions;
  readonly changeAlerts: ChangeAlerts;
  readonly tellOwner: TellOwner;
}

export interface SuppressionKeeper {
  /** Does what was queued: at once where it is little, else in a job, whose id it returns. */
  run(runId: string): string | null;
  /** One look: expired rules, and what is queued. */
  look(): void;
  follow(event: ServerEvent): void;
  start(): () => void;
}

const alerts = (n: number) => (n === 1 ? '1 alert' : `${n.toLocaleString('en')} alerts`);

function expire(tx: WriteTx, rule: RuleRow, deps: KeeperDeps): void {
  const { reopening } = readWorkspaceSettings(tx).suppression;
  const hidden = countHiddenOpen(tx, rule.id);
  const end = { kind: 'EXPIRED', reason: null, reopening } as const;
  const { actionId } = endRule(tx, rule.id, end, null, deps);
  if (reopening === 'ALERTS' && hidden > 0)
    queueRun(tx, {
      id: actionId ?? deps.newId(),
      rule_id: rule.id,
      kind: 'REOPEN',
      started_by: null,
    });
  deps.tellOwner(tx, {
    account: rule.owner,
    title: `Suppression rule '${rule.name}' has expired`,
    body:
      reopening === 'ALERTS'
        ? `${alerts(hidden)} of it ${hidden === 1 ? 'comes' : 'come'} back to the queue`
        : 'What arrives from now on is in the queue',
    link: `/suppressions?rule=${rule.id}`,
  });
}

function endOverdue(deps: KeeperDeps): void {
  const { db, clock } = deps;
  const now = clock.now();
  const overdue = db.read('suppression.overdue', (reader) =>
    actsOfItsOwn(reader) ? overdueRules(reader, now) : [],
  );
  for (const { id } of overdue) {
    db.write({ actor: null, origin: 'system', action: 'suppression.expire' }, (tx) => {
      const rule = findRule(tx, id);
      if (rule && rule.endedAt === null && rule.expiresAt <= tx.now) expire(tx, rule, deps);
    });
  }
}

/** In this call where it is one slice; null where it is more. */
function runHere({ db, changeAlerts }: KeeperDeps, run: RunRow): boolean {
  return db.write(runCaller(run), (tx) => {
    if (run.kind === 'REOPEN') {
      if (countHiddenOpen(tx, run.rule_id) > SLICE_ROWS) return false;
      reopenSlice(tx, run, changeAlerts);
      finishRun(tx, run);
      return true;
    }
    const rule = findRule(tx, run.rule_id);
    const seqs = rule ? waitingSeqs(tx, rule.scope, run.last_seq, SLICE_ROWS + 1) : [];
    if (seqs.length > SLICE_ROWS) return false;
    applySlice(tx, run, seqs, changeAlerts);
    finishRun(tx, run);
    return true;
  });
}

export function createSuppressionKeeper(deps: KeeperDeps): SuppressionKeeper {
  const { db, clock, log, runner } = deps;
  const jobs = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = true;

  function run(runId: string): string | null {
    const under = jobs.get(runId);
    if (under !== undefined) return under;
    const found = db.read('suppression.run', (reader) => findRun(reader, runId));
    if (found?.state !== 'RUNNING' || runHere(deps, found)) return null;
    const input: SuppressionRunInput = { runId };
    const rule = db.read('suppression.rule', (reader) => findRule(reader, found.rule_id));
    const title =
      found.kind === 'APPLY'
        ? `Apply suppression rule '${rule?.name ?? ''}'`
        : `Reopen alerts of suppression rule '${rule?.name ?? ''}'`;
    const { job, finished } = runner.start({
      ...{ kind: 'suppression-run', title, unit: 'alerts', total: null },
      ...{ startedBy: found.started_by, input },
    });
    jobs.set(runId, job.id);
    void finished.catch(() => undefined).finally(() => jobs.delete(runId));
    return job.id;
  }

  function look(): void {
    try {
      endOverdue(deps);
      for (const { id } of db.read('suppression.pending', pendingRuns)) run(id);
    } catch (cause) {
      log.error('the look at rules of suppression failed', { cause });
    }
  }

  function plan(afterMs?: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    const next = afterMs === undefined ? db.read('suppression.next', nextExpiry) : null;
    const wait =
      afterMs ??
      Math.min(
        LOOK_EVERY_MS,
        next === null ? LOOK_EVERY_MS : Math.max(SOON_MS, next - clock.now()),
      );
    timer = setTimeout(() => {
      look();
      plan();
    }, wait);
    timer.unref();
  }

  return {
    run,
    look,
    follow(event) {
      if (event.type === 'changed' && event.resource === 'suppression_rules') plan(SOON_MS);
    },
    start() {
      isStopped = false;
      plan(SOON_MS);
      return () => {
        isStopped = true;
        clearTimeout(timer);
      };
    },
  };
}
