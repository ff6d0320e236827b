import type { HistoryEntry } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  findReason,
  VERDICT_LABELS,
  type Verdict,
} from '../../../shared/areas/alerts/dispositions.rules.ts';
import { commentParts } from '../../../shared/areas/discussion/mentions.ts';
import { evidenceLabel } from './disposition-form.ts';

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
  'alerts.dispose': 'changed its verdict',
  'alerts.comment': 'commented',
  'alerts.edit-comment': 'edited a comment',
  'alerts.delete-comment': 'deleted a comment',
  'alerts.check': 'ticked a step',
  'alerts.uncheck': 'unticked a step',
  'actions.undo': 'undid an action',
  'actions.redo': 'did an action again',
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
  verdict: 'Verdict',
  reasonCode: 'Reason code',
  closingNote: 'Note',
  closingEvidence: 'Evidence',
  comment: 'Comment',
  step: 'Step',
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
  entry: Pick<HistoryEntry, 'changes'> & { readonly reason?: string | null },
  nameOf: (accountId: string) => string,
): ChangeText[] {
  return entry.changes.flatMap(({ field, from, to }) => {
    const name = FIELD_NAMES[field];
    if (name === undefined || from === undefined || from === to) return [];
    // The note of a closing stands under the entry already.
    if (field === 'closingNote' && from === null && to === entry.reason) return [];
    const text = (value: unknown) => valueText(field, value, nameOf);
    return [{ field: name, from: text(from), to: text(to) }];
  });
}

function valueText(field: string, value: unknown, nameOf: (id: string) => string): string {
  if (value === null || value === undefined || value === '') return '—';
  if (field === 'assignedTo') return nameOf(String(value));
  if (field === 'status') return String(value).replaceAll('_', ' ');
  if (field === 'escalated') return value === true || value === 1 ? 'Yes' : 'No';
  if (field === 'verdict') return VERDICT_LABELS[value as Verdict] ?? String(value);
  if (field === 'reasonCode') return findReason(String(value))?.label ?? String(value);
  if (field === 'comment') return mentionNames(String(value), nameOf);
  if (field === 'closingEvidence' && Array.isArray(value))
    return value.length === 0 ? '—' : value.map((tick) => evidenceLabel(String(tick))).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What an entry is told with: a reason, a note, or a comment with names for its mentions. */
export function reasonText(
  entry: Pick<HistoryEntry, 'action' | 'reason'>,
  nameOf: (accountId: string) => string,
): string | null {
  if (entry.reason === null || entry.action !== 'alerts.comment') return entry.reason;
  return mentionNames(entry.reason, nameOf);
}

function mentionNames(text: string, nameOf: (accountId: string) => string): string {
  return commentParts(text)
    .map((part) => (part.type === 'text' ? part.text : `@${nameOf(part.id)}`))
    .join('');
}
