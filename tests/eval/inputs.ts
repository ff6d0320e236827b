/** What to evaluate on: files and folders as named, else the data beside the repository. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { INCIDENT_FILE, SENTINEL_FILE } from './incidents.ts';

export const DATA = join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

export interface EvalInputs {
  /** CSV, plain or gzipped. `isNamed`: asked for itself, so that what is wrong with it is an error. */
  readonly files: readonly { readonly path: string; readonly isNamed: boolean }[];
  /** Folders with Sentinel's alerts and the incident of each. */
  readonly incidents: readonly string[];
  readonly missing: readonly string[];
}

const isAlertFile = (name: string): boolean =>
  /\.csv(?:\.gz)?$/.test(name) && name !== INCIDENT_FILE;

export function findInputs(args: readonly string[]): EvalInputs {
  const roots = args.length > 0 ? args : [join(DATA, 'ait'), join(DATA, 'incidents')];
  const files: { path: string; isNamed: boolean }[] = [];
  const incidents: string[] = [];
  const folder = (path: string, depth: number) => {
    const entries = readdirSync(path, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    const names = new Set(entries.map(({ name }) => name));
    if (names.has(SENTINEL_FILE) && names.has(INCIDENT_FILE)) incidents.push(path);
    for (const entry of entries) {
      if (entry.isDirectory() && depth > 0) folder(join(path, entry.name), depth - 1);
      else if (isAlertFile(entry.name))
        files.push({ path: join(path, entry.name), isNamed: false });
    }
  };
  for (const root of roots.filter((path) => existsSync(path))) {
    if (statSync(root).isDirectory()) folder(root, 1);
    else files.push({ path: root, isNamed: true });
  }
  return { files, incidents, missing: roots.filter((path) => !existsSync(path)) };
}
