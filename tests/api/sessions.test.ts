import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { currentUserSchema } from '../../src/shared/areas/auth/auth.contract.ts';
import { HOUR_MS } from '../../src/shared/kernel/time.ts';
import { openBeside, queryBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, PASSWORD, type TestApp, tokenOf } from '../helpers/open-test-app.ts';

const UNAUTHORIZED = { status: 401, body: { message: 'Unauthorized' } };
const SIGN_IN = { body: { email: 'admin@example.test', password: PASSWORD }, token: null };

const who = (app: TestApp, token: string | null) => app.request('GET', '/api/auth/user', { token });

describe('a session', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openTestApp();
  });
  afterEach(() => app.close());

  test('tells who is signed in and what they may do', async () => {
    const user = currentUserSchema
      .strict()
      .parse(await (await app.request('GET', '/api/auth/user')).json());
    expect(user).toMatchObject({
      email: 'person0@example.test',
      role: 'SOC Analyst',
      firstName: 'Sam',
    });
    expect(user.permissions).toContain('alerts.write');
    expect(user.permissions).not.toContain('accounts.manage');
  });

  test('[AU8] is a cookie that scripts cannot read and other sites cannot send', async () => {
    const response = await app.request('POST', '/api/login', SIGN_IN);
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^watchfloor_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
      ),
    ]);
  });

  test('[AU7] is stored as the hash of its token, and the token nowhere', async () => {
    const token = app.token ?? '';
    const rows = queryBeside<{ sid: string; sess: string }>(app.dataDir, 'SELECT * FROM sessions');
    expect(rows.map((row) => row.sid)).toContain(createHash('sha256').update(token).digest('hex'));
    const connection = openBeside(app.dataDir);
    const tables = connection
      .prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'alerts_fts%'",
      )
      .all() as { name: string }[];
    const everything = tables
      .map(({ name }) => JSON.stringify(connection.prepare(`SELECT * FROM ${name}`).all()))
      .join('\n');
    connection.close();
    expect(everything).toContain('person0@example.test');
    expect(everything).not.toContain(token);
    expect(everything).not.toContain(PASSWORD);
  });

  test('[AU9] ends after twelve hours', async () => {
    app.clock.advance(12 * HOUR_MS - 1);
    expect((await who(app, app.token ?? null)).status).toBe(200);
    app.clock.advance(1);
    expect(await failureOf(await who(app, app.token ?? null))).toEqual(UNAUTHORIZED);
  });

  test('[AU9] leaves no row behind once somebody signs in after its end', async () => {
    app.clock.advance(12 * HOUR_MS);
    await app.request('POST', '/api/login', SIGN_IN);
    expect(queryBeside(app.dataDir, 'SELECT sid FROM sessions')).toHaveLength(1);
  });

  test('[AU10] ends with logout, which goes to / and clears the cookie; others go on', async () => {
    const response = await app.request('GET', '/api/logout');
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe('/');
    expect(response.headers.getSetCookie()).toEqual([
      'watchfloor_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
    ]);
    expect(await failureOf(await who(app, app.token ?? null))).toEqual(UNAUTHORIZED);
    expect((await who(app, app.adminToken ?? null)).status).toBe(200);
    expect(queryBeside(app.dataDir, 'SELECT sid FROM sessions')).toHaveLength(1);
  });

  test('[AU10] a logout without a session clears no cookie: another site cannot sign anybody out', async () => {
    for (const token of [null, 'forged']) {
      const response = await app.request('GET', '/api/logout', {
        token,
        headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
      });
      expect([response.status, response.headers.getSetCookie()]).toEqual([303, []]);
    }
    expect((await who(app, app.token ?? null)).status).toBe(200);
  });

  test('[AU10] an image of another site that names the logout is refused', async () => {
    const response = await app.request('GET', '/api/logout', {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    });
    expect(response.status).toBe(403);
    expect((await who(app, app.token ?? null)).status).toBe(200);
  });

  test('outlives the process, as its row does', async () => {
    await app.app.close();
    const again = await openTestApp({ as: null, dataDir: app.dataDir, clock: app.clock });
    expect((await who(again, app.token ?? null)).status).toBe(200);
    await again.close();
  });

  test('dies with its account', async () => {
    const connection = openBeside(app.dataDir, 'writable');
    connection
      .prepare("UPDATE users SET deleted_at = 1 WHERE email = 'person0@example.test'")
      .run();
    connection.close();
    expect(await failureOf(await who(app, app.token ?? null))).toEqual(UNAUTHORIZED);
  });

  test('has the rights that its account has now', async () => {
    const connection = openBeside(app.dataDir, 'writable');
    connection
      .prepare("UPDATE users SET role = 'Auditor' WHERE email = 'person0@example.test'")
      .run();
    connection.close();
    expect((await app.request('POST', '/api/alerts', { body: {} })).status).toBe(403);
  });
});

describe('[AU11] a token that nobody was given opens nothing', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(() => app.close());

  test.each([
    'x',
    'A'.repeat(43),
    '%00',
    "' OR '1'='1",
    'null',
    '../../etc/passwd',
    'A'.repeat(100_000),
  ])('%#', async (token) => {
    expect(await failureOf(await who(app, token))).toEqual(UNAUTHORIZED);
  });

  test('neither does the stored hash, nor a token of which a character is missing', async () => {
    const token = app.token ?? '';
    const sid = createHash('sha256').update(token).digest('hex');
    for (const forged of [
      sid,
      token.slice(1),
      token.slice(0, -1),
      `${token}A`,
      token.toLowerCase(),
    ]) {
      expect((await who(app, forged)).status).toBe(401);
    }
  });

  test('a token anywhere but in the cookie is not looked at', async () => {
    const token = app.token ?? '';
    for (const headers of [{ authorization: `Bearer ${token}` }, { 'x-session': token }]) {
      expect((await app.request('GET', '/api/auth/user', { token: null, headers })).status).toBe(
        401,
      );
    }
    expect(
      (await app.request('GET', `/api/auth/user?watchfloor_session=${token}`, { token: null }))
        .status,
    ).toBe(401);
  });

  test('the cookie is found among others', async () => {
    const cookie = `theme=dark; watchfloor_session=${app.token}; x_watchfloor_session=no`;
    expect(
      (await app.request('GET', '/api/auth/user', { token: null, headers: { cookie } })).status,
    ).toBe(200);
  });

  test('a signed-in person who asks for the sign-in page is sent to /', async () => {
    const response = await app.request('GET', '/api/login');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
    expect(tokenOf(response)).toBeUndefined();
  });
});
