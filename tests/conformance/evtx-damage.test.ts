import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Crc32 } from '../../src/shared/areas/forensics/evtx/evtx.types.ts';
import { readEvtxHeader } from '../../src/shared/areas/forensics/evtx/evtx-headers.ts';
import { cpuClock } from '../helpers/cpu-time.ts';
import { ChunkMaker, makeLog, sourceOf, utf16, type XmlElement } from '../helpers/make-evtx.ts';
import { linesOf, type ReadLog, readLog } from './evtx-reading.ts';

const EVENT: XmlElement = {
  name: 'Event',
  content: [
    {
      name: 'EventData',
      content: [{ name: 'Data', attributes: { Name: ['text'] }, content: [{ value: 0 }] }],
    },
  ],
};

interface MadeChunk {
  readonly bytes: Buffer;
  /** Where each record begins in the chunk. */
  readonly starts: readonly number[];
}

/** Records with the ids `first`, `first + 1` …; all but the first refer to its template. */
function makeChunk(first: number, count = 6): MadeChunk {
  const chunk = new ChunkMaker();
  const starts = Array.from({ length: count }, (_, index) =>
    chunk.record(first + index, 'event', EVENT, [[0x01, utf16(`text ${first + index}`)]]),
  );
  return { bytes: chunk.finish(), starts };
}

const idsOf = ({ records }: ReadLog) => records.map(({ recordId }) => recordId);
const reasonsOf = ({ damage }: ReadLog) =>
  damage.map(({ reason, isLoss }) => `${reason}${isLoss ? ' (loss)' : ''}`);
const UNSUMMED = { checksums: false };

test('[EVT1] all chunks are read whatever the header counts, in versions 3.1 and 3.2', () => {
  const log = makeLog([makeChunk(1).bytes, Buffer.alloc(65_536), makeChunk(7).bytes], {
    chunks: 1,
    minor: 2,
    flags: 1,
  });
  expect(readEvtxHeader(sourceOf(log))).toEqual({
    version: '3.2',
    chunks: 1,
    isDirty: true,
    isFull: false,
    hasSums: true,
    isSumRight: true,
  });
  const read = readLog(log);
  expect(idsOf(read)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(read.damage).toEqual([]);
  expect(read.records[6]).toMatchObject({
    offset: 4_096 + 2 * 65_536 + 512,
    time: '2026-01-02T03:04:05.6789012Z',
    timeMs: Date.parse('2026-01-02T03:04:05.678Z'),
    place: 'used',
    isDoubtful: false,
  });
});

test('[EVT1] without a file header, with chunks alone, with a chunk cut off, and of nothing', () => {
  const log = makeLog([makeChunk(1).bytes, makeChunk(7).bytes]);
  const headless = Buffer.from(log).fill(0, 0, 4_096);
  expect(reasonsOf(readLog(headless))).toEqual(['no-file-header (loss)']);
  expect(idsOf(readLog(headless))).toHaveLength(12);
  expect(idsOf(readLog(log.subarray(4_096)))).toHaveLength(12);
  const cut = readLog(log.subarray(0, log.length - 64_600));
  expect(idsOf(cut).slice(0, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(reasonsOf(cut)).toContain('chunk-truncated (loss)');
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(100), Buffer.alloc(70_000, 0xff)]) {
    expect(idsOf(readLog(bytes))).toEqual([]);
    expect(reasonsOf(readLog(bytes))).toContain('no-file-header (loss)');
  }
});

test('[EVT1] a chunk whose signature is damaged is read; a block that is none is told', () => {
  const damaged = makeChunk(1).bytes.fill(0x20, 0, 8);
  const read = readLog(makeLog([damaged, Buffer.alloc(65_536, 7), makeChunk(7).bytes]));
  expect(idsOf(read)).toHaveLength(12);
  expect(reasonsOf(read)).toEqual(['chunk-signature', 'chunk-signature']);
});

/** What is written over the third record, and what is said of it. */
const HARMS: [
  name: string,
  harm: (bytes: Buffer, at: number, size: number) => void,
  reason: string,
][] = [
  ['size 0', (bytes, at) => bytes.writeUInt32LE(0, at + 4), 'record-size'],
  ['size below 28', (bytes, at) => bytes.writeUInt32LE(27, at + 4), 'record-size'],
  ['size beyond the chunk', (bytes, at) => bytes.writeUInt32LE(0xffff_fff8, at + 4), 'record-size'],
  [
    'size that swallows others',
    (bytes, at, size) => bytes.writeUInt32LE(size * 2 + 8, at + 4),
    'record-size',
  ],
  ['no signature', (bytes, at) => bytes.writeUInt32LE(0, at), 'record-signature'],
  ['overwritten', (bytes, at, size) => bytes.fill(0xa5, at, at + size), 'record-signature'],
  ['unknown token', (bytes, at) => bytes.writeUInt8(0x3f, at + 24), 'token'],
  ['no event', (bytes, at) => bytes.writeUInt8(0x00, at + 24), 'record-empty'],
  ['another template', (bytes, at) => bytes.writeUInt32LE(0x77, at + 30), 'template'],
  [
    'template beyond the chunk',
    (bytes, at) => bytes.writeUInt32LE(0xffff_fff0, at + 34),
    'out-of-bounds',
  ],
  ['values beyond the record', (bytes, at) => bytes.writeUInt32LE(9_999, at + 38), 'out-of-bounds'],
  [
    'value longer than the record',
    (bytes, at) => bytes.writeUInt16LE(60_000, at + 42),
    'out-of-bounds',
  ],
];

test.each(HARMS)('[EVT7] a record with %s costs nothing but itself', (_, harm, reason) => {
  const { bytes, starts } = makeChunk(1);
  const [at = 0, end = 0] = starts.slice(2);
  harm(bytes, at, end - at);
  const read = readLog(makeLog([bytes, makeChunk(7).bytes]), UNSUMMED);
  expect(idsOf(read)).toEqual([1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(read.damage).toEqual([
    expect.objectContaining({
      scope: 'record',
      reason,
      isLoss: true,
      offset: 4_096 + at,
      size: end - at,
    }),
  ]);
  for (const { recordId, event } of read.records) {
    expect(linesOf(event)).toEqual([
      'Event/EventData/Data@Name=text',
      `Event/EventData/Data=text ${recordId}`,
    ]);
  }
});

test('[EVT7] what follows damage is marked, and a record with two sizes is doubtful', () => {
  const { bytes, starts } = makeChunk(1);
  bytes.writeUInt32LE(0, (starts[1] ?? 0) + 4);
  bytes.writeUInt32LE(1, (starts[5] ?? 0) - 4);
  const { records, damage } = readLog(makeLog([bytes]), UNSUMMED);
  expect(records.map(({ recordId, place, isDoubtful }) => [recordId, place, isDoubtful])).toEqual([
    [1, 'used', false],
    [3, 'refound', false],
    [4, 'refound', false],
    [5, 'refound', true],
    [6, 'refound', false],
  ]);
  expect(damage.map(({ reason, isLoss }) => [reason, isLoss])).toEqual([
    ['record-size', true],
    ['record-size-copy', false],
  ]);
});

test('[EVT8] sums that differ are told one by one, and nothing is left out', () => {
  const log = makeLog([makeChunk(1).bytes, makeChunk(7).bytes]);
  log.writeUInt8(9, 16);
  log.writeUInt8(1, 4_096 + 100);
  log.writeUInt8(1, 4_096 + 65_536 + 514);
  log.writeUInt8(0, 4_096 + 65_536 + 514);
  const text = log.indexOf(utf16('text 9'));
  log.writeUInt8(0x54, text);
  const read = readLog(log);
  expect(reasonsOf(read)).toEqual([
    'file-header-checksum',
    'chunk-header-checksum',
    'chunk-records-checksum',
  ]);
  expect(idsOf(read)).toHaveLength(12);
  const platform: Crc32 = (bytes, from, to, seed) => crc32(bytes.subarray(from, to), seed);
  expect(readLog(log, { crc32: platform })).toEqual(read);
  expect(reasonsOf(readLog(log, UNSUMMED))).toEqual([]);
  expect(reasonsOf(readLog(makeLog([makeChunk(1).bytes.fill(1, 120, 128)], { flags: 4 })))).toEqual(
    [],
  );
});

test('[EVT9] past its end a chunk gives what follows directly, and by carving what does not', () => {
  const { bytes, starts } = makeChunk(1);
  bytes.writeUInt32LE(starts[3] ?? 0, 48);
  bytes.writeUInt32LE(0, starts[4] ?? 0);
  const log = makeLog([
    bytes,
    Buffer.concat([Buffer.alloc(4_100), makeChunk(7, 3).bytes.subarray(0, 61_436)]),
  ]);
  const plain = readLog(log, UNSUMMED);
  expect(idsOf(plain)).toEqual([1, 2, 3, 4]);
  expect(plain.records.map(({ place }) => place)).toEqual(['used', 'used', 'used', 'past-end']);
  const carved = readLog(log, { ...UNSUMMED, carve: true }).records.filter(
    ({ place }) => place === 'carved',
  );
  // Of the second block, names and templates are not where the records say: those are damage.
  expect(carved.map(({ recordId }) => recordId)).toEqual([6]);
});

function nested(depth: number): XmlElement {
  return depth === 0 ? { name: 'x' } : { name: 'x', content: [nested(depth - 1)] };
}

test('[EVT10] depth is bounded, and the next record is read', () => {
  const chunk = new ChunkMaker();
  chunk.record(1, 'deep', nested(63), []);
  chunk.record(2, 'deeper', nested(64), []);
  chunk.record(3, 'event', EVENT, [[0x01, utf16('x')]]);
  const read = readLog(makeLog([chunk.finish()]));
  expect(idsOf(read)).toEqual([1, 3]);
  expect(reasonsOf(read)).toEqual(['too-deep (loss)']);
});

test('[EVT10] fragments in fragments are bounded', () => {
  const chunk = new ChunkMaker();
  const outer: XmlElement = { name: 'Event', content: [{ value: 0 }] };
  const sizes: number[] = [];
  let end = 0;
  chunk.open(1, () => {
    for (let depth = 0; depth < 12; depth++) {
      chunk.instance('outer', outer, [[0x21, new Uint8Array(0)]]);
      sizes.push(chunk.at);
    }
    end = chunk.at;
  });
  for (const at of sizes) chunk.bytes.writeUInt16LE(end - at, at - 4);
  expect(reasonsOf(readLog(makeLog([chunk.finish()])))).toEqual(['too-deep (loss)']);
});

test('[EVT10] one long value named thousands of times, and arrays of arrays, are cut off in short time', () => {
  const spent = cpuClock();
  const chunk = new ChunkMaker();
  const many: XmlElement = {
    name: 'Event',
    content: Array.from({ length: 1_000 }, () => ({ name: 'D', content: [{ value: 0 }] })),
  };
  chunk.record(1, 'many', many, [[0x01, utf16('x'.repeat(10_000))]]);
  const read = readLog(makeLog([chunk.finish(), makeChunk(7).bytes]));
  expect(reasonsOf(read)).toEqual(['too-large (loss)', 'too-large (loss)']);
  expect(read.damage.map(({ scope }) => scope)).toEqual(['record', 'chunk']);
  expect(idsOf(read)).toEqual([7, 8, 9, 10, 11, 12]);

  const bytes = new ChunkMaker();
  bytes.record(1, 'many', many, [[0x84, Buffer.alloc(5_000)]]);
  expect(reasonsOf(readLog(makeLog([bytes.finish()])))).toEqual(['too-large (loss)']);
  expect(spent()).toBeLessThan(2_000);
});

test('[EVT10] a name may have 512 characters', () => {
  const chunk = new ChunkMaker();
  chunk.record(1, 'long', { name: 'n'.repeat(512) }, []);
  chunk.record(2, 'longer', { name: 'n'.repeat(513) }, []);
  const read = readLog(makeLog([chunk.finish()]));
  expect(idsOf(read)).toEqual([1]);
  expect(reasonsOf(read)).toEqual(['name (loss)']);
});
