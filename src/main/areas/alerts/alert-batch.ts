import { deserialize, serialize } from 'node:v8';
import type { AlertStatus } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { DEFAULT_RULES, type GroupRules } from '../../db/groups/group-rules.ts';
import {
  fromWireGroups,
  type PackedGroups,
  packGroups,
  slicePackedGroups,
  toWireGroups,
  type WireGroups,
} from '../../db/groups/packed-groups.ts';
import { type PackedRows, packedColumn, packRows, slicePackedRows } from '../../db/packed-rows.ts';
import { fromWireRows, toWireRows, type WireRows } from '../../db/packed-wire.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { NewAlertRow } from './alert-rows.ts';
import { createTermsMaker, rememberedAddressWords } from './alert-search.ts';
import { type KeptRecord, packRawBlocks, type RawBlock, unpackRawBlock } from './raw-blocks.ts';

/** A new alert with the record it came from. */
export interface AlertWithRaw {
  readonly row: NewAlertRow;
  readonly raw: KeptRecord | null;
}

/**
 * New alerts as they go from the thread that reads a file to the one that writes: packed rows, and
 * their raw records in compressed blocks that move without being copied.
 */
export interface AlertBatch {
  readonly rows: PackedRows;
  readonly rawBlocks: readonly RawBlock[];
  readonly groups: PackedGroups;
}

/** @param rules What groups go by, as far as the reading thread knows: the writing one looks again. */
export function packAlerts(
  alerts: readonly AlertWithRaw[],
  rules: GroupRules = DEFAULT_RULES,
): AlertBatch {
  return createAlertPacker(rules)(alerts);
}

/** The same of batch after batch. */
export function createAlertPacker(
  rules: GroupRules,
): (alerts: readonly AlertWithRaw[]) => AlertBatch {
  const addressOf = rememberedAddressWords();
  return (alerts) => {
    // Texts are remembered for one batch: most are met once, and all would outlive the young heap.
    const termsOf = createTermsMaker(addressOf);
    const rows = alerts.map(({ row }) => row);
    return {
      rows: packRows(alertsTable, rows, { entityTerms: rows.map(termsOf) }),
      rawBlocks: packRawBlocks(alerts.map(({ raw }) => raw)),
      groups: packGroups(rows, rules),
    };
  };
}

/**
 * A batch on its way from thread to thread, and as it waits to be written: as bytes, which no collection of
 * garbage copies. Raw records move with it instead of being copied.
 */
export interface SentBatch {
  readonly count: number;
  /** V8's serialization of packed rows and groups. */
  readonly content: Uint8Array<ArrayBuffer>;
  readonly rawBlocks: readonly RawBlock[];
}

interface SentContent {
  readonly rows: WireRows;
  readonly groups: WireGroups;
}

export function toSentBatch({ rows, rawBlocks, groups }: AlertBatch): SentBatch {
  const content: SentContent = { rows: toWireRows(rows), groups: toWireGroups(groups) };
  // A copy of its own: only then its memory can move.
  return { count: rows.count, content: new Uint8Array(serialize(content)), rawBlocks };
}

/** All memory that moves with it. */
export const memoryOf = ({ content, rawBlocks }: SentBatch): ArrayBuffer[] => [
  content.buffer,
  ...rawBlocks.map(({ records }) => records.buffer),
];

/**
 * Gives its memory back at once, where no collection of garbage would come along for long: what has waited is old
 * by then. Nothing that was made of it may be used any more.
 */
export function releaseSentBatch(batch: SentBatch): void {
  for (const memory of memoryOf(batch)) memory.transfer(0);
}

export function fromSentBatch({ content, rawBlocks }: SentBatch): AlertBatch {
  const { rows, groups } = deserialize(content) as SentContent;
  return { rows: fromWireRows(rows), rawBlocks, groups: fromWireGroups(groups) };
}

/**
 * The batch in pieces, each a transaction of its own where a person works at the same time. Pieces end
 * where a block of raw records does, unless that would make them longer than `most` rows.
 */
export function splitBatch(batch: AlertBatch, most: number): AlertBatch[] {
  const pieces: AlertBatch[] = [];
  const { count } = batch.rows;
  for (let from = 0; from < count; ) {
    const ends = batch.rawBlocks.map(({ first }) => first);
    const near = ends.filter((first) => first > from && first <= from + most).at(-1);
    const to = from + most >= count ? count : (near ?? from + most);
    pieces.push({
      rows: slicePackedRows(batch.rows, from, to),
      rawBlocks: blocksBetween(batch.rawBlocks, from, to),
      groups: slicePackedGroups(batch.groups, from, to),
    });
    from = to;
  }
  return pieces;
}

function blocksBetween(blocks: readonly RawBlock[], from: number, to: number): RawBlock[] {
  return blocks.flatMap((block) => {
    const end = block.first + block.ends.length;
    if (end <= from || block.first >= to) return [];
    if (block.first >= from && end <= to) return [{ ...block, first: block.first - from }];
    const records = new Array<KeptRecord | null>(to - from).fill(null);
    unpackRawBlock(block).forEach((record, place) => {
      const at = block.first + place - from;
      if (at >= 0 && at < records.length) records[at] = record;
    });
    return packRawBlocks(records);
  });
}

/** What the kept counts need of an alert of a batch. */
export interface CountedAlert {
  readonly createdAt: number;
  readonly source: string;
  readonly status: AlertStatus;
  readonly severity: Severity;
  readonly suppressedBy: string | null;
}

export function createCountedReader(rows: PackedRows): (index: number) => CountedAlert {
  const column = (property: keyof CountedAlert) => packedColumn(rows, property) ?? [];
  const [createdAt, source] = [column('createdAt') as number[], column('source') as string[]];
  const status = column('status') as AlertStatus[];
  const severity = column('severity') as Severity[];
  const suppressedBy = column('suppressedBy') as (string | null)[];
  return (index) => ({
    createdAt: createdAt[index] as number,
    source: source[index] as string,
    status: status[index] as AlertStatus,
    severity: severity[index] as Severity,
    suppressedBy: suppressedBy[index] ?? null,
  });
}
