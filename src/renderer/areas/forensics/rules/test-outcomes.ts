import type { BadgeTone } from '../../../ui/badge.tsx';

type Outcome = 'passed' | 'failed' | 'not run';

export const OUTCOME_TONES: Record<Outcome, BadgeTone> = {
  ...{ passed: 'ok', failed: 'bad', 'not run': 'neutral' },
};
export const OUTCOME_LABELS: Record<Outcome, string> = {
  ...{ passed: 'Passed', failed: 'Failed', 'not run': 'Not run' },
};
