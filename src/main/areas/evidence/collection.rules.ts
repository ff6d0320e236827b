import { nextDueAfter } from '../../../shared/areas/evidence/collection.rules.ts';
import type { TaskRow } from './collection.store.ts';

/** The next day that is due: what is late is answered, too, and not asked for once more. */
export function nextOf(task: TaskRow, today: string): { nextDue: string } {
  const answered = task.nextDue > today ? task.nextDue : today;
  return { nextDue: nextDueAfter(task.startsOn, task.cadence, answered) };
}
