import { expect, test } from 'vitest';
import { LIMITS } from '../wire.ts';
import { createPageSize } from './page-size.ts';

test('[SY242] pages begin small, grow while they come quickly, and shrink where one took long', () => {
  const size = createPageSize();
  expect(size.bytes()).toBe(256 * 1024);
  size.took(100);
  size.took(100);
  expect(size.bytes()).toBe(LIMITS.bytes);
  size.took(5_000);
  expect(size.bytes()).toBe(LIMITS.bytes);
  size.took(11_000);
  expect(size.bytes()).toBe(LIMITS.bytes / 4);
  for (let n = 0; n < 10; n++) size.took(60_000);
  expect(size.bytes()).toBe(32 * 1024);
  for (let n = 0; n < 10; n++) size.took(0);
  expect(size.bytes()).toBe(LIMITS.bytes);
});
