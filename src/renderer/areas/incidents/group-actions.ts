import type { BulkRequestInput } from '../../../shared/areas/actions/actions.contract.ts';

/** What can be done with all alerts of groups, or of an incident, at once. */
export interface GroupAction {
  readonly id: 'investigate' | 'resolve' | 'false-positive' | 'escalate' | 'assign' | 'reopen';
  readonly label: string;
  /** As in the list of alerts. */
  readonly keys?: string;
  /** Which alerts it is for. */
  readonly of: 'open' | 'closed' | 'all';
}

export const GROUP_ACTIONS: readonly GroupAction[] = [
  { id: 'investigate', label: 'Investigate', keys: 'i', of: 'open' },
  { id: 'resolve', label: 'Resolve', keys: 'r', of: 'open' },
  { id: 'false-positive', label: 'False Positive', keys: 'f', of: 'open' },
  { id: 'escalate', label: 'Escalate', keys: 'e', of: 'all' },
  { id: 'assign', label: 'Assign', keys: 'a', of: 'all' },
  { id: 'reopen', label: 'Reopen', of: 'closed' },
];

/** Those that some of its alerts can take. */
export function actionsOf({ active, alerts }: { active: number; alerts: number }): GroupAction[] {
  return GROUP_ACTIONS.filter(
    ({ of }) =>
      of === 'all' || (of === 'open' && active > 0) || (of === 'closed' && active < alerts),
  );
}

/** An action that is about to be done: to which alerts, and how they are called. */
export interface Acting {
  readonly action: GroupAction;
  readonly set: Pick<BulkRequestInput, 'filter' | 'ids'>;
  readonly name: string;
}

/** What the desk's filter asks for, as the address and the server have it. */
export type Asked = Readonly<Record<string, string>>;

/** The alerts of the desk's filter, and of a query beside it. */
export function wholeSet(asked: Asked, beside: readonly string[]): Acting['set'] {
  const query = [asked.query === undefined ? '' : `(${asked.query})`, ...beside].filter(Boolean);
  return { filter: query.length === 0 ? asked : { ...asked, query: query.join(' ') } };
}
