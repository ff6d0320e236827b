import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DEFAULT_PREFERENCES,
  preferencesSchema,
} from '../../src/shared/areas/settings/preferences.contract.ts';
import { contract } from '../../src/shared/contract/index.ts';
import { ROLES } from '../../src/shared/contract/permissions.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'SOC Analyst' });
});
afterAll(() => app.close());

const change = (body: unknown, token?: string) =>
  app.request('PATCH', '/api/preferences', {
    body,
    ...(token === undefined ? {} : { token }),
  });
async function readAs(token: string) {
  const response = await app.request('GET', '/api/preferences', { token });
  return preferencesSchema.strict().parse(await response.json());
}

describe('preferences', () => {
  test.each(ROLES)('[SET1] a fresh %s has the defaults and may change them', async (role) => {
    const token = await app.tokenFor(role);
    expect(await readAs(token)).toEqual(DEFAULT_PREFERENCES);
    const answer = await change({ density: 'comfortable' }, token);
    expect(answer.status).toBe(200);
    expect(await readAs(token)).toEqual({ ...DEFAULT_PREFERENCES, density: 'comfortable' });
  });

  test('[SET1] belong to one account, and what a change leaves out stays', async () => {
    const [one, other] = [await app.tokenFor('Auditor'), await app.tokenFor('Auditor')];
    await change({ theme: 'light', notify: { jobDone: false } }, one);
    await change({ timeZone: 'utc', notify: { desktop: false } }, one);
    expect(await readAs(one)).toEqual({
      theme: 'light',
      density: 'compact',
      timeZone: 'utc',
      notify: { ...DEFAULT_PREFERENCES.notify, jobDone: false, desktop: false },
    });
    expect(await readAs(other)).toEqual(DEFAULT_PREFERENCES);
  });

  test('[SET1] a change is announced, so that a second window follows', async () => {
    const { id } = await app.client.call(contract.auth.user, {});
    app.events.length = 0;
    await change({ theme: 'system' });
    expect(app.events).toEqual([{ type: 'changed', resource: 'preferences', ids: [id] }]);
  });

  test.each([
    [{ theme: 'sepia' }, 'theme', 'Theme must be one of dark, light, system'],
    [{ density: 1 }, 'density', 'Density must be one of compact, comfortable'],
    [{ timeZone: 'Europe/Berlin' }, 'timeZone', 'Time zone must be one of local, utc'],
    [{ notify: { jobDone: 'no' } }, 'notify.jobDone', 'jobDone must be true or false'],
    [{}, '', 'Nothing to change: give theme, density, timeZone or notify'],
    [{ themes: 'dark' }, '', 'Nothing to change: give theme, density, timeZone or notify'],
  ])('%j is 400 and changes nothing', async (body, path, message) => {
    const before = await readAs(app.token ?? '');
    expect(await failureOf(await change(body))).toEqual({
      status: 400,
      body: { message, issues: [{ path, message }] },
    });
    expect(await readAs(app.token ?? '')).toEqual(before);
  });

  test('without a session both calls are 401', async () => {
    for (const method of ['GET', 'PATCH']) {
      const body = method === 'PATCH' ? { body: { theme: 'dark' } } : {};
      const response = await app.request(method, '/api/preferences', { token: null, ...body });
      expect(response.status).toBe(401);
    }
  });
});
