import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createAppSchemeHandler } from '../../src/main/electron/protocol.ts';
import {
  createSignedInFetch,
  sessionChange,
  type TokenVault,
} from '../../src/main/electron/session-token.ts';
import { createTokenVault } from '../../src/main/electron/token-vault.ts';
import { clearedSessionCookie, sessionCookie } from '../../src/main/http/session.ts';
import { fakeEncryption } from '../helpers/fake-encryption.ts';

const ORIGIN = 'app://watchfloor';

function memoryVault(start?: string): TokenVault & { cookie: string | undefined } {
  return {
    cookie: start,
    async load() {
      return this.cookie;
    },
    async save(cookie) {
      this.cookie = cookie;
    },
    async clear() {
      this.cookie = undefined;
    },
  };
}

/** A core that signs everybody in and shows what reached it. */
async function coreFetch(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const cookie = request.headers.get('cookie');
  if (pathname === '/api/login') {
    return new Response(null, {
      status: 303,
      headers: { location: '/', 'set-cookie': sessionCookie('token-1') },
    });
  }
  if (pathname === '/api/logout') {
    return new Response(null, { status: 303, headers: { 'set-cookie': clearedSessionCookie() } });
  }
  if (pathname === '/api/refuse') return Response.json({}, { status: 401 });
  return Response.json({ cookie }, { headers: { 'set-cookie': sessionCookie('elsewhere') } });
}

const ask = (path: string, init?: RequestInit) => new Request(`${ORIGIN}${path}`, init);

describe('the session token', () => {
  test('[DS9] it is taken from the answer of a sign-in and attached to what follows', async () => {
    const vault = memoryVault();
    const { fetch, isSignedIn } = await createSignedInFetch(coreFetch, vault);
    expect(isSignedIn()).toBe(false);
    expect(await (await fetch(ask('/api/alerts'))).json()).toEqual({ cookie: null });

    const answer = await fetch(ask('/api/login', { method: 'POST' }));
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/');
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(isSignedIn()).toBe(true);
    expect(vault.cookie).toBe('watchfloor_session=token-1');

    const next = await fetch(ask('/api/alerts'));
    expect(await next.json()).toEqual({ cookie: 'watchfloor_session=token-1' });
    expect(next.headers.get('set-cookie')).toBeNull();
  });

  test('[DS9] a cookie that the page sends is replaced', async () => {
    const { fetch } = await createSignedInFetch(coreFetch, memoryVault('watchfloor_session=mine'));
    const forged = ask('/api/alerts', { headers: { cookie: 'watchfloor_session=forged' } });
    expect(await (await fetch(forged)).json()).toEqual({ cookie: 'watchfloor_session=mine' });
  });

  test('signing out forgets it', async () => {
    const vault = memoryVault('old');
    const { fetch, isSignedIn } = await createSignedInFetch(coreFetch, vault);
    await fetch(ask('/api/logout'));
    expect(isSignedIn()).toBe(false);
    expect(vault.cookie).toBeUndefined();
  });

  test('[DS13] a token that the core refuses is forgotten', async () => {
    const vault = memoryVault('expired');
    const { fetch, isSignedIn } = await createSignedInFetch(coreFetch, vault);
    expect((await fetch(ask('/api/refuse'))).status).toBe(401);
    expect(isSignedIn()).toBe(false);
    expect(vault.cookie).toBeUndefined();
  });

  test('bodies pass through as they are', async () => {
    const echo = async (request: Request) => new Response(request.body);
    const { fetch } = await createSignedInFetch(echo, memoryVault('t'));
    const body = new Blob(['line 1\n', 'line 2\n']).stream();
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    expect(await (await fetch(ask('/api/x', init))).text()).toBe('line 1\nline 2\n');
  });

  test.each([
    [
      ['watchfloor_session=abc; Path=/; HttpOnly; Max-Age=43200'],
      { cookie: 'watchfloor_session=abc' },
    ],
    [['watchfloor_session=b=c'], { cookie: 'watchfloor_session=b=c' }],
    [['watchfloor_session=; Path=/; Max-Age=0'], { cookie: undefined }],
    [['watchfloor_session=abc; max-age=-1'], { cookie: undefined }],
    [['watchfloor_session='], { cookie: undefined }],
    [['nonsense'], { cookie: undefined }],
    [[], undefined],
  ])('Set-Cookie %j says %j', (lines, change) => {
    expect(sessionChange(lines)).toEqual(change);
  });
});

describe('the token on disk', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'watchfloor-vault-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const path = () => join(folder, 'session.safe');

  test('[DS10] it is kept encrypted and found again', async () => {
    const vault = createTokenVault(fakeEncryption(), 'linux', path());
    await vault.save('secret-token');
    expect(await readFile(path(), 'utf8')).not.toContain('secret-token');
    expect(await createTokenVault(fakeEncryption(), 'linux', path()).load()).toBe('secret-token');
    await vault.clear();
    expect(await vault.load()).toBeUndefined();
  });

  test('[DS10] without real encryption nothing is written', async () => {
    const weak = fakeEncryption({ backend: 'basic_text' });
    await createTokenVault(weak, 'linux', path()).save('secret-token');
    await expect(readFile(path())).rejects.toThrow('ENOENT');
    const absent = fakeEncryption({ isAvailable: false });
    await createTokenVault(absent, 'darwin', path()).save('secret-token');
    await expect(readFile(path())).rejects.toThrow('ENOENT');
  });

  test('a file of another keyring counts as absent', async () => {
    await createTokenVault(fakeEncryption({ secret: 'a' }), 'linux', path()).save('token');
    const other = createTokenVault(fakeEncryption({ secret: 'b' }), 'linux', path());
    expect(await other.load()).toBeUndefined();
  });
});

describe('the application scheme', () => {
  const reached: string[] = [];
  const core = async (request: Request) => {
    reached.push(request.url);
    return new Response('core');
  };

  test('page and core are answered by the core', async () => {
    const handle = createAppSchemeHandler(core);
    for (const path of ['/', '/alerts', '/api/login']) {
      expect(await (await handle(ask(path))).text()).toBe('core');
    }
  });

  test('[DS6] another host of the scheme, or another origin, reaches nothing', async () => {
    reached.length = 0;
    const handle = createAppSchemeHandler(core);
    expect((await handle(new Request('app://other/api/alerts'))).status).toBe(404);
    const foreign = ask('/api/login', {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
    });
    expect((await handle(foreign)).status).toBe(403);
    expect(reached).toEqual([]);
  });

  test('in development the page comes from its server, the core from here', async () => {
    const handle = createAppSchemeHandler(core, async () => new Response('development'));
    for (const path of ['/alerts', '/app/main.tsx', '/api/session.queries.ts']) {
      expect(await (await handle(ask(path))).text()).toBe('development');
    }
    expect(await (await handle(ask('/api/login'))).text()).toBe('core');
  });
});
