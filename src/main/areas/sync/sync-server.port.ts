/** The workspace's server as a workstation sees it: in memory (tests) or Postgres. */
import type {
  Digest,
  Head,
  Member,
  Presence,
  PullPage,
  PushBatch,
  PushOutcome,
  Seat,
} from './wire.ts';

export type SyncFailureKind =
  /** No way to the server: refused, timed out, cut, name not found. */
  | 'unreachable'
  /** The workspace is isolated: nothing was opened. */
  | 'isolated'
  /** The server's certificate is not the one that is trusted. */
  | 'certificate'
  /** The login does not count (any more). */
  | 'revoked'
  /** Stamps ahead of the server's clock; `serverNow` says what it has. */
  | 'clock'
  /** This program is too old to push, or the server too old for it. */
  | 'version'
  /** The server cannot write: full, read-only, recovering. */
  | 'read-only'
  /** The server waited for somebody else for too long; try again. */
  | 'busy'
  /** What came is not what a server of ours sends. */
  | 'malformed'
  /** The server refused this batch for what it holds. */
  | 'refused'
  | 'broken';

/** `message` is for the person: what happened and what to do. No secret, no SQL. */
export class SyncFailure extends Error {
  readonly kind: SyncFailureKind;
  /** ms; of 'clock' alone. */
  readonly serverNow: number | null;

  constructor(
    kind: SyncFailureKind,
    message: string,
    options?: ErrorOptions & { serverNow?: number },
  ) {
    super(message, options);
    this.name = 'SyncFailure';
    this.kind = kind;
    this.serverNow = options?.serverNow ?? null;
  }
}

/** Every call @throws SyncFailure, and nothing else. */
export interface SyncServer {
  head(): Promise<Head>;
  push(batch: PushBatch): Promise<PushOutcome>;
  /** In the order of commits; at most `LIMITS.rows` rows and `LIMITS.bytes` bytes, but one row at least. */
  pull(cursor: number, limit: number): Promise<PullPage>;
  /** The server is younger than `cursor`: begins a new epoch. Returns the head as it is then. */
  recover(cursor: number): Promise<Head>;
  digests(table: string): Promise<Digest[]>;
  /** Ids of all rows of these parts of a table (`bucketOf`), deleted ones too. */
  ids(table: string, parts: readonly number[]): Promise<string[]>;
  people(): Promise<{ members: Member[]; seats: Seat[] }>;
  /** Says what is open here (for 60 s), and hears what others have open. */
  present(open: readonly { person: string; table: string; record: string }[]): Promise<Presence[]>;
  /** Hears that the head moved, or (null) that it hears no longer; a hint only. */
  onMoved(listener: (head: number | null) => void): () => void;
  /** Hears that somebody came, went or has another role; a hint only. */
  onPeople(listener: () => void): () => void;
  close(): Promise<void>;
}

export interface BlobServer {
  /** Which of these chunks the server lacks. */
  lacking(sha256: string, chunks: number): Promise<number[]>;
  putChunk(sha256: string, index: number, bytes: Uint8Array): Promise<void>;
  /** null: the server does not have it. */
  getChunk(sha256: string, index: number): Promise<Uint8Array | null>;
}

/** Whether a server keeps files too: those in memory (tests) do not. */
export const isBlobServer = (server: SyncServer): server is SyncServer & BlobServer =>
  'getChunk' in server && 'putChunk' in server;
