/** Raw records in the database, found by the `seq` of their alert. */
import type { ImportFormat } from '../../../shared/areas/alerts/imports.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import type { InsertedRange, WriteTx } from '../../db/write-door.ts';
import type { AlertBatch } from './alert-batch.ts';
import {
  type KeptRecord,
  packRawBlocks,
  type RawBlock,
  unpackRawBlock,
  withoutRecords,
} from './raw-blocks.ts';

interface BlockRow {
  readonly first_seq: number;
  readonly last_seq: number;
  readonly format: ImportFormat;
  readonly ends: Buffer;
  readonly records: Buffer;
}

/** Blocks that a reader keeps unpacked: neighbours in a list mostly lie in the same few. */
const KEPT_BLOCKS = 8;

/**
 * Saves the records of a batch. `insertedPlaces` are the places in the batch of the rows that were
 * new; where some were not, the blocks are packed again without them.
 */
export function saveRawRecords(
  tx: WriteTx,
  batch: AlertBatch,
  range: InsertedRange,
  insertedPlaces: readonly number[],
): void {
  if (range.count === 0) return;
  const blocks =
    range.count === batch.rows.count
      ? batch.rawBlocks
      : packRawBlocks(recordsAt(batch, insertedPlaces));
  for (const block of blocks) saveBlock(tx, range.first + block.first, block);
}

function recordsAt(batch: AlertBatch, places: readonly number[]): (KeptRecord | null)[] {
  const records = new Array<KeptRecord | null>(batch.rows.count).fill(null);
  for (const block of batch.rawBlocks) {
    unpackRawBlock(block).forEach((record, place) => {
      records[block.first + place] = record;
    });
  }
  return places.map((place) => records[place] ?? null);
}

function saveBlock(tx: WriteTx, firstSeq: number, block: Omit<RawBlock, 'first'>): void {
  const { ends, records } = block;
  tx.run(
    `INSERT INTO alert_raw (first_seq, last_seq, format, ends, records) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (first_seq) DO UPDATE SET ends = excluded.ends, records = excluded.records`,
    firstSeq,
    firstSeq + ends.length - 1,
    block.format,
    Buffer.from(ends.buffer, ends.byteOffset, ends.byteLength),
    records,
  );
}

function blockRow(db: ReadDb, seq: number): BlockRow | undefined {
  const row = db.get<BlockRow>(
    'SELECT * FROM alert_raw WHERE first_seq <= ? ORDER BY first_seq DESC LIMIT 1',
    seq,
  );
  return row && seq <= row.last_seq ? row : undefined;
}

function toBlock({ format, ends, records }: BlockRow): Omit<RawBlock, 'first'> {
  // Copied: what the driver hands out need not be aligned to four bytes.
  const aligned = new Uint32Array(new Uint8Array(ends).buffer);
  return { format, ends: aligned, records: new Uint8Array(records) };
}

/** Reads raw records by `seq`; for one read of the database, not to be kept. */
export function createRawReader(db: ReadDb): (seq: number) => KeptRecord | null {
  const kept = new Map<number, { last: number; records: (KeptRecord | null)[] }>();
  return (seq) => {
    for (const [first, { last, records }] of kept) {
      if (first <= seq && seq <= last) return records[seq - first] ?? null;
    }
    const row = blockRow(db, seq);
    if (!row) return null;
    const records = unpackRawBlock(toBlock(row));
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= KEPT_BLOCKS) kept.delete(oldest);
    kept.set(row.first_seq, { last: row.last_seq, records });
    return records[seq - row.first_seq] ?? null;
  };
}

/** Deletes the raw records of alerts, for good. */
export function removeRawRecords(tx: WriteTx, seqs: readonly number[]): void {
  const gone = [...seqs].sort((a, b) => a - b);
  for (let index = 0; index < gone.length; ) {
    const row = blockRow(tx, gone[index] as number);
    if (!row) {
      index++;
      continue;
    }
    const places = new Set<number>();
    for (; index < gone.length && (gone[index] as number) <= row.last_seq; index++)
      places.add((gone[index] as number) - row.first_seq);
    const rest = withoutRecords(toBlock(row), places);
    if (rest) saveBlock(tx, row.first_seq, rest);
    else tx.run('DELETE FROM alert_raw WHERE first_seq = ?', row.first_seq);
  }
}
