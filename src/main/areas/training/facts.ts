import type { AlertStatus } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { AssessedStatus } from '../../../shared/areas/training/training.contract.ts';

/** One thing that the trainee did, out of the audit log. */
export interface Deed {
  readonly seq: number;
  readonly action: string;
  readonly recordId: string;
  readonly reason: string | null;
  readonly changes: Readonly<Record<string, readonly [unknown, unknown]>>;
}

/** An alert of the exercise as it is now, with what the trainee did to it since the beginning. */
export interface AlertFact {
  readonly part: string;
  readonly id: string;
  readonly title: string;
  /** What it is about: the host or account, or the two addresses of a connection. */
  readonly place: string | null;
  readonly status: AlertStatus;
  readonly escalated: boolean;
  readonly assignedTo: string | null;
  readonly deeds: readonly Deed[];
}

export interface ControlFact {
  readonly id: string;
  /** `<framework> <control>` */
  readonly name: string;
  readonly title: string;
  readonly status: AssessedStatus | 'NOT_ASSESSED';
  readonly evidence: readonly EvidenceFact[];
  readonly deeds: readonly Deed[];
}

export interface EvidenceFact {
  readonly id: string;
  readonly title: string;
  readonly isValid: boolean;
}

/** Everything that a check may look at. */
export interface Facts {
  readonly alerts: readonly AlertFact[];
  readonly controls: readonly ControlFact[];
  readonly answers: Readonly<Record<string, string>>;
}

export function alertOf(facts: Facts, part: string): AlertFact {
  const found = facts.alerts.find((alert) => alert.part === part);
  if (!found) throw new Error(`The workspace has no row for ${part}`);
  return found;
}

export function alertsOf(facts: Facts, parts: readonly string[]): AlertFact[] {
  return parts.map((part) => alertOf(facts, part));
}

/** Those of a story, or of another group: `ransomware` has `ransomware/0`, `ransomware/1` … */
export function groupOf(facts: Facts, group: string): AlertFact[] {
  return facts.alerts.filter(({ part }) => part.startsWith(`${group}/`));
}

const REASON_MIN = 15;

/**
 * Whether a reason tells the next reader something that can be looked up: an address, a host, an
 * account, an incident, a technique, a file, a ticket or a time.
 */
export function namesFact(reason: string | null | undefined): boolean {
  const text = reason ?? '';
  if (text.trim().length < REASON_MIN) return false;
  return FACTS.some((pattern) => pattern.test(text));
}

const FACTS = [
  /\b\d{1,3}(?:\.|\[\.\])\d{1,3}(?:\.|\[\.\])\d{1,3}/,
  /\b[A-Z]{2,4}-(?:[A-Z]{2,4}-)?\d{2,4}\b/i,
  /\bT\d{4}(?:\.\d{3})?\b/,
  /\b[a-z]\.[a-z]{3,}\b|\bsvc-\w+/i,
  /\.(?:exe|dll|php|ps1|cmd|khlock|net|org|com|example)\b/i,
  /\b(?:job|scan|backup|script|ticket|change|schedule|window|share|agent|proxy|parent|owner|administrator|administrators|supplier|journey|address|404|200)\b/i,
];

/** The reason of the last deed that led to a status. */
export function reasonFor(fact: AlertFact, status: AlertStatus): string | null {
  return fact.deeds.findLast((deed) => deed.changes.status?.[1] === status)?.reason ?? null;
}

export function wasEver(fact: AlertFact, status: AlertStatus): boolean {
  return fact.deeds.some((deed) => deed.changes.status?.[1] === status);
}

/** Names and addresses as people write them: defanged, quoted, in any case. */
export function isAnswer(given: string | undefined, accepted: readonly string[]): boolean {
  const plain = (text: string) =>
    text
      .trim()
      .toLowerCase()
      .replaceAll(/\[\.\]|\(\.\)/g, '.')
      .replaceAll(/[\s"'`,]/g, '')
      .replace(/^khf\\/, '');
  return given !== undefined && accepted.some((answer) => plain(answer) === plain(given));
}
