import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownSessionSchema } from '../../src/shared/areas/auth/accounts.contract.ts';
import { currentUserSchema } from '../../src/shared/areas/auth/auth.contract.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, PASSWORD, type TestApp, tokenOf } from '../helpers/open-test-app.ts';

const EMAIL = 'admin@example.test';
const NEW_PASSWORD = 'a quite different phrase';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp({ as: 'Administrator' });
});
afterEach(() => app.close());

const signIn = (password: string, email = EMAIL, userAgent?: string) =>
  app.request('POST', '/api/login', {
    body: { email, password },
    token: null,
    ...(userAgent === undefined ? {} : { headers: { 'user-agent': userAgent } }),
  });
const changePassword = (currentPassword: string, newPassword = NEW_PASSWORD) =>
  app.request('POST', '/api/account/password', { body: { currentPassword, newPassword } });
const patch = (body: unknown) => app.request('PATCH', '/api/account', { body });
async function sessions() {
  const response = await app.request('GET', '/api/account/sessions');
  return ownSessionSchema
    .strict()
    .array()
    .parse(await response.json());
}
const isSignedIn = async (token: string | undefined) =>
  (await app.request('GET', '/api/auth/user', { token: token ?? null })).status === 200;

describe('the own account', () => {
  test('changes its names without the password', async () => {
    const response = await patch({ firstName: ' Grace ', lastName: 'Hopper' });
    expect(response.status).toBe(200);
    expect(currentUserSchema.strict().parse(await response.json())).toMatchObject({
      firstName: 'Grace',
      lastName: 'Hopper',
      email: EMAIL,
    });
  });

  test('[SET5] changes its email with the password only, and signs in with the new one', async () => {
    const email = 'Grace@example.test';
    expect(await failureOf(await patch({ email }))).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'currentPassword' }] },
    });
    expect((await patch({ email, currentPassword: PASSWORD })).status).toBe(200);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(PASSWORD, 'grace@example.test')).status).toBe(200);
  });

  test('takes no email that another account has', async () => {
    await app.tokenFor('Auditor');
    const body = { email: 'person0@example.test', currentPassword: PASSWORD };
    expect(await failureOf(await patch(body))).toMatchObject({
      status: 409,
      body: { issues: [{ path: 'email', message: 'An account with this email exists already' }] },
    });
  });

  test.each([
    [{ firstName: ' ' }, 'firstName', 'First name is required'],
    [{ email: 'nowhere' }, 'email', 'Email must be an address like name@example.com'],
    [{ currentPassword: PASSWORD }, '', 'Nothing to change: give firstName, lastName or email'],
  ])('%j is 400', async (body, path, message) => {
    expect(await failureOf(await patch(body))).toEqual({
      status: 400,
      body: { message, issues: [{ path, message }] },
    });
  });
});

describe('the own password', () => {
  test('[SET5] is changed with the old one, and every other session ends', async () => {
    const other = tokenOf(await signIn(PASSWORD));
    const response = await changePassword(PASSWORD);
    expect([response.status, await response.json()]).toEqual([200, { ended: 1 }]);
    expect([await isSignedIn(app.token), await isSignedIn(other)]).toEqual([true, false]);
    expect((await signIn(PASSWORD)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(200);
  });

  test('[SET5] is not changed by a guess, and five guesses make the account wait', async () => {
    for (let guess = 1; guess <= 5; guess++) {
      expect(await failureOf(await changePassword('not the password'))).toEqual({
        status: 400,
        body: {
          message: 'Current password is wrong',
          issues: [{ path: 'currentPassword', message: 'Current password is wrong' }],
        },
      });
    }
    expect((await changePassword(PASSWORD)).status).toBe(429);
    expect((await signIn(PASSWORD)).status).toBe(429);
    app.clock.advance(31_000);
    expect((await changePassword(PASSWORD)).status).toBe(200);
  });

  test('needs twelve characters', async () => {
    const message = 'Password must have at least 12 characters';
    expect(await failureOf(await changePassword(PASSWORD, 'short'))).toEqual({
      status: 400,
      body: { message, issues: [{ path: 'newPassword', message }] },
    });
  });

  test('a change is in the log, without a password', async () => {
    await changePassword(PASSWORD);
    const history = await app.request('GET', '/api/users/history');
    const text = await history.text();
    expect(JSON.parse(text)[0]).toMatchObject({
      action: 'auth.changePassword',
      actorName: 'Ada Admin',
      accountName: 'Ada Admin',
    });
    expect(text).not.toContain('scrypt');
  });
});

describe('the own sessions', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  test('[SET6] are listed with what they were opened from, and no token', async () => {
    app.clock.advance(1000);
    await signIn(PASSWORD, EMAIL, FIREFOX);
    const listed = await sessions();
    expect(listed.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Firefox on Linux', false],
      ['A program', true],
    ]);
    expect(JSON.stringify(listed)).not.toContain(app.token);
  });

  test('[SET6] one is ended, then all others; never the one in use', async () => {
    const tokens = [];
    for (let i = 0; i < 3; i++) tokens.push(tokenOf(await signIn(PASSWORD)));
    const before = await sessions();
    const own = before.find(({ isCurrent }) => isCurrent);
    const another = before.find(({ isCurrent }) => !isCurrent);
    const end = (id = '') => app.request('DELETE', `/api/account/sessions/${id}`);
    expect((await end(own?.id)).status).toBe(409);
    expect(await (await end(another?.id)).json()).toEqual({ ended: 1 });
    expect((await end(another?.id)).status).toBe(404);
    const all = await app.request('DELETE', '/api/account/sessions');
    expect(await all.json()).toEqual({ ended: 2 });
    expect(await isSignedIn(app.token)).toBe(true);
    for (const token of tokens) expect(await isSignedIn(token)).toBe(false);
  });

  test('[SET6] those of somebody else are neither listed nor ended', async () => {
    const own = (await sessions())[0];
    const token = await app.tokenFor('Auditor');
    const listed = await app.request('GET', '/api/account/sessions', { token });
    expect(await listed.json()).toHaveLength(1);
    const ended = await app.request('DELETE', `/api/account/sessions/${own?.id}`, { token });
    expect(ended.status).toBe(404);
    await app.request('DELETE', '/api/account/sessions', { token });
    expect(await isSignedIn(app.token)).toBe(true);
  });
});
