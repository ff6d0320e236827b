import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSource, type SourceFile } from './source-file.ts';

/** A working tree as git sees it: tracked files and new ones that are not ignored. */
export interface Project {
  readonly files: readonly string[];
  readonly sources: readonly SourceFile[];
  /** Undefined where the file is not there. */
  read(path: string): string | undefined;
}

const SOURCE = /\.(?:ts|tsx|mjs)$/;

export function readProject(root: string): Project {
  const files = listFiles(root).filter((path) => existsSync(join(root, path)));
  const read = (path: string) =>
    files.includes(path) ? readFileSync(join(root, path), 'utf8') : undefined;
  const sources = files
    .filter((path) => SOURCE.test(path) && !path.startsWith('tests/fixtures/'))
    .map((path) => parseSource(path, readFileSync(join(root, path), 'utf8')));
  return { files, sources, read };
}

function listFiles(root: string): string[] {
  const options = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const output = execFileSync('git', options, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return [...new Set(output.split('\0').filter((path) => path !== ''))].sort();
}

/** Unit tests, and all that stands in `tests/`. */
export function isTest(path: string): boolean {
  return path.startsWith('tests/') || /\.test\.tsx?$/.test(path);
}
