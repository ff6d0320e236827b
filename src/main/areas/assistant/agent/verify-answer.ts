/**
 * A whole answer, checked by code. What does not hold is dropped and counted; over a fifth, and the
 * answer is discarded. The verdict shown is never less alarming than the engine's.
 */
import {
  type AgentBrief,
  type AgentOutcome,
  CASE_VERDICTS,
  type CaseVerdict,
  type Claim,
  type Hypothesis,
} from '../../../../shared/areas/assistant/agent.types.ts';
import type { ModelAnswer } from './answer.schema.ts';
import type { CaseFile } from './case-file.ts';
import { VERDICT_WORDS } from './engine-answer.ts';
import { proposalText } from './proposals.ts';
import { verifyClaim, verifyWords } from './verify-claim.ts';

/** So much of an answer may fail before none of it is shown. */
const FAILED_SHARE_MAX = 0.2;

export type VerifiedAnswer = Pick<
  AgentOutcome,
  'summary' | 'claims' | 'hypotheses' | 'verdict' | 'dissent' | 'proposals' | 'couldNotCheck'
> & {
  readonly total: number;
  readonly dropped: number;
  readonly isDiscarded: boolean;
};

const alarm = (verdict: CaseVerdict): number => -CASE_VERDICTS.indexOf(verdict);

export const moreAlarming = (a: CaseVerdict, b: CaseVerdict): CaseVerdict =>
  alarm(a) >= alarm(b) ? a : b;

export function verifyAnswer(
  answer: ModelAnswer,
  brief: AgentBrief,
  file: CaseFile,
): VerifiedAnswer {
  let total = 0;
  let dropped = 0;
  const holding = (claims: readonly Claim[]): Claim[] =>
    claims.flatMap((claim) => {
      total++;
      const checked = verifyClaim(claim, file);
      if ('claim' in checked) return [checked.claim];
      dropped++;
      return [];
    });
  const words = (text: string): string[] => {
    total++;
    const checked = verifyWords(text, file);
    if (checked !== null) return [checked];
    dropped++;
    return [];
  };

  const summary = holding(answer.summary);
  const claims = holding(answer.claims);
  const hypotheses = answer.hypotheses.flatMap(({ text, standing, supports, refutes }) => {
    const parts = { supports: holding(supports), refutes: holding(refutes) };
    return words(text).map((said) => ({ text: said, ...parts, standing: stands(standing, parts) }));
  });
  const proposals = answer.proposals.flatMap(({ action, entity }) => {
    total++;
    const text = proposalText(action, entity, file);
    if (text !== null) return [text];
    dropped++;
    return [];
  });
  const couldNotCheck = answer.couldNotCheck.flatMap(words);
  const engine = brief.engine.verdict;
  const isDissent = alarm(answer.verdict) < alarm(engine);
  return {
    summary: summary.map(({ text }) => (/[.?]$/.test(text) ? text : `${text}.`)).join(' '),
    claims: [...summary, ...claims],
    hypotheses,
    verdict: moreAlarming(engine, answer.verdict),
    dissent: isDissent
      ? `The model's verdict was ${VERDICT_WORDS[answer.verdict].toLowerCase()}, which is less alarming than the engine's. The engine's stands.`
      : null,
    proposals: [...new Set(proposals)],
    couldNotCheck,
    total,
    dropped,
    isDiscarded: summary.length === 0 || dropped > total * FAILED_SHARE_MAX,
  };
}

/** A hypothesis stands only on claims that held. */
function stands(
  said: Hypothesis['standing'],
  { supports, refutes }: Pick<Hypothesis, 'supports' | 'refutes'>,
): Hypothesis['standing'] {
  if (said === 'supported' && supports.length > 0) return said;
  if (said === 'refuted' && refutes.length > 0) return said;
  return 'open';
}
