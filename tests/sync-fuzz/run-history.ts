import { settleAndCheck } from './checks.ts';
import type { History } from './history.ts';
import { createWorld, type Parts, take } from './world.ts';

/** @throws Error that says which promise was broken */
export async function runHistory(history: History, parts?: Parts): Promise<void> {
  const world = createWorld(history, parts);
  for (const step of history.steps) await take(world, step);
  await settleAndCheck(world);
}
