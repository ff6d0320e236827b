/** Where a program lies: in a folder an administrator chose, or on PATH. Nothing is run here. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import type { ProgramKind } from './programs.table.ts';

export const NOT_FOUND = 'Not found on this machine';

const SUFFIXES = process.platform === 'win32' ? ['.exe', ''] : [''];

/** Paths of all commands, or why there are none. */
export function findCommands(kind: ProgramKind, chosen: string | null): readonly string[] | string {
  const folders = chosen === null ? searchPath() : [folderOf(chosen)];
  const found: string[] = [];
  for (const [n, names] of kind.commands.entries()) {
    // A chosen program is that one, not another of its names beside it.
    const own = n === 0 && chosen !== null && isCommandOf(kind, chosen) ? chosen : null;
    const path = own ?? firstProgram(folders, names);
    if (path === null) return chosen === null ? NOT_FOUND : `There is no ${names[0]} at this path`;
    found.push(path);
  }
  return found;
}

/** Why an administrator's path is refused; null where it may be kept. */
export function refusePath(kind: ProgramKind, path: string): string | null {
  if (!isAbsolute(path)) return 'The path must be absolute';
  if (!existsSync(path)) return 'There is nothing at this path';
  if (isFolder(path) || isCommandOf(kind, path)) return null;
  if (!isProgram(path)) return 'It is no program that may be run';
  return `The program must be called ${kind.commands[0]?.join(', ')}`;
}

const folderOf = (path: string): string => (isFolder(path) ? path : dirname(path));

function isCommandOf(kind: ProgramKind, path: string): boolean {
  const name = basename(path).replace(/\.exe$/i, '');
  const names: readonly string[] = kind.commands[0] ?? [];
  return names.includes(name) && isProgram(path);
}

/** Only whole paths: what lies where Watchfloor was started from is not run. */
const searchPath = (): string[] =>
  (process.env.PATH ?? '').split(delimiter).filter((folder) => isAbsolute(folder));

function firstProgram(folders: readonly string[], names: readonly string[]): string | null {
  for (const folder of folders)
    for (const name of names)
      for (const suffix of SUFFIXES) {
        const path = join(folder, name + suffix);
        if (isProgram(path)) return path;
      }
  return null;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
