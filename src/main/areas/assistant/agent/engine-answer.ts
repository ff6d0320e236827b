/** The engine's answer in the shape of an agent's: what is shown without a model, and whenever one's did not hold. */
import type {
  AgentBrief,
  AgentOutcome,
  CaseVerdict,
  Claim,
} from '../../../../shared/areas/assistant/agent.types.ts';
import type { EngineReason } from '../../../../shared/areas/assistant/explanation.ts';
import type { CaseFile } from './case-file.ts';

const CLAIMS_MAX = 12;

export const VERDICT_WORDS: Readonly<Record<CaseVerdict, string>> = {
  malicious: 'Malicious',
  suspicious: 'Suspicious',
  undetermined: 'Undetermined',
  benign: 'Benign',
};

export type EngineAnswerExtras = Pick<AgentOutcome, 'notice' | 'failure' | 'calls'> &
  Partial<Pick<AgentOutcome, 'claimsDropped' | 'couldNotCheck'>> & {
    readonly changedVerdict?: boolean;
  };

export function engineAnswer(
  brief: AgentBrief,
  file: CaseFile,
  extras: EngineAnswerExtras,
): AgentOutcome {
  const { explanation, verdict } = brief.engine;
  const reasons = explanation?.reasons ?? [];
  return {
    by: 'engine',
    notice: extras.notice,
    failure: extras.failure,
    summary: summaryOf(verdict, reasons),
    claims: reasons.slice(0, CLAIMS_MAX).flatMap((reason) => toClaim(reason, file)),
    evidence: file.records.map(({ id, ref, at }) => ({ id, ref, at })),
    hypotheses: [],
    verdict,
    dissent: null,
    proposals: (explanation?.next ?? []).map(({ text }) => text),
    couldNotCheck: extras.couldNotCheck ?? [],
    injection: { findings: file.findings, changedVerdict: extras.changedVerdict ?? false },
    claimsDropped: extras.claimsDropped ?? 0,
    calls: extras.calls,
  };
}

function summaryOf(verdict: CaseVerdict, reasons: readonly EngineReason[]): string {
  const first = [...reasons].sort((a, b) => b.points - a.points).slice(0, 3);
  const said = first.map(({ text }) => (/[.?]$/.test(text) ? text : `${text}.`));
  return [`${VERDICT_WORDS[verdict]}, by the engine's rules.`, ...said].join(' ');
}

/** A reason that rests on records of the case, with the quotes that stand in them. */
function toClaim({ text, quotes, evidence }: EngineReason, file: CaseFile): Claim[] {
  const cited = file.records.filter(({ ref }) =>
    evidence.some(({ kind, id }) => kind === ref.kind && id === ref.id),
  );
  if (cited.length === 0) return [];
  return [
    {
      text,
      evidence: cited.slice(0, 6).map(({ id, fields }) => ({
        id,
        quote:
          quotes.find((quote) => Object.values(fields).some((value) => value.includes(quote))) ??
          null,
      })),
    },
  ];
}
