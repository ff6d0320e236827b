import { afterEach, expect, test } from 'vitest';
import type {
  RetentionCounts,
  RetentionStatus,
} from '../src/shared/areas/settings/retention.contract.ts';
import { jobSchema } from '../src/shared/contract/jobs.ts';
import { openBeside, queryBeside } from './helpers/beside.ts';
import { openTestApp, type TestApp, TestClock } from './helpers/open-test-app.ts';
import { suricataFile } from './helpers/suricata-lines.ts';

const DAY = 86_400_000;
let open: TestApp[] = [];
afterEach(async () => {
  for (const app of open) await app.close();
  open = [];
});

/** Jobs run on the real clock; so does the core here. */
async function start(options: Parameters<typeof openTestApp>[0] = {}): Promise<TestApp> {
  const clock = new TestClock(Date.now());
  const app = await openTestApp({ as: 'Administrator', clock, ...options });
  open.push(app);
  return app;
}

async function restart(app: TestApp): Promise<TestApp> {
  await app.app.close();
  open = open.filter((one) => one !== app);
  return start({ as: null, dataDir: app.dataDir });
}

function change(app: TestApp, sql: string, ...values: unknown[]): void {
  const connection = openBeside(app.dataDir, 'writable');
  connection.prepare(sql).run(...values);
  connection.close();
}

const one = (app: TestApp, sql: string) => queryBeside<{ n: number }>(app.dataDir, sql)[0]?.n ?? 0;

/** 300 alerts: a hundred open, a hundred closed now, a hundred closed long ago. */
async function withAlerts(): Promise<TestApp> {
  const app = await start();
  await app.request('POST', '/api/imports?name=a.json', { rawBody: suricataFile(300) });
  const old = Date.now() - 100 * DAY;
  const connection = openBeside(app.dataDir, 'writable');
  const close = connection.prepare(
    "UPDATE alerts SET status = 'RESOLVED', resolved_at = ?, created_at = ? WHERE seq % 3 = ?",
  );
  close.run(Date.now() - DAY, old, 1);
  close.run(old, old, 2);
  connection.prepare('UPDATE alerts SET created_at = ? WHERE seq % 3 = 0').run(old);
  connection.exec(`DELETE FROM alert_counts; DELETE FROM alert_totals;
    INSERT INTO alert_counts SELECT created_at / 3600000, source, status, severity, count(*) FROM alerts GROUP BY 1, 2, 3, 4;
    INSERT INTO alert_totals SELECT source, status, severity, count(*) FROM alerts GROUP BY 1, 2, 3`);
  connection.close();
  return app;
}

async function preview(app: TestApp, query: string): Promise<RetentionCounts> {
  return (await (await app.request('GET', `/api/retention/preview?${query}`)).json()) as never;
}

async function untilRun(app: TestApp): Promise<void> {
  await expect
    .poll(() => one(app, "SELECT count(*) AS n FROM meta WHERE key = 'retention_last'"), {
      timeout: 20_000,
    })
    .toBe(1);
}

test('[SET27] a preview counts what other settings would delete, and deletes nothing', async () => {
  const app = await withAlerts();
  expect((await preview(app, '')).alerts).toBe(0);
  expect((await preview(app, 'alertsDays=30')).alerts).toBe(100);
  expect((await preview(app, 'alertsDays=365')).alerts).toBe(0);
  expect((await preview(app, 'alertsDays=never')).alerts).toBe(0);
  expect(one(app, 'SELECT count(*) AS n FROM alerts')).toBe(300);
  for (const query of ['alertsDays=0', 'alertsDays=3651', 'jobsDays=a', 'chatDays=-1'])
    expect((await app.request('GET', `/api/retention/preview?${query}`)).status).toBe(400);
});

test('[SET28] what was closed long enough ago goes, at the start, with all that hangs on it; what is open stays', async () => {
  const app = await withAlerts();
  const raw = () => one(app, 'SELECT sum(last_seq - first_seq + 1) AS n FROM alert_raw');
  expect(raw()).toBe(300);
  const saved = await app.request('PATCH', '/api/settings', {
    body: { retention: { alertsDays: 30 } },
  });
  expect(saved.status).toBe(200);
  const again = await restart(app);
  await untilRun(again);

  expect(one(again, 'SELECT count(*) AS n FROM alerts')).toBe(200);
  expect(one(again, "SELECT count(*) AS n FROM alerts WHERE status = 'OPEN'")).toBe(100);
  expect(one(again, 'SELECT sum(n) AS n FROM alert_totals')).toBe(200);
  expect(one(again, 'SELECT sum(n) AS n FROM alert_counts')).toBe(200);
  expect(one(again, 'SELECT count(*) AS n FROM alerts_fts')).toBe(200);
  expect(one(again, "SELECT count(*) AS n FROM alerts_fts WHERE alerts_fts MATCH 'suricata'")).toBe(
    200,
  );
  const audited = queryBeside<{ n: number; origin: string }>(
    again.dataDir,
    "SELECT sum(row_count) AS n, origin FROM audit_log WHERE action = 'settings.retention' AND resource = 'alerts'",
  );
  expect(audited).toEqual([{ n: 100, origin: 'system' }]);
  const job = queryBeside<{ state: string }>(
    again.dataDir,
    "SELECT state FROM jobs WHERE kind = 'retention'",
  );
  expect(job).toHaveLength(1);
});

test('a raw record goes with its alert and stays with its neighbours', async () => {
  const app = await withAlerts();
  await app.request('PATCH', '/api/settings', { body: { retention: { alertsDays: 30 } } });
  const again = await restart(app);
  await untilRun(again);
  const login = await again.request('POST', '/api/login', {
    body: { email: 'admin@example.test', password: 'correct horse battery' },
    token: null,
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const rows = queryBeside<{ id: string }>(
    again.dataDir,
    'SELECT id FROM alerts LIMIT 5 OFFSET 50',
  );
  for (const { id } of rows) {
    const raw = await again.request('GET', `/api/alerts/${id}/raw`, { headers: { cookie } });
    expect(((await raw.json()) as { content: string }).content).toContain('"event_type":"alert"');
  }
});

test('[SET28] jobs, read notifications and messages of the assistant go by their own settings; what is unread stays', async () => {
  const app = await start();
  const user = queryBeside<{ id: string }>(app.dataDir, 'SELECT id FROM users')[0]?.id;
  const old = Date.now() - 200 * DAY;
  const notification =
    "INSERT INTO notifications (id, account, kind, title, read_at, created_at) VALUES (?, ?, 'x', 'x', ?, ?)";
  change(app, notification, 'read', user, old, old);
  change(app, notification, 'unread', user, null, old);
  change(
    app,
    'INSERT INTO chat_messages (id, account, content, is_user, timestamp) VALUES (?, ?, ?, 1, ?)',
    'm',
    user,
    'hello',
    old,
  );
  const job =
    "INSERT INTO jobs (id, kind, title, state, unit, created_at, updated_at, finished_at) VALUES (?, 'import', 'x', 'DONE', 'b', ?, ?, ?)";
  change(app, job, 'old', old, old, old);
  change(app, job, 'new', Date.now(), Date.now(), Date.now());
  const status = (await (await app.request('GET', '/api/retention')).json()) as RetentionStatus;
  expect(status).toEqual({
    last: null,
    due: { alerts: 0, jobs: 1, notifications: 1, chatMessages: 0, actions: 0 },
  });
  await app.request('PATCH', '/api/settings', { body: { retention: { chatDays: 30 } } });
  const again = await restart(app);
  await untilRun(again);
  expect(one(again, "SELECT count(*) AS n FROM notifications WHERE id IN ('read', 'unread')")).toBe(
    1,
  );
  expect(one(again, 'SELECT count(*) AS n FROM chat_messages')).toBe(0);
  expect(one(again, "SELECT count(*) AS n FROM jobs WHERE id = 'old'")).toBe(0);
  expect(one(again, "SELECT count(*) AS n FROM jobs WHERE id = 'new'")).toBe(1);
});

test('where nothing is due there is no job', async () => {
  const app = await start();
  const again = await restart(app);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(one(again, 'SELECT count(*) AS n FROM jobs')).toBe(0);
});

test('[SET29] failed sign-ins are kept for so many addresses and no more; who waits is kept longest', async () => {
  const app = await start();
  const connection = openBeside(app.dataDir, 'writable');
  const insert = connection.prepare(
    'INSERT INTO login_attempts (email, failures, blocked_until, last_at) VALUES (?, 1, ?, ?)',
  );
  connection.transaction(() => {
    const start = Date.now() - 60_000;
    insert.run('waiting@example.test', Date.now() + DAY, start);
    for (let n = 0; n < 10_000; n++) insert.run(`a${n}@example.test`, 0, start + 1 + n);
  })();
  connection.close();
  const body = { email: 'one-more@example.test', password: 'wrong password' };
  expect((await app.request('POST', '/api/login', { body, token: null })).status).toBe(401);
  expect(one(app, 'SELECT count(*) AS n FROM login_attempts')).toBe(10_000);
  const kept = (email: string) =>
    one(app, `SELECT count(*) AS n FROM login_attempts WHERE email = '${email}@example.test'`);
  expect([kept('waiting'), kept('one-more'), kept('a0'), kept('a9999')]).toEqual([1, 1, 0, 1]);
});

test('a job of retention is one like any other: it is told', async () => {
  const app = await withAlerts();
  await app.request('PATCH', '/api/settings', { body: { retention: { alertsDays: 30 } } });
  const again = await restart(app);
  await untilRun(again);
  await expect
    .poll(() => again.events.filter((event) => event.type === 'job').at(-1))
    .toMatchObject({ job: { kind: 'retention', state: 'DONE' } });
  const told = again.events.flatMap((event) => (event.type === 'job' ? [event.job] : []));
  for (const job of told) jobSchema.parse(job);
});
