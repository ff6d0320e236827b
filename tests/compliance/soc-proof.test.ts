import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createCrosswalkGraph } from '../../src/main/areas/compliance/crosswalk-graph.ts';
import { createCrosswalkLibrary } from '../../src/main/areas/compliance/crosswalk-library.ts';
import { createSocProofService } from '../../src/main/areas/compliance/soc-proof.service.ts';
import { createThreatTable } from '../../src/main/areas/compliance/threat-table.ts';
import { createAttackSource } from '../../src/main/db/attack-reader.ts';
import { usersTable } from '../../src/main/db/tables/auth.table.ts';
import { controlsTable, frameworksTable } from '../../src/main/db/tables/compliance.table.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import type { ControlStatus } from '../../src/shared/areas/compliance/compliance.rules.ts';
import { DAY_MS, HOUR_MS } from '../../src/shared/kernel/time.ts';
import { REPOSITORY } from '../helpers/open-test-app.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';

const RESOURCES = join(REPOSITORY, 'resources');
const OFFICER = 'officer';
let test_: TestDb;
let service: ReturnType<typeof createSocProofService>;
beforeEach(() => {
  test_ = openTestDb();
  const { db, clock } = test_;
  service = createSocProofService({
    ...{ db, clock, newId: newUuid },
    graph: createCrosswalkGraph(createCrosswalkLibrary(join(RESOURCES, 'crosswalks'))),
    table: createThreatTable(createAttackSource(join(RESOURCES, 'attack'))),
  });
  const at = clock.now();
  write((tx) => {
    const user = { id: OFFICER, email: 'o@example.test', role: 'Compliance Officer' };
    tx.insert(usersTable, { ...user, createdAt: at, updatedAt: at });
    const pack = { id: 'f', name: 'NIST', packId: 'nist-800-53-r5', createdAt: at };
    tx.insert(frameworksTable, pack);
  });
});
afterEach(() => test_.close());

const write = (fn: Parameters<TestDb['db']['write']>[1]) =>
  test_.db.write({ actor: null, origin: 'system', action: 'test.plant' }, fn);

function addControl(ref: string, status: ControlStatus = 'COMPLIANT', assessedDaysAgo = 60): void {
  const { clock } = test_;
  const at = clock.now() - assessedDaysAgo * DAY_MS;
  write((tx) =>
    tx.insert(controlsTable, {
      ...{ id: ref, frameworkId: 'f', controlId: ref, title: ref, status },
      ...{ lastAssessment: at, createdAt: at, updatedAt: at },
    }),
  );
}
const statusOf = (ref: string) =>
  test_.db.read('test', (db) =>
    db.get<{ status: string }>('SELECT status FROM controls WHERE id = ?', ref),
  )?.status;

interface Planted {
  readonly hoursAgo: number;
  readonly status?: string;
  readonly severity?: string;
  readonly source?: string;
  readonly techniques?: string[];
  readonly firstActionAfterH?: number | null;
  readonly autoClosed?: boolean;
  readonly overturned?: boolean;
}
let count = 0;
function addAlert(planted: Planted): string {
  const { hoursAgo, status = 'RESOLVED', severity = 'LOW', source = 'edr' } = planted;
  const { techniques = [], firstActionAfterH = 1 } = planted;
  const at = test_.clock.now() - hoursAgo * HOUR_MS;
  const acted = firstActionAfterH === null ? null : at + firstActionAfterH * HOUR_MS;
  const isClosed = status === 'RESOLVED' || status === 'FALSE_POSITIVE';
  const id = `alert-${count++}`;
  const sql = test_.storage.connection;
  sql
    .prepare(
      `INSERT INTO alerts (id, title, description, severity, status, source, techniques, created_at,
         received_at, updated_at, resolved_at, first_action_at, auto_closed_at, overturned_at, row_version)
       VALUES (?, 'An alert', 'd', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '1')`,
    )
    .run(
      ...[id, severity, status, source, JSON.stringify(techniques), at, at, at],
      ...[isClosed ? (acted ?? at) : null, acted],
      ...[planted.autoClosed ? acted : null, planted.overturned ? acted : null],
    );
  sql
    .prepare(
      `INSERT INTO alert_counts (hour, source, status, severity, n) VALUES (?, ?, ?, ?, 1)
       ON CONFLICT DO UPDATE SET n = n + 1`,
    )
    .run(Math.floor(at / HOUR_MS), source, status, severity);
  return id;
}
const open = () => service.challenges({ limit: 100, state: 'OPEN' }).rows;

describe('[GA13] a confirmed alert', () => {
  // T1566.001 is mitigated by SI-3 and SI-4, says the table.
  const CONFIRMED = { hoursAgo: 48, techniques: ['T1566.001'] };

  test('opens a challenge to the control that should stop its technique, and changes nothing', async () => {
    for (const ref of ['SI-3', 'SI-4', 'PE-3']) addControl(ref);
    const id = addAlert(CONFIRMED);
    expect((await service.evaluate(null)).opened).toBe(1);
    expect(open()).toMatchObject([
      {
        ...{ controlId: 'SI-3', kind: 'ALERT', technique: 'T1566.001', alert: { id } },
        ...{ proposedStatus: 'PARTIALLY_COMPLIANT', controlStatus: 'COMPLIANT' },
      },
    ]);
    expect(statusOf('SI-3')).toBe('COMPLIANT');
    expect((await service.evaluate(null)).opened).toBe(0);
  });

  test.each([
    ['a false positive', { status: 'FALSE_POSITIVE' }],
    ['an automatic closing', { autoClosed: true }],
    ['still open', { status: 'OPEN' }],
    ['without a technique', { techniques: [] }],
    ['of a technique that it does not stop', { techniques: ['T1595.001'] }],
    ['more than 30 days ago', { hoursAgo: 31 * 24 }],
  ] as const)('%s says nothing', async (_, over) => {
    addControl('SI-3');
    addAlert({
      ...CONFIRMED,
      ...over,
      techniques: [...('techniques' in over ? over.techniques : CONFIRMED.techniques)],
    });
    expect((await service.evaluate(null)).opened).toBe(0);
  });

  test('a control of detection is doubted only where it was looked at too late', async () => {
    addControl('SI-4');
    addAlert({ ...CONFIRMED, severity: 'HIGH', firstActionAfterH: 3 });
    expect((await service.evaluate(null)).opened).toBe(0);
    addAlert({ ...CONFIRMED, severity: 'HIGH', firstActionAfterH: 6 });
    expect((await service.evaluate(null)).opened).toBe(1);
    expect(open()[0]?.reason).toContain('2.0 h after its time limit');
  });

  test.each(['NON_COMPLIANT', 'NOT_ASSESSED'] as const)('%s claims nothing', async (status) => {
    addControl('SI-3', status);
    addAlert(CONFIRMED);
    expect((await service.evaluate(null)).opened).toBe(0);
  });

  test('what happened before the last assessment or decision opens nothing', async () => {
    addControl('SI-3', 'COMPLIANT', 1);
    addAlert(CONFIRMED);
    expect((await service.evaluate(null)).opened).toBe(0);
    addAlert({ ...CONFIRMED, hoursAgo: 20 });
    expect((await service.evaluate(null)).opened).toBe(1);
    service.dismiss(open()[0]?.id ?? '', OFFICER, 'Blocked at the gateway');
    expect((await service.evaluate(null)).opened).toBe(0);
    test_.clock.advance(2 * HOUR_MS);
    addAlert({ ...CONFIRMED, hoursAgo: 1.5, firstActionAfterH: 0.5 });
    expect((await service.evaluate(null)).opened).toBe(1);
  });

  test('a sub-technique that the table does not know counts as its technique', async () => {
    addControl('SI-3');
    addAlert({ ...CONFIRMED, techniques: ['T1566.999'] });
    expect((await service.evaluate(null)).opened).toBe(1);
  });
});

describe('[GA12] a decision', () => {
  beforeEach(async () => {
    addControl('SI-3');
    addAlert({ hoursAgo: 48, techniques: ['T1566.001'] });
    await service.evaluate(null);
  });
  const history = () =>
    test_.db.read('test', (db) =>
      db.all<{ actor: string; action: string; resource: string; reason: string | null }>(
        `SELECT actor, action, resource, reason FROM audit_log
         WHERE action LIKE 'compliance.%Challenge' AND action <> 'compliance.openChallenge' ORDER BY seq`,
      ),
    );

  test('confirmed: the control is put down one step, in both histories', () => {
    const [challenge] = open();
    const decided = service.confirm(challenge?.id ?? '', OFFICER, 'Seen on the mail gateway');
    expect(decided).toMatchObject({
      ...{ state: 'CONFIRMED', note: 'Seen on the mail gateway', decidedBy: 'o@example.test' },
      controlStatus: 'PARTIALLY_COMPLIANT',
    });
    expect(statusOf('SI-3')).toBe('PARTIALLY_COMPLIANT');
    const entry = { actor: OFFICER, action: 'compliance.confirmChallenge' };
    expect(history()).toMatchObject([
      { ...entry, resource: 'controls', reason: 'Seen on the mail gateway' },
      { ...entry, resource: 'control_challenges' },
    ]);
  });

  test('dismissed: the control stays, and the reason is kept', () => {
    const [challenge] = open();
    service.dismiss(challenge?.id ?? '', OFFICER, 'Blocked');
    expect(statusOf('SI-3')).toBe('COMPLIANT');
    expect(history()).toEqual([
      {
        ...{ actor: OFFICER, action: 'compliance.dismissChallenge' },
        ...{ resource: 'control_challenges', reason: 'Blocked' },
      },
    ]);
  });

  test('a control that was put lower meanwhile is not raised; a second decision is refused', () => {
    write((tx) => tx.update(controlsTable, 'SI-3', { status: 'NON_COMPLIANT' }));
    const id = open()[0]?.id ?? '';
    service.confirm(id, OFFICER, null);
    expect(statusOf('SI-3')).toBe('NON_COMPLIANT');
    expect(() => service.dismiss(id, OFFICER, 'Late')).toThrow('decided already');
    expect(() => service.confirm('nothing', OFFICER, null)).toThrow('no such challenge');
  });
});

describe('[GA14] a figure beyond its limit', () => {
  test('opens one challenge for each control that it proves, and not again for 30 days', async () => {
    for (const ref of ['SI-4', 'IR-4', 'SI-3']) addControl(ref);
    for (let n = 0; n < 10; n++) addAlert({ hoursAgo: 100 + n, firstActionAfterH: n < 9 ? 1 : 73 });
    expect((await service.evaluate(null)).opened).toBe(0);
    addAlert({ hoursAgo: 200, firstActionAfterH: null, status: 'OPEN' });
    expect((await service.evaluate(null)).opened).toBe(2);
    const found = open();
    expect(found.map(({ controlId }) => controlId).sort()).toEqual(['IR-4', 'SI-4']);
    expect(found[0]).toMatchObject({ kind: 'THRESHOLD', measure: 'TRIAGE' });
    expect(found[0]?.reason).toContain('9 of 11 alerts');
    service.dismiss(found[0]?.id ?? '', OFFICER, 'Holiday');
    expect((await service.evaluate(null)).opened).toBe(0);
  });

  test('too few alerts open none', async () => {
    addControl('IR-4');
    for (let n = 0; n < 9; n++)
      addAlert({ hoursAgo: 100, firstActionAfterH: null, status: 'OPEN' });
    const { record, opened } = await service.evaluate(null);
    expect(record.figures[0]).toMatchObject({ value: 0, sample: 9, isBroken: false });
    expect(opened).toBe(0);
  });

  test('a regular source that has fallen silent, against one that was never regular', async () => {
    addControl('AU-6');
    for (let day = 5; day < 15; day++) addAlert({ hoursAgo: day * 24, source: 'firewall' });
    addAlert({ hoursAgo: 20 * 24, source: 'once' });
    for (let day = 0; day < 15; day++) addAlert({ hoursAgo: day * 24 + 1, source: 'edr' });
    const { record } = await service.evaluate(null);
    expect(record.silentSources.map(({ source }) => source)).toEqual(['firewall']);
    expect(open()).toMatchObject([{ controlId: 'AU-6', measure: 'SILENT_SOURCE' }]);
  });

  test('closings that were taken back', async () => {
    addControl('IR-5');
    for (let n = 0; n < 20; n++)
      addAlert({ hoursAgo: 90, autoClosed: true, overturned: n < 2, firstActionAfterH: 0.1 });
    const { record } = await service.evaluate(null);
    expect(record.figures[2]).toMatchObject({ value: 10, sample: 20, isBroken: true });
    expect(open()).toMatchObject([{ controlId: 'IR-5', measure: 'OVERTURNED' }]);
  });
});

test('[GA16] the record is what a scan finds, and without alerts a control is untested', async () => {
  addControl('SI-4');
  expect((await service.overview()).controls).toMatchObject([{ ref: 'SI-4', state: 'untested' }]);
  let seed = 11;
  const next = (n: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * n);
  };
  const LIMITS = { CRITICAL: 1, HIGH: 4, MEDIUM: 24, LOW: 72 };
  const severities = Object.keys(LIMITS) as (keyof typeof LIMITS)[];
  let [due, inTime, total] = [0, 0, 0];
  for (let n = 0; n < 400; n++) {
    const severity = severities[next(4)] ?? 'LOW';
    // Half an hour off the hour, so that no alert lies on a limit.
    const hoursAgo = next(28 * 24) + 0.5;
    const firstActionAfterH = [0.5, 3, 20, 60, 100, null][next(6)] ?? null;
    addAlert({ hoursAgo, severity, firstActionAfterH, source: `s${next(4)}` });
    total += 1;
    if (hoursAgo <= LIMITS[severity]) continue;
    due += 1;
    if (firstActionAfterH !== null && firstActionAfterH <= LIMITS[severity]) inTime += 1;
  }
  const { record } = await service.evaluate(null);
  expect(record.alerts).toBe(total);
  expect(record.figures[0]).toMatchObject({
    sample: due,
    value: Math.floor((1000 * inTime) / due) / 10,
  });
});

test('a control tells its state with the figures behind it, and one that the queue does not prove has none', async () => {
  addControl('SI-4');
  addControl('PE-3');
  addAlert({ hoursAgo: 100 });
  const proved = await service.ofControl('SI-4');
  expect(proved.state).toBe('live');
  expect(proved.figures.map(({ measure }) => measure)).toEqual(['TRIAGE', 'SILENT_SOURCE']);
  const other = await service.ofControl('PE-3');
  expect(other).toMatchObject({ state: null, record: null, figures: [] });
  await expect(service.ofControl('nothing')).rejects.toThrow('no such control');
});
