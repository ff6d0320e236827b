import type { Alert, AlertUpdate } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  type Disposition,
  EVIDENCE_FIELDS,
  type EvidenceField,
  findReason,
  impliedVerdict,
  type Verdict,
  verdictsOf,
} from '../../../shared/areas/alerts/dispositions.rules.ts';

export type ClosedStatus = 'RESOLVED' | 'FALSE_POSITIVE';

/** What the form of a closing holds. */
export interface DispositionDraft extends Disposition {
  readonly status: ClosedStatus;
}

export function emptyDraft(status: ClosedStatus): DispositionDraft {
  return { status, verdict: impliedVerdict(status), reasonCode: null, note: null, evidence: [] };
}

export function draftOf(alert: Alert): DispositionDraft {
  const status = alert.status === 'FALSE_POSITIVE' ? 'FALSE_POSITIVE' : 'RESOLVED';
  return {
    status,
    verdict: alert.verdict,
    reasonCode: alert.reasonCode,
    note: alert.closingNote,
    evidence: alert.closingEvidence,
  };
}

/** Another status: a verdict that it does not take gives way to the one it implies. */
export function withStatus(draft: DispositionDraft, status: ClosedStatus): DispositionDraft {
  const fits = draft.verdict !== null && verdictsOf(status).includes(draft.verdict);
  return withVerdict({ ...draft, status }, fits ? draft.verdict : impliedVerdict(status));
}

/** Another verdict: the reason of the one before it does not stay. */
export function withVerdict(draft: DispositionDraft, verdict: Verdict | null): DispositionDraft {
  const fits = draft.reasonCode !== null && findReason(draft.reasonCode)?.verdict === verdict;
  return { ...draft, verdict, reasonCode: fits ? draft.reasonCode : null };
}

export function withEvidence(
  draft: DispositionDraft,
  tick: string,
  isOn: boolean,
): DispositionDraft {
  const others = draft.evidence.filter((one) => one !== tick);
  return { ...draft, evidence: isOn ? [...others, tick] : others };
}

/** What is sent: a closing with its status, an amendment without. */
export function draftToUpdate(draft: DispositionDraft, isAmendment: boolean): AlertUpdate {
  const { status, verdict, reasonCode, note, evidence } = draft;
  return {
    ...(isAmendment ? {} : { status }),
    ...(verdict === null ? {} : { verdict }),
    reasonCode,
    note: note?.trim() || null,
    evidence: [...evidence],
  };
}

/** Fields of an alert that say something, as they can be ticked. */
export function evidenceChoices(
  alert: Alert,
): { tick: EvidenceField; label: string; value: string }[] {
  return (Object.keys(EVIDENCE_FIELDS) as EvidenceField[]).flatMap((tick) => {
    const value = fieldText(alert, tick);
    return value ? [{ tick, label: EVIDENCE_FIELDS[tick], value }] : [];
  });
}

function fieldText(alert: Alert, field: EvidenceField): string | null {
  if (field === 'raw') return alert.importId === null ? null : 'As its source wrote it';
  const value = alert[field];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** A tick in words: the field's name, or the kind of the record. */
export function evidenceLabel(tick: string): string {
  if (Object.hasOwn(EVIDENCE_FIELDS, tick)) return EVIDENCE_FIELDS[tick as EvidenceField];
  const kind = tick.split(':', 1)[0] ?? tick;
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${tick.slice(kind.length + 1)}`;
}
