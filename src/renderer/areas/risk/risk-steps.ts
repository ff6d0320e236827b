/** What can be done to a risk from where it stands, in the words of buttons and dialogs. */
import type { Risk } from '../../../shared/areas/risk/risks.contract.ts';
import type { RiskStatus } from '../../../shared/areas/risk/risks.rules.ts';

export const STEP_NAMES = [
  'assess',
  'mitigate',
  'accept',
  'renew',
  'transfer',
  'reopen',
  'reassess',
] as const;
export type RiskStep = (typeof STEP_NAMES)[number];

interface StepWords {
  readonly label: string;
  readonly title: string;
  readonly text: string;
  /** Undefined leaves the status as it is. */
  readonly to: RiskStatus | undefined;
}

export const STEP_WORDS: Record<RiskStep, StepWords> = {
  assess: {
    label: 'Assess',
    title: 'Assess risk',
    text: 'Say how likely it is and what it would do; the score follows.',
    to: 'ASSESSED',
  },
  mitigate: {
    label: 'Mitigate',
    title: 'Mark as mitigated',
    text: 'What is left of the risk stays in the register as its residual.',
    to: 'MITIGATED',
  },
  accept: {
    label: 'Accept',
    title: 'Accept risk',
    text: 'An acceptance has an end: then it is renewed, or the risk opened again.',
    to: 'ACCEPTED',
  },
  renew: {
    label: 'Renew acceptance',
    title: 'Renew acceptance',
    text: 'Say why it is still acceptable, and until when.',
    to: 'ACCEPTED',
  },
  transfer: {
    label: 'Transfer',
    title: 'Transfer risk',
    text: 'To an insurer, a supplier, another company; who bears it from now on.',
    to: 'TRANSFERRED',
  },
  reopen: {
    label: 'Reopen',
    title: 'Reopen risk',
    text: 'It becomes Assessed again and asks for treatment.',
    to: 'ASSESSED',
  },
  reassess: {
    label: 'Assess again',
    title: 'Assess again',
    text: 'Scores follow; an own assessment of the residual ends with this.',
    to: undefined,
  },
};

const STEPS_FROM: Record<RiskStatus, readonly RiskStep[]> = {
  IDENTIFIED: ['assess'],
  ASSESSED: ['mitigate', 'accept', 'transfer', 'reassess'],
  MITIGATED: ['accept', 'transfer', 'reopen', 'reassess'],
  ACCEPTED: ['renew', 'reopen', 'reassess'],
  TRANSFERRED: ['reopen', 'reassess'],
};

export function stepsOf({ status }: Pick<Risk, 'status'>): readonly RiskStep[] {
  return STEPS_FROM[status];
}

/** The one that stands on the row as a button. */
export function mainStep({ status, isExpired }: Pick<Risk, 'status' | 'isExpired'>) {
  if (status === 'IDENTIFIED') return 'assess' as const;
  if (status === 'ASSESSED') return 'mitigate' as const;
  return isExpired ? ('renew' as const) : null;
}
