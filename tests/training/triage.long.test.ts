/** 'Triage this queue': the check reads what was really done on the desk. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Exercise } from '../../src/shared/areas/training/training.contract.ts';
import { updateAlert } from '../helpers/alert-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { dismiss, exerciseCall, verdictsOf } from '../helpers/training-calls.ts';

const KEY = 'triage-queue';
const BURNING = [
  'Backup service stopped on a file server',
  'Files of a share renamed in bulk to one ending',
];
const SLOW = [
  'Bank details of a supplier changed after a mail',
  'KHF EXFIL Long names of one domain asked in a row',
];
const REASON = 'Same job, host and schedule as every time; confirmed by its owner.';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp({ workspace: 'demo' });
});
afterEach(() => app.close());

function idOf(exercise: Exercise, title: string): string {
  const found = exercise.alerts.find((alert) => alert.title === title);
  if (!found) throw new Error(`Not in the queue: ${title}`);
  return found.id;
}

const isReal = (title: string) => BURNING.includes(title) || SLOW.includes(title);

async function takeInHand(exercise: Exercise, titles: readonly string[]): Promise<void> {
  for (const title of titles) {
    await updateAlert(app, idOf(exercise, title), { status: 'IN_PROGRESS' });
    await updateAlert(app, idOf(exercise, title), { escalated: true });
  }
}

test('the queue has ten open alerts, four of them real', async () => {
  const begun = await exerciseCall(app, KEY, 'begin');
  expect(begun.alerts).toHaveLength(10);
  expect(begun.alerts.map(({ status }) => status)).toEqual(Array(10).fill('OPEN'));
  expect(begun.alerts.filter(({ title }) => isReal(title))).toHaveLength(4);
  expect(begun.attempt).toMatchObject({ number: 1, state: 'RUNNING', checks: 0, result: null });
});

test('[TR3] done right on the desk, every step is right and the exercise is passed', async () => {
  const begun = await exerciseCall(app, KEY, 'begin');
  await takeInHand(begun, [...BURNING, ...SLOW]);
  for (const { id, title } of begun.alerts) if (!isReal(title)) await dismiss(app, id, REASON);
  const checked = await exerciseCall(app, KEY, 'check');
  expect(Object.values(verdictsOf(checked))).toEqual(Array(6).fill('right'));
  expect(checked.attempt?.state).toBe('PASSED');
  expect(checked.progress).toMatchObject({ attempts: 1, bestSteps: 6, state: 'PASSED' });
  const links = checked.attempt?.result?.flatMap(({ rows }) => rows.map(({ link }) => link));
  expect(links).toContain(`/alerts?alert=${idOf(begun, BURNING[0] ?? '')}`);
});

test('[TR3] a real alert closed as a false positive is wrong, and the explanation says why', async () => {
  const begun = await exerciseCall(app, KEY, 'begin');
  await dismiss(app, idOf(begun, SLOW[0] ?? ''), 'The mail of the supplier explains the change.');
  await takeInHand(begun, BURNING);
  const checked = await exerciseCall(app, KEY, 'check');
  expect(verdictsOf(checked)).toEqual({
    first: 'missed',
    encryption: 'right',
    payment: 'wrong',
    leak: 'missed',
    noise: 'missed',
    'nothing-lost': 'wrong',
  });
  expect(checked.attempt?.state).toBe('RUNNING');
  const payment = checked.attempt?.result?.find(({ step }) => step === 'payment');
  expect(payment?.missed.join()).toContain('closed as a false positive, but it is real');
  expect(payment?.why).toContain('T1657');
});

test('a closing without a checkable reason is only partly right', async () => {
  const begun = await exerciseCall(app, KEY, 'begin');
  const noise = begun.alerts.filter(({ title }) => !isReal(title));
  for (const [index, { id }] of noise.entries())
    await dismiss(app, id, ['', 'looks fine'][index] ?? REASON);
  const checked = await exerciseCall(app, KEY, 'check');
  expect(verdictsOf(checked).noise).toBe('partly');
  const result = checked.attempt?.result?.find(({ step }) => step === 'noise');
  expect(result?.right).toHaveLength(4);
  expect(result?.missed).toHaveLength(2);
});

test('[TR4] what a colleague did does not count for the trainee', async () => {
  const begun = await exerciseCall(app, KEY, 'begin');
  const colleague = await app.tokenFor('SOC Analyst');
  for (const title of [...BURNING, ...SLOW]) {
    const path = `/api/alerts/${idOf(begun, title)}`;
    await app.request('PATCH', path, { body: { status: 'IN_PROGRESS' }, token: colleague });
    await app.request('PATCH', path, { body: { escalated: true }, token: colleague });
  }
  const checked = await exerciseCall(app, KEY, 'check');
  expect(verdictsOf(checked)).toMatchObject({ first: 'missed', 'nothing-lost': 'missed' });
});

test('a wrong closing that was taken back is told, and does not count against the trainee', async () => {
  const begun = await exerciseCall(app, KEY, 'begin');
  const id = idOf(begun, BURNING[0] ?? '');
  await dismiss(app, id);
  await updateAlert(app, id, { status: 'OPEN', reason: 'Wrong: svc-backup does not stop it' });
  await updateAlert(app, id, { status: 'IN_PROGRESS' });
  const checked = await exerciseCall(app, KEY, 'check');
  const lost = checked.attempt?.result?.find(({ step }) => step === 'nothing-lost');
  expect(lost?.right.join()).toContain('you took that back');
  expect(lost?.verdict).toBe('partly');
});
