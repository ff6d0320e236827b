import { describe, expect, test } from 'vitest';
import type { ReadRecord } from './imported-alert.ts';
import { createJsonReader } from './json-reader.ts';

function readAll(text: string, chunkBytes = 1 << 20, maxBytes?: number): ReadRecord[] {
  const bytes = Buffer.from(text);
  const reader = createJsonReader(maxBytes);
  const records: ReadRecord[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    records.push(...reader.push(bytes.subarray(at, at + chunkBytes)));
  }
  return [...records, ...reader.end()];
}

const shown = (records: readonly ReadRecord[]) =>
  records.map((record) =>
    record.type === 'record'
      ? `${record.line} ${record.bytes.toString()}`
      : `${record.line} ${record.type === 'broken' ? record.reason : record.type}`,
  );

const SAME_IN_CHUNKS: readonly (readonly [name: string, text: string, expected: string[]])[] = [
  [
    'an array',
    '[{"a":1},\n{"a":"]}\\"{"} , {"a":[{}]}]',
    ['1 {"a":1}', '2 {"a":"]}\\"{"}', '2 {"a":[{}]}'],
  ],
  [
    'objects one after the other',
    '{\n "a": 1\n}\n{"a":2}{"a":3}\n',
    ['1 {\n "a": 1\n}', '4 {"a":2}', '4 {"a":3}'],
  ],
  ['an empty array', ' [ ] ', []],
  ['two arrays', '[{"a":1}]\n[{"a":2}]', ['1 {"a":1}', '2 {"a":2}']],
  [
    'a search answer',
    '{"took":1,"hits":{"total":2,"hits":[{"a":1},{"a":2}]},"x":[{"b":1}]}',
    ['1 {"a":1}', '1 {"a":2}'],
  ],
  [
    'an envelope',
    '{"count":2,\n"alerts" : [ {"a":1},\n{"a":2} ], "next":"]"}\n{"alerts":[{"a":3}]}',
    ['2 {"a":1}', '3 {"a":2}', '4 {"a":3}'],
  ],
  ['an envelope within', '{"data":{"affected_items":[{"a":1}]},"error":0}', ['1 {"a":1}']],
  ['an empty envelope', '{"alerts":[]}', []],
  [
    'a list of words under such a name',
    '{"events":["a","b"],"a":1}',
    ['1 {"events":["a","b"],"a":1}'],
  ],
  [
    'a list deeper than an envelope',
    '{"a":{"b":{"alerts":[{"c":1}]}}}',
    ['1 {"a":{"b":{"alerts":[{"c":1}]}}}'],
  ],
  ['a name in a value', '{"a":"alerts","b":[{"c":1}]}', ['1 {"a":"alerts","b":[{"c":1}]}']],
  ['scalars', '[1,"a,b",null,{"a":1}]', ['1 1', '1 "a,b"', '1 null', '1 {"a":1}']],
  ['text between objects', 'hello\n{"a":1}\nworld', ['1 hello', '2 {"a":1}', '3 world']],
  ['brackets too many', '[{"a":1}]]}\n{"a":2}]', ['1 {"a":1}', '1 ]}', '2 {"a":2}', '2 ]']],
  ['backslashes', '[{"a":"\\\\"},{"a":"\\\\\\""}]', ['1 {"a":"\\\\"}', '1 {"a":"\\\\\\""}']],
];

describe('records of a JSON file', () => {
  test.each(SAME_IN_CHUNKS)('%s', (_name, text, expected) => {
    expect(shown(readAll(text))).toEqual(expected);
  });

  test.each(SAME_IN_CHUNKS)('%s, byte by byte', (_name, text, expected) => {
    expect(shown(readAll(text, 1))).toEqual(expected);
    expect(shown(readAll(text, 3))).toEqual(expected);
  });

  const BROKEN: readonly (readonly [name: string, element: string])[] = [
    ['a quote that is missing', '{"id":9,"t":"never closed}'],
    ['a bare word', '{"id":9,"t":oops}'],
    ['a brace that is missing', '{"id":9,"t":{"u":1}'],
    ['a bracket of the wrong kind', '{"id":9,"t":[1}'],
    ['a quote too many', '{"id":9,"t":"a"b"}'],
  ];
  test.each(BROKEN)('%s costs one record, on one line or on several', (_name, element) => {
    for (const gap of ['', '\n', ' \n  ']) {
      const good = (id: number) => `{${gap}"id":${id}, "t":"x"}`;
      const text = `[${good(1)},${gap}${element},${gap}${good(2)},${gap}${good(3)}]`;
      for (const chunkBytes of [1, 5, 1000]) {
        const records = readAll(text, chunkBytes);
        expect(records.filter((record) => record.type === 'broken').length).toBe(1);
        const ids = records.flatMap((record) =>
          record.type === 'record' ? [JSON.parse(record.bytes.toString()).id] : [],
        );
        expect(ids).toEqual([1, 2, 3]);
      }
    }
  });

  test('a file that ends inside a record says so and keeps the records before', () => {
    expect(shown(readAll('[{"a":1},{"a":', 4))).toEqual([
      '1 {"a":1}',
      '1 the file ends inside this record',
    ]);
  });

  test('what could not be read behind a broken record is named', () => {
    const records = readAll(`[{"a":1},{"a":oops},${'{"b":1},'.repeat(500)}]`);
    expect(shown(records).slice(0, 2)).toEqual(['1 {"a":1}', '1 not valid JSON']);
    expect(records.at(-1)).toMatchObject({
      reason: expect.stringMatching(/^no record was found in the \d+ bytes after this one$/),
    });
  });

  test('an element over the limit is rejected, the next one is read', () => {
    const text = `[{"a":"${'x'.repeat(300)}"},{"a":2}]`;
    for (const chunkBytes of [16, 1000]) {
      const records = readAll(text, chunkBytes, 100);
      expect(records.map((record) => record.type)).toEqual(['broken', 'record']);
    }
  });

  test('10,000 levels are one record, and more than a million are rejected', () => {
    const nest = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const deep = readAll(`[${nest(10_000)},{"a":1}]`, 1000);
    expect(deep.map((record) => record.type)).toEqual(['record', 'record']);
    const deeper = readAll(`[${nest(1_100_000)},{"a":1}]`);
    expect(deeper.map((record) => record.type)).toEqual(['broken', 'record']);
    expect(deeper[0]).toMatchObject({ reason: 'nested too deep' });
  });
});
