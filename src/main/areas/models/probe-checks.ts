/** What 'Test connection' asks of a model, and what it makes of the answers. No text of the workspace is in it. */
import type { ProbeCheck } from '../../../shared/areas/models/models.contract.ts';
import type { ModelTool } from '../../platform/model-port.ts';

export const STREAM_QUESTION = 'Write the word harbour twenty times, with spaces between.';

export const WORD_SCHEMA = {
  name: 'word',
  schema: {
    type: 'object',
    properties: { word: { type: 'string' }, count: { type: 'integer' } },
    required: ['word', 'count'],
    additionalProperties: false,
  },
} as const;
export const SCHEMA_QUESTION =
  'Answer in JSON with the word harbour in the field word and the number 3 in the field count.';

export const WORD_TOOL: ModelTool = {
  name: 'look_up_word',
  description: 'Looks a word up and answers how many letters it has.',
  parameters: {
    type: 'object',
    properties: { word: { type: 'string' } },
    required: ['word'],
    additionalProperties: false,
  },
};
export const TOOL_QUESTION =
  'Use the tool look_up_word with the word harbour, then say how many letters it has.';
export const TOOL_ANSWER = '{"word":"harbour","letters":7}';

/** Characters of the longest prompts of the product, and then some. */
const CONTEXT_CHARACTERS = 28_000;
const PLACES = ['river', 'valley', 'station', 'garden', 'bridge', 'market', 'tower', 'meadow'];
const DEEDS = [
  'opens early',
  'stands empty',
  'is painted',
  'was measured',
  'has moved',
  'is quiet',
];

/** A word at the very start, then so much else that a short context has dropped it. */
export function contextQuestion(canary: string): string {
  const lines = [`The canary is ${canary}. Remember it.`];
  for (let n = 0, length = 0; length < CONTEXT_CHARACTERS; n += 1) {
    const line = `Line ${n}: the ${PLACES[n % 8]} ${(n * 37) % 101} ${DEEDS[(n * 5) % 6]}.`;
    lines.push(line);
    length += line.length + 1;
  }
  return `${lines.join('\n')}\nWhat is the canary named in the very first line? Answer with it alone.`;
}

export function isWordAnswer(text: string): boolean {
  try {
    const json = JSON.parse(text) as { word?: unknown; count?: unknown } | null;
    return json?.word === 'harbour' && json.count === 3;
  } catch {
    return false;
  }
}

export const passed = (check: ProbeCheck['check'], detail: string): ProbeCheck => ({
  check,
  outcome: 'passed',
  detail,
});
export const partly = (check: ProbeCheck['check'], detail: string): ProbeCheck => ({
  check,
  outcome: 'partly',
  detail,
});
export const failed = (check: ProbeCheck['check'], detail: string): ProbeCheck => ({
  check,
  outcome: 'failed',
  detail,
});
export const skipped = (check: ProbeCheck['check'], detail: string): ProbeCheck => ({
  check,
  outcome: 'skipped',
  detail,
});
