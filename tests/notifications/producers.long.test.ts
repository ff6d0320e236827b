import { rmSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { SIMULATED_ALERT } from '../../src/shared/areas/alerts/alerts.rules.ts';
import type { Notification } from '../../src/shared/areas/notifications/notifications.contract.ts';
import { DAY_MS } from '../../src/shared/kernel/time.ts';
import { createAlert } from '../helpers/alert-calls.ts';
import { openBeside, queryBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp, TestClock } from '../helpers/open-test-app.ts';
import { type Inbox, inboxOf, newInbox, until } from './notification-calls.ts';

let app: TestApp;
afterEach(async () => {
  await app.close();
  rmSync(app.dataDir, { recursive: true, force: true });
});

async function open(options: Parameters<typeof openTestApp>[0] = {}): Promise<Inbox> {
  app = await openTestApp({ as: 'Administrator', ...options });
  return inboxOf(app, app.adminToken ?? '');
}

const words = (told: readonly Notification[]) =>
  told.map(({ title, body }) => `${title} | ${body}`);

describe('[NT6] a critical alert', () => {
  test('is told in the transaction that stores it, with its place and the way to it', async () => {
    const inbox = await open();
    const answer = await app.request('POST', '/api/alerts', { body: SIMULATED_ALERT });
    const { id } = (await answer.json()) as { id: string };
    expect(await inbox.list()).toMatchObject([
      {
        kind: 'critical-alert',
        title: `New critical alert: ${SIMULATED_ALERT.title}`,
        body: 'WS-FIN-042, j.martin',
        link: `/alerts?alert=${id}`,
        readAt: null,
      },
    ]);
    expect(app.events).toContainEqual(expect.objectContaining({ resource: 'notifications' }));
  });

  test('less severe ones are not told, and a refused one neither', async () => {
    const inbox = await open();
    for (const severity of ['HIGH', 'MEDIUM', 'LOW'] as const) await createAlert(app, { severity });
    await app.request('POST', '/api/alerts', { body: { ...SIMULATED_ALERT, title: '' } });
    expect(await inbox.list()).toEqual([]);
  });

  test('a flood is told by a few and one that counts', async () => {
    const inbox = await open();
    for (let n = 1; n <= 12; n++)
      await createAlert(app, { title: `Flood ${n}`, severity: 'CRITICAL' });
    const told = await inbox.list();
    expect(told).toHaveLength(6);
    expect(words(told)).toContain('7 more critical alerts | Latest: Flood 12');
    const group = told.find(({ title }) => title.startsWith('7'));
    await inbox.mark(group?.id ?? '', true);
    await createAlert(app, { title: 'Flood 13', severity: 'CRITICAL' });
    expect((await inbox.list('?unread=true')).map(({ title }) => title)).toContain(
      '8 more critical alerts',
    );
  });

  test('an import tells of all of its critical alerts at once, and of its end to who started it', async () => {
    const inbox = await open();
    const other = await newInbox(app, 'SOC Analyst');
    const lines = Array.from({ length: 400 }, (_, n) => ({
      title: `Beacon ${n}`,
      severity: n % 2 === 0 ? 'critical' : 'low',
    }));
    const mapping = JSON.stringify({ fields: { title: 'title', severity: 'severity' } });
    const path = `/api/imports?name=beacons.ndjson&format=json&mapping=${encodeURIComponent(mapping)}`;
    const send = () =>
      app.request('POST', path, { rawBody: lines.map((line) => JSON.stringify(line)).join('\n') });
    expect((await send()).status).toBe(201);
    const told = await until(
      () => inbox.list(),
      (list) => list.length >= 2,
    );
    expect(words(told).sort()).toEqual([
      '200 new critical alerts | Import beacons.ndjson',
      'Import beacons.ndjson: done | 400 added, 0 merged, 0 rejected',
    ]);
    expect(words(await other.list())).toEqual(['200 new critical alerts | Import beacons.ndjson']);
    const done = told.find(({ kind }) => kind === 'job-done');
    const [job] = queryBeside<{ id: string }>(
      app.dataDir,
      "SELECT id FROM jobs WHERE kind = 'import'",
    );
    expect(done?.link).toBe(`/alerts?import=${job?.id}`);

    // The same file again adds nothing, so there is nothing new to tell but its end.
    await send();
    const again = await until(
      () => inbox.list(),
      (list) => list.length >= 3,
    );
    expect(again.filter(({ kind }) => kind === 'critical-alert')).toHaveLength(1);
  });
});

describe('[NT7] a job', () => {
  test('that failed says why, to who started it alone', async () => {
    const inbox = await open();
    const other = await newInbox(app, 'Administrator');
    await app.request('POST', '/api/imports?name=nothing.bin', {
      rawBody: new Uint8Array(5000).fill(7),
    });
    const [failed] = await until(
      () => inbox.list(),
      (list) => list.length > 0,
    );
    expect(failed).toMatchObject({ kind: 'job-failed', title: 'Import nothing.bin: failed' });
    expect(failed?.body).toMatch(/\w/);
    expect(await other.list()).toEqual([]);
  });

  test('that a crash cut off is told at the next start', async () => {
    await open();
    const [account] = queryBeside<{ id: string }>(app.dataDir, 'SELECT id FROM users');
    const beside = openBeside(app.dataDir, 'writable');
    beside
      .prepare(
        `INSERT INTO jobs (id, kind, title, state, unit, started_by, created_at, updated_at)
         VALUES ('cut', 'import', 'Import eve.json', 'RUNNING', 'bytes', ?, 1, 1)`,
      )
      .run(account?.id);
    beside.close();
    const { dataDir } = app;
    await app.app.close();
    const again = await openTestApp({ as: null, dataDir });
    const rows = queryBeside(
      dataDir,
      "SELECT title, account FROM notifications WHERE kind = 'job-failed'",
    );
    await again.app.close();
    expect(rows).toEqual([{ title: 'Import eve.json: interrupted', account: account?.id }]);
    app = again;
  });
});

describe('[NT8] dates', () => {
  const START = Date.parse('2026-11-20T12:00:00.000Z');
  const day = (days: number) => new Date(START + days * DAY_MS).toISOString().slice(0, 10);

  function plant(): void {
    const beside = openBeside(app.dataDir, 'writable');
    const stamp = "'1', NULL, NULL";
    beside.exec(`
      INSERT INTO evidence (id, title, type, expiration_date, created_at, row_version, field_versions, deleted_at) VALUES
        ('e1', 'Restore test', 'REPORT', ${START + 10 * DAY_MS}, 1, ${stamp}),
        ('e2', 'Old scan', 'REPORT', ${START - 10 * DAY_MS}, 1, ${stamp}),
        ('e3', 'Far away', 'REPORT', ${START + 31 * DAY_MS}, 1, ${stamp}),
        ('e4', 'Deleted', 'REPORT', ${START}, 1, '1', NULL, 5);
      INSERT INTO policies (id, title, next_review_date, created_at, updated_at, row_version) VALUES
        ('p1', 'Remote access', '${day(0)}', 1, 1, '1'), ('p2', 'Later', '${day(1)}', 1, 1, '1');
      INSERT INTO vendors (id, name, next_assessment, status, created_at, updated_at, row_version) VALUES
        ('v1', 'Fathom', '${day(-3)}', 'ACTIVE', 1, 1, '1'), ('v2', 'Gone', '${day(-3)}', 'TERMINATED', 1, 1, '1');
      INSERT INTO compliance_frameworks (id, name, created_at, row_version) VALUES ('f', 'F', 1, '1');
      INSERT INTO controls (id, framework_id, control_id, title, next_assessment, created_at, updated_at, row_version)
        VALUES ('c1', 'f', 'AC-1', 'Access', ${START - DAY_MS}, 1, 1, '1');
      INSERT INTO risks (id, title, risk_score, inherent_risk, residual_risk, status, target_date, created_at, updated_at, row_version) VALUES
        ('r1', 'Terminals', 4, 4, 3, 'ASSESSED', '${day(-1)}', 1, 1, '1'),
        ('r2', 'Settled', 4, 4, 3, 'MITIGATED', '${day(-1)}', 1, 1, '1');
      INSERT INTO collection_tasks (id, title, cadence, collector, starts_on, next_due, is_active, created_at, updated_at, row_version) VALUES
        ('t1', 'Access review', 'QUARTERLY', 'manual', '${day(7)}', '${day(7)}', 1, 1, 1, '1'),
        ('t2', 'Account list', 'MONTHLY', 'account-list', '${day(-2)}', '${day(-2)}', 1, 1, 1, '1'),
        ('t3', 'Runs by itself', 'MONTHLY', 'account-list', '${day(3)}', '${day(3)}', 1, 1, 1, '1'),
        ('t4', 'Not yet', 'WEEKLY', 'manual', '${day(6)}', '${day(6)}', 1, 1, 1, '1'),
        ('t5', 'Paused', 'MONTHLY', 'manual', '${day(-9)}', '${day(-9)}', 0, 1, 1, '1');
    `);
    beside.close();
  }

  async function restart(clock: TestClock): Promise<string[]> {
    const { dataDir } = app;
    await app.app.close();
    app = await openTestApp({ as: null, dataDir, clock });
    return queryBeside<{ title: string; body: string; link: string }>(
      dataDir,
      'SELECT title, body, link FROM notifications ORDER BY created_at, title',
    ).map(({ title, body, link }) => `${title}: ${body} → ${link}`);
  }

  test('are told at the start, once for each thing and date, and again when a date has moved', async () => {
    const clock = new TestClock(START);
    await open({ clock });
    plant();
    const first = await restart(clock);
    expect(first).toEqual([
      "A control's assessment is due: AC-1 Access → /compliance?tab=controls&control=c1",
      "A policy's review is due: Remote access → /policies?policy=p1",
      "A policy's review is due tomorrow: Later → /policies?policy=p2",
      "A risk's target date has come: Terminals → /risk?risk=r1",
      "A vendor's review is due: Fathom → /vendors?vendor=v1",
      'Evidence expires in 10 days: Restore test → /evidence?evidence=e1',
      'Evidence has expired: Old scan → /evidence?evidence=e2',
      'Evidence is to be collected in 7 days: Access review → /evidence?tab=schedule&task=t1',
      'Evidence to be collected is overdue: Account list → /evidence?tab=schedule&task=t2',
    ]);
    expect(await restart(clock)).toEqual(first);
    const beside = openBeside(app.dataDir, 'writable');
    beside.exec(
      `UPDATE vendors SET next_assessment = '${day(0)}' WHERE id = 'v1';
       DELETE FROM collection_tasks; DELETE FROM notifications`,
    );
    beside.close();
    // What was told is remembered also where retention has deleted the notification.
    expect(await restart(clock)).toEqual(["A vendor's review is due: Fathom → /vendors?vendor=v1"]);
    clock.advance(11 * DAY_MS);
    expect(await restart(clock)).toEqual([
      "A vendor's review is due: Fathom → /vendors?vendor=v1",
      "A policy's review is due: Later → /policies?policy=p2",
      'Evidence expires in 20 days: Far away → /evidence?evidence=e3',
      'Evidence has expired: Restore test → /evidence?evidence=e1',
    ]);
  });

  test('evidence is told of 30, 7 and 1 days before it expires, once each', async () => {
    const clock = new TestClock(START);
    await open({ clock });
    const beside = openBeside(app.dataDir, 'writable');
    beside.exec(`INSERT INTO evidence (id, title, type, verdict, expiration_date, created_at, row_version)
      VALUES ('e1', 'Scan', 'REPORT', 'ACCEPTED', ${START + 40 * DAY_MS}, 1, '1'),
        ('e2', 'Refused', 'REPORT', 'REJECTED', ${START + 40 * DAY_MS}, 1, '1')`);
    beside.close();
    const told: number[] = [];
    let known = 0;
    for (let days = 40; days >= -2; days -= 1) {
      const all = await restart(clock);
      if (all.length > known) told.push(days);
      known = all.length;
      clock.advance(DAY_MS);
    }
    expect(told).toEqual([30, 7, 1, 0, -1]);
  });

  test('many of one sort are told together', async () => {
    const clock = new TestClock(START);
    await open({ clock });
    const beside = openBeside(app.dataDir, 'writable');
    for (let n = 0; n < 40; n++) {
      beside
        .prepare(
          "INSERT INTO vendors (id, name, next_assessment, created_at, updated_at, row_version) VALUES (?, ?, ?, 1, 1, '1')",
        )
        .run(`v${String(n).padStart(2, '0')}`, `Vendor ${n}`, day(-1));
    }
    beside.close();
    expect(await restart(clock)).toEqual([
      '40 reviews of vendors are due within 30 days: Vendor 0, Vendor 1, Vendor 2 and 37 more → /vendors?due=1',
    ]);
  });
});

test('[NT9] the demo has its three unread, also after the next start', async () => {
  const inbox = await open({ workspace: 'demo' });
  expect(await inbox.unread()).toBe(3);
  const all = await inbox.list();
  expect(all.filter(({ readAt }) => readAt === null)).toHaveLength(3);
  const { dataDir, clock } = app;
  await app.app.close();
  app = await openTestApp({ as: null, dataDir, clock });
  expect(await inboxOf(app, inbox.token).unread()).toBe(3);
});
