import { expect, test } from 'vitest';
import { fileKindOf } from './file-kind.ts';
import { FILE_KINDS } from './file-kinds.table.ts';

const of = (text: string) => fileKindOf(Buffer.from(text, 'latin1'), text.length).label;

/** The bytes that a row asks for, with zeros between. */
function sampleOf(places: readonly (readonly [number, string])[]): Buffer {
  const bytes = Buffer.alloc(40_000);
  for (const [offset, content] of places) {
    const isHex = content.startsWith('x:');
    const digits = content.slice(2);
    const even = digits.length % 2 === 0 ? digits : `${digits}0`;
    const written = isHex ? Buffer.from(even, 'hex') : Buffer.from(content, 'latin1');
    written.copy(bytes, offset);
  }
  return bytes;
}

test('[MW5] every kind of the table is recognised by its own bytes', () => {
  const wrong = FILE_KINDS.filter(([label, , ...places]) => {
    const sample = sampleOf(places);
    return fileKindOf(sample, sample.length).label !== label;
  });
  expect(wrong).toEqual([]);
  expect(FILE_KINDS.length).toBeGreaterThanOrEqual(80);
});

test('[MW5] what has no signature is text, unknown or empty', () => {
  expect(of('plain words\n')).toBe('Text');
  expect(of('\x01\x02\x03\x00')).toBe('Unknown');
  expect(of('')).toBe('Empty file');
  expect(of(`MZ${'\0'.repeat(58)}\x40\0\0\0PE`)).toBe('Windows program or library (PE)');
  expect(of('MZ')).toBe('DOS program');
});
