/**
 * Files that appear in a folder the administrator names, each once: when its size has been the same for
 * some seconds, by the hash of its content. Links are never followed, folders inside never entered, and
 * what was seen is remembered over restarts. A file that could not be imported is tried again, later and later,
 * and after the last time left where it is.
 */
import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { FolderSettings } from './receiver-settings.ts';

/** Between looks; what is the same at two of them has stopped growing. */
export const LOOK_EVERY_MS = 2_000;
const MOST_REMEMBERED = 50_000;
const MOST_LISTED = 10_000;
const MOVED_TO = 'imported';
/** After the first, second and third failure. */
const RETRY_AFTER_MS = [2 * 60_000, 10 * 60_000, 60 * 60_000] as const;

export interface FolderFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly sha256: string;
}

export interface FolderPorts {
  /** Imports it; resolves with what went wrong, or null. */
  take(file: FolderFile): Promise<string | null>;
  skipped(reason: string): void;
  now(): number;
  /** A file failed and is tried again; null: none waits any more. */
  retries(text: string | null): void;
  /** Failed for the last time. */
  rejected(reason: string): void;
  /** A folder that cannot be read, a file that cannot be moved; null: all is well again. */
  problem(text: string | null): void;
}

export interface FolderWatch {
  /** One look; nothing is done while another is under way. */
  look(): Promise<void>;
}

interface Memory {
  /** Name, size, change time and inode of files that were left, with what became of them. */
  readonly places: Map<string, string>;
  readonly hashes: Set<string>;
  /** By place: files that failed, how often, and when they are tried again. */
  readonly failed: Map<string, Failed>;
}

interface Failed {
  readonly name: string;
  readonly why: string;
  readonly times: number;
  readonly againAt: number;
}

export function createFolderWatch(
  settings: FolderSettings,
  memoryPath: string,
  ports: FolderPorts,
): FolderWatch {
  const endings = settings.endings.map((ending) => ending.toLowerCase());
  const sizes = new Map<string, string>();
  let memory: Memory | null = null;
  let isLooking = false;

  async function lookOnce(): Promise<void> {
    memory ??= await readMemory(memoryPath);
    const names = (await readdir(settings.folder)).sort().slice(0, MOST_LISTED);
    for (const name of names) {
      if (endings.length > 0 && !endings.some((ending) => name.toLowerCase().endsWith(ending))) {
        continue;
      }
      const path = join(settings.folder, name);
      const found = await lstat(path).catch(() => null);
      if (found?.isFile() && isSettled(name, found)) await takeOnce(memory, path, found);
    }
    for (const name of sizes.keys()) if (!names.includes(name)) sizes.delete(name);
    forgetGone(memory);
    ports.retries(retriesOf([...memory.failed.values()]));
  }

  function forgetGone({ failed }: Memory): void {
    const places = new Set(sizes.values());
    for (const place of failed.keys()) if (!places.has(place)) failed.delete(place);
  }

  function isSettled(name: string, found: Stats): boolean {
    const place = placeOf(name, found);
    const isSame = sizes.get(name) === place;
    sizes.set(name, place);
    return isSame && found.size > 0;
  }

  async function takeOnce(known: Memory, path: string, found: Stats): Promise<void> {
    const name = basename(path);
    const place = placeOf(name, found);
    if (known.places.has(place)) return;
    const before = known.failed.get(place);
    if (before && ports.now() < before.againAt) return;
    const sha256 = await hashOf(path);
    if (sha256 === null) return;
    if (known.hashes.has(sha256)) ports.skipped('files whose content was imported before');
    else {
      const wrong = await ports.take({ path, name, size: found.size, sha256 });
      if (wrong !== null) {
        noteFailure(known, { place, name, sha256, why: wrong });
        await saveMemory(memoryPath, known);
        return;
      }
      known.hashes.add(sha256);
    }
    known.failed.delete(place);
    known.places.set(place, sha256);
    if (settings.afterwards === 'move') await moveAway(settings.folder, name, sha256);
    await saveMemory(memoryPath, known);
  }

  function noteFailure(
    { failed, places }: Memory,
    { place, sha256, name, why }: { place: string; sha256: string; name: string; why: string },
  ): void {
    const times = (failed.get(place)?.times ?? 0) + 1;
    const after = RETRY_AFTER_MS[times - 1];
    if (after !== undefined) {
      failed.set(place, { name, why, times, againAt: ports.now() + after });
      return;
    }
    failed.delete(place);
    places.set(place, sha256);
    ports.rejected(why);
  }

  return {
    async look() {
      if (isLooking) return;
      isLooking = true;
      try {
        await lookOnce();
        ports.problem(null);
      } catch (error) {
        ports.problem(problemOf(error));
      } finally {
        isLooking = false;
      }
    },
  };
}

function retriesOf(failed: readonly Failed[]): string | null {
  const [next] = failed.toSorted((a, b) => a.againAt - b.againAt);
  if (!next) return null;
  const at = new Date(next.againAt).toISOString().slice(11, 16);
  const others = failed.length === 1 ? '' : `; ${failed.length - 1} more wait`;
  const all = RETRY_AFTER_MS.length + 1;
  return `${next.name} could not be imported (${next.why}). Tried ${next.times} of ${all} times, again at ${at} UTC${others}.`;
}

const placeOf = (name: string, { size, mtimeMs, ino }: Stats) =>
  JSON.stringify([name, size, mtimeMs, ino]);

/** Null where it is a link, or went away. */
async function hashOf(path: string): Promise<string | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null);
  if (file === null) return null;
  try {
    const hash = createHash('sha256');
    for await (const chunk of file.createReadStream({ autoClose: false }))
      hash.update(chunk as Buffer);
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

/** Never over another file. */
async function moveAway(folder: string, name: string, sha256: string): Promise<void> {
  const to = join(folder, MOVED_TO);
  await mkdir(to, { recursive: true });
  if (!(await lstat(to)).isDirectory()) throw new Error('imported is a link');
  const isFree = (await lstat(join(to, name)).catch(() => null)) === null;
  const ending = extname(name);
  const other = `${name.slice(0, name.length - ending.length)}-${sha256.slice(0, 12)}${ending}`;
  await rename(join(folder, name), join(to, isFree ? name : other));
}

function problemOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? '';
  if (code === 'ENOENT') return 'The folder is not there.';
  if (code === 'ENOTDIR') return 'What is named is no folder.';
  if (code === 'EACCES' || code === 'EPERM')
    return 'This system does not let Watchfloor read or move files there.';
  return `The folder could not be looked at: ${code === '' ? 'not known why' : code}`;
}

async function readMemory(path: string): Promise<Memory> {
  try {
    const read = JSON.parse(await readFile(path, 'utf8')) as {
      places: [string, string][];
      hashes: string[];
      failed?: [string, Failed][];
    };
    const { places, hashes, failed = [] } = read;
    return { places: new Map(places), hashes: new Set(hashes), failed: new Map(failed) };
  } catch {
    return { places: new Map(), hashes: new Set(), failed: new Map() };
  }
}

async function saveMemory(path: string, { places, hashes, failed }: Memory): Promise<void> {
  const text = JSON.stringify({
    places: [...places].slice(-MOST_REMEMBERED),
    hashes: [...hashes].slice(-MOST_REMEMBERED),
    failed: [...failed].slice(-MOST_REMEMBERED),
  });
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}
