import { expect, test } from 'vitest';
import type { WireRow } from '../wire.ts';
import { packBatch } from './cells.ts';
import { unpackRows } from './page-rows.ts';

const V = '0000000000000001-node';
const row = (id: string, c: WireRow['c'], f: WireRow['f'] = null): WireRow => ({ id, v: V, f, c });
const cellsOf = (rows: readonly WireRow[]) => {
  const tables = [{ table: 'alerts', rows: [...rows] }];
  const packed = packBatch({ writes: [], tables, conflicts: [], cursor: 0, through: 0 });
  return { tables: packed.tables, cells: packed.cells.slice(4) };
};

test('[SY172] a column that is empty in every row of a batch crosses as an empty list, and is named', () => {
  const { tables, cells } = cellsOf([row('a', { t: null, u: 'x' }), row('b', { t: null, u: 'x' })]);
  expect(tables).toEqual([{ name: 'alerts', columns: ['t', 'u'] }]);
  expect(cells).toEqual(['{"a","b"}', `{"${V}","${V}"}`, '{}', '{}', '{"x","x"}']);
});

test('[SY172] a column that is empty in some rows names each of them, and each cell stands for itself', () => {
  const { cells } = cellsOf([
    ...[row('a', { t: null }), row('b', { t: 'NULL' }), row('c', { t: 'NULL' })],
    ...[row('d', { t: '' }), row('e', { t: 0 }), row('f', { t: '0' }), row('g', { t: null })],
    ...[row('h', { t: 'a "b" \\ {c},d' }), row('i', { t: 'plain' })],
  ]);
  expect(cells[3]).toBe(String.raw`{NULL,"NULL","NULL","",0,"0",NULL,"a \"b\" \\ {c},d","plain"}`);
});

test('[SY172] rows that know other columns, or name the same in another order, are told apart by what they know', () => {
  const { tables, cells } = cellsOf([
    ...[row('a', { t: 1, u: 2 }), row('b', { u: 3, t: 4 }), row('c', { t: 5 })],
    row('d', { t: 6, u: 7 }),
  ]);
  expect(tables).toEqual([
    { name: 'alerts', columns: ['t', 'u'] },
    { name: 'alerts', columns: ['t'] },
  ]);
  expect(cells.filter((cell) => !cell.includes(V))).toEqual([
    ...['{"a","b","d"}', '{}', '{1,4,6}', '{2,3,7}'],
    ...['{"c"}', '{}', '{5}'],
  ]);
});

test('[SY173] a page that comes column by column is rows of their own, with what is empty in all of them', () => {
  const { rows, cells } = unpackRows({
    ...{ id: ['a', 'b'], v: [V, V], f: [null, { t: V }] },
    c: { t: ['x', null], u: null, w: [1, 2] },
  });
  expect(rows).toEqual([
    row('a', { t: 'x', u: null, w: 1 }),
    row('b', { t: null, u: null, w: 2 }, { t: V }),
  ]);
  expect(Object.keys(rows[0]?.c ?? {})).toEqual(['t', 'u', 'w']);
  expect(rows[0]?.c).not.toBe(rows[1]?.c);
  expect([...cells]).toEqual([
    ['t', ['x', null]],
    ['u', null],
    ['w', [1, 2]],
  ]);
});

test('[SY173] a page with a version that is none, on any of its rows, is no page', () => {
  const page = (v: readonly unknown[]) => ({ id: ['a', 'b', 'c'], v, f: null, c: {} });
  expect(unpackRows(page([V, V, V])).rows).toHaveLength(3);
  expect(() => unpackRows(page([V, V, 'later']))).toThrow();
  expect(() => unpackRows(page([V, 7, V]))).toThrow();
  expect(() => unpackRows(page([V, V]))).toThrow();
});
