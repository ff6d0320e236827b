/** Where the spool of a receiver lies, and how far it was read. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const FOLDER = 'receivers';
const SEGMENT = /^(\d{10})\.spool$/;

/** Ids are made here; what else one could be would be a path. */
const ID = /^[A-Za-z0-9-]{1,64}$/;

export function spoolFolder(dataDir: string, id: string): string {
  if (!ID.test(id)) throw new Error('Not the id of an integration');
  const folder = join(dataDir, FOLDER, id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** What was received for integrations that were removed goes with them. */
export function removeOtherSpools(dataDir: string, ids: ReadonlySet<string>): void {
  const place = join(dataDir, FOLDER);
  if (!existsSync(place)) return;
  for (const name of readdirSync(place)) {
    if (!ids.has(name)) rmSync(join(place, name), { recursive: true, force: true });
  }
}

export function segmentPath(folder: string, segment: number): string {
  return join(folder, `${String(segment).padStart(10, '0')}.spool`);
}

/** Numbers of the segments that are there, the oldest first. */
export function segmentsIn(folder: string): number[] {
  return readdirSync(folder)
    .flatMap((name) => {
      const number = SEGMENT.exec(name)?.[1];
      return number === undefined ? [] : [Number(number)];
    })
    .sort((a, b) => a - b);
}

export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** What the database has made of what was spooled, since the receiver was set up. */
export interface Drained {
  readonly kept: number;
  readonly merged: number;
  readonly skipped: number;
  readonly rejected: number;
  readonly damaged: number;
  /** Why records were skipped or rejected, the first twenty reasons. */
  readonly reasons: Readonly<Record<string, number>>;
}

export interface Position extends Drained {
  readonly segment: number;
  readonly offset: number;
}

const BEGINNING: Position = {
  segment: 0,
  offset: 0,
  kept: 0,
  merged: 0,
  skipped: 0,
  rejected: 0,
  damaged: 0,
  reasons: {},
};

const positionPath = (folder: string) => join(folder, 'position.json');

/** Written after the commit: where a crash comes between, the same records come again and are merged. */
export function savePosition(folder: string, position: Position): void {
  const path = positionPath(folder);
  writeFileSync(`${path}.new`, JSON.stringify(position), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

export function readPosition(folder: string): Position {
  try {
    const read = JSON.parse(readFileSync(positionPath(folder), 'utf8')) as Partial<Position>;
    return { ...BEGINNING, ...read };
  } catch {
    return BEGINNING;
  }
}

export const isBehind = (position: Position, segment: number, offset: number): boolean =>
  position.segment < segment || (position.segment === segment && position.offset < offset);
