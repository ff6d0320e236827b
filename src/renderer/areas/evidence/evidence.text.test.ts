import { describe, expect, test } from 'vitest';
import { cpuClock } from '../../../../tests/helpers/cpu-time.ts';
import { csvRows, dayToIso, hexDump, sizeText } from './evidence.text.ts';

describe('words and figures of evidence', () => {
  test.each([
    [null, null],
    [0, '0 bytes'],
    [1, '1 byte'],
    [1536, '1.5 KiB'],
    [5_000_000_000, '4.7 GiB'],
  ])('the size %s is %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });

  test('CSV with quotes, other separators, and a head that is cut', () => {
    expect(csvRows('a,b\r\n"1, ""x""\n2",3\r\n', 10)).toEqual([
      ['a', 'b'],
      ['1, "x"\n2', '3'],
    ]);
    expect(csvRows('a;b\n1;2', 10)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ]);
    expect(csvRows('a\tb\n1\t2\n3\t4\n', 2)).toHaveLength(2);
    expect(csvRows('', 2)).toEqual([]);
  });

  test('a quote that never closes ends the table, and takes no time', () => {
    const spent = cpuClock();
    csvRows(`a,b\n"${'x'.repeat(250_000)}`, 100);
    csvRows('"'.repeat(250_000), 100);
    expect(spent()).toBeLessThan(1_000);
  });

  test('bytes as a dump', () => {
    expect(hexDump('00412e')).toBe(`00000000  00 41 2e${' '.repeat(39)}  .A.`);
  });

  test('days become the begin or the end of the day', () => {
    expect(dayToIso('2026-11-20', 'end')).toBe('2026-11-20T23:59:59.000Z');
    expect(dayToIso('', 'start')).toBeNull();
  });
});
