import { describe, expect, test } from 'vitest';
import type { ReadRecord } from './imported-alert.ts';
import { createLineReader } from './line-reader.ts';

function readAll(bytes: Buffer, chunkBytes: number, maxBytes?: number): ReadRecord[] {
  const reader = createLineReader(maxBytes);
  const records: ReadRecord[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    records.push(...reader.push(bytes.subarray(at, at + chunkBytes)));
  }
  return [...records, ...reader.end()];
}

const shown = (records: readonly ReadRecord[]) =>
  records.map((record) =>
    record.type === 'record'
      ? [record.line, record.bytes.toString('latin1')]
      : [record.line, record.type],
  );

describe('lines of a file', () => {
  const text = 'one\r\n\n  two \t\n\0\0\0three\n   \n\0\0\nfour\xff\xfe';

  test.each([1, 2, 3, 5, 64])('are the same in chunks of %i bytes', (chunkBytes) => {
    expect(shown(readAll(Buffer.from(text, 'latin1'), chunkBytes))).toEqual([
      [1, 'one'],
      [3, 'two'],
      [4, 'three'],
      [7, 'four\xff\xfe'],
    ]);
  });

  test('an empty file has none', () => {
    expect(readAll(Buffer.alloc(0), 10)).toEqual([]);
    expect(readAll(Buffer.from('\n\r\n\n'), 10)).toEqual([]);
  });

  test.each([4, 7, 1000])(
    'a line over the limit is rejected under its number and reading goes on (chunks of %i)',
    (chunkBytes) => {
      const records = readAll(
        Buffer.from(`a\n${'x'.repeat(101)}\nb\n${'y'.repeat(100)}\n`),
        chunkBytes,
        100,
      );
      expect(shown(records)).toEqual([
        [1, 'a'],
        [2, 'broken'],
        [3, 'b'],
        [4, 'y'.repeat(100)],
      ]);
    },
  );

  test('a last line over the limit without a newline is rejected too', () => {
    expect(shown(readAll(Buffer.from(`a\n${'x'.repeat(500)}`), 64, 100))).toEqual([
      [1, 'a'],
      [2, 'broken'],
    ]);
  });

  test('a line over the default limit says so', () => {
    const reader = createLineReader();
    const chunk = Buffer.alloc(1024 * 1024, 0x61);
    const records: ReadRecord[] = [];
    for (let i = 0; i < 20; i++) records.push(...reader.push(chunk));
    records.push(...reader.push(Buffer.from('\nnext\n')), ...reader.end());
    expect(records).toHaveLength(2);
    expect(records[0]).toMatchObject({ type: 'broken', line: 1, reason: 'longer than 16 MiB' });
    expect(records[1]).toMatchObject({ type: 'record', line: 2 });
  });
});
