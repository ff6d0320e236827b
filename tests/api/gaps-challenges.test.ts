import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Challenge, gapsContract } from '../../src/shared/areas/compliance/gaps.contract.ts';
import { queryBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
const PATH = '/api/compliance/challenges';
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer', workspace: 'demo' });
}, 60_000);
afterAll(() => app.close());

const evaluate = (token?: string) =>
  app.request('POST', '/api/compliance/soc-proof/evaluate', token ? { token } : {});
const figures = async () => ({
  // That something changed is no figure.
  dashboard: {
    ...(await (await app.request('GET', '/api/dashboard/metrics')).json()),
    lastChangedAt: null,
  },
  compliance: await (await app.request('GET', '/api/compliance/metrics')).json(),
  unread: queryBeside(app.dataDir, 'SELECT count(*) AS n FROM notifications'),
});
async function openOnes(): Promise<Challenge[]> {
  const response = await app.request('GET', `${PATH}?state=OPEN`);
  return gapsContract.challenges.response.parse(await response.json());
}

test('[GA17] challenges in the demo change no figure and tell nobody', async () => {
  const before = await figures();
  const response = await evaluate();
  expect(response.status).toBe(200);
  const { opened } = gapsContract.evaluate.response.parse(await response.json());
  expect(opened).toBeGreaterThan(0);
  expect(await openOnes()).toHaveLength(opened);
  const after = await figures();
  const { coverage: _c, assurance: _a, ...fixed } = before.compliance;
  expect(after.compliance).toMatchObject(fixed);
  expect({ ...after, compliance: null }).toEqual({ ...before, compliance: null });
});

test('[GA12] a decision needs the permission, a reason where it is turned down, and comes once', async () => {
  const [challenge] = await openOnes();
  const at = (verb: string, id = challenge?.id) => `${PATH}/${id}/${verb}`;
  const analyst = await app.tokenFor('SOC Analyst');
  const auditor = await app.tokenFor('Auditor');
  for (const token of [analyst, auditor]) {
    expect((await app.request('GET', PATH, { token })).status).toBe(200);
    const body = { reason: 'x' };
    expect((await app.request('POST', at('dismiss'), { token, body })).status).toBe(403);
    expect((await app.request('POST', at('confirm'), { token, body: {} })).status).toBe(403);
    expect((await evaluate(token)).status).toBe(403);
  }
  const empty = await app.request('POST', at('dismiss'), { body: { reason: '  ' } });
  expect([empty.status, (await empty.json()).message]).toEqual([400, 'Reason is required']);
  const long = await app.request('POST', at('dismiss'), { body: { reason: 'x'.repeat(1001) } });
  expect(long.status).toBe(400);
  const unknown = await app.request('POST', at('dismiss', 'nothing'), { body: { reason: 'x' } });
  expect(unknown.status).toBe(404);
  const done = await app.request('POST', at('confirm'), { body: { note: 'Seen' } });
  expect(await done.json()).toMatchObject({
    ...{ state: 'CONFIRMED', controlStatus: challenge?.proposedStatus, note: 'Seen' },
    decidedBy: 'Sam Compliance Officer',
  });
  const again = await app.request('POST', at('dismiss'), { body: { reason: 'x' } });
  expect(again.status).toBe(409);
  const control = await app.request('GET', `/api/compliance/controls/${challenge?.controlId}`);
  expect(await control.json()).toMatchObject({ status: challenge?.proposedStatus });
});

test('the list pages newest first, by state and control; a wrong cursor is refused', async () => {
  const all: string[] = [];
  let cursor: string | null = '';
  let total = 0;
  while (cursor !== null) {
    const response: Response = await app.request(
      'GET',
      `${PATH}?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    total = Number(response.headers.get('X-Total-Count'));
    all.push(...((await response.json()) as Challenge[]).map(({ id }) => id));
    cursor = response.headers.get('X-Next-Cursor');
  }
  expect(all).toHaveLength(total);
  expect(new Set(all).size).toBe(total);
  expect(all).toEqual([...all].sort().reverse());
  const [challenge] = await openOnes();
  const own = await app.request('GET', `${PATH}?control=${challenge?.controlId}`);
  expect(
    ((await own.json()) as Challenge[]).every((one) => one.controlId === challenge?.controlId),
  ).toBe(true);
  expect((await app.request('GET', `${PATH}?cursor=zzz`)).status).toBe(400);
  expect((await app.request('GET', `${PATH}?state=NONE`)).status).toBe(400);
});

test('a control says what the queue makes of it', async () => {
  const { record, controls, openChallenges } = gapsContract.socProof.response.parse(
    await (await app.request('GET', '/api/compliance/soc-proof')).json(),
  );
  expect(record?.alerts).toBeGreaterThan(900);
  expect(openChallenges).toBe((await openOnes()).length);
  expect(controls.map(({ framework, ref }) => `${framework} ${ref}`)).toEqual(
    expect.arrayContaining([
      'SOC 2 Type II CC7.2',
      'ISO 27001 A.8.16',
      'FedRAMP SI-4',
      'NIST CSF DE.CM-01',
      'PCI DSS 10.4.1',
    ]),
  );
  const live = controls.find(({ state }) => state === 'live');
  const path = `/api/compliance/controls/${live?.controlId}/soc-proof`;
  const proof = gapsContract.controlSocProof.response.parse(
    await (await app.request('GET', path)).json(),
  );
  expect(proof.state).toBe('live');
  expect(proof.figures.length).toBe(live?.measures.length);
  expect((await app.request('GET', '/api/compliance/controls/nothing/soc-proof')).status).toBe(404);
});
