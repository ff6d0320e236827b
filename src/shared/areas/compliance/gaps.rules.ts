/**
 * Gap analysis: rows and a moment in, what each control lacks and why out. Pure and deterministic.
 * What counts as proof is said by `proof.rules.ts`, how sure one can be by `assurance.rules.ts`.
 */
import type { Severity } from '../../kernel/severity.ts';
import { DAY_MS, toIso } from '../../kernel/time.ts';
import { effortOf } from './effort.rules.ts';
import type { GapEntry, GapEvidence, GapReason, GapReasonCode } from './gaps.contract.ts';
import { type ControlKind, kindOfControl } from './gaps.kinds.ts';
import { type ControlThreat, priorityOf } from './gaps.priority.rules.ts';
import { REMEDIES } from './gaps.remedies.ts';
import { type ControlProof, evidenceState, isScored, isTestOverdue } from './proof.rules.ts';

/** Kept with every analysis, so that two of different rules are never compared unseen. */
export const GAP_RULES = 'gaps/1';
/** Alerts so far back say what attackers do here. */
export const THREAT_DAYS = 90;
const TECHNIQUES_SHOWN = 5;
/** So many records behind a reason are named; the control shows all of them. */
const PROOF_NAMED = 5;

export interface GapControl {
  /** Of a control that is proved its evidence may be left out: it says nothing of a gap. */
  readonly proof: ControlProof;
  /** It has valid evidence, as is known without looking at it. */
  readonly isProved?: boolean;
  readonly priority: Severity;
  readonly isAutomated: boolean;
  readonly category: string | null;
  readonly description: string | null;
  /** Ends of an exception in force, ms; null without one. */
  readonly exceptionUntil: number | null;
  /** Why open challenges were opened, by their ids. */
  readonly challengeReasons: ReadonlyMap<string, string>;
}

const day = (ms: number) => toIso(ms).slice(0, 10);
const quoted = (items: readonly { readonly title: string }[]) => {
  const named = items.slice(0, 2).map(({ title }) => `"${title}"`);
  return items.length > 2
    ? `${named.join(', ')} and ${items.length - 2} more`
    : named.join(' and ');
};

interface Found extends GapReason {
  readonly step: string;
}

type Refs = readonly { readonly id: string }[];
const refs = (kind: GapReason['proof'][number]['kind'], rows: Refs) => ({
  proof: rows.slice(0, PROOF_NAMED).map(({ id }) => ({ kind, id })),
  proofMore: Math.max(0, rows.length - PROOF_NAMED),
});
const NO_PROOF = { proof: [], proofMore: 0 };

function statusReasons({ proof }: GapControl, kind: ControlKind): Found[] {
  const remedy = REMEDIES[kind];
  const what = remedy.evidence[0]?.[1] ?? 'proof';
  switch (proof.status) {
    case 'NON_COMPLIANT':
      return [
        {
          code: 'NON_COMPLIANT',
          text: `Assessed as not in place${proof.lastAssessment === null ? '' : ` on ${day(proof.lastAssessment)}`}`,
          ...NO_PROOF,
          step: remedy.establish,
        },
      ];
    case 'PARTIALLY_COMPLIANT':
      return [
        {
          code: 'PARTIAL',
          text: `Assessed as in place in part${proof.lastAssessment === null ? '' : ` on ${day(proof.lastAssessment)}`}`,
          ...NO_PROOF,
          step: remedy.complete,
        },
      ];
    case 'NOT_ASSESSED':
      return [
        {
          code: 'NOT_ASSESSED',
          text: 'Never assessed',
          ...NO_PROOF,
          step: `Assess it: hold the ${what} against the requirement, then set status, owner and the next date.`,
        },
      ];
    case 'COMPLIANT':
      return [];
  }
}

const isProvedNow = ({ proof, isProved }: GapControl, now: number): boolean =>
  isProved || proof.evidence.some((item) => evidenceState(item, now) === 'valid');

function evidenceReasons(control: GapControl, kind: ControlKind, now: number): Found[] {
  if (isProvedNow(control, now)) return [];
  const { proof } = control;
  const by = Map.groupBy(proof.evidence, (item) => evidenceState(item, now));
  if (proof.evidence.length === 0) {
    const [first, second] = REMEDIES[kind].evidence.map(([, what]) => what);
    return [
      {
        code: 'NO_EVIDENCE',
        text: 'No evidence is linked to it',
        ...NO_PROOF,
        step: `Collect the ${first}${second ? `, or the ${second}` : ''}, have it reviewed and link it here.`,
      },
    ];
  }
  const found: Found[] = [];
  const expired = by.get('expired') ?? [];
  if (expired.length > 0) {
    const last = day(Math.max(...expired.map(({ expiresAt }) => expiresAt ?? 0)));
    const titles = quoted(expired);
    found.push({
      code: 'EXPIRED',
      text: `All evidence has run out, the last on ${last}`,
      ...refs('evidence', expired),
      step: `Collect ${titles} again for the time since ${last}.`,
    });
  }
  const rejected = by.get('rejected') ?? [];
  if (rejected.length > 0)
    found.push({
      code: 'REJECTED',
      text: `Rejected by its reviewer: ${quoted(rejected)}`,
      ...refs('evidence', rejected),
      step: `Replace ${quoted(rejected)} with evidence that answers the reviewer's note.`,
    });
  const pending = by.get('pending') ?? [];
  if (pending.length > 0)
    found.push({
      code: 'UNREVIEWED',
      text: `Waits for review: ${quoted(pending)}`,
      ...refs('evidence', pending),
      step: `Have ${quoted(pending)} reviewed by somebody other than its collector.`,
    });
  return found;
}

function testReasons({ proof }: GapControl, now: number): Found[] {
  const failed = proof.tests.filter(({ lastRun }) => lastRun?.result === 'FAIL');
  const overdue = proof.tests.filter((test) => isTestOverdue(test, now));
  const found: Found[] = [];
  if (failed.length > 0) {
    const runs = failed.flatMap(({ lastRun }) => (lastRun ? [lastRun] : []));
    const at = day(Math.max(...runs.map(({ ranAt }) => ranAt)));
    const titles = quoted(failed);
    found.push({
      code: 'FAILED_TEST',
      text: `Failed on ${at}: ${titles}`,
      ...refs('run', runs),
      step: `Remove the cause of the failed test ${titles}, run it again and have the run approved.`,
    });
  }
  if (overdue.length > 0) {
    const due = day(Math.min(...overdue.map(({ nextDue }) => nextDue ?? now)));
    const titles = quoted(overdue);
    found.push({
      code: 'TEST_OVERDUE',
      text: `Test due since ${due}: ${titles}`,
      ...refs('test', overdue),
      step: `Run the test ${titles} that was due on ${due}.`,
    });
  }
  return found;
}

function otherReasons({ proof, challengeReasons }: GapControl, now: number): Found[] {
  const found: Found[] = [];
  if (proof.challenges.length > 0) {
    const [first] = proof.challenges;
    const why = first && challengeReasons.get(first.id);
    const isOpen = proof.challenges.some(({ state }) => state === 'OPEN');
    found.push({
      code: 'CHALLENGED',
      text: why ?? (isOpen ? 'An open challenge doubts it' : 'A challenge was confirmed'),
      ...refs('challenge', proof.challenges),
      step: isOpen
        ? 'Decide the open challenge: confirm it, or dismiss it with the reason.'
        : 'Remove what the confirmed challenge showed, then assess the control again.',
    });
  }
  if (proof.nextAssessment !== null && proof.nextAssessment < now)
    found.push({
      code: 'OVERDUE',
      text: `Its assessment was due on ${day(proof.nextAssessment)}`,
      ...NO_PROOF,
      step: `Assess it again; it was due on ${day(proof.nextAssessment)}.`,
    });
  return found;
}

const EVIDENCE_STATES: Partial<Record<GapReasonCode, GapEvidence['state']>> = {
  NO_EVIDENCE: 'missing',
  EXPIRED: 'expired',
  REJECTED: 'rejected',
  UNREVIEWED: 'unreviewed',
};

function evidenceThatCloses(kind: ControlKind, reasons: readonly GapReason[]): GapEvidence[] {
  const state = reasons.map(({ code }) => EVIDENCE_STATES[code]).find((found) => found);
  return REMEDIES[kind].evidence.map(([type, what]) => ({ type, what, state: state ?? 'missing' }));
}

function lacks(title: string, reasons: readonly GapReason[]): string {
  const clauses = reasons.map(({ text }) =>
    `${text.charAt(0).toLowerCase()}${text.slice(1)}`.replace(/\.$/, ''),
  );
  return `${title}: ${clauses.join('; ')}.`;
}

/** What a control lacks; null where it lacks nothing or is in no score. */
export function gapOf(
  control: GapControl,
  threats: readonly ControlThreat[],
  now: number,
): GapEntry | null {
  const { proof } = control;
  if (!isScored(proof)) return null;
  const tests = testReasons(control, now);
  const others = otherReasons(control, now);
  // What it is about is asked of those alone that lack something: it takes longer than all the rest.
  const isMet = proof.status === 'COMPLIANT' && isProvedNow(control, now);
  if (isMet && tests.length === 0 && others.length === 0) return null;
  const kind = kindOfControl({
    title: proof.title,
    ref: proof.ref,
    category: control.category,
    text: control.description,
  });
  const found = [
    ...statusReasons(control, kind),
    ...tests,
    ...evidenceReasons(control, kind, now),
    ...others,
  ];
  const reasons = found.map(({ step: _, ...reason }) => reason);
  const isExcepted = control.exceptionUntil !== null && control.exceptionUntil > now;
  return {
    controlId: proof.id,
    ref: proof.ref,
    title: proof.title,
    frameworkId: proof.frameworkId,
    status: proof.status,
    weight: proof.weight,
    isGap: proof.status === 'NON_COMPLIANT',
    kind,
    gap: lacks(proof.title, reasons),
    reasons,
    remediation: found.map(({ step }) => step),
    evidence: evidenceThatCloses(kind, reasons),
    effort: effortOf({ kind, isAutomated: control.isAutomated, reasons }),
    priority: priorityOf({
      codes: reasons.map(({ code }) => code),
      priority: control.priority,
      weight: proof.weight,
      threats,
      isExcepted,
    }),
    techniques: [...threats]
      .sort((a, b) => b.alerts - a.alerts || (a.id < b.id ? -1 : 1))
      .slice(0, TECHNIQUES_SHOWN)
      .map(({ id, alerts }) => ({ id, alerts })),
    exceptionUntil:
      isExcepted && control.exceptionUntil !== null ? toIso(control.exceptionUntil) : null,
  };
}

const BY_NUMBER = new Intl.Collator('en', { numeric: true });

/** By priority, then the less effort first, then by place: the order never depends on the rows'. */
export function byPriority(a: GapEntry, b: GapEntry): number {
  return (
    b.priority.points - a.priority.points ||
    a.effort.hours - b.effort.hours ||
    (a.frameworkId < b.frameworkId ? -1 : a.frameworkId > b.frameworkId ? 1 : 0) ||
    BY_NUMBER.compare(a.ref, b.ref) ||
    (a.controlId < b.controlId ? -1 : 1)
  );
}

export const threatSince = (now: number): number => Math.floor(now / DAY_MS) - THREAT_DAYS + 1;
