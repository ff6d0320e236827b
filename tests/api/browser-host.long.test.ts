import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServerEvent, serverEventSchema } from '../../src/shared/contract/events.ts';
import { type RunningHost, setUpHost, spawnHost, startHost } from '../helpers/browser-host.ts';

let folder: string;
let host: RunningHost;
let token: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-host-'));
  host = await startHost(join(folder, 'data'));
  token = await setUpHost(host);
});
afterAll(async () => {
  host.child.kill('SIGKILL');
  await host.exit;
  rmSync(folder, { recursive: true, force: true });
});

interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** A request with exactly these headers, Host included. */
function rawRequest(options: {
  path: string;
  method?: string;
  headers?: Record<string, string>;
}): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port: host.port, ...options }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on('error', reject);
    request.end();
  });
}

describe('the browser host', () => {
  test('[HT13] prints one line with its address, and makes the folder it needs', () => {
    expect(host.stdout()).toBe(`Watchfloor is listening on http://127.0.0.1:${host.port}\n`);
    expect(host.port).toBeGreaterThan(0);
    expect(existsSync(join(folder, 'data', 'watchfloor.db'))).toBe(true);
  });

  test('serves the core', async () => {
    const response = await host.fetch('/api/health');
    expect(await response.json()).toMatchObject({ status: 'ok', setupRequired: false });
    expect((await host.fetch('/api/alerts')).status).toBe(401);
    expect((await host.fetch('/api/alerts', { token })).status).toBe(200);
  });

  test('[HT13] listens on 127.0.0.1 and nowhere else', async () => {
    const isOpen = (address: string) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host: address, port: host.port });
        socket.once('connect', () => {
          socket.destroy();
          resolve(true);
        });
        socket.once('error', () => resolve(false));
      });
    expect(await isOpen('127.0.0.1')).toBe(true);
    expect(await isOpen('127.0.0.2')).toBe(false);
    expect(await isOpen('::1')).toBe(false);
  });

  test.each(['attacker.example', 'localhost', '127.0.0.1'])(
    '[HT1] a Host that is not its own is refused over the network: %s',
    async (name) => {
      const port = name === '127.0.0.1' ? host.port + 1 : host.port;
      for (const path of ['/api/health', '/', '/api/login']) {
        const answer = await rawRequest({ path, headers: { host: `${name}:${port}` } });
        expect(answer.status).toBe(403);
        expect(JSON.parse(answer.body)).toEqual({ message: 'This address is not served here' });
      }
    },
  );

  test('[HT1] a forged origin is refused over the network', async () => {
    const answer = await rawRequest({ path: '/api/login', headers: { origin: 'null' } });
    expect(answer.status).toBe(403);
  });

  test('[HT7] an endless body is cut off', async () => {
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent++;
        controller.enqueue(new Uint8Array(64 * 1024));
      },
    });
    const answer = await host
      .fetch('/api/alerts', {
        method: 'POST',
        token,
        body: endless,
        headers: { 'content-type': 'application/json' },
        duplex: 'half',
      } as RequestInit & { token: string })
      .then((response) => response.status)
      .catch(() => 'cut off');
    expect([413, 'cut off']).toContain(answer);
    expect(sent).toBeLessThan(500);
    expect((await host.fetch('/api/health')).status).toBe(200);
  });

  test('[HT12] tells changes over a stream of events', async () => {
    const abort = new AbortController();
    const response = await host.fetch('/api/events', { token, signal: abort.signal });
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    const next = async (): Promise<ServerEvent> => {
      for (;;) {
        const found = /^data: (.*)\n\n/m.exec(text);
        if (found) {
          text = text.slice(found.index + found[0].length);
          return serverEventSchema.parse(JSON.parse(found[1] ?? ''));
        }
        const chunk = await reader?.read();
        if (!chunk || chunk.done) throw new Error('the stream ended');
        text += decoder.decode(chunk.value, { stream: true });
      }
    };
    expect(await next()).toEqual({ type: 'hello' });
    const body = JSON.stringify({ title: 't', description: 'd', severity: 'LOW', source: 's' });
    const made = await host.fetch('/api/alerts', {
      method: 'POST',
      token,
      body,
      headers: { 'content-type': 'application/json' },
    });
    const { id } = (await made.json()) as { id: string };
    expect(await next()).toEqual({ type: 'changed', resource: 'alerts', ids: [id] });
    abort.abort();
  });

  test('[ST3] a second process on the same folder ends with a sentence, the first goes on', async () => {
    const second = spawnHost(['--data-dir', join(folder, 'data'), '--port', '0', '--no-open']);
    expect((await second.exit).code).toBe(1);
    expect(second.stderr()).toBe(
      'Watchfloor is already running on this data folder. Use the window that is open, or start with another folder (--data-dir).\n',
    );
    expect(second.stdout()).toBe('');
    expect((await host.fetch('/api/alerts', { token })).status).toBe(200);
  });

  test('[ST3] also where it asks for the same port', async () => {
    const second = spawnHost([
      '--data-dir',
      join(folder, 'data'),
      '--port',
      String(host.port),
      '--no-open',
    ]);
    expect((await second.exit).code).toBe(1);
    expect(second.stderr()).toMatch(/^Watchfloor is already running on this data folder\./);
  });

  test('[HT13] a port that is in use ends with a sentence and leaves no folder behind', async () => {
    const second = spawnHost(['--no-open'], {
      WATCHFLOOR_PORT: String(host.port),
      WATCHFLOOR_DATA_DIR: join(folder, 'other'),
    });
    expect((await second.exit).code).toBe(1);
    expect(second.stderr()).toBe(
      `Port ${host.port} is in use. Choose another one with --port, or --port 0 for any free one.\n`,
    );
    expect(existsSync(join(folder, 'other'))).toBe(false);
  });

  test.each([
    [['--port', 'http'], 'The port must be a number from 0 to 65535, not "http"\n'],
    [
      ['--colour'],
      /^Unknown option '--colour'.*Options: --port N, --data-dir FOLDER, --no-open, --isolated\n$/s,
    ],
  ])('options that are not understood end with a sentence: %j', async (args, message) => {
    const second = spawnHost(args);
    expect((await second.exit).code).toBe(1);
    if (typeof message === 'string') expect(second.stderr()).toBe(message);
    else expect(second.stderr()).toMatch(message);
  });

  test('[HT13] ends cleanly when it is asked to, whoever is listening, and the folder is free', async () => {
    const stream = await host.fetch('/api/events', { token });
    expect(await host.stop()).toEqual({ code: 0, signal: null });
    await stream.body?.cancel().catch(() => {});
    expect(existsSync(join(folder, 'data', 'watchfloor.db-wal'))).toBe(false);
    expect(host.stderr()).toBe('');
    const again = await startHost(join(folder, 'data'));
    expect(await (await again.fetch('/api/alerts', { token })).json()).toHaveLength(1);
    expect((await again.stop()).code).toBe(0);
  });
});
