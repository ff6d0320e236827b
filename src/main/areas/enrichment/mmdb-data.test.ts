import { expect, test } from 'vitest';
import { MmdbData } from './mmdb-data.ts';

const utf8 = (text: string) => [0x40 | text.length, ...Buffer.from(text)];

test('[LE2] values of a .mmdb file are read as the format has them, pointers of each size included', () => {
  const far = Buffer.alloc(530_000);
  const put = (at: number, bytes: readonly number[]) => far.set(bytes, at);
  put(10, utf8('near'));
  put(3_000, utf8('middle'));
  put(527_000, utf8('far'));
  put(100, [0x20, 10]);
  put(110, [0x28, ...[(3_000 - 2_048) >> 8, (3_000 - 2_048) & 255]]);
  put(120, [0x30, 0, (527_000 - 526_336) >> 8, (527_000 - 526_336) & 255]);
  put(130, [0x38, 0, 0, 0, 10]);
  const data = new MmdbData(far);
  expect([100, 110, 120, 130].map((at) => data.at(at))).toEqual(['near', 'middle', 'far', 'near']);
  put(200, [0xe2, ...utf8('a'), 0xa1, 7, ...utf8('b'), 0x02, 0x04, 0x20, 10, 0x01, 0x07]);
  expect(data.at(200)).toEqual(
    new Map<string, unknown>([
      ['a', 7],
      ['b', ['near', true]],
    ]),
  );
  put(300, [0x04, 0x01, 0xff, 0xff, 0xff, 0xff]);
  put(310, [0x68, 0x40, 0x45, 0, 0, 0, 0, 0, 0]);
  put(320, [0x02, 0x02, 1, 0]);
  put(330, [0x5d, 1, ...Buffer.from('x'.repeat(30))]);
  expect([300, 310, 320, 330].map((at) => data.at(at))).toEqual([-1, 42, 256n, 'x'.repeat(30)]);
});

test('[LE4] values that lead in a circle, too deep or outside are refused with what is wrong', () => {
  const at0 =
    (...bytes: readonly number[]) =>
    () =>
      new MmdbData(Buffer.from(bytes)).at(0);
  expect(at0(0x20, 0)).toThrow('a pointer leads to a pointer');
  expect(at0(0x01, 0x04, 0x20, 0)).toThrow('too deep or too large');
  expect(at0(0x5d, 200, 1)).toThrow('a value ends behind the end');
  expect(at0(0xe1, 0xa1, 7, 0xa1, 7)).toThrow('a name is no text');
  expect(at0(0x00, 0x05)).toThrow('there is no type');
  expect(at0()).toThrow('a value ends behind the end');
});
