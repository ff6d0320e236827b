import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { rulesContract } from '../../src/shared/areas/forensics/rules/rules.contract.ts';
import { bring, untilRead } from '../helpers/intake-calls.ts';
import { startInvestigation, untilRun } from '../helpers/investigation-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { folderOf, keepEvents, processEvent, ruleText } from '../helpers/rule-calls.ts';

const T = Date.parse('2026-11-01T08:00:00.000Z');
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  const rule = ruleText('66666666-6666-4666-8666-666666666666', 'Wicked word', 'wicked');
  const headers = { 'content-type': 'application/octet-stream' };
  const rawBody = folderOf({ 'a.yml': rule });
  const path = '/api/forensics/rule-packs?name=ours.ndjson';
  const answer = await app.request('POST', path, { rawBody, headers });
  if (answer.status !== 201) throw new Error(await answer.text());
}, 90_000);
afterAll(() => app.close());

const runsOf = (id: string) => app.client.call(rulesContract.runs, { params: { id } });

test('[RU12] rules run by themselves after a log was read in', { timeout: 90_000 }, async () => {
  const { id } = await startInvestigation(app);
  await untilRun(app, id);
  const lines = ['wicked one', 'harmless'].map((CommandLine, n) =>
    JSON.stringify({
      ...{
        Channel: 'Microsoft-Windows-Sysmon/Operational',
        Provider_Name: 'Microsoft-Windows-Sysmon',
      },
      ...{
        EventID: '1',
        Computer: 'ws9',
        CommandLine,
        '@timestamp': new Date(T + n).toISOString(),
      },
    }),
  );
  const session = await bring(app, id, 'sysmon.json', Buffer.from(`${lines.join('\n')}\n`));
  expect((await untilRead(app, session.id)).events).toBe(2);
  await vi.waitFor(
    async () => {
      const [last] = await runsOf(id);
      expect(last).toMatchObject({ state: 'DONE', sourceId: session.id });
    },
    { timeout: 60_000, interval: 100 },
  );
  const { rows } = await app.client.page(rulesContract.hits, { query: { investigation: id } });
  expect(
    rows.filter(({ ruleTitle }) => ruleTitle === 'Wicked word').map(({ summary }) => summary),
  ).toHaveLength(1);
});

test('[RU12] a run that is cancelled ends, keeps its hits and can be run again', {
  timeout: 90_000,
}, async () => {
  const { id } = await startInvestigation(app);
  await untilRun(app, id);
  const events = Array.from({ length: 60_000 }, (_, n) =>
    processEvent(T + n, n % 2_000 === 0 ? 'wicked' : 'calm'),
  );
  await keepEvents(app, id, 'source-1', events);
  const job = await app.client.call(rulesContract.run, { params: { id }, body: {} });
  await app.request('POST', `/api/jobs/${job.id}/cancel`);
  await vi.waitFor(
    async () => expect((await runsOf(id))[0]?.state).toMatch(/^(?:CANCELLED|DONE)$/),
    { timeout: 20_000, interval: 50 },
  );
  await app.client.call(rulesContract.run, { params: { id }, body: {} });
  await vi.waitFor(
    async () => {
      const [last, before] = await runsOf(id);
      expect([last?.state, before?.state]).toEqual([
        'DONE',
        expect.stringMatching(/CANCELLED|DONE/),
      ]);
    },
    { timeout: 60_000, interval: 100 },
  );
  const { total } = await app.client.page(rulesContract.hits, { query: { investigation: id } });
  expect(total).toBe(30);
});
