/**
 * Which tables cross to the server now: all that it knows, and where only auditors work none of those that the
 * program alone writes, because the server takes nothing of them and nobody could do anything about a refusal.
 */
import type { ReadDb } from '../../../db/database.ts';
import { actsOfItsOwn } from '../../../db/own-accord.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { Codecs } from './merge-context.ts';
import { readServerSchema, saveServerSchema } from './replica-state.store.ts';
import { saveSweep } from './sweeps.store.ts';

/** Tables by the version of the server's schema that brought them; the others are older than any server in use. */
const SINCE: Readonly<Record<string, number>> = { daily_snapshots: 15, framework_snapshots: 15 };

/** Written by the program alone, wherever somebody works who writes. */
const OF_THE_PROGRAM: ReadonlySet<string> = new Set(['daily_snapshots', 'framework_snapshots']);

const ALL_PARTS = Array.from({ length: 256 }, (_, part) => part);

export function crossing(db: ReadDb, codecs: Codecs): Codecs {
  const schema = readServerSchema(db) ?? Number.POSITIVE_INFINITY;
  const isActing = actsOfItsOwn(db);
  const crosses = (table: string) =>
    (SINCE[table] ?? 0) <= schema && (isActing || !OF_THE_PROGRAM.has(table));
  return new Map([...codecs].filter(([table]) => crosses(table)));
}

/** Of tables that the server did not know before, every row goes once. */
export function meetServer(tx: WriteTx, schema: number): void {
  const before = readServerSchema(tx) ?? 0;
  for (const [table, since] of Object.entries(SINCE))
    if (since > before && since <= schema) saveSweep(tx, table, ALL_PARTS);
  saveServerSchema(tx, schema);
}
