import fc from 'fast-check';
import { expect, test } from 'vitest';
import { syncedTables } from '../../../db/synced-tables.ts';
import { mergeRows } from '../merge.kernel.ts';
import type { WireRow } from '../wire.ts';
import { mergeRow } from './row-merge.rules.ts';
import { createCodec, type RawRow } from './table-codec.ts';

const shape = syncedTables().get('compliance_frameworks');
if (!shape) throw new Error('no table');
const COLUMNS = ['name', 'version', 'description'];
const codec = createCodec(
  shape,
  COLUMNS.map((name) => ({ name, isRequired: false, byDefault: null })),
);

/** A stamp stands for its write: under one stamp a column has one value. */
const stamp = (n: number) => `000000000000000${n}-node`;
const row = fc
  .record({
    v: fc.integer({ min: 1, max: 6 }),
    f: fc.dictionary(fc.constantFrom(...COLUMNS), fc.integer({ min: 1, max: 6 }), { maxKeys: 3 }),
  })
  .map(({ v, f }): WireRow => {
    const others = Object.entries(f).filter(([, n]) => n !== v);
    return {
      id: 'r',
      v: stamp(v),
      f: others.length > 0 ? Object.fromEntries(others.map(([c, n]) => [c, stamp(n)])) : null,
      c: Object.fromEntries(COLUMNS.map((c) => [c, `${c}@${f[c] ?? v}`])),
    };
  });

function toRaw({ id, v, f, c }: WireRow): RawRow {
  return { id, row_version: v, field_versions: f && JSON.stringify(f), ...c };
}

test('[SY73] a row of the database is merged as the kernel merges two rows of the wire', () => {
  fc.assert(
    fc.property(row, row, (mine, theirs) => {
      const expected = mergeRows(theirs, mine);
      const merge = mergeRow(codec, { raw: toRaw(mine), f: mine.f, unknown: undefined }, theirs);
      const c = { ...mine.c };
      for (const { column, theirs: side, isTheirs } of merge?.columns ?? [])
        if (isTheirs) c[column.name] = side.value as string;
      expect({ id: 'r', v: merge?.v ?? mine.v, f: merge ? merge.f : mine.f, c }).toEqual(expected);
    }),
    { seed: 22, numRuns: 2_000 },
  );
});
