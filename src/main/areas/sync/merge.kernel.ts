/**
 * The merge of two states of one row: per column the higher version wins. Pure; commutative, associative and idempotent, and its result is
 * canonical: `v` is the later of the two, `f` has only what differs from `v` (a column that one side does
 * not know may be older than the other side's `v`). On a tie what is not empty
 * wins, then `mine`: on a workstation `mine` is what came from the server, on the server what it has.
 */
import { createHash } from 'node:crypto';
import type { WireCell, WireRow } from './wire.ts';

export function versionOf({ v, f }: Pick<WireRow, 'v' | 'f'>, column: string): string {
  return f?.[column] ?? v;
}

export function mergeRows(mine: WireRow, theirs: WireRow): WireRow {
  let v = mine.v;
  if (theirs.v > v) v = theirs.v;
  const c: Record<string, WireCell> = {};
  const f: Record<string, string> = {};
  for (const column of columnsOf(mine, theirs)) {
    const winner = winnerOf(mine, theirs, column);
    c[column] = winner.c[column] ?? null;
    const version = versionOf(winner, column);
    if (version !== v) f[column] = version;
  }
  return { id: mine.id, v, f: Object.keys(f).length > 0 ? f : null, c };
}

/** A column that one side does not know is the other's. */
function winnerOf(mine: WireRow, theirs: WireRow, column: string): WireRow {
  if (!Object.hasOwn(theirs.c, column)) return mine;
  if (!Object.hasOwn(mine.c, column)) return theirs;
  const [own, other] = [versionOf(mine, column), versionOf(theirs, column)];
  // One write, two values: a program that did not know the column left it empty.
  if (own === other) return mine.c[column] == null ? theirs : mine;
  return other > own ? theirs : mine;
}

/** In one order on every machine. */
function columnsOf(mine: WireRow, theirs: WireRow): string[] {
  return [...new Set([...Object.keys(mine.c), ...Object.keys(theirs.c)])].sort();
}

/** The same conflict has the same id wherever it is seen. */
export function conflictId(
  table: string,
  record: string,
  field: string,
  stamps: readonly [string, string],
): string {
  const text = JSON.stringify([table, record, field, ...[...stamps].sort()]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** What a digest has of one row: 15 hex digits of md5 over id and versions. Postgres computes the same. */
export function digestOf({ id, v, f }: Pick<WireRow, 'id' | 'v' | 'f'>): bigint {
  const fields = Object.entries(f ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([column, stamp]) => `${column}=${stamp}`);
  const text = [id, v, ...fields].join('\n');
  return BigInt(`0x${createHash('md5').update(text).digest('hex').slice(0, 15)}`);
}

/** 0 to 255: the first two hex digits of md5 of the id. */
export function bucketOf(id: string): number {
  return Number.parseInt(createHash('md5').update(id).digest('hex').slice(0, 2), 16);
}
