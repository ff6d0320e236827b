import type { TaskState } from '../../../shared/areas/evidence/collection.rules.ts';
import { daysBetween } from '../../../shared/areas/evidence/collection.rules.ts';
import type { BadgeTone } from '../../ui/badge.tsx';

export const STATE_TONES: Record<TaskState, BadgeTone> = {
  overdue: 'bad',
  due: 'warn',
  soon: 'accent',
  later: 'neutral',
  paused: 'neutral',
};

/** `3 days overdue`, `Due today`, `In 12 days`. */
export function dueText(state: TaskState, nextDue: string, today: string): string {
  if (state === 'paused') return 'Paused';
  const days = daysBetween(today, nextDue);
  if (days === 0) return 'Due today';
  const count = Math.abs(days) === 1 ? '1 day' : `${Math.abs(days).toLocaleString()} days`;
  return days < 0 ? `${count} overdue` : `In ${count}`;
}

/** The day here, as due days are written. */
export function localToday(now: number): string {
  const date = new Date(now);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
