/** Compares what is here with what the server has, by digests of 256 parts a table. */
import type { Replica } from '../replica.port.ts';
import { SyncFailure, type SyncServer } from '../sync-server.port.ts';
import type { Digest } from '../wire.ts';
import { assertGoesOn, type RunContext } from './sync-pull.ts';

const PARTS = 256;

/** The parts of a table that are not alike, by number. */
export async function differingParts(
  server: SyncServer,
  replica: Replica,
  table: string,
): Promise<number[]> {
  const theirs = await server.digests(table);
  if (theirs.length > PARTS || theirs.some((digest) => digest.table !== table))
    throw new SyncFailure('malformed', `The server's answer does not fit: digests of ${table}.`);
  return differing(replica.digests(table), theirs);
}

function differing(mine: readonly Digest[], theirs: readonly Digest[]): number[] {
  const key = ({ rows, sum }: Digest) => (rows === 0 ? '' : `${rows} ${sum}`);
  const known = new Map(theirs.map((digest) => [digest.bucket, key(digest)]));
  const own = new Map(mine.map((digest) => [digest.bucket, key(digest)]));
  const parts = new Set([...known.keys(), ...own.keys()]);
  return [...parts]
    .filter((part) => (known.get(part) ?? '') !== (own.get(part) ?? ''))
    .sort((a, b) => a - b);
}

/** What the server lacks, or has otherwise, is sent (again), whoever wrote it; answers how many parts. */
export async function sendWhatDiffers({ server, replica, signal }: RunContext): Promise<number> {
  let found = 0;
  for (const table of replica.tables()) {
    assertGoesOn(signal);
    const parts = await differingParts(server, replica, table);
    if (parts.length > 0) replica.sendAgain(table, parts);
    found += parts.length;
  }
  return found;
}

/** Only names them. */
export async function nameDifferences({ server, replica, signal }: RunContext) {
  const found: { table: string; parts: number }[] = [];
  for (const table of replica.tables()) {
    assertGoesOn(signal);
    const parts = await differingParts(server, replica, table);
    if (parts.length > 0) found.push({ table, parts: parts.length });
  }
  return found;
}
