import { describe, expect, test } from 'vitest';
import { captureTime } from '../../src/shared/areas/forensics/pcap/capture-reader.ts';
import {
  type Bytes,
  dnsQuery,
  ethernet,
  ipv4,
  join,
  type PcapngShape,
  type PcapShape,
  pcap,
  pcapHeader,
  pcapngHead,
  pcapngPacket,
  pcapRecord,
  text,
  udp,
} from '../helpers/make-capture.ts';
import { eventsOf, type ReadCapture, readCaptureBytes } from './capture-reading.ts';

const packet = (n: number): Bytes =>
  ethernet(
    0x0800,
    ipv4(
      { from: '10.0.0.1', to: '10.0.0.2', protocol: 17 },
      udp(40_000, 53, dnsQuery(n, `name${n}.example`)),
    ),
  );
const ids = ({ events }: ReadCapture): number[] => eventsOf(events, 'dns').map(({ id }) => id);
const count = (from: number, to: number): number[] =>
  Array.from({ length: to - from }, (_, index) => from + index);

const PCAPS: readonly (readonly [string, PcapShape])[] = [
  ['low byte first', { big: false }],
  ['high byte first', { big: true }],
  ['nanoseconds', { nanos: true }],
  ['nanoseconds, high byte first', { nanos: true, big: true }],
];

describe.each(PCAPS)('pcap, %s', (_name, shape) => {
  const records = count(0, 20).map((n) =>
    pcapRecord({ bytes: packet(n), seconds: 1_700_000_000 + n, micros: 654_321 }, shape),
  );
  const file = join(pcapHeader(shape), ...records);

  test('[PC1] packets, times and offsets are those of the file', () => {
    const read = readCaptureBytes(file);
    expect(ids(read)).toEqual(count(0, 20));
    expect(read.receipt).toMatchObject({ format: 'pcap', packets: 20, damages: [] });
    const [first, second] = eventsOf(read.events, 'dns');
    expect(first?.where.offset).toBe(24);
    expect(second?.where.offset).toBe(24 + (records[0]?.length ?? 0));
    expect(captureTime(first?.where ?? { seconds: -1, nanos: 0 })).toBe(
      '2023-11-14T22:13:20.654321000Z',
    );
  });

  test('[PC3] a file that ends in a packet gives those before it', () => {
    const read = readCaptureBytes(file.slice(0, file.length - 5));
    expect(ids(read)).toEqual(count(0, 19));
    const size = (records[19]?.length ?? 0) - 5;
    const detail = 'The file ends in the middle of a packet';
    expect(read.receipt.damages).toEqual([
      { offset: file.length - 5 - size, bytes: size, kind: 'cut', detail },
    ]);
  });

  test('[PC3] bytes between records cost nothing but themselves', () => {
    const junk = text('these bytes are no packet, but somebody put them here');
    const bad = join(pcapHeader(shape), ...records.slice(0, 7), junk, ...records.slice(7));
    for (const chunk of [64, 1_000, 65_536]) {
      const read = readCaptureBytes(bad, { chunk });
      expect(ids(read)).toEqual(count(0, 20));
      const offset = 24 + join(...records.slice(0, 7)).length;
      expect(read.receipt.damages).toMatchObject([{ offset, bytes: junk.length, kind: 'record' }]);
    }
  });

  test('[PC3] a length that reaches over the next records is cut back', () => {
    const bad = file.slice();
    const at = 24 + join(...records.slice(0, 5)).length + 8;
    bad[at + (shape.big === true ? 2 : 1)] = 2;
    const read = readCaptureBytes(bad);
    expect(ids(read)).toEqual(count(0, 20));
    expect(read.receipt.damages).toMatchObject([{ kind: 'record', bytes: 0 }]);
  });
});

const PCAPNGS: readonly (readonly [string, PcapngShape])[] = [
  ['low byte first', { big: false }],
  ['high byte first', { big: true }],
  ['nanoseconds', { resolution: 9 }],
  ['powers of two', { resolution: 0x94 }],
];

/** By `if_tsresol`. */
const UNITS = new Map([
  [9, 1_000_000_000n],
  [0x94, 1_048_576n],
]);

describe.each(PCAPNGS)('pcapng, %s', (_name, shape) => {
  const perSecond = UNITS.get(shape.resolution ?? 6) ?? 1_000_000n;
  const blocks = count(0, 20).map((n) =>
    pcapngPacket(packet(n), (1_700_000_000n + BigInt(n)) * perSecond + perSecond / 4n, shape),
  );
  const file = join(pcapngHead(shape), ...blocks);

  test('[PC1] packets and times are those of the file', () => {
    const read = readCaptureBytes(file);
    expect(ids(read)).toEqual(count(0, 20));
    expect(read.receipt).toMatchObject({ format: 'pcapng', packets: 20, damages: [] });
    const [first] = eventsOf(read.events, 'dns');
    expect(captureTime(first?.where ?? { seconds: -1, nanos: 0 })).toBe(
      '2023-11-14T22:13:20.250000000Z',
    );
  });

  test('[PC3] a block whose lengths do not agree is skipped', () => {
    const bad = file.slice();
    const at = pcapngHead(shape).length + join(...blocks.slice(0, 5)).length + 4;
    bad.fill(255, at, at + 4);
    for (const chunk of [64, 65_536]) {
      const read = readCaptureBytes(bad, { chunk });
      expect(ids(read)).toEqual(count(0, 20).filter((n) => n !== 5));
      const size = blocks[5]?.length ?? 0;
      expect(read.receipt.damages).toMatchObject([{ offset: at - 4, bytes: size, kind: 'block' }]);
    }
  });

  test('[PC3] sections that follow each other number their interfaces anew', () => {
    const read = readCaptureBytes(
      join(file, pcapngHead({ linkType: 101 }), pcapngPacket(packet(77).slice(14), 5n)),
    );
    expect(ids(read)).toEqual([...count(0, 20), 77]);
    expect(read.receipt.interfaces.map(({ linkType }) => linkType)).toEqual([1, 101]);
  });
});

test.each([
  ['nothing', new Uint8Array(0)],
  ['a text', text('this is no capture at all, but a text')],
  ['only a magic number', Uint8Array.from([0xd4, 0xc3, 0xb2, 0xa1])],
])('[PC3] %s is named as no capture', (_name, bytes) => {
  const { events, receipt } = readCaptureBytes(bytes);
  expect(events).toEqual([]);
  expect(receipt).toMatchObject({ format: 'unknown', packets: 0, size: bytes.length });
  expect(receipt.damages).toHaveLength(1);
});

test('[PC8] damages beyond the limit are counted', () => {
  const parts = count(0, 30).map((n) => {
    const records = [2 * n, 2 * n + 1].map((id) => pcapRecord({ bytes: packet(id) }));
    return join(...records, text('no record here'));
  });
  const read = readCaptureBytes(join(pcapHeader(), ...parts), { limits: { damages: 10 } });
  expect(ids(read)).toEqual(count(0, 60));
  expect([read.receipt.damages.length, read.receipt.damagesLeftOff]).toEqual([10, 20]);
});

test('[PC1] packets that go back in time are counted', () => {
  const seconds = [5, 4, 6, 6, 1];
  const { receipt } = readCaptureBytes(
    pcap(seconds.map((s) => ({ bytes: packet(s), seconds: s }))),
  );
  expect(receipt.backwards).toBe(2);
});
