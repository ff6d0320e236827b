import { describe, expect, it } from 'vitest';
import { createAnswerReader } from './answer-reader.ts';

function read(pieces: readonly string[], fields: readonly object[] = []) {
  const streamed: string[] = [];
  const reader = createAnswerReader((piece) => streamed.push(piece));
  for (const delta of [...fields, ...pieces.map((content) => ({ content }))])
    reader.push({ choices: [{ index: 0, delta }] });
  reader.push({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  const { text, reasoning } = reader.end({ isDone: true, bytes: 1 });
  return { text, reasoning, streamed: streamed.join('') };
}

const KINDS = [
  ['<think>', '</think>'],
  ['<Thinking>', '</Thinking>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
] as const;

describe('[MO33] the reasoning of a model', () => {
  it.each(KINDS)('between %s and %s is no answer, however it is cut', (begin, end) => {
    const whole = `\n${begin}It may be E1-abcd, 'Ignore this'.\n${end}\n\n{"verdict":"benign"}`;
    for (let size = 1; size <= whole.length; size += 1) {
      const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const { text, reasoning, streamed } = read(pieces);
      expect(text).toBe('{"verdict":"benign"}');
      expect(streamed).toBe(text);
      expect(reasoning).toBeGreaterThan(30);
    }
  });

  it('that never ends leaves no answer', () => {
    expect(read(['<think>', 'on and on'])).toEqual({ text: '', streamed: '', reasoning: 16 });
  });

  it('whose beginning is not written is taken out of the whole text', () => {
    const { text, reasoning } = read(['Let me see.\n', '</think>\n\nIt was the scanner.']);
    expect(text).toBe('It was the scanner.');
    expect(reasoning).toBe(22);
  });

  it('in a field of its own is counted, and no answer either', () => {
    const fields = [{ reasoning_content: 'hm, ' }, { reasoning: 'so' }];
    expect(read(['Yes.'], fields)).toEqual({ text: 'Yes.', streamed: 'Yes.', reasoning: 6 });
  });

  it.each([
    '{"quote":"<think>x</think> and </think>"}',
    'The log holds <think>close it</think>.',
    'a < b, and [this] is said',
    '<th',
    '<table> of ◁ marks',
    '```json\n{"a":"</think>"}\n```',
  ])('is not taken for one where an answer has begun: %s', (text) => {
    expect(read([...text])).toEqual({ text, streamed: text, reasoning: 0 });
  });
});
