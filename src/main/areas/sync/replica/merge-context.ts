/** What the merge of a page goes by. */
import type { WriteTx } from '../../../db/write-door.ts';
import { eachVersion } from '../page-columns.ts';
import { SyncFailure } from '../sync-server.port.ts';
import { type KnownWrite, type PullPage, stampSchema, type WireConflict } from '../wire.ts';
import type { MergeFollowers } from './followers.types.ts';
import type { ReadyPage } from './ready-rows.ts';
import { nodeOf, readAcknowledgedStamp, readNode } from './replica-state.store.ts';
import type { TableCodec } from './table-codec.ts';
import { readWrites } from './writes.store.ts';

export type Codecs = ReadonlyMap<string, TableCodec>;

export interface MergeContext {
  readonly codecs: Codecs;
  readonly followers: MergeFollowers;
  readonly writes: ReadonlyMap<string, KnownWrite>;
  /** Of the table that is merged. */
  readonly ready?: ReadyPage;
  renamePerson(tx: WriteTx, from: string, to: string): void;
}

/** The same within one transaction. */
export interface MergeScope extends MergeContext {
  readonly tx: WriteTx;
  /** Whether the server lacks what was written here under this stamp. */
  isPending(stamp: string): boolean;
  isOwn(stamp: string): boolean;
  writeOf(stamp: string): KnownWrite | undefined;
  readonly conflicts: WireConflict[];
}

export function openScope(tx: WriteTx, context: MergeContext): MergeScope {
  const node = readNode(tx);
  const sent = readAcknowledgedStamp(tx);
  const found = new Map<string, KnownWrite | undefined>();
  const isOwn = (stamp: string) => nodeOf(stamp) === node;
  return {
    ...context,
    tx,
    conflicts: [],
    isOwn,
    isPending: (stamp) => isOwn(stamp) && stamp > sent,
    writeOf(stamp) {
      const known = context.writes.get(stamp);
      if (known) return known;
      if (!found.has(stamp)) found.set(stamp, readWrites(tx, [stamp]).get(stamp));
      return found.get(stamp);
    },
  };
}

const MOST_AHEAD_MS = 10 * 366 * 86_400_000;

/**
 * A stamp of a far future would carry the own clock there, for good.
 * @throws SyncFailure
 */
export function checkStamps(page: Pick<PullPage, 'tables'>, now: number): void {
  const most = (now + MOST_AHEAD_MS).toString(16).padStart(12, '0');
  const check = (stamp: string, id: string) => {
    if (stamp < most && stampSchema.safeParse(stamp).success) return;
    throw new SyncFailure(
      'malformed',
      `The server sent a row with a stamp of the far future (${id.slice(0, 60)}). Nothing of it was taken over; tell who runs the server.`,
    );
  };
  for (const table of page.tables)
    eachVersion(table, (v, f, id) => {
      if (!(v < most)) check(v, id);
      for (const column in f) if (!((f[column] ?? '') < most)) check(f[column] ?? '', id);
    });
}
