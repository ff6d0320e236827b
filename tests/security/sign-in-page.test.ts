import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ORIGIN, openTestApp, PASSWORD, type TestApp, tokenOf } from '../helpers/open-test-app.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN };

function send(app: TestApp, path: string, fields: Record<string, string>): Promise<Response> {
  return app.request('POST', path, {
    rawBody: new URLSearchParams(fields).toString(),
    headers: FORM,
    token: null,
  });
}

function fieldValue(html: string, name: string): string | undefined {
  return new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];
}

const HOSTILE = [
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '</title></style></textarea><svg onload=alert(1)>',
  '&quot;&#34;&lt;script&gt;',
  'a\u202e\u0000b"',
];

describe('signing in by form', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ as: 'Administrator' });
  });
  afterAll(() => app.close());

  test('[AU14] right credentials lead to / with a session', async () => {
    const response = await send(app, '/api/login', {
      email: 'admin@example.test',
      password: PASSWORD,
    });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
    const token = tokenOf(response) ?? null;
    expect((await app.request('GET', '/api/auth/user', { token })).status).toBe(200);
  });

  test('[AU14] wrong ones show the form again with the email and never the password', async () => {
    const response = await send(app, '/api/login', {
      email: 'who@example.test',
      password: 'my wrong password',
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).toContain('Email or password is wrong');
    expect(fieldValue(html, 'email')).toBe('who@example.test');
    expect(fieldValue(html, 'password')).toBe('');
    expect(html).not.toContain('my wrong password');
    expect(tokenOf(response)).toBeUndefined();
  });

  test('[AU14] an empty form says what is missing', async () => {
    const response = await send(app, '/api/login', { email: '', password: '' });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('Email is required');
    expect(html).toContain('Password is required');
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2);
  });

  test('[AU5] a waiting account is told how long', async () => {
    for (let i = 0; i < 5; i++)
      await send(app, '/api/login', { email: 'slow@example.test', password: 'wrong wrong wrong' });
    const response = await send(app, '/api/login', {
      email: 'slow@example.test',
      password: PASSWORD,
    });
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await response.text()).toContain('Too many failed attempts. Try again in 30 seconds.');
  });

  test.each(HOSTILE)('[AU14] what was typed comes back as text: %j', async (email) => {
    const html = await (await send(app, '/api/login', { email, password: 'x' })).text();
    expect(html).not.toMatch(/<script|<img|<svg onload|onerror=alert\(1\)>|onload=alert\(1\)>/);
    const shown = fieldValue(html, 'email') ?? '';
    expect(shown).not.toMatch(/[<>"']/);
    const decoded = shown.replace(/&#(\d+);/g, (_, code: string) =>
      String.fromCharCode(Number(code)),
    );
    expect(decoded).toBe(email);
  });
});

describe('setting up by form', () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openTestApp({ as: null });
  });
  afterEach(() => app.close());

  const GOOD = {
    email: 'ada@example.test',
    firstName: 'Ada',
    lastName: 'L',
    password: PASSWORD,
    workspace: 'empty',
  };

  test('a new folder shows the set-up page with the demo workspace chosen', async () => {
    const response = await app.request('GET', '/api/login', { token: null });
    const html = await response.text();
    expect(html).toContain('action="/api/setup"');
    expect(html).toMatch(/value="demo" checked/);
    expect(html).not.toMatch(/value="empty" checked/);
  });

  test('[AU14] a good form leads to / with a session, and the page asks to sign in from then on', async () => {
    const response = await send(app, '/api/setup', GOOD);
    expect([response.status, response.headers.get('location')]).toEqual([303, '/']);
    const user = await app.request('GET', '/api/auth/user', { token: tokenOf(response) ?? null });
    expect(await user.json()).toMatchObject({ email: 'ada@example.test', role: 'Administrator' });
    expect(await (await app.request('GET', '/api/login', { token: null })).text()).toContain(
      'action="/api/login"',
    );
  });

  test('[AU14] a bad one keeps what was typed, the choice as well, but never the password', async () => {
    const response = await send(app, '/api/setup', {
      ...GOOD,
      firstName: '',
      password: 'short one',
    });
    expect(response.status).toBe(400);
    const html = await response.text();
    expect(html).toContain('First name is required');
    expect(html).toContain('Password must have at least 12 characters');
    expect(fieldValue(html, 'email')).toBe('ada@example.test');
    expect(html).toMatch(/value="empty" checked/);
    expect(html).not.toContain('short one');
  });

  test('[AU1] a second one is refused with the sign-in page', async () => {
    await send(app, '/api/setup', GOOD);
    const response = await send(app, '/api/setup', { ...GOOD, email: 'eve@example.test' });
    expect(response.status).toBe(409);
    const html = await response.text();
    expect(html).toContain('This data folder is set up already. Sign in instead.');
    expect(html).toContain('action="/api/login"');
    expect(tokenOf(response)).toBeUndefined();
  });

  test('[AU14] hostile names come back as text', async () => {
    for (const firstName of HOSTILE) {
      const html = await (
        await send(app, '/api/setup', { ...GOOD, firstName, password: '' })
      ).text();
      expect(html).not.toMatch(/<script|<img|<svg onload/);
      expect(fieldValue(html, 'firstName') ?? '').not.toMatch(/[<>"']/);
    }
  });
});
