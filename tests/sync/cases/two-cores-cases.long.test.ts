/** Investigations of few, and files, between two whole workstations and a real PostgreSQL. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EvidenceDetail } from '../../../src/shared/areas/evidence/evidence.contract.ts';
import { bring, untilRead } from '../../helpers/intake-calls.ts';
import { actOn, startInvestigation, untilRun } from '../../helpers/investigation-calls.ts';
import {
  type PostgresLogin,
  query,
  startPostgres,
  type TestCluster,
} from '../../helpers/postgres.ts';
import { eventually, openWorkspace, type Workstation } from '../worker/two-cores.ts';
import { openBeside, wordsOf } from './open-beside.ts';
import { WORD } from './restricted-world.ts';

let cluster: TestCluster;
let login: PostgresLogin;
let ada: Workstation;
let bea: Workstation;
let id: string;
let evidenceId: string;
const at = (rest = '') => `/api/forensics/investigations/${id}${rest}`;
const statusAt = async (on: Workstation, path: string) => (await on.request('GET', path)).status;
const me = async (on: Workstation) => (await on.get<{ id: string }>('/api/auth/user')).id;
const lines = Buffer.from(
  Array.from({ length: 3_000 }, (_, n) =>
    JSON.stringify({
      '@timestamp': new Date(1_700_000_000_000 + n * 1_000).toISOString(),
      message: `${WORD} ${n} ${randomBytes(200).toString('hex')}`,
    }),
  ).join('\n'),
);

beforeAll(async () => {
  cluster = await startPostgres();
  login = await cluster.database();
  const [first, second] = await openWorkspace(login);
  if (!first || !second) throw new Error('Two workstations are needed');
  [ada, bea] = [first, second];
  const one = await startInvestigation(ada, { title: `Case ${WORD}`, description: WORD });
  id = one.id;
  await untilRun(ada, id);
  const read = await untilRead(ada, (await bring(ada, id, `${WORD}.ndjson`, lines)).id);
  evidenceId = read.evidenceId ?? '';
  await actOn(ada, id, 'close', { reason: `${WORD} is over`, verdict: 'benign' });
}, 120_000);
afterAll(async () => {
  await Promise.all([ada?.close(), bea?.close()]);
  await cluster?.stop();
}, 60_000);

const evidenceAt = (on: Workstation) => on.get<EvidenceDetail>(`/api/evidence/${evidenceId}`);
const chunks = async () =>
  Number((await query(login, 'SELECT count(*) AS n FROM sync.chunks', []))[0]?.n);

test('[SY153] a file is fetched when it is opened, byte for byte, and was unreadable on its way', async () => {
  await eventually(async () => (await statusAt(bea, `/api/evidence/${evidenceId}`)) === 200, 'row');
  await eventually(async () => (await chunks()) > 1, 'chunks at the server', 30_000);
  expect((await evidenceAt(bea)).file).toBe('missing');
  await eventually(
    async () =>
      (await bea.request('POST', `/api/evidence/${evidenceId}/fetch`, { token: bea.token ?? '' }))
        .status === 200,
    'fetched',
    30_000,
  );
  expect((await evidenceAt(bea)).file).toBe('stored');
  const file = await bea.request('GET', `/api/evidence/${evidenceId}/file`);
  expect(Buffer.from(await file.arrayBuffer()).equals(lines)).toBe(true);
  const rows = await query(login, 'SELECT bytes FROM sync.chunks', []);
  expect(Buffer.concat(rows.map(({ bytes }) => bytes as Buffer)).includes(WORD)).toBe(false);
}, 90_000);

test('[SY159] the report of a closed case is the same bytes on both', async () => {
  const report = async (on: Workstation, format: string) =>
    Buffer.from(await (await on.request('GET', at(`/report?format=${format}`))).arrayBuffer());
  await Promise.all([ada.synced(), bea.synced()]);
  await eventually(
    async () => (await bea.get<{ bundle: unknown }>(at())).bundle !== null,
    'the bundle at Bea',
  );
  const [here, there] = [await report(ada, 'md'), await report(bea, 'md')];
  expect(here.toString()).toContain(WORD);
  expect(there.toString()).toBe(here.toString());
  const steps = (await bea.get<{ steps: { state: string }[] }>(at())).steps;
  expect(steps.map(({ state }) => state)).toEqual(Array(11).fill('done'));
}, 60_000);

test('[SY160] where the events of the case are is said by name', async () => {
  const path = `/api/sync/places/forensic_investigations/${id}`;
  expect(await bea.get(path)).toEqual({ isHere: false, others: ['ada'] });
  expect(await ada.get(path)).toEqual({ isHere: true, others: [] });
});

test('[SY152] restricted there, it is gone here: rows, words and file', async () => {
  await ada.request('PUT', at('/restriction'), {
    body: { people: [await me(ada)], reason: 'About a colleague' },
  });
  await eventually(async () => (await statusAt(bea, at())) === 404, 'gone at Bea', 30_000);
  const beside = await openBeside(bea);
  await eventually(
    () => [...wordsOf(beside)].filter(([, text]) => text.includes(WORD)).length === 0,
    'no word of it at Bea',
  );
  const left = [...wordsOf(beside)].filter(([, text]) => text.includes(id)).map(([name]) => name);
  beside.close();
  expect(left).toEqual([]);
  expect(await statusAt(ada, at())).toBe(200);
  expect((await bea.request('POST', `/api/evidence/${evidenceId}/fetch`)).status).toBe(404);
}, 60_000);

test('[SY158] named again, it arrives again, with its file', async () => {
  await ada.request('PUT', at('/restriction'), {
    body: { people: [await me(ada), await me(bea)], reason: 'She helps' },
  });
  await eventually(async () => (await statusAt(bea, at())) === 200, 'back at Bea', 30_000);
  await eventually(async () => (await statusAt(bea, `/api/evidence/${evidenceId}`)) === 200, 'row');
  await eventually(
    async () => (await bea.request('POST', `/api/evidence/${evidenceId}/fetch`)).status === 200,
    'fetched',
    30_000,
  );
  const { differing } = await bea.post<{ differing: unknown[] }>('/api/sync/check');
  expect(differing).toEqual([]);
}, 90_000);
