import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSyncService } from '../../../src/main/areas/sync/sync.service.ts';
import type {
  FromSyncThread,
  ToSyncThread,
} from '../../../src/main/areas/sync/worker/sync-thread-setup.ts';
import { writeMemory } from '../../../src/main/areas/sync/worker/worker.store.ts';
import { newUuid } from '../../../src/main/platform/ids.ts';
import { openTestDb, type TestDb } from '../../helpers/open-test-db.ts';

let opened: TestDb;
let sent: ToSyncThread[];
let isRunning: boolean;
beforeEach(() => {
  opened = openTestDb();
  sent = [];
  isRunning = true;
});
afterEach(() => opened.close());

const never = (): never => {
  throw new Error('Not asked for here');
};

/** A thread that hears everything and has come to nothing yet. */
function open() {
  const { db, clock } = opened;
  const calls = { conflicts: never, conflict: never, takeOther: never, accept: never, undo: never };
  return createSyncService({
    ...{ db, clock, newId: newUuid, membership: () => 'joined', isIsolated: () => false },
    ...{ changed() {}, followPeople() {}, markRevoked() {} },
    conflicts: { ...calls, openCount: () => 0 },
    refused: { count: () => 0, list: never, retry: never },
    files: { files: never, setPolicy: never },
    thread: { isRunning: () => isRunning, send: (message) => sent.push(message) },
  });
}

const remember = (isPaused: boolean) =>
  opened.db.write({ actor: null, origin: 'system', action: 'test' }, (tx) =>
    writeMemory(tx, { isPaused }),
  );
type ToldState = Extract<FromSyncThread, { type: 'state' }>['state'];
const stateOf = (name: ToldState['name']): ToldState => ({
  ...{ name, progress: null, problem: null, nextTryAt: null, backlog: 0 },
  ...{ lastSuccessAt: null, clock: null, digests: null },
  figures: { rowsReceived: 0, rowsSent: 0 },
});

test('[SY245] sync now right after Resume is done, before the thread has written that it goes on', () => {
  remember(true);
  const { service, hear } = open();
  hear({ type: 'state', state: stateOf('paused') });
  expect(() => service.syncNow()).toThrow('Sync is paused');
  service.resume('ada');
  expect(service.status().state).toBe('waiting');
  service.syncNow();
  expect(sent).toEqual([
    { type: 'pause', isPaused: false },
    { type: 'poke', why: 'person' },
  ]);
});

test('[SY245] right after Pause it is refused, and what was said last counts', () => {
  const { service, hear } = open();
  hear({ type: 'state', state: stateOf('up-to-date') });
  service.pause('ada');
  expect(service.status().state).toBe('paused');
  expect(() => service.syncNow()).toThrow('Sync is paused');
  service.resume('ada');
  remember(true);
  expect(() => service.syncNow()).not.toThrow();
});

test('[SY245] a thread that ended before it came to it has not paused', () => {
  const { service, died } = open();
  service.pause('ada');
  died();
  expect(service.status().state).not.toBe('paused');
  isRunning = false;
  service.pause('ada');
  expect(service.status().state).not.toBe('paused');
});
