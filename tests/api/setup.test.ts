import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { currentUserSchema } from '../../src/shared/areas/auth/auth.contract.ts';
import { PERMISSIONS } from '../../src/shared/contract/permissions.ts';
import { queryBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, PASSWORD, type TestApp, tokenOf } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp({ as: null });
});
afterEach(() => app.close());

function setupBody(fields: Record<string, unknown> = {}) {
  return {
    email: 'Ada@Example.test',
    firstName: 'Ada',
    lastName: 'Lovelace',
    password: PASSWORD,
    workspace: 'empty',
    ...fields,
  };
}
const setUp = (fields: Record<string, unknown> = {}) =>
  app.request('POST', '/api/setup', { body: setupBody(fields) });
const isRequired = async () => (await app.request('GET', '/api/setup')).json();

describe('a new data folder', () => {
  test('[AU1] asks for set-up once, and answers with the administrator and a session', async () => {
    expect(await isRequired()).toEqual({ required: true });
    const response = await setUp();
    expect(response.status).toBe(201);
    const user = currentUserSchema.strict().parse(await response.json());
    expect(user).toMatchObject({
      email: 'ada@example.test',
      firstName: 'Ada',
      lastName: 'Lovelace',
      role: 'Administrator',
      permissions: PERMISSIONS,
    });
    const me = await app.request('GET', '/api/auth/user', { token: tokenOf(response) ?? null });
    expect(await me.json()).toEqual(user);
    expect(await isRequired()).toEqual({ required: false });
  });

  test.each(['demo', 'empty'])('remembers that the %s workspace was chosen', async (workspace) => {
    const token = tokenOf(await setUp({ workspace })) ?? null;
    const answer = await app.request('GET', '/api/workspace', { token });
    expect(await answer.json()).toEqual({
      kind: workspace,
      isShared: false,
      createdAt: new Date(app.clock.now()).toISOString(),
    });
  });

  test('[AU1] a second set-up is refused, whoever asks, and changes nothing', async () => {
    const token = tokenOf(await setUp()) ?? null;
    const message = 'This data folder is set up already. Sign in instead.';
    const other = { email: 'eve@example.test', workspace: 'demo' };
    expect(await failureOf(await setUp(other))).toEqual({ status: 409, body: { message } });
    const signedIn = await app.request('POST', '/api/setup', { body: setupBody(other), token });
    expect(signedIn.status).toBe(409);
    expect(signedIn.headers.getSetCookie()).toEqual([]);
    expect(await (await app.request('GET', '/api/users', { token })).json()).toHaveLength(1);
    expect(await (await app.request('GET', '/api/workspace', { token })).json()).toMatchObject({
      kind: 'empty',
    });
  });

  test('[AU1] of several at once exactly one wins', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => setUp({ email: `p${n}@example.test` })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409]);
    expect(queryBeside(app.dataDir, 'SELECT email FROM users')).toHaveLength(1);
    expect(queryBeside(app.dataDir, 'SELECT user_id FROM credentials')).toHaveLength(1);
    expect(queryBeside(app.dataDir, 'SELECT sid FROM sessions')).toHaveLength(1);
  });

  test('nobody can sign in before it', async () => {
    const answer = await app.request('POST', '/api/login', {
      body: { email: 'a@b.test', password: PASSWORD },
    });
    expect(await failureOf(answer)).toEqual({
      status: 401,
      body: { message: 'Email or password is wrong' },
    });
  });
});

describe('[AU2] what set-up refuses, with its words', () => {
  test.each([
    ['email', undefined, 'Email is required'],
    ['email', ' ', 'Email is required'],
    ['email', 'ada', 'Email must be an address like name@example.com'],
    ['email', 'a b@example.test', 'Email must be an address like name@example.com'],
    ['email', `${'a'.repeat(250)}@b.test`, 'Email must be at most 254 characters'],
    ['firstName', '', 'First name is required'],
    ['lastName', undefined, 'Last name is required'],
    ['lastName', 'x'.repeat(101), 'Last name must be at most 100 characters'],
    ['password', undefined, 'Password is required'],
    ['password', 'eleven char', 'Password must have at least 12 characters'],
    ['password', 'x'.repeat(1025), 'Password must have at most 1024 characters'],
    ['workspace', 'mine', 'Workspace must be demo or empty'],
    ['workspace', undefined, 'Workspace must be demo or empty'],
  ])('%s %j', async (path, value, message) => {
    const failure = await failureOf(await setUp({ [path]: value }));
    expect([failure.status, failure.body.message]).toEqual([400, message]);
    expect(failure.body.issues?.[0]).toEqual({ path, message });
    expect(new Set(failure.body.issues?.map((issue) => issue.path))).toEqual(new Set([path]));
    expect(await isRequired()).toEqual({ required: true });
  });

  test('a password of exactly 12 characters is enough', async () => {
    expect((await setUp({ password: 'twelve chars' })).status).toBe(201);
  });
});
