import type {
  ActionRun,
  DeskAction,
  Kept,
} from '../../../shared/areas/actions/actions.contract.ts';

/** Why rows stayed, in words: 'changed since by Sam Field'. */
function keptText({ reason, byName, n }: Kept): string {
  const count = n.toLocaleString();
  switch (reason) {
    case 'changed':
      return `${count} changed meanwhile by ${byName ?? 'somebody'}`;
    case 'gone':
      return `${count} no longer there`;
    case 'same':
      return `${count} already so`;
    default:
      return `${count} that it does not apply to`;
  }
}

export function lastRun(action: DeskAction): ActionRun | undefined {
  return action.runs.at(-1);
}

const WORDS = { DO: 'Done', UNDO: 'Undone', REDO: 'Done again' } as const;

/** What a run came to, for a message: 'Undone for 309 of 312: … Left as they are: 3 changed …'. */
export function outcomeText(action: DeskAction): string {
  const run = lastRun(action);
  if (!run) return action.summary;
  const left = run.kept.reduce((sum, { n }) => sum + n, 0);
  if (left === 0)
    return run.direction === 'DO' ? action.summary : `${WORDS[run.direction]}: ${action.summary}`;
  const all = run.done + left;
  const stay = `Left as they are: ${run.kept.map(keptText).join(', ')}.`;
  if (run.done === 0) return `Nothing changed: ${action.summary}. ${stay}`;
  const part = `${run.done.toLocaleString()} of ${all.toLocaleString()}`;
  return `${WORDS[run.direction]} for ${part}: ${action.summary}. ${stay}`;
}

/** One line about a run in the history. */
export function runText(run: ActionRun): string {
  const words = { DO: 'Done', UNDO: 'Undone', REDO: 'Done again' }[run.direction];
  const state =
    run.state === 'CANCELLED'
      ? 'Cancelled'
      : run.isCancelling
        ? 'Put back after the cancel'
        : words;
  const count = `${run.done.toLocaleString()} of ${run.total.toLocaleString()}`;
  const resumed = run.resumedAt === null ? '' : ', completed after a restart';
  if (run.state === 'RUNNING') return `Under way: ${count}`;
  const kept = run.kept.length === 0 ? '' : `; left: ${run.kept.map(keptText).join(', ')}`;
  return `${state} by ${run.actorName}: ${count}${resumed}${kept}`;
}
