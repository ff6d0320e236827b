import type { HistoryEntry } from '../../../shared/areas/alerts/alerts.contract.ts';

const ACTIONS: Readonly<Record<string, string>> = {
  'alerts.create': 'created the alert',
  'alerts.import': 'imported the alert',
  'alerts.investigate': 'started to investigate',
  'alerts.resolve': 'resolved it',
  'alerts.false-positive': 'marked it as a false positive',
  'alerts.reopen': 'reopened it',
  'alerts.escalate': 'escalated it',
  'alerts.deescalate': 'withdrew the escalation',
  'alerts.assign': 'assigned it',
  'training.begin': 'put it to the start of an exercise',
  'training.put-back': 'put it back after an exercise',
};

/** What was done, to stand behind a name; an action this page does not know is named as it is. */
export function actionText(entry: Pick<HistoryEntry, 'action'>): string {
  return ACTIONS[entry.action] ?? entry.action;
}

/** Fields that a reader of the history wants to see; the others follow from them. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  status: 'Status',
  assignedTo: 'Assigned to',
  escalated: 'Escalated',
  severity: 'Severity',
  title: 'Title',
  description: 'Description',
};

export interface ChangeText {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

/** The changes of one entry in words. */
export function changeText(
  entry: Pick<HistoryEntry, 'changes'>,
  nameOf: (accountId: string) => string,
): ChangeText[] {
  return entry.changes.flatMap(({ field, from, to }) => {
    const name = FIELD_NAMES[field];
    if (name === undefined || from === undefined || from === to) return [];
    const text = (value: unknown) => valueText(field, value, nameOf);
    return [{ field: name, from: text(from), to: text(to) }];
  });
}

function valueText(field: string, value: unknown, nameOf: (id: string) => string): string {
  if (value === null || value === undefined || value === '') return '—';
  if (field === 'assignedTo') return nameOf(String(value));
  if (field === 'status') return String(value).replaceAll('_', ' ');
  if (field === 'escalated') return value === true || value === 1 ? 'Yes' : 'No';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
