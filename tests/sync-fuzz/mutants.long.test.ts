import fc from 'fast-check';
import { expect, test } from 'vitest';
import { histories } from './history.ts';
import { MUTANTS } from './mutants.ts';
import { runHistory } from './run-history.ts';

/** Half of what CI runs without a fault. */
const RUNS = 5_000;

test.each(MUTANTS)('[SY123] a fault is found: $name', async ({ parts }) => {
  const found = await fc.check(
    fc.asyncProperty(histories(60), (history) => runHistory(history, parts)),
    { numRuns: RUNS, seed: 7, endOnFailure: true },
  );
  expect(found.failed).toBe(true);
});
