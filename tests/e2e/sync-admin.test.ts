/** `sync:admin` as the packaged program has it: the built desktop's entry, and the built command. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONFIG_VARIABLE } from '../helpers/electron-double/messages.ts';
import { startPostgres, type TestCluster } from '../helpers/postgres.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOUBLE = new URL('../helpers/electron-double/main/register.ts', import.meta.url).href;
const DESKTOP = ['--import', DOUBLE, join(ROOT, 'out/main/electron.js'), '--sync-admin'];
const COMMAND = [join(ROOT, 'out/main/sync-admin.js')];

let cluster: TestCluster;
let folder: string;
beforeAll(async () => {
  cluster = await startPostgres();
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-admin-'));
});
afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** In an empty folder, as somebody does who has no repository. */
function run(entry: readonly string[], args: readonly string[], owner = ''): Promise<Ran> {
  const double = JSON.stringify({ home: folder, isPackaged: true });
  const env = { ...process.env, WATCHFLOOR_SYNC_OWNER: owner, [CONFIG_VARIABLE]: double };
  return new Promise((done) => {
    const child = spawn(process.execPath, [...entry, ...args], { cwd: folder, env });
    const said = { out: '', err: '' };
    child.stdout.on('data', (bytes) => {
      said.out += String(bytes);
    });
    child.stderr.on('data', (bytes) => {
      said.err += String(bytes);
    });
    child.once('close', (code) => done({ code, ...said }));
  });
}

test.each([
  ['the desktop', DESKTOP, 'watchfloor --sync-admin'],
  ['the built command', COMMAND, 'node sync-admin.js'],
])(
  '[SY207] %s sets a server up, invites and lists, and calls itself by its own name',
  async (_name, entry, program) => {
    const { user, password, host, port, database } = await cluster.emptyDatabase();
    const owner = `postgres://${user}:${password}@${host}:${port}/${database}`;
    const help = await run(entry, ['help']);
    expect(help).toMatchObject({ code: 0, out: expect.stringContaining(`${program} create`) });
    expect(help.out).not.toContain('npm run');
    const missing = await run(entry, ['people']);
    expect(missing).toMatchObject({
      code: 2,
      err: expect.stringContaining('WATCHFLOOR_SYNC_OWNER'),
    });
    const named = ['--name', 'Our SOC', '--email', 'ada@example.test', '--person', 'Ada'];
    const key = ['--key-file', join(folder, `${database}.key`)];
    const made = await run(entry, ['create', ...named, ...key], owner);
    expect(made).toMatchObject({
      code: 0,
      out: expect.stringContaining('watchfloor-invitation-1.'),
    });
    const who = ['--email', 'bo@example.test', '--person', 'Bo', '--role', 'SOC Analyst'];
    expect(await run(entry, ['invite', ...who, ...key], owner)).toMatchObject({ code: 0 });
    expect((await run(entry, ['people'], owner)).out).toContain('bo@example.test');
  },
);
