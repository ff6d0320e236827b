import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userSchema } from '../../src/shared/areas/auth/auth.contract.ts';
import { ROLES } from '../../src/shared/contract/permissions.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, PASSWORD, type TestApp, tokenOf } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
});
afterAll(() => app.close());

function account(fields: Record<string, unknown> = {}) {
  return {
    email: 'new@example.test',
    firstName: 'New',
    lastName: 'Person',
    password: PASSWORD,
    role: 'SOC Analyst',
    ...fields,
  };
}
const create = (fields: Record<string, unknown> = {}) =>
  app.request('POST', '/api/users', { body: account(fields) });

describe('accounts', () => {
  test.each(ROLES)(
    '[AU15] an administrator makes one as %s, who can then sign in',
    async (role) => {
      const email = `${role.replaceAll(' ', '.')}@Example.test`;
      const response = await create({ email, role });
      expect(response.status).toBe(201);
      const user = userSchema.strict().parse(await response.json());
      expect(user).toMatchObject({
        email: email.toLowerCase(),
        role,
        firstName: 'New',
        profileImageUrl: null,
      });
      const signedIn = await app.request('POST', '/api/login', {
        body: { email, password: PASSWORD },
        token: null,
      });
      expect(await signedIn.json()).toMatchObject({ id: user.id, role });
      expect(tokenOf(signedIn)).toBeDefined();
    },
  );

  test('the list has them all, newest first, with their number and without passwords', async () => {
    app.clock.advance(1000);
    await create({ email: 'last@example.test' });
    const response = await app.request('GET', '/api/users');
    const users = userSchema
      .strict()
      .array()
      .parse(await response.json());
    expect(users[0]?.email).toBe('last@example.test');
    expect(users.at(-1)?.email).toBe('admin@example.test');
    expect(response.headers.get('x-total-count')).toBe(String(users.length));
  });

  test('[AU15] an email is one account, whatever its case, and however many ask at once', async () => {
    await create({ email: 'twice@example.test' });
    const message = 'An account with this email exists already';
    expect(await failureOf(await create({ email: ' TWICE@example.test ' }))).toEqual({
      status: 409,
      body: { message, issues: [{ path: 'email', message }] },
    });
    const answers = await Promise.all(
      [1, 2, 3].map(() => create({ email: 'thrice@example.test' })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409]);
  });

  test.each([
    ['email', 'no-address', 'Email must be an address like name@example.com'],
    ['firstName', ' ', 'First name is required'],
    ['password', 'short', 'Password must have at least 12 characters'],
    ['role', 'Root', 'Role is required'],
    ['role', undefined, 'Role is required'],
  ])('%s %j is 400', async (path, value, message) => {
    const failure = await failureOf(await create({ email: 'bad@example.test', [path]: value }));
    expect(failure).toEqual({ status: 400, body: { message, issues: [{ path, message }] } });
  });

  test('nobody but an administrator makes one', async () => {
    for (const role of ROLES.filter((other) => other !== 'Administrator')) {
      const token = await app.tokenFor(role);
      const response = await app.request('POST', '/api/users', {
        body: account({ email: 'x@example.test', role: 'Administrator' }),
        token,
      });
      expect(await failureOf(response)).toEqual({ status: 403, body: { message: 'Forbidden' } });
    }
  });
});
