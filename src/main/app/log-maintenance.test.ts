import { statSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestDb, type TestDb } from '../../../tests/helpers/open-test-db.ts';
import { QUIET_LOG_BYTES } from '../db/checkpoint.ts';
import { startLogMaintenance } from './log-maintenance.ts';

let world: TestDb;
beforeEach(() => {
  vi.useFakeTimers();
  world = openTestDb();
});
afterEach(() => {
  world.close();
  vi.useRealTimers();
});

/** Whether a long log is in the database some seconds later. */
function isTakenOver(runner: { isBusy: boolean; isWritingMuch: boolean }): boolean {
  const { databasePath, connection } = world.storage;
  world.db.write({ actor: null, origin: 'system', action: 'test.write' }, (tx) =>
    tx.run("INSERT INTO meta (key, value) VALUES ('long', ?)", 'x'.repeat(2 * QUIET_LOG_BYTES)),
  );
  const before = statSync(databasePath).size;
  const storage = { current: () => ({ connection }) };
  const stop = startLogMaintenance({ storage, runner });
  vi.advanceTimersByTime(5_000);
  stop();
  return statSync(databasePath).size > before + QUIET_LOG_BYTES;
}

test('[SY250] the log is taken over between clicks where nobody else writes', () => {
  expect(isTakenOver({ isBusy: false, isWritingMuch: false })).toBe(true);
});

test('[SY250] beside a job, or much that arrives by sync, the thread that answers people leaves the log to who writes it', () => {
  expect(isTakenOver({ isBusy: true, isWritingMuch: true })).toBe(false);
});

test('[SY250] sync is no job: what it writes is left to it all the same', () => {
  expect(isTakenOver({ isBusy: false, isWritingMuch: true })).toBe(false);
});
