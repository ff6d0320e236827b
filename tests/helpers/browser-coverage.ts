import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Hosts that an end-to-end run may cover, in the words of its closing lines. */
export const HOST_NAMES = {
  browser: 'browser host',
  double: 'Electron double',
  electron: 'Electron itself',
} as const;
export type HostName = keyof typeof HOST_NAMES;

/** Test files run in processes of their own: they leave notes for the end of the run. */
const FOLDER_VARIABLE = 'WATCHFLOOR_E2E_COVERAGE';

export function openCoverage(): void {
  const folder = join(tmpdir(), `watchfloor-e2e-coverage-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env[FOLDER_VARIABLE] = folder;
}

export function coverHost(name: HostName): void {
  const folder = process.env[FOLDER_VARIABLE];
  if (folder) writeFileSync(join(folder, name), '');
}

export function closeCoverage(): ReadonlySet<string> {
  const folder = process.env[FOLDER_VARIABLE];
  if (!folder) return new Set();
  const names = new Set(readdirSync(folder));
  rmSync(folder, { recursive: true, force: true });
  return names;
}
