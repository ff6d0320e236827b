import { describe, expect, test } from 'vitest';
import type { EvtxElement, EvtxScalar } from '../../src/shared/areas/forensics/evtx/evtx.types.ts';
import {
  ChunkMaker,
  integer,
  makeLog,
  utf16,
  type XmlElement,
  type XmlPart,
  type XmlValue,
} from '../helpers/make-evtx.ts';
import { linesOf, readLog } from './evtx-reading.ts';

/** `<Event><V>value 0</V></Event>`; `shift` moves the value to an odd offset. */
function readValue(value: XmlValue, shift = 0): EvtxElement {
  const root: XmlElement = { name: 'Event', content: [{ name: 'V', content: [{ value: 0 }] }] };
  const chunk = new ChunkMaker();
  chunk.record(1, 'one', root, [value, [0x0e, Buffer.alloc(shift)]]);
  chunk.record(
    2,
    'two',
    { name: shift ? 'EvenX' : 'Even', content: [{ name: 'V', content: [{ value: 1 }] }] },
    [[0x0e, Buffer.alloc(shift, 1)], value],
  );
  const { records, damage } = readLog(makeLog([chunk.finish()]));
  expect(damage).toEqual([]);
  const [first, second] = records.map(({ event }) => event.children[0]);
  if (!first || !second) throw new Error('No value was read');
  expect(second).toEqual(first);
  return first;
}

const filled = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
const float32 = (value: number) => Buffer.from(new Float32Array([value]).buffer);
const float64 = (value: number) => Buffer.from(new Float64Array([value]).buffer);
const GUID = filled('7856 3412 3412 7856 1234 1234 5678 9abc');
const SID = filled('01 05 000000000005 15000000 3c3edfb0 4f33cf4d 406f17ee f4010000');

const VALUES: [name: string, type: number, bytes: Uint8Array, value: EvtxScalar][] = [
  ['null', 0x00, filled(''), null],
  ['string', 0x01, utf16('Zürich 東京 🦊'), 'Zürich 東京 🦊'],
  ['string with its end mark', 0x01, utf16('a\0'), 'a'],
  ['string with NUL within', 0x01, utf16('a\0b'), 'a\0b'],
  ['string of a lone surrogate', 0x01, filled('41 00 3d d8 42 00'), 'A\ud83dB'],
  ['string of an odd length', 0x01, filled('41 00 42'), 'A'],
  ['empty string', 0x01, filled(''), ''],
  ['long string', 0x01, utf16('x'.repeat(9_000)), 'x'.repeat(9_000)],
  ['ANSI string', 0x02, filled('80 41 e9 00'), '€Aé'],
  ['int8', 0x03, filled('ff'), -1],
  ['uint8', 0x04, filled('ff'), 255],
  ['int16', 0x05, filled('feff'), -2],
  ['uint16', 0x06, filled('feff'), 65_534],
  ['int32', 0x07, filled('00000080'), -2_147_483_648],
  ['uint32', 0x08, filled('ffffffff'), 4_294_967_295],
  ['int64', 0x09, integer(-5n, 8), -5],
  ['int64 beyond 2^53', 0x09, integer(-(2n ** 63n), 8), -(2n ** 63n)],
  ['uint64', 0x0a, integer(2n ** 53n - 1n, 8), 9_007_199_254_740_991],
  ['uint64 beyond 2^53', 0x0a, integer(2n ** 64n - 1n, 8), 2n ** 64n - 1n],
  ['real32', 0x0b, float32(0.1), 0.1],
  ['real32 beyond range', 0x0b, float32(-Infinity), -Infinity],
  ['real64', 0x0c, float64(1 / 3), 1 / 3],
  ['boolean', 0x0d, filled('01000000'), true],
  ['boolean with odd bits', 0x0d, filled('00ff0000'), true],
  ['boolean, all bits clear', 0x0d, filled('00000000'), false],
  ['boolean of one byte', 0x0d, filled('02'), true],
  ['binary', 0x0e, filled('00 0a ff'), '000AFF'],
  ['empty binary', 0x0e, filled(''), null],
  ['GUID', 0x0f, GUID, '12345678-1234-5678-1234-123456789ABC'],
  ['SizeT of 32 bits', 0x10, filled('60020000'), '0x260'],
  ['SizeT of 64 bits', 0x10, filled('00 00 00 00 01 00 00 00'), '0x100000000'],
  ['FILETIME', 0x11, integer(134_117_966_456_789_012n, 8), '2026-01-02T03:04:05.6789012Z'],
  ['FILETIME 0', 0x11, integer(0n, 8), '1601-01-01T00:00:00.0000000Z'],
  ['last FILETIME', 0x11, integer(2n ** 64n - 1n, 8), '+060056-05-28T05:36:10.9551615Z'],
  [
    'SYSTEMTIME',
    0x12,
    filled('ea07 0100 0500 0200 0300 0400 0500 0600'),
    '2026-01-02T03:04:05.0060000Z',
  ],
  ['SID', 0x13, SID, 'S-1-5-21-2967420476-1305424719-3994513216-500'],
  ['SID cut off', 0x13, SID.subarray(0, 20), SID.subarray(0, 20).toString('hex').toUpperCase()],
  ['HexInt32', 0x14, filled('0f000000'), '0xf'],
  ['HexInt64', 0x15, integer(0x8000_0000_0000_000fn, 8), '0x800000000000000f'],
  ['HexInt64 that is small', 0x15, integer(0xabn, 8), '0xab'],
  ['size that fits no GUID', 0x0f, filled('0102'), '0102'],
  ['size that fits no integer', 0x08, filled('010203'), '010203'],
  ['type that is not known', 0x23, filled('beef'), 'BEEF'],
];

describe('[EVT4] a value is given by its type, at even and odd offsets', () => {
  test.each(VALUES)('%s', (_, type, bytes, value) => {
    expect(readValue([type, bytes]).value).toBe(value);
    expect(readValue([type, bytes], 1).value).toBe(value);
  });
});

function eventOf(content: readonly XmlPart[], values: readonly XmlValue[] = []): readonly string[] {
  const chunk = new ChunkMaker();
  chunk.record(1, 'event', { name: 'Event', content }, values);
  const { records, damage } = readLog(makeLog([chunk.finish()]));
  expect(damage).toEqual([]);
  return records.flatMap(({ event }) => linesOf(event));
}

test('[EVT5] arrays repeat their element, keep empty texts, and are one element where they are empty', () => {
  const lists: XmlElement[] = [0, 1, 2, 3].map((value) => ({
    name: `L${value}`,
    content: [{ value }],
  }));
  const lines = eventOf(lists, [
    [0x81, utf16('a\0\0b\0')],
    [0x88, filled('01000000 ffffffff')],
    [
      0x93,
      Buffer.concat([
        SID.subarray(0, 1),
        filled('01 000000000005 12000000'),
        filled('0101 000000000005 13000000'),
      ]),
    ],
    [0x86, filled('')],
  ]);
  expect(lines).toEqual([
    'Event/L0=a',
    'Event/L0=',
    'Event/L0=b',
    'Event/L1=1',
    'Event/L1=4294967295',
    'Event/L2=S-1-5-18',
    'Event/L2=S-1-5-19',
    'Event/L3=',
  ]);
});

test('[EVT5] texts of several parts, CDATA, references and instructions', () => {
  const lines = eventOf(
    [
      {
        name: 'T',
        content: ['a', { entity: 'lt' }, { character: 0x20ac }, { cdata: '<b>' }, { value: 0 }],
      },
      {
        name: 'E',
        attributes: { k: ['x', { entity: 'amp' }, { value: 0 }] },
        content: [{ entity: 'own' }],
      },
      { instruction: ['go', 'now'] },
    ],
    [[0x08, filled('07000000')]],
  );
  expect(lines).toEqual(['Event/T=a<€<b>7', 'Event/E@k=x&7', 'Event/E=&own;', 'Event/?go=now']);
});

test('[EVT5] an optional value that is null takes its element and its attribute with it', () => {
  const optional = { value: 0, isOptional: true };
  const lines = eventOf(
    [
      { name: 'Gone', content: [optional] },
      { name: 'Kept', attributes: { gone: [optional], kept: [{ value: 0 }] } },
      { name: 'Null', content: [{ value: 0 }] },
    ],
    [[0x00, filled('')]],
  );
  expect(lines).toEqual(['Event/Kept@kept=', 'Event/Kept=', 'Event/Null=']);
});

test('[EVT5] a record without a template, and binary XML in a value with a template of its own', () => {
  const chunk = new ChunkMaker();
  const inner: XmlElement = {
    name: 'EventData',
    content: [{ name: 'Data', content: [{ value: 0 }] }],
  };
  chunk.direct(1, {
    name: 'Event',
    content: [{ name: 'System', attributes: { a: ['1'] }, content: ['x'] }],
  });
  chunk.open(2, () => {
    chunk.instance('outer', { name: 'Event', content: [{ value: 0 }, { value: 1 }] }, [
      [0x21, new Uint8Array(0)],
      [0x21, new Uint8Array(0)],
    ]);
    // Written after its descriptors, whose sizes follow once they are known.
    const sizesAt = chunk.at - 8;
    const start = chunk.at;
    chunk.instance('inner', inner, [[0x01, utf16('deep')]]);
    chunk.u8(0);
    chunk.bytes.writeUInt16LE(chunk.at - start, sizesAt);
    const second = chunk.at;
    chunk.element({ name: 'Bare', content: ['too'] });
    chunk.u8(0);
    chunk.bytes.writeUInt16LE(chunk.at - second, sizesAt + 4);
  });
  const { records, damage } = readLog(makeLog([chunk.finish()]));
  expect(damage).toEqual([]);
  expect(records.map(({ event }) => linesOf(event))).toEqual([
    ['Event/System@a=1', 'Event/System=x'],
    ['Event/EventData/Data=deep', 'Event/Bare=too'],
  ]);
});
