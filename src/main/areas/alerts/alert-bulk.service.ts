import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  BulkPreview,
  BulkPreviewRequest,
  BulkRequest,
  StartedAction,
} from '../../../shared/areas/actions/actions.contract.ts';
import {
  applicableStatuses,
  bulkKind,
  bulkSummary,
  countedAlerts,
  isClosing,
  mayInvestigateFirst,
} from '../../../shared/areas/actions/bulk.rules.ts';
import {
  ALERT_REASON_MAX,
  ALERT_STATUSES,
  type AlertStatus,
} from '../../../shared/areas/alerts/alerts.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database } from '../../db/database.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import type { BulkJobInput } from './alert-bulk.jobs.ts';
import { AT_ONCE_MAX, type BulkPlan, beginBulk, decideBulk } from './alert-bulk.ts';
import {
  type BulkSet,
  bulkPage,
  type CountedSlice,
  countOfStatus,
  walkStatus,
} from './alert-bulk-set.store.ts';
import type { Position } from './alert-filter.store.ts';
import { type AlertRow, UNTOUCHED } from './alert-rows.ts';
import { isAccount } from './alerts.store.ts';
import { badField } from './dispositions.ts';

/** Rows walked at a time where counts are not kept. */
const COUNT_SLICE = 2_000;

export interface BulkServiceDeps {
  readonly db: Database;
  readonly runner: JobRunner;
  readonly clock: Clock;
  readonly newId: NewId;
  /** Of the actions area: carries the action out in this transaction. */
  readonly carryOut: (tx: WriteTx, actionId: string) => void;
  /** Of the actions area: the action as the history shows it. */
  readonly describe: (actionId: string) => StartedAction['action'];
}

export function createBulkService(deps: BulkServiceDeps) {
  const { db, runner, clock, newId } = deps;

  function planOf({ change, investigateFirst }: BulkPreviewRequest, note: string | null): BulkPlan {
    const required = db.read('alerts.bulkRequired', readWorkspaceSettings).dispositions;
    const first = investigateFirst && mayInvestigateFirst(change);
    return { change, investigateFirst: first, note, required };
  }

  /** What no alert could take is refused before anything begins. @throws AppError 'bad-input'. */
  function check(plan: BulkPlan, actor: string): void {
    const { assignedTo } = plan.change;
    if (assignedTo && !db.read('alerts.bulkAccount', (reader) => isAccount(reader, assignedTo)))
      throw badField('change.assignedTo', 'There is no such account to assign to');
    if (plan.note && plan.note.length > ALERT_REASON_MAX && !isClosing(plan.change.status))
      throw badField('note', `Reason must be at most ${ALERT_REASON_MAX} characters`);
    const desk = { now: clock.now(), actor, required: plan.required };
    for (const status of applicableStatuses(plan)) decideBulk(exampleOf(status), plan, desk);
  }

  async function count(set: BulkSet, status: AlertStatus): Promise<number> {
    const kept = db.read('alerts.bulkCount', (reader) => countOfStatus(reader, set, status));
    const { filter } = set;
    if (kept !== null || !filter) return kept ?? 0;
    let n = 0;
    let after: Position | null = null;
    let isMore = true;
    while (isMore) {
      const place = { after, limit: COUNT_SLICE };
      const slice: CountedSlice = db.read('alerts.bulkWalk', (reader) =>
        walkStatus(reader, filter, status, place),
      );
      n += slice.n;
      after = slice.next;
      isMore = slice.next !== null;
      await nextTurn();
    }
    return n;
  }

  return {
    async preview(request: BulkPreviewRequest): Promise<BulkPreview> {
      const set = setOf(request);
      const plan = planOf(request, null);
      const byStatus = { OPEN: 0, IN_PROGRESS: 0, RESOLVED: 0, FALSE_POSITIVE: 0 };
      for (const status of ALERT_STATUSES) byStatus[status] = await count(set, status);
      const sum = (statuses: readonly AlertStatus[]) =>
        statuses.reduce((total, status) => total + byStatus[status], 0);
      const upTo = (n: number) => (set.limit === null ? n : Math.min(n, set.limit));
      const direct = applicableStatuses({ ...plan, investigateFirst: false });
      const all = applicableStatuses({
        ...plan,
        investigateFirst: mayInvestigateFirst(plan.change),
      });
      const applies = plan.investigateFirst ? all : direct;
      return {
        total: upTo(sum(ALERT_STATUSES)),
        applies: upTo(sum(applies)),
        open: sum(all) - sum(direct),
        byStatus,
      };
    },

    /** Few alerts are changed at once, in one transaction; many by a job. */
    start(request: BulkRequest, actor: string): StartedAction {
      const set = setOf(request);
      const plan = planOf(request, request.note || null);
      check(plan, actor);
      const { seqs, next } = db.read('alerts.bulkSet', (reader) =>
        bulkPage(reader, set, plan, {
          after: null,
          limit: Math.min(AT_ONCE_MAX, set.limit ?? AT_ONCE_MAX),
        }),
      );
      // A query may still be looking for its first alert: then the job goes on with it.
      if (seqs.length === 0 && next === null)
        throw new AppError('conflict', 'There is no alert that this applies to');
      const actionId = newId();
      const isFew = set.limit !== null && set.limit <= AT_ONCE_MAX && seqs.length >= set.limit;
      if ((next === null || isFew) && seqs.length <= AT_ONCE_MAX) {
        const caller = {
          actor,
          origin: 'user',
          action: bulkKind(plan.change),
          reason: plan.note,
        } as const;
        db.write(caller, (tx) => {
          beginBulk(tx, { actionId, actor, plan, seqs, jobId: null });
          deps.carryOut(tx, actionId);
        });
        return { actionId, action: deps.describe(actionId), job: null };
      }
      const input: BulkJobInput = { actionId, set, plan };
      const title = bulkSummary(
        plan,
        set.ids ? countedAlerts(seqs.length) : 'all alerts of a filter',
      );
      const request_ = {
        kind: 'alerts-bulk',
        title,
        unit: 'alerts',
        total: null,
        startedBy: actor,
      };
      const { job } = runner.start({ ...request_, input, writesMuch: true });
      return { actionId, action: null, job };
    },
  };
}
export type BulkService = ReturnType<typeof createBulkService>;

function setOf({ filter, ids, limit }: BulkPreviewRequest): BulkSet {
  return { filter: filter ?? null, ids: ids ? [...new Set(ids)] : null, limit: limit ?? null };
}

/** An alert of that status about which nothing else is known, to try a change on. */
function exampleOf(status: AlertStatus): AlertRow {
  const texts = {
    id: '',
    title: '',
    description: '',
    source: '',
    rowVersion: '',
    timeBasis: 'received',
  };
  const moments = { seq: 0, createdAt: 0, receivedAt: 0, updatedAt: 0 };
  const nothing = {
    sourceHost: null,
    sourceUser: null,
    sourceIp: null,
    destIp: null,
    detector: null,
  };
  const none = { category: null, importId: null, fingerprint: null, entityTerms: null };
  const kept = { fieldVersions: null, deletedAt: null, techniques: [], severity: 'LOW' };
  return {
    ...UNTOUCHED,
    ...texts,
    ...moments,
    ...nothing,
    ...none,
    ...kept,
    status,
  } as unknown as AlertRow;
}
