/** What is due, whose clock has run out, and what a clock on the wall shows, asked for in the query language. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Position } from '../../src/main/areas/alerts/alert-filter.store.ts';
import { listAlerts } from '../../src/main/areas/alerts/alert-list.store.ts';
import { settleFilter } from '../../src/main/areas/alerts/alert-query.ts';
import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { type ClockState, runningClock } from '../../src/shared/areas/alerts/sla.rules.ts';
import { stacksContract } from '../../src/shared/areas/views/stacks.contract.ts';
import { createAlert, listAll } from '../helpers/alert-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';
import { everyAlert, fillWithAlerts, type KnownAlert, START } from '../helpers/queried-alerts.ts';
import { createRandom } from '../helpers/random.ts';

const TARGETS = {
  sla: { CRITICAL: 1, HIGH: 8, MEDIUM: 24, LOW: 48 },
  closeSla: { CRITICAL: 12, HIGH: 24, MEDIUM: 60, LOW: 72 },
};
const NOW = START + 300_000_000;
const TWO_HOURS = 7_200_000;

let opened: TestDb;
let all: KnownAlert[];
let app: TestApp;
beforeAll(async () => {
  opened = openTestDb();
  fillWithAlerts(opened, createRandom(7), 3_000);
  all = everyAlert(opened).filter(({ suppressedBy }) => suppressedBy === null);
  app = await openTestApp();
});
afterAll(async () => {
  opened.close();
  await app.close();
});

function listed(query: string): { seqs: number[]; total: number | null } {
  const context = { me: 'me-1', now: NOW, targets: () => TARGETS, accounts: () => [] };
  const filter = settleFilter({ query }, context);
  const seqs: number[] = [];
  let total: number | null = null;
  let after: Position | null = null;
  do {
    const page = opened.db.read('test', (db) =>
      listAlerts(db, filter, { limit: 500, after, withTotal: true }),
    );
    seqs.push(...page.rows.map(({ seq }) => seq));
    total = page.total;
    after = page.next;
  } while (after);
  return { seqs, total };
}

const clockOf = (alert: KnownAlert) => runningClock(alert as unknown as Alert, TARGETS, NOW)?.clock;
const inState = (states: readonly (ClockState | undefined)[]) =>
  all.filter((alert) => states.includes(clockOf(alert)?.state)).map(({ seq }) => seq);

test('[VI12] overdue and due mean what the clock of each alert says, with an exact total at once', () => {
  const overdue = inState(['overdue']);
  expect(overdue.length).toBeGreaterThan(100);
  expect(listed('overdue:yes')).toEqual({ seqs: overdue, total: overdue.length });
  const others = all.map(({ seq }) => seq).filter((seq) => !overdue.includes(seq));
  expect(listed('overdue:no')).toEqual({ seqs: others, total: others.length });
  const soon = all
    .filter((alert) => {
      const clock = clockOf(alert);
      return clock && clock.dueAt >= NOW && clock.dueAt < NOW + TWO_HOURS;
    })
    .map(({ seq }) => seq);
  expect(soon.length).toBeGreaterThan(10);
  expect(listed('due:<2h')).toEqual({ seqs: soon, total: soon.length });
  expect(listed('due:2h').total).toBe(soon.length);
  const running = all.filter((alert) => clockOf(alert)).length;
  expect(listed('due:>2h').total).toBe(running - overdue.length - soon.length);
  expect(listed('overdue:yes severity:critical source:EDR').total).not.toBeNull();
});

test('[VI13] watched and mentioned mean whoever asks', async () => {
  const mine = await createAlert(app, { title: 'Watched one' });
  const spoken = await createAlert(app, { title: 'Spoken of' });
  const id = (await (await app.request('GET', '/api/auth/user')).json()).id as string;
  expect(
    (await app.request('PUT', `/api/alerts/${mine.id}/watch`, { body: { watching: true } })).status,
  ).toBeLessThan(300);
  const said = await app.request('POST', `/api/alerts/${spoken.id}/comments`, {
    body: { text: `@{${id}} look` },
  });
  expect(said.status).toBe(201);
  const titles = async (query: string) =>
    (await listAll(app, { query })).alerts.map(({ title }) => title);
  expect(await titles('watched:me')).toEqual(['Watched one']);
  expect(await titles('mentioned:me')).toEqual(['Spoken of']);
  expect(await titles('watched:none -mentioned:*')).not.toContain('Spoken of');
  const exported = await app.request('GET', '/api/alerts/export?query=watched%3Ame');
  expect((await exported.text()).trim().split('\n')).toHaveLength(1);
});

test('[VI14] a bar of a stack by hour or weekday narrows to as many alerts as it counts', async () => {
  await createAlert(app, { title: 'One more' });
  for (const by of ['hour', 'weekday'] as const) {
    const zone = 'Asia/Kolkata';
    let answer = await app.client.call(stacksContract.stack, { query: { by, zone } });
    for (let n = 0; answer.state === 'working' && n < 400; n += 1) {
      await new Promise((done) => setTimeout(done, 50));
      answer = await app.client.call(stacksContract.stack, { query: { by, zone } });
    }
    if (answer.state !== 'done') throw new Error(answer.state);
    expect(answer.result.common.length).toBeGreaterThan(0);
    for (const { value, n } of answer.result.common) {
      const query = `${by}:${value?.toLowerCase()}`;
      expect((await listAll(app, { query, zone })).alerts).toHaveLength(n);
    }
  }
});
