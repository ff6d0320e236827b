import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import {
  type Exercise,
  exerciseSchema,
  type GapList,
  gapListSchema,
} from '../../src/shared/areas/training/training.contract.ts';
import { listAll, updateAlert } from './alert-calls.ts';
import type { RequestOptions, TestApp } from './open-test-app.ts';

export async function exerciseCall(
  app: TestApp,
  key: string,
  verb: 'begin' | 'check' | 'hint' | 'put-back',
  body: Record<string, unknown> = {},
  options: RequestOptions = {},
): Promise<Exercise> {
  const path = `/api/training/exercises/${key}/${verb}`;
  const response = await app.request('POST', path, { body, ...options });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return exerciseSchema.parse(await response.json());
}

export async function gapsOf(app: TestApp): Promise<GapList> {
  return gapListSchema.parse(await (await app.request('GET', '/api/training/gaps')).json());
}

/** `{ first: 'right', noise: 'partly' … }` of the last check. */
export function verdictsOf(exercise: Exercise): Record<string, string> {
  return Object.fromEntries(
    (exercise.attempt?.result ?? []).map(({ step, verdict }) => [step, verdict]),
  );
}

export interface Wanted {
  readonly title: string | RegExp;
  readonly host?: string;
  readonly user?: string;
  readonly status?: Alert['status'];
  readonly text?: RegExp;
}

/** The newest alert that fits. */
export async function findAlert(app: TestApp, wanted: Wanted): Promise<Alert> {
  const { alerts } = await listAll(app, { limit: 1000 });
  const found = alerts.find(
    (alert) =>
      (typeof wanted.title === 'string'
        ? alert.title === wanted.title
        : wanted.title.test(alert.title)) &&
      (wanted.host === undefined || alert.sourceHost === wanted.host) &&
      (wanted.user === undefined || alert.sourceUser === wanted.user) &&
      (wanted.status === undefined || alert.status === wanted.status) &&
      (wanted.text === undefined || wanted.text.test(JSON.stringify(alert))),
  );
  if (!found) throw new Error(`No alert like ${JSON.stringify(wanted)}`);
  return found;
}

/** From OPEN to a false positive, as the desk does it. */
export async function dismiss(app: TestApp, id: string, reason?: string): Promise<void> {
  await updateAlert(app, id, { status: 'IN_PROGRESS' });
  await updateAlert(app, id, { status: 'FALSE_POSITIVE', ...(reason ? { reason } : {}) });
}
