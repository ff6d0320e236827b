import { describe, expect, test } from 'vitest';
import { csvCell } from './csv-cell.ts';

describe('[AL20] a cell of a CSV file', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [7, '7'],
    [false, 'false'],
    [['T1059', 'T1021.001'], 'T1059 T1021.001'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['\nx', '"\'\nx"'],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    [-5, "'-5"],
    ['a=1', 'a=1'],
    [' =1', ' =1'],
  ])('%j becomes %j', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
});
