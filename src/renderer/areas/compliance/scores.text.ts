/** Scores and their reasons in words. Times in figures are ISO; `day` shows one. */
import {
  type ControlStatus,
  type ScoreBand,
  scoreBand,
} from '../../../shared/areas/compliance/compliance.rules.ts';
import type {
  AssuranceReasonJson,
  ChangeEntry,
  ChangeKind,
} from '../../../shared/areas/compliance/scores.contract.ts';

export const STATUS_WORDS: Record<ControlStatus, string> = {
  COMPLIANT: 'Compliant',
  PARTIALLY_COMPLIANT: 'Partially compliant',
  NON_COMPLIANT: 'Non-compliant',
  NOT_ASSESSED: 'Not assessed',
};

export const BAND_WORDS: Record<ScoreBand, string> = {
  good: 'On target',
  watch: 'To watch',
  bad: 'Below target',
};

export const bandWord = (score: number) => BAND_WORDS[scoreBand(score)];

/** `94%`; null stays null, which is shown as a dash. */
export const percent = (value: number | null): string | null =>
  value === null ? null : `${value}%`;

/** `+2%`, `−1%`, `±0%`; null where there is nothing to compare with. */
export function signedPercent(change: number | null): string | null {
  if (change === null) return null;
  if (change === 0) return '±0%';
  return change > 0 ? `+${change}%` : `−${-change}%`;
}

/** `+32.5`, `−10`, `0` */
export function signedPoints(points: number): string {
  if (points === 0) return '0';
  return points > 0 ? `+${points}` : `−${-points}`;
}

const many = (count: number, one: string, more = `${one}s`) =>
  `${count.toLocaleString('en')} ${count === 1 ? one : more}`;

export type Day = (iso: string) => string;

/** What one input of the formula says, and why it gives or takes so much. */
export function reasonText(reason: AssuranceReasonJson, day: Day): string {
  const { figures } = reason;
  const count = Number(figures.count ?? 0);
  const at = (name: string) => (figures[name] === undefined ? null : day(String(figures[name])));
  switch (reason.code) {
    case 'assessed': {
      const status = STATUS_WORDS[figures.status as ControlStatus];
      const when = at('assessedAt');
      return when
        ? `Assessed as ${status.toLowerCase()} on ${when}`
        : `Stated as ${status.toLowerCase()}`;
    }
    case 'evidence-valid':
      return [
        `${many(count, 'piece', 'pieces')} of valid evidence; the strongest proves ${figures.strength}%`,
        at('expiresAt') ? `and expires on ${at('expiresAt')}` : `and dates from ${at('sinceAt')}`,
        figures.selfApproved ? '(self-approved)' : '',
      ]
        .filter(Boolean)
        .join(' ');
    case 'evidence-none':
      return 'No valid evidence';
    case 'evidence-expired':
      return `${many(count, 'piece', 'pieces')} of evidence expired, last on ${at('expiredAt')}`;
    case 'evidence-pending':
      return `${many(count, 'piece', 'pieces')} of evidence wait for review`;
    case 'evidence-rejected':
      return `${many(count, 'piece', 'pieces')} of evidence were rejected`;
    case 'tests': {
      const self = Number(figures.selfApproved ?? 0);
      const note = self > 0 ? ` (${self} self-approved)` : '';
      return `${figures.passed} of ${many(Number(figures.active), 'test')} passed and on time${note}`;
    }
    case 'tests-none':
      return 'No tests';
    case 'tests-pending':
      return `${many(count, 'run')} wait for approval`;
    case 'test-failed':
      return `${many(count, 'test')} failed, last on ${at('failedAt')}`;
    case 'test-overdue':
      return `${many(count, 'test')} overdue since ${at('dueAt')}`;
    case 'assessment-overdue':
      return `Assessment overdue since ${at('dueAt')}`;
    case 'challenge-open':
      return `${many(count, 'open challenge')} from the queue since ${at('sinceAt')}`;
    case 'challenge-confirmed':
      return `${many(count, 'confirmed challenge')} since ${at('sinceAt')}, not assessed anew`;
    case 'status': {
      const status = STATUS_WORDS[figures.status as ControlStatus];
      return `${status} leaves ${figures.share}% of the points`;
    }
    case 'bounded':
      return 'Never below 0';
  }
}

export const CHANGE_WORDS: Record<ChangeKind, string> = {
  'evidence-expired': 'Evidence expired',
  'evidence-accepted': 'Evidence accepted',
  assessed: 'Assessed',
  'test-failed': 'Test failed',
  challenged: 'Challenged',
};

export const CHANGE_COUNTS: Record<ChangeKind, string> = {
  'evidence-expired': 'evidence expired',
  'evidence-accepted': 'evidence accepted',
  assessed: 'controls assessed',
  'test-failed': 'tests failed',
  challenged: 'challenges',
};

export const controlAddress = (id: string) =>
  `/compliance?tab=controls&control=${encodeURIComponent(id)}`;
export const evidenceAddress = (id: string) => `/evidence?evidence=${encodeURIComponent(id)}`;
export const frameworkAddress = (id: string) =>
  `/compliance?tab=frameworks&framework=${encodeURIComponent(id)}`;

export function controlsAddress(filter: Readonly<Record<string, string>>): string {
  return `/compliance?${new URLSearchParams({ tab: 'controls', ...filter })}`;
}

export const ASSESSED_STATUSES = 'COMPLIANT,PARTIALLY_COMPLIANT,NON_COMPLIANT';

/** The record behind a change. */
export function changeAddress({ kind, id, controlId }: ChangeEntry): string {
  if (kind.startsWith('evidence')) return evidenceAddress(id);
  return controlAddress(controlId ?? id);
}
