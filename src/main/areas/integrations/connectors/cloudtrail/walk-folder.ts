/**
 * Files of a trail below a folder of this machine. Grants reading of what an administrator named, and of
 * nothing else. Defences: no link is followed, neither to a folder nor to a file (also not one that
 * takes a file's place between looking and opening); what is opened must be a plain file that really lies
 * below the folder; nothing is ever written.
 */
import { constants } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { MAX_FILE_BYTES } from './trail-file.ts';

export interface FoundFile {
  /** Below the root, with strokes. */
  readonly path: string;
}

export interface Walk {
  readonly root: string;
  /** ms since 1970, both inclusive: when a file came here or was changed (ctime). */
  readonly from: number;
  readonly to: number;
  /** Files up to this path are passed over. */
  readonly after: string | null;
  readonly signal: AbortSignal;
}

/** Deeper than this no trail lays its files. */
const MAX_DEPTH = 20;
const FILE = /\.json(?:\.gz)?$/i;

export async function* walkFolder(walk: Walk): AsyncGenerator<FoundFile> {
  yield* below(walk, [], false);
}

/**
 * `isMoved`: the folder was moved here as a whole. Then its files keep the times they had, and only its
 * own shows it: its entries did not change (mtime) as it came to its place (ctime).
 */
async function* below(
  walk: Walk,
  folder: readonly string[],
  isMoved: boolean,
): AsyncGenerator<FoundFile> {
  walk.signal.throwIfAborted();
  const entries = await readdir(join(walk.root, ...folder), { withFileTypes: true });
  for (const name of entries.map((entry) => entry.name).sort()) {
    const parts = [...folder, name];
    if (isBefore(parts, walk.after)) continue;
    const found = await lstat(join(walk.root, ...parts)).catch(() => null);
    if (found?.isDirectory() && parts.length < MAX_DEPTH) {
      const hasCome = found.ctimeMs >= walk.from && found.mtimeMs < walk.from;
      yield* below(walk, parts, isMoved || hasCome);
    } else if (found?.isFile() && FILE.test(name)) {
      const isInside = found.ctimeMs >= walk.from && found.ctimeMs <= walk.to;
      const path = parts.join('/');
      if ((isMoved || isInside) && path !== walk.after) yield { path };
    }
  }
}

/** Whether all of this entry lies before the place to go on after. */
function isBefore(parts: readonly string[], after: string | null): boolean {
  if (after === null) return false;
  const limit = after.split('/');
  for (const [at, part] of parts.entries()) {
    const other = limit[at];
    if (other === undefined) return false;
    if (part !== other) return part < other;
  }
  return false;
}

/** Null where it is no plain file below the root (any more), or too large. */
export async function readFileBelow(root: string, path: string): Promise<Buffer | null> {
  const whole = join(root, ...path.split('/'));
  try {
    const real = await realpath(whole);
    if (!real.startsWith((await realpath(root)) + sep)) return null;
    const file = await open(whole, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const { size } = await file.stat().then((stat) => (stat.isFile() ? stat : { size: -1 }));
      return size < 0 || size > MAX_FILE_BYTES ? null : await file.readFile();
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}
