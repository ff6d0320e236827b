/** What one workstation decides takes effect on the other: two whole cores, a real PostgreSQL. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Alert } from '../../../src/shared/areas/alerts/alerts.contract.ts';
import { alertBody } from '../../helpers/alert-calls.ts';
import { createFramework } from '../../helpers/framework-calls.ts';
import { bring, untilRead } from '../../helpers/intake-calls.ts';
import { startInvestigation, untilRun } from '../../helpers/investigation-calls.ts';
import {
  type PostgresLogin,
  query,
  startPostgres,
  type TestCluster,
} from '../../helpers/postgres.ts';
import { folderOf, keepEvents, processEvent, ruleText } from '../../helpers/rule-calls.ts';
import { openBeside, wordsOf } from '../cases/open-beside.ts';
import { eventually, openWorkspace, type Workstation } from '../worker/two-cores.ts';

const WORD = 'zebrafinch';
const AT = Date.parse('2026-11-01T08:00:00.000Z');
const SOON_MS = 60_000;
const BYTES = { 'content-type': 'application/octet-stream' };
let cluster: TestCluster;
let login: PostgresLogin;
let ada: Workstation;
let bea: Workstation;

beforeAll(async () => {
  cluster = await startPostgres();
  login = await cluster.database();
  const [first, second] = await openWorkspace(login);
  if (!first || !second) throw new Error('Two workstations are needed');
  [ada, bea] = [first, second];
}, 120_000);
afterAll(async () => {
  await Promise.all([ada?.close(), bea?.close()]);
  await cluster?.stop();
}, 60_000);

async function importPack(on: Workstation, name: string, rawBody: string): Promise<void> {
  const path = `/api/forensics/rule-packs?name=${name}`;
  const answer = await on.request('POST', path, { rawBody, headers: BYTES });
  expect(answer.status, await answer.text()).toBe(201);
}

interface Rule {
  readonly title: string;
  readonly isEnabled?: boolean;
}
const hasRule = (on: Workstation, title: string) =>
  eventually(
    async () =>
      (await on.get<Rule[]>(`/api/forensics/rules?q=${encodeURIComponent(title)}`)).some(
        (rule) => rule.title === title,
      ),
    `the rule ${title}`,
    SOON_MS,
  );
const me = async (on: Workstation) => (await on.get<{ id: string }>('/api/auth/user')).id;
const hitsOf = (on: Workstation, investigation: string) =>
  on.get<{ ruleTitle: string }[]>(`/api/forensics/rule-hits?investigation=${investigation}`);

async function runRules(on: Workstation, id: string): Promise<void> {
  const path = `/api/forensics/investigations/${id}/rule-runs`;
  await on.post(path);
  await vi.waitFor(
    async () =>
      expect((await on.get<{ state: string }[]>(path)).map(({ state }) => state)).not.toContain(
        'RUNNING',
      ),
    { timeout: SOON_MS, interval: 100 },
  );
}

test('[SY226] a Sigma rule that is imported on one workstation finds on the other', {
  timeout: 180_000,
}, async () => {
  const rule = ruleText('66666666-6666-4666-8666-666666666666', 'Wicked word', 'wicked');
  await importPack(ada, 'ours.ndjson', folderOf({ 'a.yml': rule }));
  await hasRule(bea, 'Wicked word');
  const { id } = await startInvestigation(bea, { title: 'At Bea' });
  await untilRun(bea, id);
  await keepEvents(bea, id, 'source-1', [processEvent(AT, 'wicked at Bea')]);
  await runRules(bea, id);
  expect((await hitsOf(bea, id)).map(({ ruleTitle }) => ruleTitle)).toEqual(['Wicked word']);
});

test('[SY226] a YARA rule that is imported on one workstation finds in files of the other', {
  timeout: 180_000,
}, async () => {
  const rule = 'rule small_words { strings: $a = "three small words" condition: $a }\n';
  await importPack(ada, 'made.yar', rule);
  await hasRule(bea, 'small_words');
  const { id } = await startInvestigation(bea, { title: 'A file at Bea' });
  await untilRun(bea, id);
  const bytes = Buffer.from('\x01 three small words \x02');
  await untilRead(bea, (await bring(bea, id, 'words.bin', bytes)).id);
  await eventually(
    async () => (await hitsOf(bea, id)).some(({ ruleTitle }) => ruleTitle === 'small_words'),
    'the hit',
    SOON_MS,
  );
});

test('[SY226] an indicator of one workstation is named beside the entity of an alert on the other', {
  timeout: 120_000,
}, async () => {
  await ada.post('/api/forensics/indicators', { indicators: [{ value: '198.51.100.77' }] });
  await bea.post<Alert>('/api/alerts', {
    ...alertBody({ title: 'It calls out', sourceIp: '198.51.100.77' }),
  });
  await eventually(
    async () =>
      (
        await bea.get<{ indicators: { title: string }[] }>(
          '/api/entities/links?kind=address&value=198.51.100.77',
        )
      ).indicators.some(({ title }) => title.includes('198.51.100.77')),
    'the indicator at Bea',
    SOON_MS,
  );
});

test('[SY226] templates of notes and answers of a framework arrive', {
  timeout: 120_000,
}, async () => {
  await ada.post('/api/note-templates', { name: 'Patched', text: '{host} was patched' });
  const { id: frameworkId } = await createFramework(ada, 'House rules');
  const control = await ada.post<{ id: string }>('/api/compliance/controls', {
    ...{ controlId: 'H-1', title: 'Doors', description: 'Doors are shut', frameworkId },
    category: 'Access Control',
  });
  await ada.patch(`/api/compliance/controls/${control.id}`, {
    ...{ status: 'COMPLIANT', reason: 'Seen on a walk' },
  });
  await eventually(
    async () =>
      (await bea.get<{ name: string }[]>('/api/note-templates')).some(
        ({ name }) => name === 'Patched',
      ),
    'the template',
    SOON_MS,
  );
  await eventually(
    async () => {
      const answer = await bea.request('GET', `/api/compliance/controls/${control.id}`);
      return answer.ok && ((await answer.json()) as { status: string }).status === 'COMPLIANT';
    },
    'the answer',
    SOON_MS,
  );
});

test('[SY223] alerts of a case of few are gone from the other workstation and from the server', {
  timeout: 180_000,
}, async () => {
  const { id } = await startInvestigation(ada, { title: `Case ${WORD}` });
  await untilRun(ada, id);
  const event = { host: `${WORD}-host`, user: WORD };
  await keepEvents(ada, id, 'source-1', [processEvent(AT, `wicked ${WORD}`, event)]);
  await runRules(ada, id);
  const titles = async (on: Workstation) =>
    (await on.get<Alert[]>(`/api/alerts?q=${WORD}`)).map(({ title }) => title);
  await eventually(async () => (await titles(bea)).length === 1, 'the alert at Bea', SOON_MS);
  const stored = async () =>
    JSON.stringify(await query(login, 'SELECT * FROM app.alerts')).includes(WORD);
  expect(await stored()).toBe(true);
  await ada.request('PUT', `/api/forensics/investigations/${id}/restriction`, {
    body: { people: [await me(ada)], reason: 'About a colleague' },
  });
  await eventually(async () => (await titles(bea)).length === 0, 'gone at Bea', SOON_MS);
  await eventually(async () => !(await stored()), 'gone at the server', SOON_MS);
  const beside = await openBeside(bea);
  const words = wordsOf(beside);
  beside.close();
  expect(words.get('alerts')).not.toContain(WORD);
  expect(await (await bea.request('GET', '/api/alerts/export')).text()).not.toContain(WORD);
  expect(
    (await query(login, 'SELECT * FROM sync.writes')).map(({ reason }) => reason),
  ).not.toContain(WORD);
});

// Last: Bea may do less after it.
test('[SY226] a role that the administrator changes takes effect where the person works', {
  timeout: 120_000,
}, async () => {
  const mayWrite = async () =>
    (await bea.request('POST', '/api/alerts', { body: alertBody({ title: 'Of Bea' }) })).status;
  expect(await mayWrite()).toBe(201);
  const answer = await ada.request('PATCH', `/api/sync/people/${await me(bea)}`, {
    body: { role: 'Auditor' },
  });
  expect(answer.status).toBe(204);
  await eventually(
    async () => (await bea.get<{ role: string }>('/api/auth/user')).role === 'Auditor',
    'the role at Bea',
    SOON_MS,
  );
  expect(await mayWrite()).toBe(403);
});
