import { describe, expect, test } from 'vitest';
import { nextIndex } from './desk-place.ts';

const rowsOf = (...ids: string[]) => ({
  count: ids.length,
  indexOf: (id: string) => ids.indexOf(id),
});
const place = { id: 'gone', index: 2, listKey: 'open' };

describe('[DK5] where j and k lead', () => {
  test('to the neighbour, and not beyond the ends', () => {
    const rows = rowsOf('a', 'b', 'c');
    const from = (id: string | null, by: 1 | -1) =>
      nextIndex(rows, { id, place: null, listKey: 'open', by });
    expect([from('a', 1), from('c', 1), from('c', -1), from('a', -1)]).toEqual([1, 2, 1, 0]);
    expect([from(null, 1), from(null, -1)]).toEqual([0, 0]);
  });

  test('to what stands at the place of an alert that has left the list', () => {
    const rows = rowsOf('a', 'b', 'd', 'e');
    const move = { id: 'gone', place, listKey: 'open' };
    expect(nextIndex(rows, { ...move, by: 1 })).toBe(2);
    expect(nextIndex(rows, { ...move, by: -1 })).toBe(1);
    expect(nextIndex(rowsOf('a', 'b'), { ...move, by: 1 })).toBe(1);
  });

  test('to the top of another list, and of one in which the alert never stood', () => {
    const rows = rowsOf('a', 'b', 'd', 'e');
    expect(nextIndex(rows, { id: 'gone', place, listKey: 'closed', by: 1 })).toBe(0);
    expect(nextIndex(rows, { id: 'else', place, listKey: 'open', by: 1 })).toBe(0);
  });
});
