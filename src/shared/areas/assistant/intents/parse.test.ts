import { expect, test } from 'vitest';
import { parseQuestion } from './parse.ts';
import { QUESTIONS } from './questions.fixture.ts';

test('[CH10] the table holds at least 150 questions and every intent', () => {
  expect(QUESTIONS.length).toBeGreaterThanOrEqual(150);
  expect(new Set(QUESTIONS.map(([question]) => question)).size).toBe(QUESTIONS.length);
});

test.each(QUESTIONS.map((row) => ({ row, asks: `${row[0]} → ${row[1]}` })))(
  '[CH10] $asks',
  ({ row }) => {
    const [question, intent, slots = {}, from = {}] = row;
    const asked = parseQuestion(question, from);
    expect(asked.intent).toBe(intent);
    expect(asked.slots).toMatchObject(slots);
  },
);
