import { scryptSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppDeps } from '../../src/main/app/app.ts';
import { SESSION_LIFETIME_MS } from '../../src/main/http/session.ts';
import { currentUserSchema } from '../../src/shared/areas/auth/auth.contract.ts';
import { DAY_MS } from '../../src/shared/kernel/time.ts';
import { queryBeside } from '../helpers/beside.ts';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, PASSWORD, type TestApp, tokenOf } from '../helpers/open-test-app.ts';

const ADMIN = 'admin@example.test';
const WRONG = { status: 401, body: { message: 'Email or password is wrong' } };

const signIn = (app: TestApp, email: string, password: string) =>
  app.request('POST', '/api/login', { body: { email, password }, token: null });

describe('signing in', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(() => app.close());

  test('answers 200 with the user and a session of its own', async () => {
    const response = await signIn(app, ADMIN, PASSWORD);
    expect(response.status).toBe(200);
    const user = currentUserSchema.strict().parse(await response.json());
    expect(user).toMatchObject({ email: ADMIN, role: 'Administrator' });
    const token = tokenOf(response);
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(token).not.toBe(app.adminToken);
  });

  test('does not care for case and blanks around the email, but does for the password', async () => {
    expect((await signIn(app, '  ADMIN@Example.TEST ', PASSWORD)).status).toBe(200);
    expect((await signIn(app, ADMIN, PASSWORD.toUpperCase())).status).toBe(401);
    expect((await signIn(app, ADMIN, `${PASSWORD} `)).status).toBe(401);
  });

  test('[AU4] a wrong password and an unknown account get the same answer', async () => {
    const [wrong, unknown] = [
      await signIn(app, ADMIN, 'not the password'),
      await signIn(app, 'nobody@example.test', PASSWORD),
    ];
    const headersOf = (response: Response) => [...response.headers].sort();
    expect(headersOf(wrong)).toEqual(headersOf(unknown));
    expect(await failureOf(wrong)).toEqual(WRONG);
    expect(await failureOf(unknown)).toEqual(WRONG);
  });

  test.each([
    [{ email: ADMIN }, 'password', 'Password is required'],
    [{ email: ADMIN, password: '' }, 'password', 'Password is required'],
    [{ password: PASSWORD }, 'email', 'Email is required'],
    [{ email: '  ', password: PASSWORD }, 'email', 'Email is required'],
    [
      { email: ADMIN, password: 'x'.repeat(1025) },
      'password',
      'Password must have at most 1024 characters',
    ],
    [{ email: { $ne: '' }, password: PASSWORD }, 'email', 'Email is required'],
  ])('%j is 400', async (body, path, message) => {
    const response = await app.request('POST', '/api/login', { body, token: null });
    expect(await failureOf(response)).toEqual({
      status: 400,
      body: { message, issues: [{ path, message }] },
    });
  });

  test('a composed and a decomposed password are the same', async () => {
    const account = {
      email: 'umlaut@example.test',
      firstName: 'U',
      lastName: 'M',
      role: 'Auditor',
      password: 'gr\u00fc\u00dfe aus dem wald',
    };
    await app.request('POST', '/api/users', { body: account, token: app.adminToken ?? null });
    expect((await signIn(app, account.email, account.password.normalize('NFD'))).status).toBe(200);
  });
});

describe('[AU5] failures in a row make the account wait', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openTestApp();
  });
  afterEach(() => app.close());

  async function fail(email: string, times: number): Promise<void> {
    for (let i = 0; i < times; i++) {
      expect(await failureOf(await signIn(app, email, 'wrong wrong wrong'))).toEqual(WRONG);
    }
  }

  async function expectWait(email: string, seconds: number): Promise<void> {
    const response = await signIn(app, email, PASSWORD);
    expect(response.headers.get('retry-after')).toBe(String(seconds));
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await failureOf(response)).toEqual({
      status: 429,
      body: { message: `Too many failed attempts. Try again in ${seconds} seconds.` },
    });
  }

  test('four are free, the fifth costs 30 s, even with the right password', async () => {
    await fail(ADMIN, 5);
    await expectWait(ADMIN, 30);
    app.clock.advance(10_500);
    await expectWait(ADMIN, 20);
    app.clock.advance(19_499);
    await expectWait(ADMIN, 1);
    app.clock.advance(1);
    expect((await signIn(app, ADMIN, PASSWORD)).status).toBe(200);
  });

  test('each further one doubles it, up to 15 minutes', async () => {
    await fail(ADMIN, 4);
    for (const seconds of [30, 60, 120, 240, 480, 900, 900, 900]) {
      await fail(ADMIN, 1);
      await expectWait(ADMIN, seconds);
      app.clock.advance(seconds * 1000);
    }
    expect((await signIn(app, ADMIN, PASSWORD)).status).toBe(200);
  });

  test('an attempt while waiting is not one more failure', async () => {
    await fail(ADMIN, 5);
    for (let i = 0; i < 5; i++) await expectWait(ADMIN, 30);
    app.clock.advance(30_000);
    await fail(ADMIN, 1);
    await expectWait(ADMIN, 60);
  });

  test('[AU6] a success forgets them', async () => {
    await fail(ADMIN, 4);
    expect((await signIn(app, ADMIN, PASSWORD)).status).toBe(200);
    await fail(ADMIN, 4);
    expect((await signIn(app, ADMIN, PASSWORD)).status).toBe(200);
  });

  test('[AU4] an address without an account waits all the same', async () => {
    await fail('nobody@example.test', 5);
    await expectWait('nobody@example.test', 30);
  });

  test('another spelling of the address is the same address, another account is not', async () => {
    await fail(ADMIN, 5);
    await expectWait(' Admin@EXAMPLE.test ', 30);
    const token = await app.tokenFor('Auditor');
    expect((await app.request('GET', '/api/auth/user', { token })).status).toBe(200);
    expect(
      (await app.request('GET', '/api/auth/user', { token: app.adminToken ?? null })).status,
    ).toBe(200);
  });

  test('attempts at the same moment are counted as well', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => signIn(app, ADMIN, 'wrong wrong wrong')),
    );
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)]);
    expect((await signIn(app, ADMIN, PASSWORD)).status).toBe(429);
  });

  test('[AU17] a clock that was days ahead and is set right keeps nobody out for days', async () => {
    app.clock.advance(3 * DAY_MS);
    await fail(ADMIN, 5);
    app.clock.advance(-3 * DAY_MS);
    await expectWait(ADMIN, 30);
    app.clock.advance(10_000);
    await expectWait(ADMIN, 20);
    app.clock.advance(20_000);
    expect((await signIn(app, ADMIN, PASSWORD)).status).toBe(200);
  });

  test('[AU17] nor does it keep a session alive beyond its lifetime', async () => {
    const statusOf = async (token: string | undefined) =>
      (await app.request('GET', '/api/auth/user', { token: token ?? null })).status;
    app.clock.advance(3 * DAY_MS);
    const token = tokenOf(await signIn(app, ADMIN, PASSWORD));
    app.clock.advance(-3 * DAY_MS);
    expect(await statusOf(token)).toBe(200);
    app.clock.advance(SESSION_LIFETIME_MS - 1);
    expect(await statusOf(token)).toBe(200);
    app.clock.advance(1);
    expect(await statusOf(token)).toBe(401);
  });

  test('[AU17] a clock that is behind for a moment signs nobody out', async () => {
    const statusNow = async () => (await app.request('GET', '/api/auth/user')).status;
    app.clock.advance(-8 * DAY_MS);
    expect(await statusNow()).toBe(200);
    app.clock.advance(8 * DAY_MS);
    expect(await statusNow()).toBe(200);
    app.clock.advance(SESSION_LIFETIME_MS);
    expect(await statusNow()).toBe(401);
  });

  test('the wait outlives the process', async () => {
    await fail(ADMIN, 5);
    await app.app.close();
    const again = await openTestApp({ as: null, dataDir: app.dataDir, clock: app.clock });
    expect((await signIn(again, ADMIN, PASSWORD)).status).toBe(429);
    await again.close();
  });
});

describe('passwords', () => {
  test('[AU3] are kept as scrypt with N = 2^17, r = 8, p = 1 and a salt of their own', async () => {
    const app = await openTestApp({
      as: null,
      deps: { passwordCost: undefined } as unknown as Partial<AppDeps>,
    });
    const body = {
      email: ADMIN,
      firstName: 'A',
      lastName: 'B',
      password: PASSWORD,
      workspace: 'empty',
    };
    await app.request('POST', '/api/setup', { body });
    const [row] = queryBeside<{ password_hash: string }>(
      app.dataDir,
      'SELECT password_hash FROM credentials',
    );
    const [scheme, cost, r, p, salt, hash] = (row?.password_hash ?? '').split('$');
    expect([scheme, cost, r, p]).toEqual(['scrypt', '17', '8', '1']);
    const key = scryptSync(PASSWORD, Buffer.from(salt ?? '', 'base64'), 32, {
      N: 2 ** 17,
      r: 8,
      p: 1,
      maxmem: 2 ** 28,
    });
    expect(hash).toBe(key.toString('base64'));
    expect(Buffer.from(salt ?? '', 'base64')).toHaveLength(16);
    await app.close();
  });

  test('[AU4] an unknown account costs as much time as a wrong password', async () => {
    const app = await openTestApp({ as: null, deps: { passwordCost: 15 } });
    const body = {
      email: ADMIN,
      firstName: 'A',
      lastName: 'B',
      password: PASSWORD,
      workspace: 'empty',
    };
    await app.request('POST', '/api/setup', { body });
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let i = 0; i < 4; i++) {
      for (const [kind, email] of [
        ['known', ADMIN],
        ['unknown', 'nobody@example.test'],
      ] as const) {
        const started = performance.now();
        await signIn(app, email, 'wrong wrong wrong');
        times[kind].push(performance.now() - started);
      }
    }
    const fastest = (list: number[]) => Math.min(...list);
    const ratio = fastest(times.unknown) / fastest(times.known);
    expect(ratio, JSON.stringify(times)).toBeGreaterThan(0.4);
    expect(ratio, JSON.stringify(times)).toBeLessThan(2.5);
    await app.close();
  });
});
