import type {
  CheckInput,
  Checklist,
  Playbook,
} from '../../../shared/areas/discussion/playbooks.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import { recordAction } from '../../db/action-log.ts';
import type { Database } from '../../db/database.ts';
import { alertChecksTable } from '../../db/tables/discussion.table.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { fittingPlaybooks } from './playbook-match.ts';
import {
  type CheckRow,
  checksOf,
  createPlaybookStore,
  findMatched,
  findPlaybook,
} from './playbooks.store.ts';

const noStep = () => new AppError('not-found', 'There is no such step of a checklist');
const noAlert = () => new AppError('not-found', 'There is no such alert');

function toChecklist(
  playbook: Playbook,
  why: string | null,
  checks: readonly CheckRow[],
): Checklist {
  const ticks = new Map(checks.map((check) => [check.stepId, check]));
  const steps = playbook.steps.map(({ id, text }) => {
    const tick = ticks.get(id);
    ticks.delete(id);
    return {
      stepId: id,
      text,
      by: tick?.checkedBy ?? null,
      at: tick ? toIso(tick.checkedAt) : null,
      isGone: false,
    };
  });
  const gone = [...ticks.values()].map((tick) => ({
    stepId: tick.stepId,
    text: tick.stepText,
    by: tick.checkedBy,
    at: toIso(tick.checkedAt),
    isGone: true,
  }));
  const { id, name, summary, isBuiltIn } = playbook;
  return {
    playbook: { id, name, summary, isBuiltIn },
    why,
    steps: [...steps, ...gone],
    done: steps.filter(({ at }) => at !== null).length,
    total: steps.length,
  };
}

/** A checklist of which ticks are left, and nothing else. */
const deletedPlaybook = (id: string): Playbook => ({
  ...{ id, name: 'Deleted checklist', summary: '', isBuiltIn: false },
  ...{ matches: { techniques: [], words: [] }, steps: [], updatedAt: null },
});

function tick(
  tx: WriteTx,
  id: string,
  check: Pick<CheckRow, 'alertId' | 'playbookId' | 'stepId' | 'stepText' | 'checkedBy'>,
) {
  tx.insert(alertChecksTable, { id, ...check, checkedAt: tx.now });
  return { table: 'alert_checks', id, before: null, after: { stepText: check.stepText } };
}

export function createChecklistService({ db, newId }: { db: Database; newId: NewId }) {
  const store = createPlaybookStore(db);

  function ofAlert(alertId: string): Checklist[] {
    const found = store.ofAlert(alertId);
    if (!found) throw noAlert();
    const { alert, playbooks, checks } = found;
    const fitting = fittingPlaybooks(playbooks, alert);
    const begun = [...new Set(checks.map(({ playbookId }) => playbookId))]
      .filter((id) => !fitting.some(({ playbook }) => playbook.id === id))
      .map((id) => ({
        playbook: playbooks.find((one) => one.id === id) ?? deletedPlaybook(id),
        why: null,
      }));
    return [...fitting, ...begun].map(({ playbook, why }) =>
      toChecklist(
        playbook,
        why,
        checks.filter(({ playbookId }) => playbookId === playbook.id),
      ),
    );
  }

  return {
    ofAlert,

    /** Ticking what is ticked changes nothing: who did it first stays. */
    check(
      alertId: string,
      { playbookId, stepId, checked }: CheckInput,
      actor: string,
    ): Checklist[] {
      const action = checked ? 'alerts.check' : 'alerts.uncheck';
      const caller: Caller = { actor, origin: 'user', action };
      db.write(caller, (tx) => {
        if (!findMatched(tx, alertId)) throw noAlert();
        const known = checksOf(tx, alertId).filter(
          (check) => check.playbookId === playbookId && check.stepId === stepId,
        );
        if (known.length > 0 === checked) return;
        const playbook = findPlaybook(tx, playbookId);
        const step = playbook?.steps.find(({ id }) => id === stepId);
        if (checked && !step) throw noStep();
        const text = step?.text ?? known[0]?.stepText ?? '';
        const changes = checked
          ? [tick(tx, newId(), { alertId, playbookId, stepId, stepText: text, checkedBy: actor })]
          : known.map(({ id }) => {
              tx.remove(alertChecksTable, id);
              return { table: 'alert_checks', id, before: { stepText: text }, after: null };
            });
        tx.announce('alerts', alertId);
        const summary = `${checked ? 'Tick' : 'Untick'} ‘${text}’`;
        recordAction(tx, { id: newId(), kind: action, actor, summary }, changes);
      });
      return ofAlert(alertId);
    },
  };
}
export type ChecklistService = ReturnType<typeof createChecklistService>;
