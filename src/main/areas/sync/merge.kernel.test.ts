import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestOf, mergeRows } from './merge.kernel.ts';
import type { WireRow } from './wire.ts';

const stamp = (n: number): string => `${n.toString(16).padStart(16, '0')}-n`;

/** States of one row as real writes make them: one stamp, one value a column; some know fewer columns. */
const rowState: fc.Arbitrary<WireRow> = fc
  .record({
    v: fc.integer({ min: 1, max: 6 }),
    later: fc.dictionary(fc.constantFrom('a', 'b', 'x'), fc.integer({ min: 0, max: 6 })),
    knowsX: fc.boolean(),
  })
  .map(({ v, later, knowsX }) => {
    const versions = Object.fromEntries(
      (knowsX ? ['a', 'b', 'x'] : ['a', 'b']).map((column) => [column, v + (later[column] ?? 0)]),
    );
    const f = Object.entries(versions).filter(([, version]) => version !== v);
    return {
      id: 'r',
      v: stamp(v),
      f: f.length > 0 ? Object.fromEntries(f.map(([name, at]) => [name, stamp(at)])) : null,
      c: Object.fromEntries(Object.entries(versions).map(([name, at]) => [name, `${name}${at}`])),
    };
  });

const settings = { seed: 10, numRuns: 5_000 };

test('[SY120] the merge of rows does not depend on order, grouping or repetition, also where one side knows fewer columns', () => {
  fc.assert(
    fc.property(rowState, rowState, rowState, (a, b, c) => {
      expect(mergeRows(a, b)).toEqual(mergeRows(b, a));
      expect(mergeRows(mergeRows(a, b), c)).toEqual(mergeRows(a, mergeRows(b, c)));
      expect(mergeRows(mergeRows(a, b), b)).toEqual(mergeRows(a, b));
      expect(digestOf(mergeRows(a, b))).toBe(digestOf(mergeRows(b, a)));
    }),
    settings,
  );
});

test('[SY121] a column that one side does not know keeps its own version beside a later row', () => {
  const old: WireRow = { id: 'r', v: stamp(5), f: null, c: { a: 1, x: 'kept' } };
  const later: WireRow = { id: 'r', v: stamp(9), f: null, c: { a: 2 } };
  expect(mergeRows(old, later)).toEqual({
    id: 'r',
    v: stamp(9),
    f: { x: stamp(5) },
    c: { a: 2, x: 'kept' },
  });
});
