import { describe, expect, test } from 'vitest';
import { columnNames, createCsvReader } from './csv-reader.ts';
import type { ReadRecord } from './imported-alert.ts';

function readAll(text: string | Buffer, chunkBytes: number, delimiter = ','): ReadRecord[] {
  const bytes = Buffer.from(text);
  const reader = createCsvReader(delimiter);
  const records: ReadRecord[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    records.push(...reader.push(bytes.subarray(at, at + chunkBytes)));
  }
  return [...records, ...reader.end()];
}

const shown = (records: readonly ReadRecord[]) =>
  records.map((record) =>
    record.type === 'broken'
      ? [record.line, record.reason]
      : [record.line, ...(record.fields ?? [])],
  );

const NEVER_CLOSED = 'a quote that opens here is never closed';

describe('rows of CSV', () => {
  const CASES: readonly (readonly [name: string, text: string, rows: unknown[]])[] = [
    [
      'plain',
      'a,b\n1,2\n3,4',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
        [3, '3', '4'],
      ],
    ],
    [
      'CRLF and blank lines',
      'a,b\r\n\r\n1,2\r\n   \r\n3,\r\n',
      [
        [1, 'a', 'b'],
        [3, '1', '2'],
        [5, '3', ''],
      ],
    ],
    [
      'a newline in quotes',
      'a,b\n"1\n\n1",2\n3,4\n',
      [
        [1, 'a', 'b'],
        [2, '1\n\n1', '2'],
        [5, '3', '4'],
      ],
    ],
    [
      'quotes in quotes',
      'a,b\n"""q""",""\n"x""",y\n',
      [
        [1, 'a', 'b'],
        [2, '"q"', ''],
        [3, 'x"', 'y'],
      ],
    ],
    [
      'a quote within a cell',
      'a,b\n5" disk,x\nn,o"\n',
      [
        [1, 'a', 'b'],
        [2, '5" disk', 'x'],
        [3, 'n', 'o"'],
      ],
    ],
    [
      'a delimiter in quotes',
      'a,b\n"1,1",2\n',
      [
        [1, 'a', 'b'],
        [2, '1,1', '2'],
      ],
    ],
    [
      'a quote never closed',
      'a,b\n1,"2\n3,4\n5,6\n',
      [
        [1, 'a', 'b'],
        [2, NEVER_CLOSED],
        [3, '3', '4'],
        [4, '5', '6'],
      ],
    ],
    [
      'a quote never closed at the end',
      'a,b\n1,2\n3,"4',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
        [3, NEVER_CLOSED],
      ],
    ],
  ];

  test.each(CASES)('%s', (_name, text, rows) => {
    for (const chunkBytes of [1, 2, 3, 7, 1000]) {
      expect(shown(readAll(text, chunkBytes))).toEqual(rows);
    }
  });

  test('a row keeps its verbatim bytes, valid UTF-8 or not', () => {
    const bytes = Buffer.from('61,62\n"\xff,\n""', 'latin1');
    const [, row] = readAll(Buffer.concat([bytes, Buffer.from('",z\n')]), 4);
    expect(row?.type === 'record' && row.bytes.toString('latin1')).toBe('"\xff,\n""",z');
  });

  test.each([';', '\t', '|'])('cells may be separated by %j', (delimiter) => {
    const text = `a${delimiter}b\n1,1${delimiter}\n`;
    expect(shown(readAll(text, 5, delimiter))).toEqual([
      [1, 'a', 'b'],
      [2, '1,1', ''],
    ]);
  });

  test('a hundred thousand columns are a row like any other', () => {
    const wide = Array.from({ length: 100_000 }, (_, index) => `c${index}`).join(',');
    const records = readAll(`${wide}\n${wide}\n`, 65_536);
    expect(records.map((record) => record.type === 'broken' || record.fields?.length)).toEqual([
      100_000, 100_000,
    ]);
  });

  test('columns of the same name stay apart, however many', () => {
    expect(columnNames([' a', 'a', '', 'a'])).toEqual(['a', 'a (2)', 'column 3', 'a (3)']);
    expect(new Set(columnNames(new Array(100_000).fill('x'))).size).toBe(100_000);
  });

  test('quotes that open on every line and never close do not take for ever', () => {
    const text = `a,b\n${'x"y,"\n'.repeat(400_000)}`;
    const started = performance.now();
    const records = readAll(text, 65_536);
    expect(records.length).toBeGreaterThan(100_000);
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
