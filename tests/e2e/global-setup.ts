import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '../../scripts/support/build-if-needed.ts';
import { closeCoverage, HOST_NAMES, openCoverage } from '../helpers/browser-coverage.ts';
import { canRunElectron } from '../helpers/browser-electron.ts';
import { PREPARED_VARIABLE } from '../helpers/prepared-folder.ts';

export function setup(): void {
  // Of another run's nothing is taken, nor removed where this one ends early.
  delete process.env[PREPARED_VARIABLE];
  buildIfStale();
  openCoverage();
  process.env[PREPARED_VARIABLE] = mkdtempSync(join(tmpdir(), 'watchfloor-prepared-'));
}

/** Says what the run was run on: nobody should take the double for Electron. */
export function teardown(): void {
  const prepared = process.env[PREPARED_VARIABLE];
  if (prepared) rmSync(prepared, { recursive: true, force: true });
  const covered = closeCoverage();
  const missing = canRunElectron() ? 'no' : 'no (no binary or no display here)';
  const lines = Object.entries(HOST_NAMES).map(([name, words]) => {
    const isElectron = name === 'electron';
    return `${words}: ${covered.has(name) ? 'yes' : isElectron ? missing : 'no'}`;
  });
  process.stdout.write(`Hosts covered by this run: ${lines.join(', ')}\n`);
}
