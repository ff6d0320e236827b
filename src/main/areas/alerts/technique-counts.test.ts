import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDb, type TestDb } from '../../../../tests/helpers/open-test-db.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { Caller } from '../../db/write-door.ts';
import { packAlerts } from './alert-batch.ts';
import { insertAlertBatch } from './alert-inserts.store.ts';
import { removeAlerts } from './alert-removal.store.ts';
import { UNTOUCHED } from './alert-rows.ts';

const CALLER: Caller = { actor: null, origin: 'job', action: 'alerts.import' };
const DAY = 20_000;

let world: TestDb;
beforeEach(() => {
  world = openTestDb();
});
afterEach(() => world.close());

function insert(alerts: readonly { id: string; day: number; techniques: string[] }[]): void {
  const batch = packAlerts(
    alerts.map(({ id, day, techniques }) => ({
      row: {
        ...UNTOUCHED,
        id,
        title: id,
        description: '',
        severity: 'LOW' as const,
        source: 'test',
        sourceHost: null,
        sourceUser: null,
        sourceIp: null,
        destIp: null,
        detector: null,
        category: null,
        techniques,
        timeBasis: 'recorded' as const,
        importId: null,
        fingerprint: null,
        createdAt: day * DAY_MS,
        receivedAt: 0,
        updatedAt: 0,
      },
      raw: null,
    })),
  );
  world.db.write(CALLER, (tx) => insertAlertBatch(tx, batch));
}

const counts = () =>
  world.db.read('test', (db) =>
    db.all(
      'SELECT day - ? AS day, technique, n FROM technique_counts WHERE n <> 0 ORDER BY 1, 2',
      DAY,
    ),
  );

test('[DA2] each inserted alert counts once for each of its techniques, on its day', () => {
  insert([
    { id: 'a', day: DAY, techniques: ['T1110', 'T1110', 'T1110.001', 'of our own'] },
    { id: 'b', day: DAY, techniques: ['T1110'] },
    { id: 'c', day: DAY + 1, techniques: ['T1110'] },
    { id: 'd', day: DAY, techniques: [] },
  ]);
  insert([{ id: 'a', day: DAY, techniques: ['T1110'] }]);
  expect(counts()).toEqual([
    { day: 0, technique: 'T1110', n: 2 },
    { day: 0, technique: 'T1110.001', n: 1 },
    { day: 1, technique: 'T1110', n: 1 },
  ]);
});

test('[DA2] what is deleted for good is counted no more', () => {
  insert([
    { id: 'a', day: DAY, techniques: ['T1110', 'T1110.001'] },
    { id: 'b', day: DAY, techniques: ['T1110'] },
  ]);
  world.db.write(CALLER, (tx) => removeAlerts(tx, [1]));
  expect(counts()).toEqual([{ day: 0, technique: 'T1110', n: 1 }]);
  world.db.write(CALLER, (tx) => removeAlerts(tx, [2, 3]));
  expect(counts()).toEqual([]);
});
