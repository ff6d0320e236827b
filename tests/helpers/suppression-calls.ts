import { afterEach, beforeEach } from 'vitest';
import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import {
  type ChangedSuppression,
  type NewSuppressionInput,
  type Suppression,
  suppressionPreviewSchema,
} from '../../src/shared/areas/suppression/suppression.contract.ts';
import { openTestApp, PASSWORD, type TestApp, tokenOf } from './open-test-app.ts';

const DAY_MS = 86_400_000;

export const NOISE = {
  title: 'Backup job failed',
  severity: 'LOW' as const,
  source: 'Backup',
  sourceHost: 'bk-01',
};

export async function answered<T = ChangedSuppression>(
  response: Response,
  status = 200,
): Promise<T> {
  if (response.status !== status) throw new Error(`${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** The keeper looks a moment after a change, in real time. */
export async function until<T>(read: () => Promise<T>, is: (value: T) => boolean): Promise<T> {
  for (let n = 0; n < 100; n++) {
    const value = await read();
    if (is(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return read();
}

/** Registers a fresh app for each test, and gives the calls on it. */
export function openSuppression() {
  let app: TestApp;
  let owner: string;
  let fresh: string | undefined;
  beforeEach(async () => {
    fresh = undefined;
    app = await openTestApp();
    owner = ((await (await app.request('GET', '/api/auth/user')).json()) as { id: string }).id;
  });
  afterEach(() => app.close());

  const inDays = (days: number, ms = 0) =>
    new Date(app.clock.now() + days * DAY_MS + ms).toISOString();
  const body = (rule: Partial<NewSuppressionInput> = {}): NewSuppressionInput => ({
    name: 'Nightly backup',
    scope: { sources: ['Backup'], hosts: ['BK-*'] },
    owner,
    reason: 'The job fails on every full disk and is followed elsewhere',
    expiresAt: inDays(14),
    ...rule,
  });
  const call = (method: string, path: string, sent?: unknown) =>
    app.request(method, `/api/suppressions${path}`, {
      ...(sent === undefined ? {} : { body: sent }),
      ...(fresh === undefined ? {} : { token: fresh }),
    });
  const make = async (rule: Partial<NewSuppressionInput> = {}) =>
    answered(await call('POST', '', body(rule)), 201);
  const get = async (id: string) => answered<Suppression>(await call('GET', `/${id}`));
  const post = async (path: string, sent?: unknown) => answered(await call('POST', path, sent));
  const preview = async (scope: object) =>
    suppressionPreviewSchema.parse(await answered(await call('POST', '/preview', { scope })));
  async function later(days: number, ms = 0): Promise<void> {
    app.clock.advance(days * DAY_MS + ms);
    const login = { email: 'person0@example.test', password: PASSWORD };
    fresh = tokenOf(await app.request('POST', '/api/login', { body: login, token: null }));
  }
  const listed = async (query: Record<string, string> = {}) => {
    const params = new URLSearchParams(query);
    const response = await app.request(
      'GET',
      `/api/alerts?${params}`,
      fresh ? { token: fresh } : {},
    );
    if (response.status !== 200) throw new Error(await response.text());
    return {
      alerts: (await response.json()) as Alert[],
      total: Number(response.headers.get('X-Total-Count')),
    };
  };
  const dashboard = async () =>
    (await (
      await app.request('GET', '/api/dashboard/metrics', fresh ? { token: fresh } : {})
    ).json()) as {
      activeAlerts: number;
    };

  return {
    app: () => app,
    owner: () => owner,
    token: () => fresh,
    body,
    call,
    make,
    get,
    post,
    preview,
    later,
    listed,
    dashboard,
    inDays,
  };
}
