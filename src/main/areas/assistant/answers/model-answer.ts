/** What a model adds to an answer of the workspace. The figures stay the workspace's; a model's words were checked by code. */
import type {
  AgentBrief,
  AgentOutcome,
  CaseFact,
} from '../../../../shared/areas/assistant/agent.types.ts';
import type {
  Answer,
  AnswerPart,
  CitedEvidence,
} from '../../../../shared/areas/assistant/answer.ts';
import type { AskedFrom } from '../../../../shared/areas/assistant/intents/intent.types.ts';
import type { ModelTask } from '../../../../shared/areas/models/tasks.ts';
import { say } from './parts.ts';

const FACTS_MAX = 60;

export interface ModelAnswers {
  /** Whether a model of any tier is set up for it. */
  isThere(task: ModelTask): boolean;
  ask(
    brief: AgentBrief,
    options: { readonly onPhase: (text: string) => void; readonly signal: AbortSignal },
  ): Promise<AgentOutcome>;
}

interface Named {
  readonly fact: CaseFact;
  readonly cited: CitedEvidence | null;
}

const refOf = (name: string): CaseFact['ref'] => ({ kind: 'action', id: name });

/** What the workspace answered, as records that claims can cite. */
function factsOf(answer: Answer): Named[] {
  const found: Omit<Named, 'fact'>[] = [];
  const fields: { ref: CaseFact['ref']; fields: Record<string, string> }[] = [];
  const add = (
    ref: CaseFact['ref'],
    values: Record<string, string>,
    cited: CitedEvidence | null,
  ) => {
    fields.push({ ref, fields: values });
    found.push({ cited });
  };
  for (const part of answer.parts) {
    if (part.type === 'text') add(refOf('text'), { text: part.text }, null);
    if (part.type === 'figures')
      for (const { label, value, unit } of part.figures)
        add(
          refOf('figure'),
          { label, value: value === null ? 'unknown' : `${value}${unit ?? ''}` },
          null,
        );
    if (part.type === 'table')
      for (const row of part.rows)
        add(
          refOf('row'),
          Object.fromEntries(
            row.map(({ text }, place) => [part.columns[place] ?? `${place}`, text]),
          ),
          null,
        );
  }
  for (const cited of answer.evidence) add(cited.ref, { label: cited.label }, cited);
  return fields.slice(0, FACTS_MAX).map(({ ref, fields: values }, place) => ({
    fact: { id: `E${place + 1}`, ref, at: null, fields: values },
    cited: found[place]?.cited ?? null,
  }));
}

export interface AskedModel {
  readonly task: ModelTask;
  readonly account: string;
  readonly question: string;
  readonly from: AskedFrom;
  /** What the engine says of the case that is asked about; null where none is. */
  readonly engine: AgentBrief['engine'] | null;
}

export function briefOf(
  answer: Answer,
  { task, account, question, from, engine }: AskedModel,
): { brief: AgentBrief; named: Named[] } {
  const named = factsOf(answer);
  const entity = from.entity;
  return {
    named,
    brief: {
      ...{ task, account, question, title: question.slice(0, 120), priority: 'MEDIUM' },
      facts: named.map(({ fact }) => fact),
      entities: entity ? [`${entity.kind}:${entity.value}`] : [],
      engine: engine ?? { verdict: 'undetermined', explanation: null },
    },
  };
}

const FROM_WORKSPACE = 'This answer is from the workspace alone.';

/** Why no model wrote it, after which the workspace's answer follows. A full quota is named as such. */
function noticeOf({ failure, notice }: AgentOutcome): string {
  if (failure === 'rate-limited') return `AI Service Unavailable. ${FROM_WORKSPACE}`;
  const why = notice?.replace(/\s*This is the engine's answer\.$/, '') ?? '';
  return `${why || 'The model gave no answer that holds.'} ${FROM_WORKSPACE}`;
}

const STANDINGS = { supported: 'Supported', refuted: 'Refuted', open: 'Open' } as const;

/** What it thought of the case: hypotheses with what speaks for and against each, proposals, dissent. */
function casePart({ hypotheses, proposals, dissent }: AgentOutcome): AnswerPart[] {
  return [
    ...hypotheses.map(({ text, standing, supports, refutes }) =>
      say(
        [
          `Hypothesis: ${text} ${STANDINGS[standing]}.`,
          ...supports.map((claim) => `For it: ${claim.text}`),
          ...refutes.map((claim) => `Against it: ${claim.text}`),
        ].join('\n'),
      ),
    ),
    ...(proposals.length > 0 ? [say(`For a person to do: ${proposals.join('; ')}`)] : []),
    ...(dissent === null ? [] : [say(`Dissent. ${dissent}`)]),
  ];
}

/** @param isOfCase whether the engine has a verdict that the model's can differ from. */
export function withModel(
  answer: Answer,
  named: readonly Named[],
  outcome: AgentOutcome,
  isOfCase = false,
): Answer {
  if (outcome.by === 'engine') return { ...answer, notice: noticeOf(outcome) };
  const cited = outcome.claims.flatMap((claim) => claim.evidence.map(({ id }) => id));
  const written: AnswerPart[] = [
    say(outcome.summary),
    ...outcome.claims.map((claim) => say(claim.text)),
    ...(isOfCase ? casePart(outcome) : []),
    ...(outcome.couldNotCheck.length > 0
      ? [say(`Could not be checked: ${outcome.couldNotCheck.join('; ')}`)]
      : []),
    ...(outcome.injection.findings.length > 0
      ? [
          say(
            'Some of the records hold text that instructs or excuses itself: possible log injection.',
          ),
        ]
      : []),
  ];
  const chips = named.flatMap(({ fact, cited: chip }) =>
    chip && cited.includes(fact.id) ? [chip] : [],
  );
  return {
    ...answer,
    by: 'model',
    notice: [
      'Written by a model and checked against the records; figures and tables are the workspace’s own.',
      outcome.notice ?? '',
    ]
      .filter(Boolean)
      .join(' '),
    parts: [...written, ...answer.parts],
    evidence: [
      ...new Map(
        [...chips, ...answer.evidence].map((one) => [`${one.ref.kind}:${one.ref.id}`, one]),
      ).values(),
    ],
  };
}
