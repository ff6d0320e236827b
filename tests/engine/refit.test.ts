import { afterAll, beforeAll, expect, test } from 'vitest';
import { savePolicy } from '../../src/main/areas/assistant/automation.store.ts';
import { pointsHealth } from '../../src/main/areas/assistant/engine-points.health.ts';
import {
  lastRefit,
  pointsInUse,
  readExamples,
} from '../../src/main/areas/assistant/engine-points.store.ts';
import { redoOpen } from '../../src/main/areas/assistant/engine-redo.store.ts';
import { startAnew } from '../../src/main/areas/assistant/engine-work.store.ts';
import { assess } from '../../src/shared/areas/assistant/engine/assess.ts';
import { POINTS } from '../../src/shared/areas/assistant/engine/points.ts';
import { DAY_MS } from '../../src/shared/kernel/time.ts';
import { engineAlert, factsWith } from '../helpers/engine-cases.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { BY, createDesk } from './engine-desk.ts';

let opened: TestDb;
let desk: ReturnType<typeof createDesk>;
let ann: string;
beforeAll(() => {
  opened = openTestDb();
  desk = createDesk(opened);
  ann = desk.person('SOC Analyst');
});
afterAll(() => opened.close());

const read = <T>(fn: (db: Parameters<typeof pointsInUse>[0]) => T): T => opened.db.read('t', fn);
const suspicionOf = (id: string) =>
  opened.db.read(
    't',
    (db) =>
      db.get<{ suspicion: number }>(
        'SELECT d.suspicion FROM engine_decisions d JOIN alerts a ON a.seq = d.alert_seq WHERE a.id = ?',
        id,
      )?.suspicion,
  );

/** Of 40 hosts, so that no pattern has enough: HIGH is malicious, LOW is benign. */
function verdicts(n: number, isMalicious: boolean): string[] {
  const ids = Array.from({ length: n }, (_, i) =>
    desk.alert({
      severity: isMalicious ? 'HIGH' : 'LOW',
      ...{ sourceHost: `host-${i % 40}`, detector: isMalicious ? 'edr-1' : 'disk-1' },
    }),
  );
  desk.work();
  for (const id of ids) desk.close(id, ann, isMalicious);
  desk.work();
  return ids;
}

test('[EG65] too few verdicts leave the hand-set points', () => {
  desk.alert({ title: 'Waits', severity: 'HIGH', detector: 'edr-9', sourceHost: 'waits' });
  verdicts(49, true);
  opened.clock.advance(DAY_MS);
  verdicts(200, false);
  expect(read(readExamples)).toMatchObject({ malicious: 49, benign: 200 });
  expect(read(pointsInUse)).toEqual({ revision: 0, points: POINTS });
});

test('[EG65] the engine refits on the verdicts it had spoken before, says how, and ranks what is open anew', () => {
  const waits = desk.alert({ severity: 'HIGH', detector: 'edr-9', sourceHost: 'waits-2' });
  desk.work();
  const before = suspicionOf(waits) ?? 0;
  opened.clock.advance(DAY_MS);
  verdicts(30, true);
  const refit = read(lastRefit);
  expect(refit).toMatchObject({ revision: 1 });
  expect(refit?.points['severity-high']).toBeGreaterThan(POINTS['severity-high']);
  expect(refit?.points['severity-low']).toBeLessThan(POINTS['severity-low']);
  for (const code of ['text-injection', 'unseen-context', 'external-peer'] as const)
    expect(refit?.points[code]).toBeGreaterThanOrEqual(POINTS[code]);
  expect(suspicionOf(waits)).toBeGreaterThan(before);
  const health = read(pointsHealth);
  expect(health).toMatchObject({ use: 'REFITTED', refit: { revision: 1 } });
  expect(health.refit?.changes.find(({ code }) => code === 'severity-high')).toMatchObject({
    byHand: 28,
    refitted: refit?.points['severity-high'],
  });
  expect(assess(engineAlert(), factsWith(), null, read(pointsInUse)).version).toContain(
    '+points.1',
  );
});

test('[EG65] the same verdicts give the same points again', () => {
  const before = read(lastRefit);
  const examples = read(readExamples);
  opened.db.write(BY, startAnew);
  desk.work();
  expect(read(readExamples)).toEqual(examples);
  expect(read(lastRefit)).toEqual(before);
});

test('[EG65] of one pattern a day ten verdicts count, and a verdict that is taken back counts no more', () => {
  const counted = () => read(readExamples).benign;
  const before = counted();
  opened.clock.advance(DAY_MS);
  const ids = Array.from({ length: 30 }, () =>
    desk.alert({ severity: 'LOW', detector: 'flood', sourceHost: 'one' }),
  );
  desk.work();
  for (const id of ids) desk.close(id, ann);
  desk.work();
  expect(counted()).toBe(before + 10);
  for (const id of ids) desk.reopen(id);
  desk.work();
  expect(counted()).toBe(before);
});

test('[EG66] a person switches back to the hand-set points, and the queue follows', () => {
  const waits = desk.alert({ severity: 'HIGH', detector: 'edr-9', sourceHost: 'waits-3' });
  desk.work();
  const refitted = suspicionOf(waits) ?? 0;
  opened.db.write(BY, (tx) => {
    savePolicy(tx, {
      ...{ state: 'SHADOW', dailyCap: 50, points: 'HAND', reason: 'A bad week', changedBy: ann },
    });
    redoOpen(tx);
  });
  desk.work();
  expect(read(pointsInUse).revision).toBe(0);
  expect(suspicionOf(waits)).toBeLessThan(refitted);
});
