import { test } from 'vitest';
import { PINNED } from './pinned-histories.ts';
import { runHistory } from './run-history.ts';

test.each(Object.entries(PINNED))('[SY128] %s', async (_name, history) => {
  await runHistory(history);
});
