import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './project.ts';

const PACKAGE = join(ROOT, 'node_modules/electron');
const FETCH_TIMEOUT_MS = 20_000;

/** Electron's executable where it has been fetched, else undefined. */
export function electronBinary(): string | undefined {
  const pathFile = join(PACKAGE, 'path.txt');
  if (!existsSync(pathFile)) return undefined;
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(PACKAGE, 'dist');
  const binary = join(folder, readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : undefined;
}

/** Tries once, for a bounded time, and remembers nothing: the next start tries again. */
export function fetchElectronBinary(): string | undefined {
  spawnSync(process.execPath, [join(PACKAGE, 'install.js')], {
    cwd: PACKAGE,
    stdio: 'ignore',
    timeout: FETCH_TIMEOUT_MS,
  });
  return electronBinary();
}

export function hasDisplay(): boolean {
  return (
    process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
  );
}
