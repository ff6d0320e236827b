/** The one way out, over real sockets. */
import type { RequestListener } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ask, failureOf, openPort, type Served, serve, textOf } from './egress-servers.ts';

const ZEROS = Buffer.alloc(40_000_000);
const BOMBS = { gzip: gzipSync(ZEROS), bare: deflateRawSync(ZEROS) };
const open: Served[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const server of open.splice(0)) await server.close();
});
async function served(listener: RequestListener): Promise<Served> {
  const server = await serve(listener);
  open.push(server);
  return server;
}
/** A name of a network of the tests' own. */
const names =
  (...answers: readonly string[]) =>
  (
    _name: string,
    _options: unknown,
    done: (error: null, found: { address: string; family: number }[]) => void,
  ) =>
    done(
      null,
      answers.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

describe('a request', () => {
  it('[IS1] goes out with what it says and is answered whole', async () => {
    let seen: unknown;
    const server = await served((request, response) => {
      request.setEncoding('utf8');
      let body = '';
      request.on('data', (piece: string) => {
        body += piece;
      });
      request.on('end', () => {
        seen = { headers: request.headers, body, url: request.url, method: request.method };
        response.writeHead(201, { 'x-next': 'two' }).end('made');
      });
    });
    const { egress, entries } = openPort();
    const headers = { Authorization: 'Bearer k', host: 'elsewhere', 'proxy-authorization': 'x' };
    const more = { method: 'POST', headers, body: '{"a":1}' } as const;
    const answer = await egress(ask(`${server.origin}/a/b?c=d`, more));
    expect([answer.status, answer.header('X-Next'), await textOf(answer)]).toEqual([
      201,
      'two',
      'made',
    ]);
    expect(seen).toEqual({
      method: 'POST',
      url: '/a/b?c=d',
      body: '{"a":1}',
      headers: {
        authorization: 'Bearer k',
        host: `127.0.0.1:${server.port}`,
        'accept-encoding': 'gzip, deflate, br',
        'content-length': '7',
        connection: 'close',
        'user-agent': 'Watchfloor',
      },
    });
    expect(entries).toMatchObject([{ origin: server.origin, outcome: 'answered', status: 201 }]);
    expect(entries[0]?.bytesSent).toBeGreaterThan(100);
    expect(JSON.stringify(entries)).not.toMatch(/Bearer|c=d|\/a\/b/);
  });

  it('[IS1] passes by the proxies of the environment', async () => {
    const proxy = await served((_request, response) => response.end('proxy'));
    const server = await served((_request, response) => response.end('itself'));
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) vi.stubEnv(name, proxy.origin);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    expect(await textOf(await openPort().egress(ask(server.origin)))).toBe('itself');
    expect(proxy.asked).toEqual([]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ])('[IS2] unpacks %s', async (encoding, pack) => {
    const text = 'one line of many\n'.repeat(5000);
    const server = await served((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(pack(text));
    });
    expect(await textOf(await openPort().egress(ask(server.origin)))).toBe(text);
  });
});

describe('an answer that misbehaves', () => {
  const cases: readonly (readonly [string, RequestListener, string, RegExp])[] = [
    [
      'points elsewhere',
      (_q, r) => r.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'redirected',
      /points elsewhere/,
    ],
    [
      'is larger than allowed',
      (_q, r) => r.end('x'.repeat(60_000)),
      'too-large',
      /over 50,000 bytes/,
    ],
    [
      'is a bomb',
      (_q, r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end(BOMBS.gzip),
      'too-large',
      /over 50,000 bytes/,
    ],
    [
      'is a bare bomb',
      (_q, r) => r.writeHead(200, { 'content-encoding': 'deflate' }).end(BOMBS.bare),
      'too-large',
      /over 50,000 bytes/,
    ],
    [
      'is packed otherwise',
      (_q, r) => r.writeHead(200, { 'content-encoding': 'zstd' }).end('x'),
      'broken',
      /packed/,
    ],
    [
      'is packed twice',
      (_q, r) => r.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end('x'),
      'broken',
      /packed/,
    ],
    [
      'is not what it says',
      (_q, r) => r.writeHead(200, { 'content-encoding': 'gzip' }).end('no'),
      'broken',
      /unpacked/,
    ],
    [
      'is cut in its packing',
      (_q, r) =>
        r
          .writeHead(200, { 'content-encoding': 'gzip' })
          .end(gzipSync('abc'.repeat(999)).subarray(0, 20)),
      'broken',
      /unpacked/,
    ],
    [
      'is cut off',
      (_q, r) => r.writeHead(200, { 'content-length': '10' }).write('x', () => r.destroy()),
      'broken',
      /broke off/,
    ],
    ['never begins', () => {}, 'timeout', /did not begin/],
    ['stops', (_q, r) => r.writeHead(200).write('x'), 'stalled', /stopped in the middle/],
    [
      'drips for ever',
      (_q, r) => {
        const t = setInterval(() => r.write('x'), 20);
        r.on('close', () => clearInterval(t));
      },
      'timeout',
      /took longer/,
    ],
    ['closes the connection', (q) => q.socket.destroy(), 'unreachable', /closed the connection/],
    [
      'has a huge head',
      (_q, r) => r.writeHead(200, { x: 'y'.repeat(20_000) }).end(),
      'too-large',
      /head/,
    ],
  ];
  it.each(cases)('[IS4] %s', async (_name, listener, kind, words) => {
    const server = await served(listener);
    const { egress, entries } = openPort();
    const limits = { beginMs: 250, idleMs: 250, totalMs: 700, maxBytes: 50_000 };
    const failure = await failureOf(egress(ask(server.origin, { limits })));
    expect(failure).toMatchObject({ kind, message: expect.stringMatching(words) });
    expect(entries).toMatchObject([{ outcome: kind }]);
    await expect.poll(server.connections).toBe(0);
  });

  it('[IS4] nobody answers, or nobody speaks HTTP', async () => {
    const gone = await serve(() => {});
    await gone.close();
    const { egress } = openPort();
    expect(await failureOf(egress(ask(gone.origin)))).toMatchObject({ kind: 'unreachable' });
    const other = await serve((request) => request.socket.end('220 mail\r\n'));
    open.push(other);
    expect(await failureOf(egress(ask(other.origin)))).toMatchObject({ kind: 'broken' });
  });

  it('[IS4] is given up by who asked, before and while it comes', async () => {
    const server = await served((_request, response) => void response.writeHead(200).write('x'));
    const { egress, entries } = openPort();
    const early = { signal: AbortSignal.abort() };
    expect(await failureOf(egress(ask(server.origin, early)))).toMatchObject({ kind: 'cancelled' });
    expect(server.asked).toEqual([]);
    const stop = new AbortController();
    const answer = await egress(ask(server.origin, { signal: stop.signal }));
    stop.abort(new Error('secret reason'));
    const failure = await failureOf(Promise.resolve(answer));
    expect(failure).toMatchObject({ kind: 'cancelled', message: 'The request was cancelled.' });
    expect(entries.map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
    await expect.poll(server.connections).toBe(0);
  });

  it('[IS4] an answer that nobody reads is closed when its time is over', async () => {
    const server = await served((_request, response) => void response.writeHead(200).write('x'));
    const { egress, entries } = openPort();
    const limits = { beginMs: 200, idleMs: 200, totalMs: 300, maxBytes: 50_000 };
    await egress(ask(server.origin, { limits }));
    await expect.poll(server.connections).toBe(0);
    expect(entries).toMatchObject([{ outcome: 'timeout', status: 200 }]);
  });
});

describe('an address', () => {
  it.each([
    ...['http://169.254.169.254/latest', 'http://[::ffff:169.254.169.254]/', 'http://0.0.0.0/'],
    ...[
      'http://[64:ff9b::a9fe:a9fe]/',
      'http://2852039166/',
      'http://224.0.0.1/',
      'http://[fe80::1]/',
    ],
    ...['http://[::ffff:127.0.0.1]/', 'ftp://example.com/', 'http://a:b@example.com/', 'nonsense'],
  ])('[IS3] %s is never called, whoever named it', async (url) => {
    const { egress } = openPort({ resolve: () => expect.unreachable() });
    expect(await failureOf(egress(ask(url)))).toMatchObject({ kind: 'refused' });
  });

  it.each([
    'http://10.0.0.1/',
    'http://192.168.1.1:9200/',
    'http://[fd00::1]/',
    'http://127.0.0.1:9/',
    'http://localhost:9/',
  ])('[IS3] %s is called only where it was named', async (url) => {
    const more = { namedOrigin: 'https://siem.example.com' };
    expect(await failureOf(openPort().egress(ask(url, more)))).toMatchObject({ kind: 'refused' });
  });

  it('[IS3] a name that leads to this machine, to metadata or beside the named private network is not called', async () => {
    const server = await served((_request, response) => response.end('inside'));
    const url = `http://siem.example.com:${server.port}/`;
    for (const answers of [
      ['127.0.0.1'],
      ['::1'],
      ['169.254.169.254'],
      ['8.8.8.8', '127.0.0.1'],
      [],
    ])
      expect(
        await failureOf(openPort({ resolve: names(...answers) }).egress(ask(url))),
      ).toMatchObject({ kind: 'refused' });
    const elsewhere = { namedOrigin: 'https://other.example.com' };
    expect(
      await failureOf(openPort({ resolve: names('10.0.0.1') }).egress(ask(url, elsewhere))),
    ).toMatchObject({ kind: 'refused' });
    expect(server.asked).toEqual([]);
  });

  it('[IS3] a name is looked up once: a second answer is never asked for', async () => {
    const server = await served((_request, response) => response.end('inside'));
    let asked = 0;
    const { egress } = openPort({
      resolve(_name, _options, done) {
        asked += 1;
        // Another's at first, this machine from then on.
        done(null, [{ address: asked === 1 ? '10.255.255.1' : '127.0.0.1', family: 4 }]);
      },
    });
    const limits = { beginMs: 200, idleMs: 200, totalMs: 300, maxBytes: 1000 };
    await egress(ask(`http://rebind.example.com:${server.port}/`, { limits })).catch(() => {});
    expect([asked, server.asked]).toEqual([1, []]);
  });

  it('[IS3] localhost is not looked up', async () => {
    const server = await served((_request, response) => response.end('here'));
    const { egress } = openPort({ resolve: () => expect.unreachable() });
    expect(await textOf(await egress(ask(`http://localhost:${server.port}/`)))).toBe('here');
  });
});
