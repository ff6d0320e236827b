/** What a change makes of an alert: its status, and what its closing says. Pure. */
import type { Alert, AlertUpdate } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  findTransition,
  isActive,
  statusLabel,
  transitionsFrom,
} from '../../../shared/areas/alerts/alerts.rules.ts';
import {
  type Disposition,
  findReason,
  impliedVerdict,
  missingFields,
  missingMessage,
  type RequiredFields,
  VERDICT_LABELS,
  type Verdict,
  verdictsOf,
} from '../../../shared/areas/alerts/dispositions.rules.ts';
import { fillNote } from '../../../shared/areas/alerts/note-placeholders.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { type AlertRow, UNDISPOSED } from './alert-rows.ts';
import type { AlertPatch } from './alerts.store.ts';

/** Who decides, when, and what the workspace wants said at a closing. */
export interface Decider {
  readonly now: number;
  readonly actor: string | null;
  readonly required: RequiredFields;
}

/** For what no person closes: rules, the demo's past. */
export const NOTHING_REQUIRED: RequiredFields = {
  verdict: false,
  reasonCode: false,
  note: false,
  evidence: false,
};

/** Values of placeholders may make a note longer than what was typed. */
const FILLED_NOTE_MAX = 8000;

export function badField(path: string, message: string): AppError {
  return new AppError('bad-input', message, { issues: [{ path, message }] });
}

/**
 * What an update makes of an alert. @throws AppError 'conflict' with the transitions that would be
 * allowed, or where the alert is not as it was seen; 'bad-input' where something is missing or does
 * not fit together.
 */
export function decideUpdate(before: AlertRow, update: AlertUpdate, desk: Decider): AlertPatch {
  if (update.seen !== undefined && Date.parse(update.seen) !== before.updatedAt)
    throw new AppError('conflict', 'This alert was changed since you opened it.');
  const patch: AlertPatch = { updatedAt: desk.now };
  if (before.firstActionAt === null) patch.firstActionAt = desk.now;
  if (update.assignedTo !== undefined) patch.assignedTo = update.assignedTo;
  if (update.escalated !== undefined) patch.escalated = update.escalated;
  if (update.status !== undefined)
    Object.assign(patch, decideStatus(before, update, update.status, desk));
  else if (isDisposing(update)) Object.assign(patch, amendDisposition(before, update, desk));
  return patch;
}

/** Whether an update says how an alert was closed. */
export function isDisposing(update: AlertUpdate): boolean {
  const { verdict, reasonCode, note, evidence } = update;
  return [verdict, reasonCode, note, evidence].some((value) => value !== undefined);
}

function decideStatus(
  before: AlertRow,
  update: AlertUpdate,
  status: Alert['status'],
  desk: Decider,
): AlertPatch {
  const transition = findTransition(before.status, status);
  if (!transition) {
    const allowed = transitionsFrom(before.status);
    const names = allowed.map((candidate) => `${candidate.label} (${candidate.to})`).join(', ');
    throw new AppError(
      'conflict',
      `This alert is ${before.status} and cannot become ${status}. Allowed: ${names}.`,
      { allowed: allowed.map((candidate) => candidate.to) },
    );
  }
  if (transition.needsReason && !update.reason)
    throw badField('reason', 'A reason is required to reopen an alert');
  const { now } = desk;
  const worked = before.inProgressSince === null ? 0 : now - before.inProgressSince;
  const isOverturned =
    before.autoClosedAt !== null && before.overturnedAt === null && isActive(status);
  return {
    status,
    falsePositive: status === 'FALSE_POSITIVE',
    resolvedAt: isActive(status) ? null : now,
    inProgressSince: status === 'IN_PROGRESS' ? now : null,
    handlingMs: before.handlingMs + Math.max(0, worked),
    ...(isOverturned ? { overturnedAt: now } : {}),
    ...dispositionIn(before, update, status, desk),
  };
}

/** An alert that is open has no disposition: the earlier one is in its history. */
function dispositionIn(
  before: AlertRow,
  update: AlertUpdate,
  status: Alert['status'],
  desk: Decider,
): AlertPatch {
  if (!isActive(status)) return disposed(before, update, status, desk);
  if (isDisposing(update))
    throw badField('verdict', `An alert that is ${statusLabel(status)} has no verdict yet`);
  return UNDISPOSED;
}

/** A verdict that is given, or put right, after the closing. */
function amendDisposition(before: AlertRow, update: AlertUpdate, desk: Decider): AlertPatch {
  if (isActive(before.status)) {
    const allowed = transitionsFrom(before.status).map(({ to }) => to);
    const message = `This alert is ${before.status}: it takes a verdict when it is closed.`;
    throw new AppError('conflict', message, { allowed });
  }
  return disposed(before, update, before.status, desk, before);
}

function disposed(
  alert: AlertRow,
  update: AlertUpdate,
  status: Alert['status'],
  { actor, required }: Decider,
  known?: AlertRow,
): AlertPatch {
  const verdict = verdictOf(update, status, known?.verdict ?? null);
  const given: Disposition = {
    verdict,
    reasonCode: reasonOf(update, verdict, known),
    note: noteOf(update, alert, known),
    evidence: update.evidence ? [...new Set(update.evidence)] : (known?.closingEvidence ?? []),
  };
  const missing = missingFields(required, given);
  if (missing[0]) {
    const issues = missing.map((field) => ({ path: field, message: missingMessage(field) }));
    throw new AppError('bad-input', missingMessage(missing[0]), { issues });
  }
  return {
    verdict,
    reasonCode: given.reasonCode,
    closingNote: given.note,
    closingEvidence: given.evidence.length > 0 ? [...given.evidence] : null,
    closedBy: actor,
  };
}

/** The verdict that is said, or that the reason code or the status says. */
function verdictOf(
  update: AlertUpdate,
  status: Alert['status'],
  known: Verdict | null,
): Verdict | null {
  const coded = update.reasonCode ? findReason(update.reasonCode)?.verdict : undefined;
  const verdict = update.verdict ?? coded ?? known ?? impliedVerdict(status);
  if (verdict !== null && !verdictsOf(status).includes(verdict)) {
    const fitting = verdictsOf(status).map((one) => VERDICT_LABELS[one].toLowerCase());
    const message = `An alert closed as ${statusLabel(status)} takes one of these verdicts: ${fitting.join(', ')}`;
    throw badField('verdict', message);
  }
  return verdict;
}

function reasonOf(
  update: AlertUpdate,
  verdict: Verdict | null,
  known: AlertRow | undefined,
): string | null {
  if (update.reasonCode === undefined) {
    // The reason of another verdict does not outlive it.
    const kept = known?.reasonCode ?? null;
    return kept !== null && findReason(kept)?.verdict === verdict ? kept : null;
  }
  if (update.reasonCode !== null && findReason(update.reasonCode)?.verdict !== verdict)
    throw badField('reasonCode', 'This reason code belongs to another verdict');
  return update.reasonCode;
}

function noteOf(update: AlertUpdate, alert: AlertRow, known: AlertRow | undefined): string | null {
  if (update.note === undefined) return known?.closingNote ?? null;
  return update.note ? fillNote(update.note, alert).slice(0, FILLED_NOTE_MAX) : null;
}
