/** The workstation's side of sync over SQLite. Only the thread that syncs may have one. */
import type { Database } from '../../../db/database.ts';
import { syncedTables } from '../../../db/synced-tables.ts';
import type { Caller, WriteTx } from '../../../db/write-door.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Replica } from '../replica.port.ts';
import { isSentRow } from '../sent-columns.ts';
import type { PushBatch } from '../wire.ts';
import { dropAbsent } from './absent.store.ts';
import { adoptPage } from './adopt-unknown.store.ts';
import { type Made, makeBatch } from './batch.store.ts';
import { countUnsent, sendConflictsAgain } from './conflicts.store.ts';
import { crossing, meetServer } from './crossing.store.ts';
import { readDigests } from './digests.store.ts';
import type { MergeFollowers } from './followers.types.ts';
import { MERGE_CALLER } from './merge-caller.ts';
import { checkStamps, openScope } from './merge-context.ts';
import { mergePage } from './merge-page.store.ts';
import { createMergeSize } from './merge-size.ts';
import { countWaiting, stampAt } from './outbox.store.ts';
import { leaveSent, refuse, takeOutcome, tryRefusedAgain } from './pushed.store.ts';
import {
  readLastStamp,
  readNode,
  readSearched,
  readServerSchema,
  readState,
  saveAcknowledged,
  saveCursor,
  saveEpoch,
  savePassed,
} from './replica-state.store.ts';
import { renewNode, restamp } from './restamp.store.ts';
import { assertNoForeignKeys, readCodecs, readRaw } from './row-reader.store.ts';
import { saveSweep } from './sweeps.store.ts';
import { readUnknown, unknownTables, withUnknown } from './unknown-rows.store.ts';
import { readWrites } from './writes.store.ts';

export interface SqliteReplicaDeps {
  /** Over a connection of its own, with foreign keys off: rows come before those that they name. */
  readonly db: Database;
  readonly clock: Clock;
  readonly followers: MergeFollowers;
  /** This workstation's people; writes of other accounts go out in nobody's name. null: everybody's. */
  readonly people?: () => ReadonlySet<string> | null;
  readonly isSomebodyAtWork?: () => boolean;
  /** Somebody waits to write, in this moment. */
  readonly isSomebodyWaiting?: () => boolean;
  /** Hears between two transactions of a merge that more is in the log; the next one waits for its answer. */
  readonly onWritten?: () => Promise<void> | void;
  /** Gives what is local of an account (sessions, preferences) to the account it turned out to be. */
  readonly renamePerson?: (tx: WriteTx, from: string, to: string) => void;
}

const NO_STAMP = '0'.repeat(16);
const caller = (action: string): Caller => ({ ...MERGE_CALLER, action });

/** @throws Error where the connection holds rows to their parents. */
export function createSqliteReplica(deps: SqliteReplicaDeps): Replica {
  const { db, clock, people = () => null } = deps;
  const codecs = db.read('sync.codecs', (reader) => {
    assertNoForeignKeys(reader);
    return readCodecs(reader, syncedTables());
  });
  const context = {
    ...{ codecs, followers: deps.followers, renamePerson: deps.renamePerson ?? (() => {}) },
  };
  const made = new WeakMap<PushBatch, Made>();
  const withWrites = { ...context, writes: new Map() };
  const pageDeps = {
    ...{ db, context, now: () => clock.now() },
    size: createMergeSize(deps.isSomebodyAtWork ?? (() => false)),
    isSomebodyWaiting: deps.isSomebodyWaiting ?? (() => false),
    onWritten: deps.onWritten ?? (() => {}),
  };
  adoptKnown(db, withWrites);

  return {
    state: () => db.read('sync.state', readState),
    meetServer(schema) {
      if (db.read('sync.schema', readServerSchema) === schema) return;
      db.write(caller('sync.schema'), (tx) => meetServer(tx, schema));
    },
    acknowledge: (through) =>
      db.write(caller('sync.acknowledge'), (tx) => saveAcknowledged(tx, through)),
    merge(page) {
      checkStamps(page, clock.now());
      return mergePage(pageDeps, page);
    },
    nextBatch() {
      const next = db.read('sync.batch', (reader) =>
        makeBatch(reader, crossing(reader, codecs), people()),
      );
      const { batch, tooLarge } = next;
      if (tooLarge.length > 0)
        db.write(caller('sync.push'), (tx) => {
          for (const name of tooLarge) refuse(tx, name, next.gathered.covered);
        });
      made.set(batch, next);
      if (batch.tables.length + batch.conflicts.length + batch.writes.length > 0) return batch;
      settle(db, next);
      return null;
    },
    async pushed(batch, outcome) {
      takeOutcome(db, withWrites, { batch, outcome, made: made.get(batch) });
    },
    backlog: () =>
      db.read(
        'sync.backlog',
        (reader) => countWaiting(reader, crossing(reader, codecs)) + countUnsent(reader),
      ),
    digests: (table) =>
      db.read('sync.digests', (reader) => readDigests(reader, table, codecs.get(table))),
    sendAgain: (table, buckets) =>
      db.write(caller('sync.again'), (tx) => saveSweep(tx, table, buckets)),
    dropAbsent: (table, parts, ids) => dropAbsent(pageDeps, { table, parts: new Set(parts), ids }),
    enterEpoch: (epoch, cursor) =>
      db.write(caller('sync.epoch'), (tx) => {
        // A server that was put back may have lost conflicts and restrictions, too.
        if (epoch !== readState(tx).epoch) {
          sendConflictsAgain(tx);
          tryRefusedAgain(tx);
        }
        saveEpoch(tx, epoch);
        saveCursor(tx, cursor);
      }),
    restamp: (aheadMs, serverNow) =>
      db.write(caller('sync.clock'), (tx) => restamp(tx, codecs, { aheadMs, serverNow })),
    renewNode: (last, seen = last) =>
      db.write(caller('sync.node'), (tx) => renewNode(tx, codecs, { last, seen })),
    lastStamp: () =>
      db.read('sync.stamp', (reader) => readLastStamp(reader) || `${NO_STAMP}-${readNode(reader)}`),
    stampAt: (place) => db.read('sync.stampAt', (reader) => stampAt(reader, place)),
    tables: () => db.read('sync.tables', (reader) => [...crossing(reader, codecs).keys()].sort()),
    row: (table, id) =>
      db.read('sync.row', (reader) => {
        const codec = codecs.get(table);
        const part = readUnknown(reader, table, [id]).get(id);
        const raw = codec && isSentRow(table, id) ? readRaw(reader, table, id) : undefined;
        if (codec && raw) return withUnknown(codec.toRow(raw), part?.v === null ? part : undefined);
        if (part?.v == null) return undefined;
        return { id, v: part.v, f: part.f && { ...part.f }, c: { ...part.c } };
      }),
    writes: (stamps) =>
      db.read('sync.writes', (reader) => [...readWrites(reader, stamps).values()]),
  };
}

/** Nothing of what waited is there any longer: it is not looked at again. */
function settle(db: Database, made: Made): void {
  const { gathered } = made;
  const isMoved = gathered.through > db.read('sync.state', readSearched);
  if (!isMoved && gathered.again.length === 0 && gathered.swept.size === 0) return;
  db.write(caller('sync.settle'), (tx) => {
    savePassed(tx, gathered.through);
    leaveSent(tx, gathered);
  });
}

function adoptKnown(db: Database, context: Parameters<typeof openScope>[1]): void {
  for (const table of db.read('sync.unknown', unknownTables)) {
    let after: string | null = context.codecs.has(table) ? '' : null;
    while (after !== null) {
      const from: string = after;
      after = db.write(caller('sync.adopt'), (tx) =>
        adoptPage(openScope(tx, context), table, from),
      );
    }
  }
}
