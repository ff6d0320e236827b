import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { extractAll, listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildIfStale } from '../../scripts/support/build-if-needed.ts';
import { bringsElectron, packageTargets } from '../../scripts/support/package-targets.ts';
import { ROOT } from '../../scripts/support/project.ts';
import { startBuiltHost } from '../helpers/built-host.ts';
import { makeElectronStandIn } from './electron-stand-in.ts';

const BUILDER = fileURLToPath(import.meta.resolve('electron-builder/cli.js'));
/** A fuse in the executable is a byte: the digit 1 where it is on. */
const FUSE_ON = 0x31;
const run = promisify(execFile);

let folder: string;

/** Runs the real packager with the real configuration; answers its output, whether it ended well or not. */
async function runBuilder(output: string, ...args: string[]): Promise<string> {
  const all = ['--dir', '--config', 'electron-builder.yml', ...args];
  const where = [`-c.electronDist=${join(folder, 'electron')}`, `-c.directories.output=${output}`];
  const ended = run(process.execPath, [BUILDER, ...all, ...where], { cwd: ROOT });
  return ended.then(
    ({ stdout, stderr }) => stdout + stderr,
    (error: { stdout: string; stderr: string }) => error.stdout + error.stderr,
  );
}

/** Packs for a target and answers its folder. */
async function packFor(platform: string, arch: string): Promise<string> {
  const output = join(folder, `${platform}-${arch}`);
  const said = await runBuilder(output, `--${platform}`, `--${arch}`);
  const [unpacked = ''] = (await readdir(output)).filter((name) => name.endsWith('unpacked'));
  const packed = join(output, unpacked);
  if (!existsSync(join(packed, 'resources/app.asar'))) throw new Error(said);
  return packed;
}

function filesOf(packed: string): string[] {
  return listPackage(join(packed, 'resources/app.asar'), { isPack: false }).map((name) =>
    name.replaceAll('\\', '/'),
  );
}

beforeAll(async () => {
  buildIfStale();
  folder = await mkdtemp(join(tmpdir(), 'watchfloor-package-'));
  await makeElectronStandIn(join(folder, 'electron'));
}, 180_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the configuration is one that electron-builder knows, and it would say so otherwise', async () => {
  const output = await runBuilder(join(folder, 'refused'), '--linux', '-c.noSuchOption=1');
  expect(output).toContain("configuration has an unknown property 'noSuchOption'");
  expect(output.match(/^ *- configuration/gm)).toHaveLength(1);
}, 60_000);

describe('packed for linux-x64', () => {
  let packed: string;
  beforeAll(async () => {
    packed = await packFor('linux', 'x64');
  }, 60_000);

  test('[DS17] the archive holds what runs, and no more', () => {
    const files = filesOf(packed);
    expect(files).toEqual(
      expect.arrayContaining([
        '/package.json',
        '/out/main/electron.js',
        '/out/main/serve.js',
        '/out/main/job-worker.js',
        '/out/preload/preload.cjs',
        '/out/renderer/index.html',
        '/resources/migrations/sqlite/0001_initial.sql',
        '/resources/icons/icon.png',
      ]),
    );
    const tops = new Set(files.map((name) => name.split('/')[1]));
    expect([...tops].sort()).toEqual(['node_modules', 'out', 'package.json', 'resources']);
    const packages = files.filter((name) => /^\/node_modules\/[^/]+$/.test(name));
    expect(packages).toEqual(['/node_modules/better-sqlite3']);
    expect(files.filter((name) => /\.(map|ts|cpp|hpp|c|h|gyp)$/.test(name))).toEqual([]);
  });

  test('[DS17] the native binary lies beside the archive, and only it', async () => {
    const unpacked = join(packed, 'resources/app.asar.unpacked');
    const entries = await readdir(unpacked, { recursive: true, withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
    expect(names).toEqual(['linux-x64.node']);
  });

  test('the fuses that protect the user are set', async () => {
    const fuses = await getCurrentFuseWire(join(packed, 'watchfloor'));
    const isOn = (fuse: FuseV1Options) => fuses[fuse] === FUSE_ON;
    expect({
      runAsNode: isOn(FuseV1Options.RunAsNode),
      nodeOptions: isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
      inspect: isOn(FuseV1Options.EnableNodeCliInspectArguments),
      fileProtocol: isOn(FuseV1Options.GrantFileProtocolExtraPrivileges),
      cookieEncryption: isOn(FuseV1Options.EnableCookieEncryption),
      integrity: isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
      onlyAsar: isOn(FuseV1Options.OnlyLoadAppFromAsar),
    }).toEqual({
      runAsNode: false,
      nodeOptions: false,
      inspect: false,
      fileProtocol: false,
      cookieEncryption: true,
      integrity: true,
      onlyAsar: true,
    });
  });

  test('[DS17] the core starts from the unpacked archive and answers', async () => {
    const application = join(folder, 'application');
    extractAll(join(packed, 'resources/app.asar'), application);
    const host = await startBuiltHost(join(folder, 'data'), application);
    try {
      const health = await fetch(`${host.origin}/api/health`);
      expect(await health.json()).toMatchObject({ status: 'ok', setupRequired: true });
      const page = await fetch(`${host.origin}/`);
      expect(page.headers.get('content-type')).toMatch(/^text\/html/);
      expect(await page.text()).toContain('<div id="root">');
    } finally {
      expect(await host.stop()).toBe(0);
    }
  }, 60_000);
});

// For Windows the packager stops at the stand-in's executable, after it has made the archive.
test.each([
  ['linux', 'arm64', 'linux-arm64.node'],
  ['win', 'x64', 'win32-x64.node'],
  ['win', 'arm64', 'win32-arm64.node'],
])(
  '[DS17] packed for %s-%s, the archive holds %s alone',
  async (platform, arch, binary) => {
    const natives = filesOf(await packFor(platform, arch)).filter((name) => name.endsWith('.node'));
    expect(natives).toEqual([`/node_modules/better-sqlite3/prebuilds/${binary}`]);
  },
  60_000,
);

describe('what is needed to package', () => {
  const host = { platform: 'linux', arch: 'x64' };

  test.each([
    [[], ['linux-x64']],
    [['--dir'], ['linux-x64']],
    [
      ['-w', '--x64', '--arm64'],
      ['win32-x64', 'win32-arm64'],
    ],
    [
      ['--mac', '--linux', '--arm64'],
      ['darwin-arm64', 'linux-arm64'],
    ],
  ])('%j asks for the archives %j', (args, targets) => {
    expect(packageTargets(args, host).map(({ platform, arch }) => `${platform}-${arch}`)).toEqual(
      targets,
    );
  });

  test('an Electron that is brought along is not fetched', () => {
    expect(bringsElectron(['--linux', '-c.electronDist=/tmp/e'])).toBe(true);
    expect(bringsElectron(['--config.electronDist', 'e'])).toBe(true);
    expect(bringsElectron(['--linux', '-c.electronVersion=1'])).toBe(false);
  });
});
