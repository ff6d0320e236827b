/** Alerts that rules make of what they find in an investigation of few: nobody else learns of it by them. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Alert } from '../../../src/shared/areas/alerts/alerts.contract.ts';
import { rulesContract } from '../../../src/shared/areas/forensics/rules/rules.contract.ts';
import { startInvestigation, untilRun } from '../../helpers/investigation-calls.ts';
import { openTestApp, type TestApp } from '../../helpers/open-test-app.ts';
import { folderOf, keepEvents, processEvent, ruleText } from '../../helpers/rule-calls.ts';

const WORD = 'zebrafinch';
const AT = Date.parse('2026-11-01T08:00:00.000Z');
let app: TestApp;
let bo: string;
let me: string;
let id: string;

beforeAll(async () => {
  app = await openTestApp();
  bo = await app.tokenFor('SOC Analyst');
  me = ((await (await app.request('GET', '/api/auth/user')).json()) as { id: string }).id;
  const rule = ruleText('66666666-6666-4666-8666-666666666666', 'Wicked word', 'wicked');
  const answer = await app.request('POST', '/api/forensics/rule-packs?name=ours.ndjson', {
    rawBody: folderOf({ 'a.yml': rule }),
    headers: { 'content-type': 'application/octet-stream' },
  });
  expect(answer.status).toBe(201);
  id = (await startInvestigation(app, { title: `Case ${WORD}` })).id;
  await untilRun(app, id);
}, 90_000);
afterAll(() => app.close());

const restrict = (people: readonly string[] | null) =>
  app.request('PUT', `/api/forensics/investigations/${id}/restriction`, {
    body: { people, reason: 'About a colleague' },
  });

/** The rules run over one more source. @returns what the run says of itself */
async function foundIn(source: string) {
  await keepEvents(app, id, source, [
    processEvent(AT, `wicked ${WORD}`, { host: `${WORD}-${source}`, user: WORD }),
  ]);
  await app.client.call(rulesContract.run, { params: { id }, body: {} });
  return vi.waitFor(
    async () => {
      const [last] = await app.client.call(rulesContract.runs, { params: { id } });
      expect(last?.state).toBe('DONE');
      return last;
    },
    { timeout: 30_000, interval: 50 },
  );
}

const alerts = async () => (await (await app.request('GET', '/api/alerts')).json()) as Alert[];

async function toldTo(token: string, paths: readonly string[]): Promise<string[]> {
  const told: string[] = [];
  for (const path of paths) {
    const answer = await app.request('GET', path, { token });
    if ((await answer.text()).toLowerCase().includes(WORD)) told.push(`${path} ${answer.status}`);
  }
  return told;
}

test('[SY223] made before it is restricted, they are withdrawn: no list, search, export, log or notice tells them', {
  timeout: 90_000,
}, async () => {
  await foundIn('one');
  const [made] = await alerts();
  expect(made).toMatchObject({ title: 'Wicked word', sourceHost: `${WORD}-one` });
  const paths = [
    ...['/api/alerts', `/api/alerts?q=${WORD}`, '/api/alerts/export', `/api/alerts/${made?.id}`],
    ...[`/api/alerts/${made?.id}/history`, `/api/alerts/${made?.id}/raw`, `/api/search?q=${WORD}`],
    ...['/api/audit-log', '/api/notifications', `/api/alerts?sourceHost=${WORD}-one`],
    ...['/api/alerts/export?format=json', `/api/alerts/${made?.id}/related`, '/api/jobs'],
    `/api/forensics/rule-hits?alert=${made?.id}`,
  ];
  // Otherwise the test looks where nothing ever is.
  expect((await toldTo(bo, paths)).length).toBeGreaterThan(5);
  expect((await restrict([me])).status).toBe(200);
  expect(await toldTo(bo, paths)).toEqual([]);
  expect(await toldTo(app.adminToken ?? '', paths)).toEqual([]);
  expect(await alerts()).toEqual([]);
  const hits = await app.client.page(rulesContract.hits, { query: { investigation: id } });
  expect(hits.rows.map(({ summary }) => summary)).toEqual([`wicked ${WORD}`]);
});

test('[SY223] found while it is restricted, none is made, and the run says why', {
  timeout: 90_000,
}, async () => {
  const run = await foundIn('two');
  expect(await alerts()).toEqual([]);
  expect(run?.receipt?.notes.join()).toMatch(/restricted: what was found stays in it/);
  const hits = await app.client.page(rulesContract.hits, { query: { investigation: id } });
  expect(hits.total).toBe(2);
});

test('[SY223] open to all again, the next run makes them', { timeout: 90_000 }, async () => {
  expect((await restrict(null)).status).toBe(200);
  await foundIn('three');
  const hosts = (await alerts()).map(({ sourceHost }) => sourceHost).sort();
  expect(hosts).toEqual(['one', 'three', 'two'].map((source) => `${WORD}-${source}`));
});
