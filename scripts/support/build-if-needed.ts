import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DESKTOP_ENTRY, ROOT, SERVE_ENTRY, say } from './project.ts';

/** What a build is made of, and what it makes. */
const SOURCES = ['src', 'electron.vite.config.ts', 'package.json'];
const OUTPUTS = [
  DESKTOP_ENTRY,
  SERVE_ENTRY,
  'out/main/job-worker.js',
  'out/preload/preload.cjs',
  'out/renderer/index.html',
];

function newestOf(path: string): number {
  const info = statSync(path);
  if (!info.isDirectory()) return info.mtimeMs;
  const times = readdirSync(path).map((name) => newestOf(join(path, name)));
  return Math.max(info.mtimeMs, ...times);
}

/** Whether something is missing, or older than what it is made of. */
export function isBuildStale(root: string): boolean {
  const builtAt = OUTPUTS.map(
    (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  const changedAt = SOURCES.map((path) => newestOf(join(root, path)));
  return Math.min(...builtAt) < Math.max(...changedAt);
}

/** @throws Error with the build's own output where it fails. */
export function buildIfStale(root = ROOT): void {
  if (!isBuildStale(root)) return;
  say('Building Watchfloor.');
  const built = spawnSync(
    process.execPath,
    [join(root, 'node_modules/electron-vite/bin/electron-vite.js'), 'build'],
    { cwd: root, encoding: 'utf8' },
  );
  if (built.status !== 0) throw new Error(`${built.stdout}${built.stderr}`);
}

/** For scripts: a build that fails is shown, and ends them. */
export function buildIfNeeded(): void {
  try {
    buildIfStale();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}
