import fc from 'fast-check';
import { test } from 'vitest';
import { histories } from './history.ts';
import { runHistory } from './run-history.ts';

const RUNS = Number(process.env.WATCHFLOOR_SYNC_HISTORIES ?? 10_000);
/** The failure prints its seed; the smallest history goes into pinned-histories.ts. */
const SEED = Number(process.env.WATCHFLOOR_SYNC_SEED ?? 1);

test('[SY122] workstations that were apart converge: 10,000 histories, or as many as are asked for', async () => {
  await fc.assert(
    fc.asyncProperty(histories(60), (history) => runHistory(history)),
    { numRuns: RUNS, seed: SEED },
  );
}, 3_600_000);
