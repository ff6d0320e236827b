/** This workstation's side: what is to be sent, and the merging of what came. In memory (tests) or SQLite. */
import type {
  Digest,
  KnownWrite,
  PullPage,
  PushBatch,
  PushOutcome,
  WireConflict,
  WireRow,
} from './wire.ts';

export interface MergeReport {
  /** Rows that changed here. */
  readonly changed: number;
  readonly conflicts: readonly WireConflict[];
}

/** Kept by the replica in the transactions of what it describes. */
export interface ReplicaState {
  readonly cursor: number;
  readonly epoch: number;
  /** Place in the change log up to which the server has everything. */
  readonly acknowledged: number;
}

export interface Replica {
  state(): ReplicaState;
  /** The server's schema is of this version: tables that it does not know stay here until it does. */
  meetServer(schema: number): void;
  /** The server has everything up to this place in the change log, and nothing after; also lower. */
  acknowledge(through: number): void;
  /** Takes one page over, in batches that leave room for a person's click. Idempotent. */
  merge(page: PullPage): Promise<MergeReport>;
  /** The next rows to be sent, or null; bounded by `LIMITS`. */
  nextBatch(): PushBatch | null;
  /** What the server said of that batch: rows that are another's get its id, `behind` waits for a pull. */
  pushed(batch: PushBatch, outcome: PushOutcome): Promise<void>;
  /** Rows (and conflicts) still to be sent. */
  backlog(): number;
  digests(table: string): Digest[];
  /** Has rows of these buckets sent again, whoever wrote them (after a new epoch). */
  sendAgain(table: string, buckets: readonly number[]): void;
  /**
   * Deletions of these parts of a table were purged before this side read them; `ids` are the rows that the
   * server still has of them. The others go here too; one with an edit that is not sent yet comes back.
   * Answers how many rows changed.
   */
  dropAbsent(table: string, parts: readonly number[], ids: ReadonlySet<string>): Promise<number>;
  /** A new epoch: reading goes on from `cursor`. */
  enterEpoch(epoch: number, cursor: number): void;
  /**
   * The own clock was ahead by `aheadMs` (0: it is right by now): stamps that the server would refuse at
   * `serverNow` are made anew, in their order, none later than that.
   */
  restamp(aheadMs: number, serverNow: number): void;
  /**
   * The server has writes of this node that this database has not: it was put back; it gets a new
   * node. What the server had of the old one (up to `lastStamp`) is not pending; the rest keeps its
   * times and counters under the new node. Later stamps come after `seen`, too.
   */
  renewNode(lastStamp: string, seen?: string): void;
  /** The highest stamp this node ever made here; sixteen zeros before '-' and the node, where none. */
  lastStamp(): string;
  /** The stamp of the last own change up to this place in the change log, or ''. */
  stampAt(place: number): string;
  /** Those that cross to the server. */
  tables(): readonly string[];
  row(table: string, id: string): WireRow | undefined;
  writes(stamps: readonly string[]): KnownWrite[];
}
