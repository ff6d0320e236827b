import { fieldText } from '../../../shared/areas/sync/record-words.ts';
import type {
  SyncConflict,
  SyncStateName,
  SyncStatus,
} from '../../../shared/areas/sync/sync-state.contract.ts';
import { exhaustive } from '../../../shared/kernel/exhaustive.ts';
import { MINUTE_MS, SECOND_MS } from '../../../shared/kernel/time.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { localMinute } from '../../ui/time.ts';

export const STATE_WORDS: Readonly<Record<SyncStateName, string>> = {
  off: 'Off',
  isolated: 'Isolated',
  paused: 'Paused',
  waiting: 'Waiting',
  syncing: 'Syncing',
  'up-to-date': 'Up to date',
  problem: 'Problem',
  revoked: 'Shut out',
};

export const STATE_TONES: Readonly<Record<SyncStateName, BadgeTone>> = {
  off: 'neutral',
  isolated: 'ok',
  paused: 'neutral',
  waiting: 'warn',
  syncing: 'accent',
  'up-to-date': 'ok',
  problem: 'bad',
  revoked: 'bad',
};

export function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}

const changes = (count: number) => countOf(count, 'change', 'changes');

/** What is going on, in a sentence or two; the cause and the cure of a problem stand for themselves. */
export function stateText(status: SyncStatus): string {
  const { state, backlog, refused } = status;
  const waits = backlog === 0 ? '' : ` ${changes(backlog)} of yours will be sent then.`;
  switch (state) {
    case 'off':
      return 'This workspace is on this workstation alone.';
    case 'isolated':
      return `Nothing leaves this machine while the workspace is isolated. Sync goes on by itself once it is not.${waits}`;
    case 'paused':
      return `Sync was paused by a person. Work goes on here.${waits}`;
    case 'waiting':
      return `The server cannot be reached and is tried again by itself. Work goes on here.${waits}`;
    case 'syncing':
      return `${progressText(status).replace(/\.$/, '')}.`;
    case 'up-to-date':
      if (refused > 0 && backlog === 0)
        return `Everything of the others is here. ${countOf(refused, 'record', 'records')} of yours the server does not take; all else is shared.`;
      return backlog === 0
        ? 'Everything of yours is shared, and everything of the others is here.'
        : `${changes(backlog)} of yours will be sent in a moment.`;
    case 'problem':
      return `Sync waits for somebody. Work goes on here.${waits}`;
    case 'revoked':
      return 'The workspace no longer takes this workstation. What is here stays readable; ask an administrator for a new invitation, or leave.';
    default:
      return exhaustive(state);
  }
}

/** 'Receiving 12,000 of 40,000 rows'. */
export function progressText({ progress }: Pick<SyncStatus, 'progress'>): string {
  if (progress === null) return 'Comparing with the server.';
  const { direction, done, total } = progress;
  const of = total === null ? '' : ` of ${total.toLocaleString('en')}`;
  return `${direction === 'receiving' ? 'Receiving' : 'Sending'} ${done.toLocaleString('en')}${of} ${total === 1 ? 'row' : 'rows'}`;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** A value as it is read; moments in the zone of this machine, days as the pages write them. */
export function valueText(value: string | null): string {
  if (value === null || value === '') return 'nothing';
  return MOMENT.test(value) ? localMinute(Date.parse(value)) : value;
}

const LONG_CHARS = 80;

/** Texts that are compared word by word rather than shown beside one another. */
export function isLongText({ kept, other }: Pick<SyncConflict, 'kept' | 'other'>): boolean {
  return [kept.value, other.value].some(
    (value) => value !== null && (value.length > LONG_CHARS || value.includes('\n')),
  );
}

export function authorText(by: string | null): string {
  return by ?? 'Watchfloor';
}

/** 'Ada and Ben both changed Status'. */
export function conflictText({ kept, other, table, field }: SyncConflict): string {
  const [one, two] = [authorText(kept.by), authorText(other.by)];
  return `${one} and ${two} both changed ${fieldText(table, field)}`;
}

/** '3 minutes' as a machine's clock is said to be off by. */
export function durationText(ms: number): string {
  const size = Math.abs(ms);
  if (size >= MINUTE_MS) return countOf(Math.round(size / MINUTE_MS), 'minute', 'minutes');
  return countOf(Math.round(size / SECOND_MS), 'second', 'seconds');
}
