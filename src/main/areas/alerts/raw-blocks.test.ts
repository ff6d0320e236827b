import { describe, expect, test } from 'vitest';
import { type KeptRecord, packRawBlocks, unpackRawBlock, withoutRecords } from './raw-blocks.ts';

const record = (text: string, format: KeptRecord['format'] = 'wazuh'): KeptRecord => ({
  format,
  bytes: Buffer.from(text, 'latin1'),
});

/** What comes out of the blocks, each record at its row. */
function unpacked(records: readonly (KeptRecord | null)[]): (string | null)[] {
  const rows = new Array<string | null>(records.length).fill(null);
  for (const block of packRawBlocks(records)) {
    unpackRawBlock(block).forEach((kept, place) => {
      const row = block.first + place;
      expect(rows[row]).toBeNull();
      rows[row] = kept ? `${kept.format}:${Buffer.from(kept.bytes).toString('latin1')}` : null;
    });
  }
  return rows;
}

const expected = (records: readonly (KeptRecord | null)[]) =>
  records.map((kept) => kept && `${kept.format}:${Buffer.from(kept.bytes).toString('latin1')}`);

describe('[IM15] raw records come out of their blocks byte for byte', () => {
  test('whatever the bytes, with gaps and changes of format between them', () => {
    const everyByte = String.fromCharCode(...Array.from({ length: 256 }, (_, byte) => byte));
    const records = [
      null,
      record('{"a":1}'),
      record(everyByte),
      null,
      null,
      record('x', 'csv'),
      record('y', 'csv'),
      record('\0\0\0', 'suricata-fast'),
      record('{"a":1}'),
      null,
    ];
    expect(unpacked(records)).toEqual(expected(records));
    expect(packRawBlocks(records)).toHaveLength(4);
  });

  test('none, one and many; a record larger than a block has its own', () => {
    expect(packRawBlocks([])).toEqual([]);
    expect(packRawBlocks([null, null])).toEqual([]);
    const many = Array.from({ length: 2_000 }, (_, i) => record(`${i} ${'row '.repeat(i % 90)}`));
    expect(unpacked(many)).toEqual(expected(many));
    const large = [record('before'), record('L'.repeat(3_000_000)), record('after')];
    expect(unpacked(large)).toEqual(expected(large));
    expect(packRawBlocks(large)).toHaveLength(3);
  });

  test('a deleted record is gone from the bytes, its neighbours stay in place', () => {
    const [block] = packRawBlocks([record('one'), record('two'), record('three')]);
    if (!block) throw new Error('No block');
    const rest = withoutRecords(block, new Set([1]));
    expect(
      rest && unpackRawBlock(rest).map((kept) => kept && String(Buffer.from(kept.bytes))),
    ).toEqual(['one', null, 'three']);
    expect(withoutRecords(block, new Set([0, 1, 2]))).toBeNull();
  });

  test('a damaged block is an error, never a wrong record', () => {
    const [block] = packRawBlocks([record('one'), record('two')]);
    if (!block) throw new Error('No block');
    expect(() => unpackRawBlock({ ...block, ends: new Uint32Array([3, 5]) })).toThrow('damaged');
    expect(() => unpackRawBlock({ ...block, records: new Uint8Array([1, 2, 3]) })).toThrow();
  });
});
