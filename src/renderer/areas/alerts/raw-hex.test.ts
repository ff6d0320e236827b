import { expect, test } from 'vitest';
import { hexLines } from './raw-hex.ts';

const base64 = (bytes: number[]) => btoa(String.fromCharCode(...bytes));

test('bytes become offset, hex and the characters that can be shown', () => {
  expect(hexLines(base64([0xff, 0xfe, 0x41, 0x00, 0x7f]), 10)).toEqual([
    { offset: '00000000', hex: 'ff fe 41 00 7f', text: '..A..' },
  ]);
});

test('sixteen bytes make a line, and no more lines come than asked for', () => {
  const many = base64(Array.from({ length: 40 }, (_, n) => n));
  expect(hexLines(many, 10).map((line) => line.offset)).toEqual([
    '00000000',
    '00000010',
    '00000020',
  ]);
  expect(hexLines(many, 2)).toHaveLength(2);
  expect(hexLines(many, 2)[1]?.hex.endsWith('1f')).toBe(true);
  expect(hexLines('', 2)).toEqual([]);
});
