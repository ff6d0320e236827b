/** 'Close a gap': a control of the demo is really assessed, and really put back. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { exerciseCall, gapsOf, verdictsOf } from '../helpers/training-calls.ts';

const KEY = 'close-gap';
const REASON = 'All 14 accounts of the terminal systems are reviewed, see the supplement.';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp({ as: 'Compliance Officer', workspace: 'demo' });
});
afterEach(() => app.close());

async function ids(control: string, titles: readonly RegExp[]) {
  const { gaps, evidence } = await gapsOf(app);
  const gap = gaps.find(({ controlId }) => controlId === control);
  const chosen = titles.map((title) => evidence.find((one) => title.test(one.title))?.id ?? '');
  return { id: gap?.id ?? '', evidenceIds: chosen };
}

async function assess(control: string, titles: readonly RegExp[], over: object = {}) {
  const { id, evidenceIds } = await ids(control, titles);
  const body = { status: 'COMPLIANT', evidenceIds, reason: REASON, ...over };
  return app.request('POST', `/api/training/gaps/${id}/assess`, { body });
}

test('[TR3] the right gap, closed on the right evidence, passes and changes the score', async () => {
  const begun = await exerciseCall(app, KEY, 'begin');
  expect(begun.attempt?.state).toBe('RUNNING');
  const answer = await assess('CC6.3', [/supplement/, /third quarter$/]);
  expect(answer.status).toBe(200);
  const checked = await exerciseCall(app, KEY, 'check');
  expect(Object.values(verdictsOf(checked))).toEqual(Array(4).fill('right'));
  const metrics = await (await app.request('GET', '/api/dashboard/metrics')).json();
  expect(metrics).toMatchObject({ gaps: 11, compliantControls: 235 });
  const [entry] = queryBeside<{ reason: string; action: string }>(
    app.dataDir,
    "SELECT action, reason FROM audit_log WHERE resource = 'controls' ORDER BY seq DESC LIMIT 1",
  );
  expect(entry).toEqual({ action: 'training.assess', reason: REASON });
});

test('another gap closed, and a promise taken for evidence, are explained', async () => {
  await exerciseCall(app, KEY, 'begin');
  expect((await assess('IR-6', [/exercise, autumn/])).status).toBe(200);
  expect((await assess('CC6.3', [/Mail of the terminal team/])).status).toBe(200);
  const checked = await exerciseCall(app, KEY, 'check');
  expect(verdictsOf(checked)).toEqual({
    gap: 'right',
    evidence: 'missed',
    assessment: 'wrong',
    restraint: 'wrong',
  });
  const evidence = checked.attempt?.result?.find(({ step }) => step === 'evidence');
  expect(evidence?.missed.join()).toContain('an announcement');
});

test('[TR6] an assessment that would not hold is refused, and nothing changes', async () => {
  const refused = async (response: Response) => [response.status, await response.text()];
  expect((await assess('CC6.3', [/third quarter$/])).status).toBe(409);
  await exerciseCall(app, KEY, 'begin');
  const before = await gapsOf(app);
  expect(await refused(await assess('CC6.3', []))).toEqual([
    400,
    expect.stringContaining('proves it'),
  ]);
  expect(await refused(await assess('CC6.3', [/second quarter/]))).toEqual([
    409,
    expect.stringContaining('has expired'),
  ]);
  expect(await refused(await assess('CC6.3', [/supplement/], { reason: 'done' }))).toEqual([
    400,
    expect.stringContaining('at least 15 characters'),
  ]);
  expect((await assess('CC6.3', [/supplement/], { status: 'NOT_ASSESSED' })).status).toBe(400);
  expect((await assess('CC6.3', [/no such paper/])).status).toBe(400);
  expect((await assess('CC9.99', [/supplement/])).status).toBe(404);
  expect(await gapsOf(app)).toEqual(before);
});

test('a second assessment replaces the evidence of the first; restarting takes all of it back', async () => {
  await exerciseCall(app, KEY, 'begin');
  const start = await gapsOf(app);
  await assess('CC6.3', [/working list/, /Mail of/]);
  await assess('CC6.3', [/supplement/]);
  const { id, evidenceIds } = await ids('CC6.3', [/supplement/]);
  expect((await gapsOf(app)).gaps.find((gap) => gap.id === id)?.evidenceIds).toEqual(evidenceIds);
  const again = await exerciseCall(app, KEY, 'begin');
  expect(again.attempt).toMatchObject({ number: 2, checks: 0 });
  const restarted = await gapsOf(app);
  expect(restarted.gaps).toEqual(start.gaps);
  expect(restarted.evidence.map(({ title }) => title)).toEqual(
    start.evidence.map(({ title }) => title),
  );
});
