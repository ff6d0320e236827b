import { expect, test } from 'vitest';
import type { AgentOutcome } from '../../../../shared/areas/assistant/agent.types.ts';
import type { Answer } from '../../../../shared/areas/assistant/answer.ts';
import { briefOf, withModel } from './model-answer.ts';

const ANSWER: Answer = {
  by: 'workspace',
  intent: 'count-alerts',
  notice: null,
  parts: [
    { type: 'text', text: 'There are 3 alerts.', tone: 'plain' },
    { type: 'figures', figures: [{ label: 'Alerts', value: 3, unit: null, link: '/alerts' }] },
  ],
  evidence: [{ ref: { kind: 'alert', id: 'a1' }, label: 'Beacon', link: '/alerts?alert=a1' }],
  suggestions: [],
};
const ASKED = {
  task: 'chat',
  account: 'u',
  question: 'how many?',
  from: {},
  engine: null,
} as const;
const OUTCOME: AgentOutcome = {
  ...{ by: 'model', notice: null, failure: null, summary: 'Three alerts, one a beacon.' },
  claims: [{ text: 'One is a beacon.', evidence: [{ id: 'E3', quote: 'Beacon' }] }],
  ...{ hypotheses: [], verdict: 'undetermined', dissent: null, proposals: [], couldNotCheck: [] },
  injection: { findings: [], changedVerdict: false },
  ...{ claimsDropped: 0, calls: [], evidence: [] },
};

test('[CH14] what the workspace answered is what a model may cite', () => {
  const { brief } = briefOf(ANSWER, ASKED);
  expect(brief.facts.map(({ id, fields }) => [id, fields])).toEqual([
    ['E1', { text: 'There are 3 alerts.' }],
    ['E2', { label: 'Alerts', value: '3' }],
    ['E3', { label: 'Beacon' }],
  ]);
});

test('[CH14] a model’s words stand before the workspace’s figures, which stay', () => {
  const { named } = briefOf(ANSWER, ASKED);
  const answer = withModel(ANSWER, named, OUTCOME);
  expect(answer.by).toBe('model');
  expect(answer.notice).toContain('checked against the records');
  expect(answer.parts.slice(2)).toEqual(ANSWER.parts);
  expect(answer.evidence).toEqual(ANSWER.evidence);
});

test('[CH29] of a case it says the hypotheses with what speaks for and against them, and dissent', () => {
  const engine = { verdict: 'suspicious', explanation: null } as const;
  const { brief, named } = briefOf(ANSWER, { ...ASKED, engine });
  expect(brief.engine).toEqual(engine);
  const claim = (text: string) => ({ text, evidence: [] });
  const outcome: AgentOutcome = {
    ...OUTCOME,
    hypotheses: [
      {
        ...{ text: 'It is a beacon.', standing: 'supported' },
        ...{ supports: [claim('It comes back.')], refutes: [claim('It is slow.')] },
      },
    ],
    ...{ proposals: ['Isolate web-01'], dissent: 'The model says benign.' },
  };
  const said = withModel(ANSWER, named, outcome, true).parts.flatMap((part) =>
    part.type === 'text' ? [part.text] : [],
  );
  expect(said).toContain(
    'Hypothesis: It is a beacon. Supported.\nFor it: It comes back.\nAgainst it: It is slow.',
  );
  expect(said).toContain('For a person to do: Isolate web-01');
  expect(said).toContain('Dissent. The model says benign.');
  const others = withModel(ANSWER, named, outcome).parts;
  expect(JSON.stringify(others)).not.toContain('Dissent');
});

test.each([
  [
    'rate-limited',
    'AI Service Unavailable',
    /^AI Service Unavailable\. This answer is from the workspace alone\.$/,
  ],
  [
    'stalled',
    "The model stopped answering. This is the engine's answer.",
    /^The model stopped answering\. This answer is from the workspace alone\.$/,
  ],
  ['refused', null, /^The model gave no answer that holds\./],
])(
  '[CH14] where a model fails (%s), the answer of the workspace stands',
  (failure, notice, said) => {
    const outcome: AgentOutcome = { ...OUTCOME, by: 'engine', failure, notice };
    const answer = withModel(ANSWER, briefOf(ANSWER, ASKED).named, outcome);
    expect(answer.notice).toMatch(said);
    expect({ ...answer, notice: null }).toEqual(ANSWER);
  },
);
