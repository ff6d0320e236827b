import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type User, userSchema } from '../../src/shared/areas/auth/auth.contract.ts';
import { contract } from '../../src/shared/contract/index.ts';
import { ROLES } from '../../src/shared/contract/permissions.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, PASSWORD, type TestApp } from '../helpers/open-test-app.ts';

const NEW_PASSWORD = 'a quite different phrase';
const LAST = 'This is the last administrator. Make somebody else an administrator first.';

let app: TestApp;
let admin: User;
let analyst: User;
let analystToken: string;
beforeEach(async () => {
  app = await openTestApp({ as: 'Administrator' });
  analystToken = await app.tokenFor('SOC Analyst');
  const accounts = await app.client.call(contract.auth.listAccounts, {});
  const find = (email: string) => {
    const found = accounts.find((account) => account.email === email);
    if (!found) throw new Error(`No account ${email}`);
    return found;
  };
  admin = find('admin@example.test');
  analyst = find('person0@example.test');
});
afterEach(() => app.close());

const patch = (id: string, body: unknown, token?: string) =>
  app.request('PATCH', `/api/users/${id}`, { body, ...(token === undefined ? {} : { token }) });
const reset = (id: string, password: string, token?: string) =>
  app.request('POST', `/api/users/${id}/password`, {
    body: { password },
    ...(token === undefined ? {} : { token }),
  });
const signIn = (email: string, password = PASSWORD) =>
  app.request('POST', '/api/login', { body: { email, password }, token: null });
const statusAs = async (token: string) =>
  (await app.request('GET', '/api/auth/user', { token })).status;

describe('an administrator', () => {
  test('changes a role, which holds from the next call on', async () => {
    const response = await patch(analyst.id, { role: 'Auditor' });
    expect(userSchema.strict().parse(await response.json()).role).toBe('Auditor');
    const body = { title: 't', description: 'd', severity: 'LOW', source: 's' };
    const answer = await app.request('POST', '/api/alerts', { body, token: analystToken });
    expect(answer.status).toBe(403);
  });

  test('[SET7] deactivates an account: its sessions end, and it signs in no more', async () => {
    const response = await patch(analyst.id, { isActive: false });
    expect(userSchema.parse(await response.json()).deactivatedAt).not.toBeNull();
    expect(await statusAs(analystToken)).toBe(401);
    expect(await failureOf(await signIn(analyst.email))).toEqual({
      status: 403,
      body: { message: 'This account is deactivated. Ask an administrator to reactivate it.' },
    });
    expect((await signIn(analyst.email, 'not the password')).status).toBe(401);
  });

  test('[SET7] reactivates it: the old password opens a new session, the old ones stay ended', async () => {
    await patch(analyst.id, { isActive: false });
    const response = await patch(analyst.id, { isActive: true });
    expect(userSchema.parse(await response.json()).deactivatedAt).toBeNull();
    expect(await statusAs(analystToken)).toBe(401);
    expect((await signIn(analyst.email)).status).toBe(200);
  });

  test('[SET7] resets a password: sessions end, waits end, the new one opens', async () => {
    for (let guess = 0; guess < 5; guess++) await signIn(analyst.email, 'not the password');
    expect((await signIn(analyst.email)).status).toBe(429);
    expect(await (await reset(analyst.id, NEW_PASSWORD)).json()).toEqual({ ended: 1 });
    expect(await statusAs(analystToken)).toBe(401);
    expect((await signIn(analyst.email)).status).toBe(401);
    expect((await signIn(analyst.email, NEW_PASSWORD)).status).toBe(200);
  });

  test('does not reset the own password or deactivate the own account', async () => {
    expect((await reset(admin.id, NEW_PASSWORD)).status).toBe(409);
    await patch(analyst.id, { role: 'Administrator' });
    expect((await patch(admin.id, { isActive: false })).status).toBe(409);
    expect((await signIn(admin.email)).status).toBe(200);
  });

  test('every change is in the log with who, whom and what', async () => {
    await patch(analyst.id, { role: 'Auditor' });
    const [entry] = await app.client.call(contract.accounts.history, {});
    expect(entry).toMatchObject({
      action: 'auth.updateAccount',
      actorName: 'Ada Admin',
      accountName: 'Sam SOC Analyst',
      changes: [{ field: 'role', from: 'SOC Analyst', to: 'Auditor' }],
    });
  });
});

describe('[SET8] the last administrator', () => {
  test('is not demoted', async () => {
    expect(await failureOf(await patch(admin.id, { role: 'Auditor' }))).toEqual({
      status: 409,
      body: { message: LAST },
    });
    expect(await app.client.call(contract.auth.user, {})).toMatchObject({ role: 'Administrator' });
  });

  test('is one of two no more, also where the other one is deactivated', async () => {
    await patch(analyst.id, { role: 'Administrator' });
    await patch(analyst.id, { isActive: false });
    expect((await patch(admin.id, { role: 'Auditor' })).status).toBe(409);
    await patch(analyst.id, { isActive: true });
    expect((await patch(admin.id, { role: 'Auditor' })).status).toBe(200);
  });

  test('of two who demote each other at once, one stays', async () => {
    await patch(analyst.id, { role: 'Administrator' });
    const answers = await Promise.all([
      patch(admin.id, { role: 'Auditor' }, analystToken),
      patch(analyst.id, { role: 'Auditor' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).not.toEqual([200, 200]);
    const accounts = await app.request('GET', '/api/users');
    const roles = ((await accounts.json()) as User[]).map(({ role }) => role);
    expect(roles).toContain('Administrator');
  });

  test('does not count people of the demo, who cannot sign in', async () => {
    const demo = await openTestApp({ as: 'Administrator', workspace: 'demo' });
    const own = await demo.client.call(contract.auth.user, {});
    const accounts = await demo.client.call(contract.auth.listAccounts, {});
    const other = accounts.find(({ id }) => id !== own.id);
    await demo.request('PATCH', `/api/users/${other?.id}`, { body: { role: 'Administrator' } });
    const answer = await demo.request('PATCH', `/api/users/${own.id}`, {
      body: { role: 'Auditor' },
    });
    expect(answer.status).toBe(409);
    await demo.close();
  }, 60_000);
});

describe('refused', () => {
  test.each([
    [{ role: 'Root' }, 'role', `Role must be one of ${ROLES.join(', ')}`],
    [{ isActive: 'no' }, 'isActive', 'isActive must be true or false'],
    [{}, '', 'Nothing to change: give role or isActive'],
  ])('%j is 400', async (body, path, message) => {
    expect(await failureOf(await patch(analyst.id, body))).toEqual({
      status: 400,
      body: { message, issues: [{ path, message }] },
    });
  });

  test('an unknown account is 404, a short password 400', async () => {
    expect((await patch('nobody', { role: 'Auditor' })).status).toBe(404);
    expect((await reset('nobody', NEW_PASSWORD)).status).toBe(404);
    expect((await reset(analyst.id, 'short')).status).toBe(400);
  });

  test('[SET8] nobody but an administrator changes an account, not even the own role', async () => {
    for (const role of ROLES.filter((other) => other !== 'Administrator')) {
      const token = await app.tokenFor(role);
      const answers = [
        await patch(analyst.id, { role: 'Administrator' }, token),
        await patch(admin.id, { isActive: false }, token),
        await reset(admin.id, NEW_PASSWORD, token),
        await app.request('GET', '/api/users/history', { token }),
      ];
      for (const answer of answers) {
        expect(await failureOf(answer)).toEqual({ status: 403, body: { message: 'Forbidden' } });
      }
    }
  });
});
