import type {
  AutomationPolicy,
  Share,
} from '../../../shared/areas/assistant/automation.contract.ts';
import type { PatternState } from '../../../shared/areas/assistant/engine.contract.ts';
import type { Decision } from '../../../shared/areas/assistant/explanation.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

export const DECISION_LABELS: Readonly<Record<Decision, string>> = {
  escalate: 'Escalate',
  review: 'Review',
  'likely-benign': 'Likely benign',
  'auto-close': 'Would close',
};

const DECISION_TONES: Readonly<Record<Decision, BadgeTone>> = {
  escalate: 'bad',
  review: 'neutral',
  'likely-benign': 'ok',
  'auto-close': 'ok',
};

export function DecisionBadge({ decision }: { decision: Decision }) {
  return <Badge tone={DECISION_TONES[decision]}>{DECISION_LABELS[decision]}</Badge>;
}

const STATES: Readonly<Record<PatternState, { word: string; tone: BadgeTone }>> = {
  OFF: { word: 'Off', tone: 'neutral' },
  SHADOW: { word: 'Shadow', tone: 'neutral' },
  ON: { word: 'On', tone: 'ok' },
  TRIPPED: { word: 'Tripped', tone: 'bad' },
};

export function StateBadge({ state }: { state: PatternState | AutomationPolicy['state'] }) {
  const { word, tone } = STATES[state];
  return <Badge tone={tone}>{word}</Badge>;
}

/** Rounded down where it is a bound, so that it never says more than was shown. */
export const percent = (share: number | null, digits = 1): string | null =>
  share === null
    ? null
    : `${(Math.floor(share * 100 * 10 ** digits) / 10 ** digits).toFixed(digits)} %`;

export function boundText({ n, low }: Share, of: string): string {
  if (n === 0 || low === null) return `No ${of} yet`;
  return `${n.toLocaleString('en')} ${of}; at least ${percent(low)} at 95 % confidence`;
}
