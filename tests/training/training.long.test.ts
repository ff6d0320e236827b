/** What holds for every exercise: who may, when, what is recorded, and that everything goes back. */
import { afterEach, expect, test } from 'vitest';
import {
  type TrainingOverview,
  trainingContract,
} from '../../src/shared/areas/training/training.contract.ts';
import type { Role } from '../../src/shared/contract/permissions.ts';
import { updateAlert } from '../helpers/alert-calls.ts';
import { queryBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { exerciseCall, gapsOf } from '../helpers/training-calls.ts';

const KEYS = ['triage-queue', 'investigate-host', 'hunt-web-server', 'close-gap'];

let app: TestApp | undefined;
afterEach(async () => {
  await app?.close();
  app = undefined;
});

async function open(as: Role = 'SOC Analyst', workspace: 'demo' | 'empty' = 'demo') {
  app = await openTestApp({ as, workspace });
  return app;
}

const begin = (key: string) => `/api/training/exercises/${key}/begin`;
const overviewOf = (demo: TestApp): Promise<TrainingOverview> =>
  demo.client.call(trainingContract.overview, {});
const figuresOf = async (demo: TestApp) => {
  const metrics = (await (await demo.request('GET', '/api/dashboard/metrics')).json()) as object;
  return { ...metrics, lastChangedAt: null };
};

test('[TR1] each role may take the exercises whose work it may do; an auditor reads', async () => {
  const demo = await open('Administrator');
  const may: Record<Role, string[]> = {
    'SOC Analyst': KEYS.slice(0, 3),
    'Compliance Officer': ['close-gap'],
    Administrator: KEYS,
    Auditor: [],
  };
  for (const role of Object.keys(may) as Role[]) {
    const token = await demo.tokenFor(role);
    const response = await demo.request('GET', '/api/training', { token });
    const { exercises } = (await response.json()) as TrainingOverview;
    const offered = exercises.filter(({ mayTake }) => mayTake).map(({ key }) => key);
    expect([role, offered.sort()]).toEqual([role, [...may[role]].sort()]);
    for (const key of KEYS) {
      const answer = await demo.request('POST', begin(key), { body: { takeOver: true }, token });
      expect([role, key, answer.status]).toEqual([role, key, may[role].includes(key) ? 200 : 403]);
    }
  }
});

test('[TR2] where the workspace is not the demo, exercises say so and change nothing', async () => {
  const empty = await open('Administrator', 'empty');
  expect((await overviewOf(empty)).obstacle).toBe('not-demo');
  for (const key of KEYS) {
    const answer = await empty.request('POST', begin(key), { body: {} });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('need the demo workspace');
  }
  expect(await gapsOf(empty)).toEqual({ gaps: [], evidence: [] });
});

test('an unknown exercise or step is 404, a bad body 400', async () => {
  const demo = await open();
  expect((await demo.request('POST', begin('nothing'), { body: {} })).status).toBe(404);
  const bad = await demo.request('POST', begin('triage-queue'), { body: { takeOver: 'yes' } });
  expect(bad.status).toBe(400);
  await exerciseCall(demo, 'triage-queue', 'begin');
  const hint = '/api/training/exercises/triage-queue/hint';
  expect((await demo.request('POST', hint, { body: { step: 'nothing' } })).status).toBe(404);
  expect((await demo.request('POST', hint, { body: {} })).status).toBe(400);
  const check = '/api/training/exercises/triage-queue/check';
  const long = await demo.request('POST', check, { body: { answers: { x: 'y'.repeat(500) } } });
  expect(long.status).toBe(400);
});

test.each(['hint', 'check', 'put-back'])('%s before the beginning is refused', async (verb) => {
  const demo = await open();
  const path = `/api/training/exercises/triage-queue/${verb}`;
  const answer = await demo.request('POST', path, { body: { step: 'first' } });
  expect([answer.status, await answer.text()]).toEqual([
    409,
    expect.stringContaining('Begin the exercise first'),
  ]);
});

test('[TR5] hints come one by one, are recorded, and cost nothing', async () => {
  const demo = await open();
  const begun = await exerciseCall(demo, 'triage-queue', 'begin');
  expect(begun.stepList.flatMap(({ hints }) => hints)).toEqual([]);
  let exercise = begun;
  for (let n = 1; n <= 5; n++) {
    exercise = await exerciseCall(demo, 'triage-queue', 'hint', { step: 'first' });
    const step = exercise.stepList.find(({ key }) => key === 'first');
    expect(step?.hints).toHaveLength(Math.min(n, step?.hintsTotal ?? 0));
  }
  expect(exercise.progress.hints).toBe(3);
  const rows = queryBeside<{ hints: string }>(demo.dataDir, 'SELECT hints FROM training_attempts');
  expect(rows).toEqual([{ hints: '{"first":3}' }]);
});

test('[TR7] beginning and putting back: every figure of the dashboard is as before', async () => {
  const demo = await open('Administrator');
  const before = await figuresOf(demo);
  for (const key of KEYS) {
    const begun = await exerciseCall(demo, key, 'begin');
    for (const alert of begun.alerts.slice(0, 3))
      await updateAlert(demo, alert.id, { status: 'IN_PROGRESS', escalated: true });
    const { gaps, evidence } = await gapsOf(demo);
    if (key === 'close-gap') {
      const valid = evidence.find(({ isValid }) => isValid);
      await demo.request('POST', `/api/training/gaps/${gaps[0]?.id}/assess`, {
        body: {
          status: 'COMPLIANT',
          evidenceIds: [valid?.id],
          reason: 'A reason that is long enough',
        },
      });
    }
    expect(await figuresOf(demo)).not.toEqual(before);
    const back = await exerciseCall(demo, key, 'put-back');
    expect(back.attempt?.state).toBe('ENDED');
    expect(await figuresOf(demo)).toEqual(before);
  }
  const links = queryBeside<{ n: number }>(
    demo.dataDir,
    "SELECT count(*) AS n FROM training_rows WHERE kind = 'link' OR part LIKE 'made/%'",
  );
  expect(links).toEqual([{ n: 0 }]);
});

test('[TR7] what an exercise does to a row is in its history, in the name of the trainee', async () => {
  const demo = await open();
  const begun = await exerciseCall(demo, 'triage-queue', 'begin');
  const bank = begun.alerts.find(({ title }) => title.startsWith('Bank details'));
  const history = await (await demo.request('GET', `/api/alerts/${bank?.id}/history`)).json();
  expect(history).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        action: 'training.begin',
        actorName: 'Sam SOC Analyst',
        reason: 'Exercise ‘Triage this queue’',
      }),
    ]),
  );
});

test('[TR7] a restart puts the rows to the start again, as another attempt', async () => {
  const demo = await open();
  const begun = await exerciseCall(demo, 'triage-queue', 'begin');
  for (const { id } of begun.alerts) await updateAlert(demo, id, { status: 'IN_PROGRESS' });
  const again = await exerciseCall(demo, 'triage-queue', 'begin');
  expect(again.attempt).toMatchObject({ number: 2, state: 'RUNNING' });
  expect(again.alerts.map(({ id, status }) => [id, status])).toEqual(
    begun.alerts.map(({ id }) => [id, 'OPEN']),
  );
});

test('[TR8] two accounts are not at one exercise at once, unless one takes it over', async () => {
  const demo = await open();
  await exerciseCall(demo, 'triage-queue', 'begin');
  const token = await demo.tokenFor('SOC Analyst');
  const refused = await demo.request('POST', begin('triage-queue'), { body: {}, token });
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ allowed: ['takeOver'] });
  await exerciseCall(demo, 'triage-queue', 'begin', { takeOver: true }, { token });
  const check = await demo.request('POST', '/api/training/exercises/triage-queue/check', {
    body: {},
  });
  expect(check.status).toBe(409);
  const mine = await overviewOf(demo);
  expect(mine.exercises[0]?.progress).toMatchObject({ attempts: 1, state: 'ENDED' });
});

test('[TR9] progress belongs to the account and the workspace: it leaves with the demo', async () => {
  const demo = await open('Administrator');
  await exerciseCall(demo, 'triage-queue', 'begin');
  const other = await demo.request('GET', '/api/training', {
    token: await demo.tokenFor('SOC Analyst'),
  });
  const theirs = (await other.json()) as TrainingOverview;
  expect(theirs.exercises[0]?.progress.attempts).toBe(0);
  await demo.request('POST', '/api/workspace/leave-demo');
  expect(await overviewOf(demo)).toMatchObject({
    obstacle: 'not-demo',
    exercises: KEYS.map(() => ({ progress: { attempts: 0 } })),
  });
});

test.each([1, 2, 4_000_000_000])(
  'every exercise can be begun on the demo of seed %i',
  async (demoSeed) => {
    app = await openTestApp({ as: 'Administrator', workspace: 'demo', deps: { demoSeed } });
    for (const key of KEYS) {
      await exerciseCall(app, key, 'begin');
      const checked = await exerciseCall(app, key, 'check');
      expect(checked.attempt?.result?.some(({ verdict }) => verdict === 'right')).toBe(false);
    }
  },
);
