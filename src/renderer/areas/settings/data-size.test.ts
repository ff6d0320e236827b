import { expect, test } from 'vitest';
import { sizeText } from './data-size.ts';

test.each([
  [0, '0 bytes'],
  [999, '999 bytes'],
  [1_000, '1 kB'],
  [4_249, '4.2 kB'],
  [81_000_000, '81 MB'],
  [1_260_000_000, '1.3 GB'],
  [5_000_000_000_000_000, '5,000 TB'],
])('%d bytes are %s', (bytes, text) => expect(sizeText(bytes)).toBe(text));
