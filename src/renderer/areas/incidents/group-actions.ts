/** What can be done with all alerts of groups, or of an incident, at once. */
export interface GroupAction {
  readonly id: 'investigate' | 'resolve' | 'false-positive' | 'escalate';
  readonly label: string;
}

export const GROUP_ACTIONS: readonly GroupAction[] = [
  { id: 'investigate', label: 'Investigate' },
  { id: 'resolve', label: 'Resolve' },
  { id: 'false-positive', label: 'False Positive' },
  { id: 'escalate', label: 'Escalate' },
];
