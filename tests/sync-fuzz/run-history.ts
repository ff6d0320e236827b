import { settleAndCheck } from './checks.ts';
import type { History } from './history.ts';
import { take } from './steps.ts';
import { createWorld, type Parts } from './world.ts';

/** @throws Error that says which promise was broken */
export async function runHistory(history: History, parts?: Parts): Promise<void> {
  const world = createWorld(history, take, parts);
  for (const step of history.steps) await world.take(step);
  await settleAndCheck(world);
}
