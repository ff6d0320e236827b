import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventsContract } from '../../src/shared/areas/forensics/events/events.contract.ts';
import { intakeContract } from '../../src/shared/areas/forensics/intake/intake.contract.ts';
import { investigationsContract } from '../../src/shared/areas/forensics/investigations.contract.ts';
import { promotionsContract } from '../../src/shared/areas/forensics/timeline/promotions.contract.ts';
import { MINUTE_MS } from '../../src/shared/kernel/time.ts';
import { queryBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let id: string;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator', workspace: 'demo' });
  const cases = await app.client.call(investigationsContract.list, { query: { limit: 50 } });
  id = cases.find(({ incidentId }) => incidentId === 'INC-0405')?.id ?? '';
}, 60_000);
afterAll(() => app.close());

const events = (text: string) =>
  app.client.call(eventsContract.list, {
    ...{
      params: { id },
      query: { query: JSON.stringify({ text }), sort: 'time', offset: 0, limit: 5 },
    },
  });

test('[IK18] the case of the web server has files that were read, with their events and receipts', async () => {
  const files = await app.client.call(intakeContract.files, {
    params: { id },
    query: { limit: 9 },
  });
  const rows = queryBeside<{ n: number }>(
    app.dataDir,
    'SELECT events AS n FROM forensic_sessions WHERE file_name IS NOT NULL ORDER BY started_at',
  );
  expect(files.map(({ fileName }) => fileName).toSorted()).toEqual([
    ...['DB-01/syslog', 'WEB-02/access.log', 'WEB-02/audit.log'],
  ]);
  const sources = await app.client.call(eventsContract.sources, { params: { id } });
  for (const file of files) {
    expect(file).toMatchObject({ status: 'COMPLETED', losses: 0, problem: null });
    const source = sources.find((one) => one.id === file.id);
    expect(source).toMatchObject({ state: 'done', events: file.events, name: file.fileName });
    const { receipt } = await app.client.call(intakeContract.session, { params: { id: file.id } });
    expect(receipt).toMatchObject({ kept: file.events, problems: [] });
    expect(Date.parse(file.completedAt ?? '')).toBeLessThan(app.clock.now() - 2 * MINUTE_MS);
  }
  expect(rows.map(({ n }) => n).every((n) => n > 50)).toBe(true);
});

test('[IK18] what the alerts of the case tell stands in its events, and in its timeline', async () => {
  for (const words of ['/track?doc', '.thumb.php', '203.0.113.201', '"COPY customers"'])
    expect((await events(words)).length, words).toBeGreaterThan(0);
  const promoted = await app.client.call(promotionsContract.list, {
    ...{ params: { id }, query: { limit: 50 } },
  });
  expect(promoted).toHaveLength(7);
  for (const { eventId, event } of promoted) {
    const params = { id, event: Number(eventId) };
    expect((await app.client.call(eventsContract.get, { params })).summary).toBe(event.summary);
  }
});

test('[IK18] each file is evidence of the case, with its chain of custody, and can be read again', async () => {
  const [file] = await app.client.call(intakeContract.files, {
    params: { id },
    query: { limit: 1 },
  });
  const custody = await app.request('GET', `/api/evidence/${file?.evidenceId}/custody`);
  const entries = (await custody.json()) as { action: string }[];
  expect(entries.map(({ action }) => action)).toEqual(['COLLECTED', 'STORED', 'TAKEN_IN']);
  const checked = await app.request('POST', `/api/evidence/${file?.evidenceId}/custody/verify`);
  expect(await checked.json()).toMatchObject({ problems: [] });
  const params = { id: file?.id ?? '' };
  await app.client.call(intakeContract.retryFile, { params });
  await vi.waitFor(
    async () => {
      const again = await app.client.call(intakeContract.session, { params });
      expect(again).toMatchObject({ status: 'COMPLETED', events: file?.events });
    },
    { timeout: 30_000, interval: 50 },
  );
}, 60_000);

test('[IK18] nothing is done with the files that nobody asked for: no job, no rule, no alert', async () => {
  const calm = await openTestApp({ as: 'Administrator', workspace: 'demo' });
  // Longer than the rules wait for sources to come to rest.
  await sleep(1_500);
  const jobs = (await (await calm.request('GET', '/api/jobs')).json()) as { kind: string }[];
  expect(jobs.filter(({ kind }) => /rule|intake/.test(kind))).toEqual([]);
  await calm.close();
}, 30_000);

test('[IK18] leaving the demo takes the events along', async () => {
  const folder = join(app.dataDir, 'events');
  expect(readdirSync(folder)).toContain(`${id}.db`);
  // What a test before read again may be on its way still: a person's job is not ended for this.
  await vi.waitFor(
    async () => expect((await app.request('POST', '/api/workspace/leave-demo')).status).toBe(200),
    { timeout: 20_000, interval: 500 },
  );
  await vi.waitFor(() => expect(existsSync(join(folder, `${id}.db`))).toBe(false), {
    timeout: 10_000,
  });
}, 60_000);
