import type { Severity } from '../../kernel/severity.ts';
import type { ModelTask } from '../models/tasks.ts';
import type { EvidenceRef, Explanation } from './explanation.ts';

/** A record of the case as the model gets it. `text` may be a stranger's: it is handed over as data. */
export interface CaseFact {
  /** Short and of this run, e.g. `E7`: what claims cite. */
  readonly id: string;
  readonly ref: EvidenceRef;
  readonly at: number | null;
  readonly fields: Readonly<Record<string, string>>;
}

/** What the engine knows of a case before a model is asked anything. */
export interface AgentBrief {
  readonly task: ModelTask;
  readonly account: string | null;
  /** What a person asked; null for an investigation. */
  readonly question: string | null;
  readonly title: string;
  readonly priority: Severity;
  readonly facts: readonly CaseFact[];
  /** Canonical `kind:value`; tools take no other. */
  readonly entities: readonly string[];
  readonly engine: { readonly verdict: CaseVerdict; readonly explanation: Explanation | null };
}

/** From the most to the least alarming. */
export const CASE_VERDICTS = ['malicious', 'suspicious', 'undetermined', 'benign'] as const;
export type CaseVerdict = (typeof CASE_VERDICTS)[number];

export interface Claim {
  readonly text: string;
  readonly evidence: readonly { readonly id: string; readonly quote: string | null }[];
}

export interface Hypothesis {
  readonly text: string;
  readonly supports: readonly Claim[];
  readonly refutes: readonly Claim[];
  readonly standing: 'supported' | 'refuted' | 'open';
}

/** What came of asking a model: always an answer, the engine's where the model's did not hold. */
export interface AgentOutcome {
  readonly by: 'model' | 'engine';
  /** Why it is the engine's, or what was cut; shown with the answer. */
  readonly notice: string | null;
  readonly failure: string | null;
  readonly summary: string;
  readonly claims: readonly Claim[];
  /** What the evidence ids of claims and findings mean; those of the brief first. */
  readonly evidence: readonly {
    readonly id: string;
    readonly ref: EvidenceRef;
    readonly at: number | null;
  }[];
  readonly hypotheses: readonly Hypothesis[];
  readonly verdict: CaseVerdict;
  /** The model's, where it was more benign than the engine's: never the headline. */
  readonly dissent: string | null;
  /** What a person may do; nothing is done. */
  readonly proposals: readonly string[];
  readonly couldNotCheck: readonly string[];
  readonly injection: {
    readonly findings: readonly {
      readonly id: string;
      readonly field: string;
      readonly quote: string;
    }[];
    /** The verdict changed when those texts were masked. */
    readonly changedVerdict: boolean;
  };
  readonly claimsDropped: number;
  readonly calls: readonly string[];
}
