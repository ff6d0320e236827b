import { deserialize, serialize } from 'node:v8';
import { describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../../tests/helpers/random.ts';
import type { PackedRows } from './packed-rows.ts';
import { fromWireRows, toWireRows, type WireColumn } from './packed-wire.ts';

const overTheWire = (rows: PackedRows): PackedRows =>
  fromWireRows(deserialize(serialize(toWireRows(rows))));

const rowsOf = (columns: readonly unknown[][]): PackedRows => ({
  count: columns[0]?.length ?? 0,
  properties: columns.map((_, place) => `p${place}`),
  columns,
  constants: { source: 'sensor', importId: null },
});

const bytes = (random: Random, size: number) =>
  Uint8Array.from({ length: size }, () => random.below(256));

/** A column of any of the shapes that tables have. */
function columnOf(random: Random, count: number): unknown[] {
  const few = Array.from({ length: 1 + random.below(300) }, (_, i) => `value ${i} ü\u0000`);
  const makers: (() => unknown)[] = [
    () => few[random.below(few.length)],
    () => (random.below(3) === 0 ? null : few[random.below(few.length)]),
    () => random.below(1_000_000) - 500_000,
    () => random.below(100) / 7,
    () => (random.below(9) === 0 ? null : random.below(5)),
    () => bytes(random, 16),
    () => bytes(random, random.below(4)),
    () => (random.below(4) === 0 ? null : bytes(random, 16)),
    () => BigInt(random.below(1_000)) * 2n ** 60n,
    () => `only once ${random.below(1_000_000_000)}`,
  ];
  const make = makers[random.below(makers.length)] as () => unknown;
  return Array.from({ length: count }, make);
}

describe('[ST18] packed rows come out of another thread as they went in', () => {
  test('columns of any shape and length', () => {
    const random = createRandom(20_261_126);
    for (let run = 0; run < 300; run++) {
      const count = random.below(4) === 0 ? random.below(3) : random.below(600);
      const rows = rowsOf(
        Array.from({ length: 1 + random.below(5) }, () => columnOf(random, count)),
      );
      expect(overTheWire(rows)).toEqual(rows);
    }
  });

  test.each<[string, unknown[], WireColumn['type']]>([
    ['one text in all rows', new Array(500).fill('same'), 'repeated'],
    ['256 texts', Array.from({ length: 16 * 256 }, (_, i) => `t${i >> 4}`), 'repeated'],
    ['257 texts', Array.from({ length: 16 * 257 }, (_, i) => `t${i >> 4}`), 'values'],
    ['a null among texts', ['a', null, 'a', 'a', null], 'repeated'],
    ['texts of their own', Array.from({ length: 100 }, (_, i) => `t${i}`), 'values'],
    ['numbers', [1, -0, Number.MAX_SAFE_INTEGER, 0.5], 'numbers'],
    ['a null among numbers', [1, null, 2], 'values'],
    ['keys', [new Uint8Array(16), new Uint8Array(16).fill(7)], 'bytes'],
    ['bytes of two lengths', [new Uint8Array(16), new Uint8Array(3)], 'values'],
    ['bytes of no length', [new Uint8Array(0), new Uint8Array(0)], 'bytes'],
  ])('%s', (_, column, type) => {
    const rows = rowsOf([column]);
    expect(toWireRows(rows).columns[0]?.type).toBe(type);
    expect(overTheWire(rows)).toEqual(rows);
  });
});
