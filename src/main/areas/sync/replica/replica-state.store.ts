/** Where the exchange stands, in the transactions of what it describes. */
import type { ReadDb } from '../../../db/database.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { ReplicaState } from '../replica.port.ts';

type StateKey =
  | 'cursor'
  | 'epoch'
  | 'acknowledged'
  /** Stamp of the last own write that the server has; '' where it has none. */
  | 'acknowledged_stamp'
  /** Up to here the change log has nothing to be sent, although the server has not heard of it. */
  | 'passed'
  /** Of a range of the change log that is too long for one push: `<place>:<row sent last>`. */
  | 'partial'
  /** The version of the server's schema, as it was met last. */
  | 'server_schema';

function read(db: ReadDb, key: StateKey): string | undefined {
  return db.get<{ value: string }>('SELECT value FROM sync_state WHERE key = ?', key)?.value;
}

function save(tx: WriteTx, key: StateKey, value: string | number): void {
  tx.run(
    'INSERT INTO sync_state (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    key,
    String(value),
  );
}

export function readState(db: ReadDb): ReplicaState {
  return {
    cursor: Number(read(db, 'cursor') ?? 0),
    epoch: Number(read(db, 'epoch') ?? 0),
    acknowledged: Number(read(db, 'acknowledged') ?? 0),
  };
}

export const saveCursor = (tx: WriteTx, cursor: number): void => save(tx, 'cursor', cursor);

export const saveEpoch = (tx: WriteTx, epoch: number): void => save(tx, 'epoch', epoch);

export const readAcknowledgedStamp = (db: ReadDb): string => read(db, 'acknowledged_stamp') ?? '';

export function saveAcknowledged(tx: WriteTx, through: number): void {
  const own = tx.get<{ stamp: string }>(
    'SELECT stamp FROM change_log WHERE seq <= ? AND from_sync = 0 ORDER BY seq DESC LIMIT 1',
    through,
  );
  const next = tx.get<{ stamp: string }>(
    'SELECT stamp FROM change_log WHERE seq > ? AND from_sync = 0 ORDER BY seq LIMIT 1',
    through,
  );
  if (through < readState(tx).acknowledged) save(tx, 'passed', 0);
  save(tx, 'acknowledged', through);
  // Of a write that is sent in part, all counts as not sent.
  const isPart = own !== undefined && own.stamp === next?.stamp;
  save(tx, 'acknowledged_stamp', isPart ? stampBefore(tx, through, own.stamp) : (own?.stamp ?? ''));
}

function stampBefore(db: ReadDb, place: number, stamp: string): string {
  return (
    db.get<{ stamp: string }>(
      `SELECT stamp FROM change_log WHERE seq <= ? AND from_sync = 0 AND stamp < ?
       ORDER BY seq DESC LIMIT 1`,
      place,
      stamp,
    )?.stamp ?? ''
  );
}

export const savePassed = (tx: WriteTx, place: number): void => save(tx, 'passed', place);

/** Where the next look for what is to be sent begins. */
export function readSearched(db: ReadDb): number {
  return Math.max(readState(db).acknowledged, Number(read(db, 'passed') ?? 0));
}

export interface Partial {
  readonly seq: number;
  readonly row: number;
}

export function readPartial(db: ReadDb): Partial | null {
  const [seq, row] = (read(db, 'partial') ?? '').split(':').map(Number);
  return seq && row !== undefined ? { seq, row } : null;
}

export function savePartial(tx: WriteTx, partial: Partial | null): void {
  save(tx, 'partial', partial ? `${partial.seq}:${partial.row}` : '');
}

/** Undefined where no server was met yet. */
export function readServerSchema(db: ReadDb): number | undefined {
  const known = read(db, 'server_schema');
  return known === undefined ? undefined : Number(known);
}

export const saveServerSchema = (tx: WriteTx, schema: number): void =>
  save(tx, 'server_schema', schema);

export function readNode(db: ReadDb): string {
  return db.get<{ value: string }>("SELECT value FROM meta WHERE key = 'node_id'")?.value ?? '';
}

/** The highest stamp that this node has made here, or ''. */
export function readLastStamp(db: ReadDb): string {
  return db.get<{ value: string }>("SELECT value FROM meta WHERE key = 'hlc'")?.value ?? '';
}

export const nodeOf = (stamp: string): string => stamp.slice(17);
