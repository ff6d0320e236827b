import fc from 'fast-check';
import { expect, test } from 'vitest';
import { histories, purgedHistories } from './history.ts';
import { MUTANTS } from './mutants.ts';
import { runHistory } from './run-history.ts';

/** Half of what CI runs without a fault. */
const RUNS = 5_000;

test.each(MUTANTS)('[SY123] a fault is found: $name', async ({ parts, needsPurge }) => {
  const any = needsPurge ? purgedHistories(60) : histories(60);
  const found = await fc.check(
    fc.asyncProperty(any, (history) => runHistory(history, parts)),
    { numRuns: RUNS, seed: 7, endOnFailure: true },
  );
  expect(found.failed).toBe(true);
});
