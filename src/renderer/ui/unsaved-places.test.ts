import { expect, test } from 'vitest';
import { isLeft } from './unsaved-places.ts';

const at = (pathname: string, search = '') => ({ pathname, search });

test('[DK11] a form of a record is left with the record, one of the page with the page', () => {
  const open = at('/alerts', '?q=ssh&alert=1');
  expect(isLeft(['alert'], open, at('/alerts', '?q=ssh&alert=2'))).toBe(true);
  expect(isLeft(['alert'], open, at('/alerts', '?q=ssh'))).toBe(true);
  expect(isLeft(['alert'], open, at('/alerts', '?q=scan&alert=1'))).toBe(false);
  expect(isLeft([], open, at('/alerts', '?q=ssh&alert=2'))).toBe(false);
  expect(isLeft([], open, at('/risk'))).toBe(true);
  expect(isLeft(['alert'], open, at('/risk', '?alert=1'))).toBe(true);
});
