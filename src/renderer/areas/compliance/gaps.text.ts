/** Gap analysis in words. */
import {
  type Challenge,
  GAP_REASON_LABELS,
  type GapReasonCode,
  type GapSince,
  type NextAction,
  type SocControl,
} from '../../../shared/areas/compliance/gaps.contract.ts';
import type { BadgeTone } from '../../ui/badge.tsx';
import { describeError } from '../../ui/error-text.ts';

/** What a toast says of an analysis that failed; null where the lost session says it already. */
export function analysisFailure(error: unknown): { title: string; description: string } | null {
  const message = error instanceof Error ? error.message : '';
  if (message.startsWith('401: ')) return null;
  if (message.includes('429'))
    return {
      title: 'AI Service Unavailable',
      description: 'The quota of the AI service is exceeded. Try again later or contact support.',
    };
  const text = 'Failed to run gap analysis';
  const isExplained = /^(?:400|403|404|409|507): /.test(message);
  return {
    title: 'Error',
    description: isExplained ? `${text}. ${describeError(error).why}` : text,
  };
}

const count = (n: number, one: string, many: string) =>
  `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

/** What changed since an analysis; null where nothing did. */
export function sinceText(since: GapSince): string | null {
  const parts = [
    since.controls > 0 && count(since.controls, 'control', 'controls'),
    since.evidence > 0 && count(since.evidence, 'record of evidence', 'records of evidence'),
    since.tests > 0 && count(since.tests, 'test or run', 'tests and runs'),
    since.challenges > 0 && count(since.challenges, 'challenge', 'challenges'),
    since.crosswalks > 0 && count(since.crosswalks, 'crosswalk link', 'crosswalk links'),
    since.frameworks > 0 && count(since.frameworks, 'framework', 'frameworks'),
  ].filter((part) => part !== false);
  const changed = parts.length === 0 ? null : `${new Intl.ListFormat('en').format(parts)} changed`;
  const expired =
    since.expired === 0 ? null : `${count(since.expired, 'piece', 'pieces')} of evidence ran out`;
  const all = [changed, expired].filter((part) => part !== null);
  return all.length === 0 ? null : `Since then ${all.join(', and ')}.`;
}

export const REASON_TONES: Record<GapReasonCode, BadgeTone> = {
  NON_COMPLIANT: 'bad',
  PARTIAL: 'warn',
  NOT_ASSESSED: 'neutral',
  FAILED_TEST: 'bad',
  CHALLENGED: 'warn',
  EXPIRED: 'warn',
  REJECTED: 'warn',
  UNREVIEWED: 'neutral',
  NO_EVIDENCE: 'neutral',
  OVERDUE: 'neutral',
  TEST_OVERDUE: 'neutral',
};
export const reasonLabel = (code: GapReasonCode) => GAP_REASON_LABELS[code];

export const RELATION_LABELS: Record<NextAction['closes'][number]['relation'], string> = {
  own: 'this control',
  equal: 'the same',
  superset: 'covered in full',
  intersects: 'covered by half at most',
};

/** `12.5 h` */
export const hours = (value: number) => `${value.toLocaleString('en')} h`;
/** `0.80` of a weight */
export const weight = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 });

export const SOC_STATE_LABELS: Record<SocControl['state'], string> = {
  live: 'Live',
  challenged: 'Challenged',
  untested: 'Untested',
};
export const SOC_STATE_TONES: Record<SocControl['state'], BadgeTone> = {
  live: 'ok',
  challenged: 'warn',
  untested: 'neutral',
};
export const CHALLENGE_LABELS: Record<Challenge['state'], string> = {
  OPEN: 'Open',
  CONFIRMED: 'Confirmed',
  DISMISSED: 'Dismissed',
};
export const CHALLENGE_TONES: Record<Challenge['state'], BadgeTone> = {
  OPEN: 'warn',
  CONFIRMED: 'bad',
  DISMISSED: 'neutral',
};

export const controlLink = (id: string) =>
  `/compliance?tab=controls&control=${encodeURIComponent(id)}`;

/** Alerts that name a technique, since the analysis looked back. */
export function techniqueLink(id: string, days: number, ranAt: string): string {
  const at = new Date(ranAt);
  const from = Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - days + 1);
  const query = new URLSearchParams({ q: id, from: new Date(from).toISOString() });
  return `/alerts?${query.toString()}`;
}
