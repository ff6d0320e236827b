import type {
  ChangedSuppression,
  NewSuppression,
  Suppression,
  SuppressionEnd,
  SuppressionPreview,
  SuppressionQuery,
  SuppressionUpdate,
} from '../../../shared/areas/suppression/suppression.contract.ts';
import {
  type SuppressionScope,
  scopeProblem,
} from '../../../shared/areas/suppression/suppression.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { OtherChange } from '../../../shared/contract/revision.ts';
import { recordAction } from '../../db/action-log.ts';
import type { Database } from '../../db/database.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import type { RuleExceptions } from '../compliance/rule-exceptions.store.ts';
import type { SuppressionKeeper } from './suppression.keeper.ts';
import {
  changeRule,
  endRule,
  extendRule,
  insertRule,
  mustRun,
  type RuleStep,
} from './suppression-change.ts';
import { type ControlChoice, controlOfChange, controlOfNewRule } from './suppression-control.ts';
import type { PreviewInput } from './suppression-preview.jobs.ts';
import { candidateSeqs, createPreview, type ToAlert } from './suppression-preview.store.ts';
import { isBeingWorkedOn, queueRun } from './suppression-runs.store.ts';
import { listRules, mustFindRule, readRule } from './suppressions.store.ts';

/** So many candidates are looked at within the call; more are a job's work. */
const WITHIN_CALL = 4_000;

export interface SuppressionDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly runner: JobRunner;
  readonly keeper: SuppressionKeeper;
  readonly exceptions: RuleExceptions;
  readonly controls: ControlChoice;
  readonly toAlert: ToAlert;
}

const byUser = (actor: string, verb: string, reason: string | null = null): Caller => ({
  actor,
  origin: 'user',
  action: `suppression.${verb}`,
  reason,
});

export function createSuppressionService(deps: SuppressionDeps) {
  const { db, clock, newId, runner, keeper, controls, toAlert } = deps;
  const get = (id: string): Suppression =>
    db.read('suppression.get', (reader) => readRule(reader, id, clock.now()));

  const answer = ({ ruleId, actionId }: RuleStep, runId: string | null): ChangedSuppression => {
    const job = runId === null ? null : keeper.run(runId);
    return { ...get(ruleId), job, actionId };
  };

  const namedBy = (id: string, given: string | null | undefined) =>
    db.read('suppression.control', (reader) =>
      controlOfChange(reader, controls, mustFindRule(reader, id), given),
    );

  /** Hides what waits, as an action of its own. */
  function queueApply(tx: WriteTx, ruleId: string, actor: string): string {
    const rule = mustFindRule(tx, ruleId);
    mustRun(rule, tx.now);
    if (isBeingWorkedOn(tx, ruleId))
      throw new AppError('conflict', 'This rule is being applied already');
    const id = newId();
    const summary = `Hide open alerts by suppression rule '${rule.name}'`;
    recordAction(tx, { id, kind: 'suppression.apply', actor, summary, note: rule.reason }, []);
    queueRun(tx, { id, rule_id: ruleId, kind: 'APPLY', started_by: actor });
    return id;
  }

  return {
    get,
    list: (query: SuppressionQuery) =>
      db.read('suppression.list', (reader) => listRules(reader, query, clock.now())),

    async preview(scope: SuppressionScope, actor: string): Promise<SuppressionPreview> {
      const problem = scopeProblem(scope);
      if (problem) throw new AppError('bad-input', problem.message, { issues: [problem] });
      const now = clock.now();
      const quick = db.read('suppression.preview', (reader) => {
        const seqs = candidateSeqs(reader, scope, now, WITHIN_CALL);
        if (seqs === null) return null;
        const preview = createPreview(scope, now, toAlert);
        preview.add(reader, seqs);
        return preview.result();
      });
      if (quick) return quick;
      const input: PreviewInput = { scope };
      const { finished } = runner.start({
        ...{ kind: 'suppression-preview', title: 'Preview a suppression rule', unit: 'alerts' },
        ...{ total: null, startedBy: actor, input },
      });
      return (await finished) as SuppressionPreview;
    },

    create(rule: NewSuppression, actor: string): ChangedSuppression {
      // Looked for before the write: it reads all controls.
      const controlId = db.read('suppression.control', (reader) =>
        controlOfNewRule(reader, controls, rule),
      );
      const { step, runId } = db.write(byUser(actor, 'create', rule.reason), (tx) => {
        const made = insertRule(tx, { ...rule, controlId }, actor, deps);
        return {
          step: made,
          runId: rule.appliesToWaiting ? queueApply(tx, made.ruleId, actor) : null,
        };
      });
      return answer(step, runId);
    },

    update(
      id: string,
      update: SuppressionUpdate,
      actor: string,
    ): ChangedSuppression & { merged: OtherChange[] } {
      const controlId = namedBy(id, update.controlId);
      const step = db.write(byUser(actor, 'update'), (tx) =>
        changeRule(tx, id, { ...update, controlId }, actor, deps),
      );
      return { ...answer(step, null), merged: step.merged };
    },

    extend(
      id: string,
      extension: { expiresAt: string; reason: string; baseRevision?: string | undefined },
      actor: string,
    ): ChangedSuppression {
      const { baseRevision, ...rest } = extension;
      const controlId = namedBy(id, undefined);
      const step = db.write(byUser(actor, 'extend', extension.reason), (tx) =>
        extendRule(
          tx,
          id,
          { ...rest, controlId, ...(baseRevision === undefined ? {} : { baseRevision }) },
          actor,
          deps,
        ),
      );
      return answer(step, null);
    },

    end(id: string, { reason, reopening }: SuppressionEnd, actor: string): ChangedSuppression {
      const { step, runId } = db.write(byUser(actor, 'end', reason), (tx) => {
        const how = reopening ?? readWorkspaceSettings(tx).suppression.reopening;
        const ended = endRule(tx, id, { kind: 'ENDED', reason, reopening: how }, actor, deps);
        if (how === 'NEW' || ended.actionId === null) return { step: ended, runId: null };
        queueRun(tx, { id: ended.actionId, rule_id: id, kind: 'REOPEN', started_by: actor });
        return { step: ended, runId: ended.actionId };
      });
      return answer(step, runId);
    },

    apply(id: string, actor: string): ChangedSuppression {
      const runId = db.write(byUser(actor, 'apply'), (tx) => queueApply(tx, id, actor));
      return answer({ ruleId: id, actionId: runId }, runId);
    },
  };
}
export type SuppressionService = ReturnType<typeof createSuppressionService>;
