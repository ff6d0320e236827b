import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildIfStale, isBuildStale } from '../../scripts/support/build-if-needed.ts';
import { electronBinary } from '../../scripts/support/electron-binary.ts';
import { ROOT } from '../../scripts/support/project.ts';

let folder: string;
let running: ChildProcess | undefined;

beforeAll(() => buildIfStale());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchfloor-start-'));
});
afterEach(async () => {
  if (running?.exitCode === null && running.signalCode === null) {
    // With the host that the script started, which would outlive it.
    process.kill(-(running.pid ?? 0), 'SIGKILL');
    await once(running, 'exit');
  }
  running = undefined;
  await rm(folder, { recursive: true, force: true });
});

interface Started {
  readonly output: string;
  readonly origin: string;
  readonly child: ChildProcess;
}

/** Runs a script as npm would, until the browser host says where it listens. */
async function start(script: string, environment: Record<string, string>): Promise<Started> {
  const { DISPLAY: _, WAYLAND_DISPLAY: __, ...rest } = process.env;
  const child = spawn(
    process.execPath,
    [join(ROOT, script), '--port', '0', '--no-open', '--data-dir', folder],
    { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...rest, ...environment } },
  );
  running = child;
  let output = '';
  const { promise, resolve, reject } = Promise.withResolvers<Started>();
  const read = (chunk: Buffer) => {
    output += chunk;
    const origin = /^Watchfloor is listening on (\S+)$/m.exec(output)?.[1];
    if (origin) resolve({ output, origin, child });
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  child.on('exit', (code) => reject(new Error(`${script} ended (${code}): ${output}`)));
  return promise;
}

async function expectEndsWith(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  expect((await exited)[0]).toBe(0);
}

/** A port that nobody listens on: what is fetched from there fails at once. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

test('without a display npm start says so in one line and runs the browser host', async () => {
  const { output, origin, child } = await start('scripts/start.ts', {});
  expect(output.split('\n')).toEqual([
    'There is no display for a window here; starting the browser host instead.',
    `Watchfloor is listening on ${origin}`,
    '',
  ]);
  expect((await fetch(`${origin}/api/health`)).status).toBe(200);
  await expectEndsWith(child, 'SIGTERM');
});

// Skipped: with Electron's binary here it would open a window.
test.skipIf(electronBinary() !== undefined)(
  'without Electron npm start says so in one line and runs the browser host',
  async () => {
    const mirror = `http://127.0.0.1:${await closedPort()}/`;
    const { output, origin, child } = await start('scripts/start.ts', {
      DISPLAY: ':99',
      ELECTRON_MIRROR: mirror,
    });
    expect(output.split('\n')).toEqual([
      "Electron's binary is not here and cannot be fetched; starting the browser host instead.",
      `Watchfloor is listening on ${origin}`,
      '',
    ]);
    await expectEndsWith(child, 'SIGINT');
  },
);

test('npm run serve passes options and signals on', async () => {
  const { output, origin, child } = await start('scripts/serve.ts', {});
  expect(output).toBe(`Watchfloor is listening on ${origin}\n`);
  await expectEndsWith(child, 'SIGTERM');
  await expect(fetch(origin)).rejects.toThrow();
});

describe('whether there is something to build', () => {
  const OUTPUTS = [
    'out/main/electron.js',
    'out/main/serve.js',
    'out/main/job-worker.js',
    'out/preload/preload.cjs',
    'out/renderer/index.html',
  ];
  const SOURCES = ['src/main/a.ts', 'electron.vite.config.ts', 'package.json'];

  function write(path: string, seconds: number): void {
    const full = join(folder, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, '');
    utimesSync(full, seconds, seconds);
  }
  beforeEach(() => {
    for (const path of SOURCES) write(path, 1_000);
    for (const name of ['src', 'src/main']) utimesSync(join(folder, name), 1_000, 1_000);
    for (const path of OUTPUTS) write(path, 2_000);
  });

  test('a build that is newer than its sources is kept', () => {
    expect(isBuildStale(folder)).toBe(false);
  });

  test.each(SOURCES)('a change of %s is built', (path) => {
    write(path, 3_000);
    expect(isBuildStale(folder)).toBe(true);
  });

  test.each(OUTPUTS)('a missing %s is built', async (path) => {
    await rm(join(folder, path));
    expect(isBuildStale(folder)).toBe(true);
  });

  test('a source that was taken away is noticed', async () => {
    await rm(join(folder, 'src/main/a.ts'));
    expect(isBuildStale(folder)).toBe(true);
  });
});
