import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failureOf } from '../helpers/bodies.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const SECRET = 'top secret of this machine';
let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-page-'));
  const renderer = join(folder, 'renderer');
  mkdirSync(join(renderer, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.txt'), SECRET);
  writeFileSync(join(renderer, 'index.html'), '<!doctype html><title>page</title>');
  writeFileSync(join(renderer, 'assets', 'main-abc123.js'), 'export {};');
  writeFileSync(join(renderer, 'assets', 'main-abc123.css'), 'a{}');
  writeFileSync(join(renderer, 'watchfloor.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(renderer, 'odd.bin'), 'bytes');
  symlinkSync(join(folder, 'secret.txt'), join(renderer, 'assets', 'link.txt'));
  app = await openTestApp({ deps: { rendererDir: renderer } });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string) => app.request('GET', path, { token: null });

describe('the page', () => {
  const RULE = '/forensics/rules/own-rules.01a20640-3979-708e';
  test.each(['/', '/alerts', '/settings/accounts', '/no/such/screen', RULE])(
    '[HT9] %s is the page itself, not cached',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('<title>page</title>');
    },
  );

  test.each([
    ['/assets/main-abc123.js', 'text/javascript; charset=utf-8'],
    ['/assets/main-abc123.css', 'text/css; charset=utf-8'],
  ])('%s has its type and is kept for good', async (path, type) => {
    const response = await get(path);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  test('a file of an unknown kind is bytes, never a guess', async () => {
    expect((await get('/odd.bin')).headers.get('content-type')).toBe('application/octet-stream');
  });

  test('a file that is not there is 404, not the page', async () => {
    for (const path of ['/assets/gone.js', '/assets/gone', '/gone.CSS', '/favicon.ico'])
      expect((await failureOf(await get(path))).status, path).toBe(404);
    expect((await app.request('POST', '/alerts', { body: {} })).status).toBe(404);
  });
});

describe('[HT9] no path leads out of the folder', () => {
  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/%252e%252e%252fsecret.txt',
    '//secret.txt',
    '/./secret.txt',
    '/assets/..;/../secret.txt',
    '/assets/link.txt',
    '/secret.txt%00.js',
    '/etc/passwd',
    '/file:///etc/passwd',
  ])('%s', async (path) => {
    const response = await get(path);
    const text = await response.text();
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain('root:');
    expect(response.status === 404 || text.includes('<title>page</title>')).toBe(true);
  });
});

describe('[HT10] headers', () => {
  const EVERYWHERE = {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
  };

  test.each([
    '/',
    '/assets/main-abc123.js',
    '/assets/gone.js',
    '/api/login',
    '/api/health',
    '/api/alerts',
    '/api/nothing',
    '/api/logout',
  ])('every answer has them: %s', async (path) => {
    const response = await get(path);
    expect(Object.fromEntries(response.headers)).toMatchObject(EVERYWHERE);
  });

  test('a refused request has them as well', async () => {
    const response = await app.request('GET', '/api/health', {
      headers: { host: 'attacker.example' },
    });
    expect(response.status).toBe(403);
    expect(Object.fromEntries(response.headers)).toMatchObject(EVERYWHERE);
  });

  test.each(['/api/login', '/api/health', '/api/alerts', '/api/auth/user', '/api/nothing'])(
    'nothing of the API is stored: %s',
    async (path) => {
      expect((await app.request('GET', path)).headers.get('cache-control')).toBe('no-store');
    },
  );

  function policyOf(response: Response): Map<string, string> {
    const text = response.headers.get('content-security-policy') ?? '';
    return new Map(
      text.split(';').map((part) => {
        const [name = '', ...values] = part.trim().split(' ');
        return [name, values.join(' ')];
      }),
    );
  }

  test('the page runs its own scripts and nothing else', async () => {
    for (const path of ['/', '/alerts', '/watchfloor.svg']) {
      const policy = policyOf(await get(path));
      expect(policy.get('default-src'), path).toBe("'none'");
      expect(policy.get('script-src'), path).toBe("'self'");
      expect(policy.get('connect-src'), path).toBe("'self'");
      expect(policy.get('object-src') ?? policy.get('default-src'), path).toBe("'none'");
      expect(policy.get('base-uri'), path).toBe("'none'");
      expect(policy.get('frame-ancestors'), path).toBe("'none'");
      expect(policy.get('form-action'), path).toBe("'self'");
      expect([...policy.values()].join(' '), path).not.toMatch(/\*|https?:|unsafe-eval/);
    }
  });

  test('the sign-in page runs no script at all, and its style is known by hash', async () => {
    const response = await get('/api/login');
    const policy = policyOf(response);
    expect(policy.get('default-src')).toBe("'none'");
    expect(policy.has('script-src')).toBe(false);
    expect(policy.get('style-src')).toMatch(/^'sha256-[A-Za-z0-9+/=]{44}'$/);
    expect(policy.get('frame-ancestors')).toBe("'none'");
    const html = await response.text();
    const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? '';
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
    expect(policy.get('style-src')).toBe(`'sha256-${Buffer.from(digest).toString('base64')}'`);
    expect(html).not.toMatch(/<script|style="|\son\w+=/i);
  });
});
