/**
 * What closing a gap takes, in person-hours, by rules that stand here and nowhere else. They are
 * there to compare gaps with each other; whoever knows better changes the plan, not the rule.
 *
 * - not in place: the hours of its kind (`gaps.remedies.ts`); in part: half of them.
 * - a failed test: a quarter of its kind's hours, at least 2, and 1 to run it again.
 * - evidence: 3 to collect the first piece, 1.5 each to collect again what ran out or was turned
 *   down (at most four pieces count), 0.5 to have one reviewed; a third of it where the control is
 *   automated.
 * - an assessment: 2, or 1 where the control is automated. A test that is due: 1.
 * - a challenge: 2 to look into it.
 */
import type { GapPart, GapReason, GapReasonCode } from './gaps.contract.ts';
import type { ControlKind } from './gaps.kinds.ts';
import { REMEDIES } from './gaps.remedies.ts';

const PART_SHARE = 0.5;
const FAILED_SHARE = 0.25;
const FAILED_AT_LEAST = 2;
const RERUN = 1;
const FIRST_PIECE = 3;
const NEXT_PIECE = 1.5;
const REVIEW = 0.5;
const PIECES_COUNTED = 4;
const AUTOMATED_SHARE = 1 / 3;
const ASSESSMENT = 2;
const AUTOMATED_ASSESSMENT = 1;
const CHALLENGE = 2;

export interface EffortInput {
  readonly kind: ControlKind;
  readonly isAutomated: boolean;
  readonly reasons: readonly Pick<GapReason, 'code' | 'proof' | 'proofMore'>[];
}

const half = (hours: number) => Math.max(0.5, Math.round(hours * 2) / 2);

type Rule = (input: EffortInput, pieces: number) => readonly [text: string, hours: number];

const collecting = (input: EffortInput, hours: number) =>
  hours * (input.isAutomated ? AUTOMATED_SHARE : 1);
const assessing = ({ isAutomated }: EffortInput) =>
  isAutomated ? AUTOMATED_ASSESSMENT : ASSESSMENT;

const RULES: Readonly<Record<GapReasonCode, Rule>> = {
  NON_COMPLIANT: ({ kind }) => ['Put it in place', REMEDIES[kind].hours],
  PARTIAL: ({ kind }) => ['Finish what is there in part', REMEDIES[kind].hours * PART_SHARE],
  NOT_ASSESSED: (input) => ['Assess it', assessing(input)],
  FAILED_TEST: ({ kind }) => [
    'Remove the cause of the failed test and run it again',
    Math.max(FAILED_AT_LEAST, REMEDIES[kind].hours * FAILED_SHARE) + RERUN,
  ],
  CHALLENGED: () => ['Look into the challenge', CHALLENGE],
  EXPIRED: (input, pieces) => [
    'Collect again what ran out',
    collecting(input, NEXT_PIECE * Math.min(pieces, PIECES_COUNTED)),
  ],
  REJECTED: (input, pieces) => [
    'Replace what was rejected',
    collecting(input, NEXT_PIECE * Math.min(pieces, PIECES_COUNTED)),
  ],
  UNREVIEWED: (_input, pieces) => ['Have it reviewed', REVIEW * Math.min(pieces, PIECES_COUNTED)],
  NO_EVIDENCE: (input) => ['Collect the first evidence', collecting(input, FIRST_PIECE)],
  OVERDUE: (input) => ['Assess it again', assessing(input)],
  TEST_OVERDUE: (_input, pieces) => ['Run the test that is due', RERUN * pieces],
};

/** Hours in halves, with the rules that made them. */
export function effortOf(input: EffortInput): { hours: number; parts: GapPart[] } {
  const codes = new Set(input.reasons.map(({ code }) => code));
  const parts = input.reasons
    // Who puts it in place, or assesses it for the first time, does not assess it again for a date.
    .filter(
      ({ code }) => !(code === 'OVERDUE' && (codes.has('NON_COMPLIANT') || codes.has('PARTIAL'))),
    )
    .map(({ code, proof, proofMore }) => {
      const [text, hours] = RULES[code](input, Math.max(1, proof.length + proofMore));
      return { text, value: half(hours) };
    });
  return { hours: parts.reduce((sum, { value }) => sum + value, 0), parts };
}
