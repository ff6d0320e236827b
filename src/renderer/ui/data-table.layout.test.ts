import { expect, test } from 'vitest';
import {
  clampWidth,
  columnTrack,
  compareValues,
  fittingColumns,
  idsBetween,
  readLayout,
  writeLayout,
} from './data-table.layout.ts';

function memory(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

test('[UI3] columns and widths are remembered by the key of the table', () => {
  const storage = memory();
  writeLayout(storage, 'people', { visible: { role: false }, widths: { name: 220 } });
  expect(readLayout(storage, 'people')).toEqual({
    visible: { role: false },
    widths: { name: 220 },
  });
  expect(readLayout(storage, 'vendors')).toBeNull();
});

test('[UI3] what storage holds is not trusted, and storage that refuses is lived with', () => {
  const kept = (text: string) => readLayout(memory({ 'watchfloor.table.t': text }), 't');
  expect(kept('{')).toBeNull();
  expect(kept('{"visible":{},"widths":{"a":-5}}')).toBeNull();
  expect(kept('{"visible":{"a":1},"widths":{}}')).toBeNull();
  const refuses = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  expect(readLayout({ getItem: refuses }, 't')).toBeNull();
  expect(() => writeLayout({ setItem: refuses }, 't', { visible: {}, widths: {} })).not.toThrow();
});

test('a width stays within its limits, a column without one shares what is left', () => {
  expect(clampWidth(10)).toBe(48);
  expect(clampWidth(10, 90)).toBe(90);
  expect(clampWidth(99_999)).toBe(1_200);
  expect(clampWidth(120.4)).toBe(120);
  expect(columnTrack(undefined, 2, 80)).toBe('minmax(80px, 2fr)');
  expect(columnTrack(150, 2, 80)).toBe('150px');
});

test('numbers are sorted by value and texts as people do', () => {
  expect([10, 9, -1].sort(compareValues)).toEqual([-1, 9, 10]);
  expect(['host 10', 'Host 9', 'apple'].sort(compareValues)).toEqual([
    'apple',
    'Host 9',
    'host 10',
  ]);
});

test('a range of rows is selected in either direction', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(idsBetween(ids, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(idsBetween(ids, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(idsBetween(ids, 'gone', 'b')).toEqual([]);
});

test('[UI1] where the space is narrow the last columns give way, those that name the row stay', () => {
  const columns = [
    { id: 'name', minWidth: 200, isFixed: true },
    { id: 'owner', minWidth: 100 },
    { id: 'due', minWidth: 100 },
    { id: 'actions', minWidth: 60, isFixed: true },
  ];
  const ids = (space: number | null, widths = {}) =>
    fittingColumns(columns, widths, space).map(({ id }) => id);
  expect(ids(null)).toEqual(['name', 'owner', 'due', 'actions']);
  expect(ids(460)).toEqual(['name', 'owner', 'due', 'actions']);
  expect(ids(459)).toEqual(['name', 'owner', 'actions']);
  expect(ids(300)).toEqual(['name', 'actions']);
  expect(ids(10)).toEqual(['name', 'actions']);
  expect(ids(460, { owner: 300 })).toEqual(['name', 'actions']);
});
