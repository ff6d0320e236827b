import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SESSION_COOKIE } from '../../src/main/http/session.ts';
import { failureOf } from '../helpers/bodies.ts';
import { ORIGIN, openTestApp, PASSWORD, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator' });
});
afterAll(() => app.close());

const NOT_HERE = { status: 403, body: { message: 'This address is not served here' } };
const OTHER_SITE = { status: 403, body: { message: 'Requests from other sites are refused' } };

/** A request with the session's cookie, at any address. */
function at(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return app.app.fetch(
    new Request(url, { method, headers: { cookie: `${SESSION_COOKIE}=${app.token}`, ...headers } }),
  );
}

describe('[HT1] only the exact address is served', () => {
  test.each([
    'http://localhost:4780',
    'http://127.0.0.1:4781',
    'http://127.0.0.1',
    'https://127.0.0.1:4780',
    'http://127.0.0.2:4780',
    'http://watchfloor.attacker.example:4780',
    'http://127.0.0.1.attacker.example:4780',
    'http://[::1]:4780',
  ])('%s', async (origin) => {
    for (const path of ['/api/health', '/api/alerts', '/api/login', '/', '/assets/x.js']) {
      expect(await failureOf(await at(`${origin}${path}`)), path).toEqual(NOT_HERE);
    }
  });

  test.each([
    'attacker.example',
    'localhost:4780',
    '127.0.0.1',
    '127.0.0.1:4781',
    '127.0.0.1:4780.attacker.example',
    '',
    '127.0.0.1:4780, attacker.example',
  ])('the Host %j at the right address (rebound name)', async (host) => {
    expect(await failureOf(await at(`${ORIGIN}/api/health`, { host }))).toEqual(NOT_HERE);
  });

  test('no header makes another host acceptable', async () => {
    const headers = { 'x-forwarded-host': '127.0.0.1:4780', forwarded: 'host=127.0.0.1:4780' };
    expect((await at('http://attacker.example/api/health', headers)).status).toBe(403);
  });

  test('the address itself is served', async () => {
    expect((await at(`${ORIGIN}/api/alerts`, { host: '127.0.0.1:4780' })).status).toBe(200);
  });
});

describe('[HT1] requests that name another origin are refused, reads as well', () => {
  test.each([
    'https://attacker.example',
    'http://127.0.0.1:4781',
    'http://localhost:4780',
    'https://127.0.0.1:4780',
    'null',
    'file://',
    `${ORIGIN}.attacker.example`,
    `${ORIGIN}/`,
  ])('Origin: %s', async (origin) => {
    const body = { email: 'admin@example.test', password: PASSWORD };
    const headers = { origin };
    expect(await failureOf(await app.request('GET', '/api/alerts', { headers }))).toEqual(
      OTHER_SITE,
    );
    expect(await failureOf(await app.request('POST', '/api/login', { headers, body }))).toEqual(
      OTHER_SITE,
    );
    expect(
      await failureOf(await app.request('POST', '/api/workspace/leave-demo', { headers })),
    ).toEqual(OTHER_SITE);
    expect((await app.request('GET', '/', { headers })).status).toBe(403);
  });

  test('our own origin, and programs that send none, are heard', async () => {
    expect((await app.request('GET', '/api/alerts', { headers: { origin: ORIGIN } })).status).toBe(
      200,
    );
    expect((await app.request('GET', '/api/alerts')).status).toBe(200);
  });
});

describe('[HT1] fetch metadata', () => {
  test.each(['cross-site', 'same-site'])(
    'a %s request that is no visit is refused',
    async (site) => {
      for (const mode of ['cors', 'no-cors', 'websocket', 'same-origin']) {
        const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': mode };
        expect(await failureOf(await app.request('GET', '/api/alerts', { headers })), mode).toEqual(
          OTHER_SITE,
        );
        expect((await app.request('GET', '/', { headers })).status, mode).toBe(403);
      }
    },
  );

  test.each(['cross-site', 'same-site'])(
    'a %s form that is sent as a visit is refused',
    async (site) => {
      const headers = {
        'sec-fetch-site': site,
        'sec-fetch-mode': 'navigate',
        'content-type': 'application/x-www-form-urlencoded',
      };
      const rawBody = `email=admin%40example.test&password=${encodeURIComponent(PASSWORD)}`;
      for (const path of ['/api/login', '/api/setup', '/api/alerts', '/api/imports']) {
        expect(
          await failureOf(await app.request('POST', path, { headers, rawBody })),
          path,
        ).toEqual(OTHER_SITE);
      }
    },
  );

  test('a link of another site may lead here', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect((await app.request('GET', '/api/login', { headers, token: null })).status).toBe(200);
  });

  test.each(['same-origin', 'none'])('%s is heard', async (site) => {
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'cors' };
    expect((await app.request('GET', '/api/alerts', { headers })).status).toBe(200);
  });
});

describe('[HT1] what a foreign page can send without asking changes nothing', () => {
  const forms: [string, string][] = [
    ['text/plain', '{"title":"t","description":"d","severity":"LOW","source":"s","x":"="}'],
    ['application/x-www-form-urlencoded', 'title=t&description=d&severity=LOW&source=s'],
    [
      'multipart/form-data; boundary=b',
      '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nt\r\n--b--\r\n',
    ],
  ];
  test.each(forms)('%s', async (type, rawBody) => {
    for (const path of ['/api/alerts', '/api/users', '/api/imports', '/api/imports/preview']) {
      const response = await app.request('POST', path, {
        rawBody,
        headers: { 'content-type': type },
      });
      expect(response.status, path).toBe(415);
    }
    expect((await app.request('GET', '/api/alerts')).headers.get('x-total-count')).toBe('0');
    expect(await (await app.request('GET', '/api/users')).json()).toHaveLength(1);
  });

  test('no answer allows other origins to read it', async () => {
    for (const [method, path] of [
      ['GET', '/api/alerts'],
      ['OPTIONS', '/api/alerts'],
      ['GET', '/api/health'],
    ] as const) {
      const response = await app.request(method, path);
      const names = [...response.headers.keys()].filter((name) =>
        name.startsWith('access-control-'),
      );
      expect(names, path).toEqual([]);
    }
  });
});
