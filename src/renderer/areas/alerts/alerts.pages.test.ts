import { describe, expect, test } from 'vitest';
import { EMPTY_CHAIN, extendChain, knownRows, maxRows, pageWindow } from './alerts.pages.ts';

const three = { cursors: [null, 'a', 'b'], ended: false };

describe('the chain of cursors', () => {
  test('grows by one page with each answer', () => {
    const one = extendChain(EMPTY_CHAIN, [{ index: 0, cursor: null, nextCursor: 'a' }]);
    expect(one).toEqual({ cursors: [null, 'a'], ended: false });
    expect(extendChain(one, [{ index: 1, cursor: 'a', nextCursor: 'b' }])).toEqual(three);
  });
  test('is the same object when an answer says nothing new', () => {
    expect(extendChain(three, [{ index: 0, cursor: null, nextCursor: 'a' }])).toBe(three);
    const ended = { cursors: [null, 'a'], ended: true };
    expect(extendChain(ended, [{ index: 1, cursor: 'a', nextCursor: null }])).toBe(ended);
  });
  test('is cut where a boundary moved, and grows from there', () => {
    expect(extendChain(three, [{ index: 0, cursor: null, nextCursor: 'a2' }])).toEqual({
      cursors: [null, 'a2'],
      ended: false,
    });
  });
  test('ends with the page that has no next one', () => {
    expect(extendChain(three, [{ index: 1, cursor: 'a', nextCursor: null }])).toEqual({
      cursors: [null, 'a'],
      ended: true,
    });
  });
  test('opens again when the last page gets a successor', () => {
    const ended = { cursors: [null], ended: true };
    expect(extendChain(ended, [{ index: 0, cursor: null, nextCursor: 'a' }])).toEqual({
      cursors: [null, 'a'],
      ended: false,
    });
  });
  test('ignores an answer to a cursor that is no longer in it', () => {
    expect(extendChain(three, [{ index: 1, cursor: 'old', nextCursor: 'x' }])).toBe(three);
  });
});

describe('the pages to hold', () => {
  test('are those in view and one on each side', () => {
    const chain = {
      cursors: Array.from({ length: 50 }, (_, n) => (n ? `c${n}` : null)),
      ended: false,
    };
    expect(pageWindow(0, 10, 200, chain)).toEqual({ first: 0, last: 1 });
    expect(pageWindow(2_000, 2_020, 200, chain)).toEqual({ first: 9, last: 11 });
    expect(pageWindow(2_199, 2_201, 200, chain)).toEqual({ first: 9, last: 12 });
  });
  test('never pass the last known cursor, not even after the chain was cut', () => {
    expect(pageWindow(9_000, 9_010, 200, three)).toEqual({ first: 2, last: 2 });
    expect(pageWindow(0, 10, 200, EMPTY_CHAIN)).toEqual({ first: 0, last: 0 });
  });
});

describe('the rows of the list', () => {
  const lengths = (length?: number) => () => length;
  test('reach one page beyond what is loaded, but not beyond the total', () => {
    expect(knownRows(three, 200, 1_000_000, lengths())).toBe(600);
    expect(knownRows(three, 200, 450, lengths())).toBe(450);
    expect(knownRows(three, 200, null, lengths())).toBe(600);
  });
  test('end where the last page ends', () => {
    expect(knownRows({ cursors: [null, 'a'], ended: true }, 200, 999, lengths(17))).toBe(217);
    expect(knownRows({ cursors: [null, 'a'], ended: true }, 200, 230, lengths())).toBe(230);
    expect(knownRows({ cursors: [null], ended: true }, 200, 0, lengths(0))).toBe(0);
  });
  test('fit into the tallest box a browser draws', () => {
    expect(maxRows(96) * 96).toBeLessThan(2 ** 25);
    expect(maxRows(96)).toBeGreaterThan(300_000);
  });
});
