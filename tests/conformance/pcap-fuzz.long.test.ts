import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CAPTURE_CRYPTO } from '../../src/main/areas/forensics/pcap/capture-crypto.ts';
import type { CaptureEvent } from '../../src/shared/areas/forensics/pcap/capture.types.ts';
import { createCaptureReader } from '../../src/shared/areas/forensics/pcap/capture-reader.ts';
import { benchCapture } from '../bench/make-bench-capture.ts';
import { cpuClock } from '../helpers/cpu-time.ts';
import {
  type Bytes,
  ethernet,
  ipv4,
  join,
  pcapHeader,
  pcapRecord,
  tcp,
  text,
} from '../helpers/make-capture.ts';
import {
  CAPTURES,
  captureNames,
  capturePath,
  eventsOf,
  readCaptureBytes,
} from './capture-reading.ts';

/** `WATCHFLOOR_FUZZ` multiplies. */
const MUTANTS = 20_000 * Number(process.env.WATCHFLOOR_FUZZ ?? 1);
const MOST_SECONDS = 2;
/** Larger files would only make fewer mutants. */
const MOST_BYTES = 16_384;

function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const made = (): Bytes => join(...[...benchCapture(30, 3)].map(({ bytes }) => bytes));

/** Real captures where they are there; a made one always. */
function seeds(): Bytes[] {
  if (!existsSync(CAPTURES)) return [made()];
  const real = captureNames().map((name) => Uint8Array.from(readFileSync(capturePath(name))));
  return [made(), ...real.map((bytes) => bytes.slice(0, MOST_BYTES))];
}

const INTERESTING = [0, 1, 0x7f, 0x80, 0xff, 0xc0, 0x10, 0x3f];

/** Some bytes changed, a part cut out, doubled, or the end cut off. */
function mutate(bytes: Bytes, pick: (below: number) => number): Bytes {
  const mutant = bytes.slice();
  const changes = 1 + pick(12);
  for (let n = 0; n < changes; n++) {
    const at = pick(mutant.length);
    const value = pick(2) === 0 ? pick(256) : (INTERESTING[pick(INTERESTING.length)] ?? 0);
    mutant.fill(value, at, at + (pick(4) === 0 ? 4 : 1));
  }
  const from = pick(mutant.length);
  const size = 1 + pick(64);
  switch (pick(8)) {
    case 0:
      return mutant.slice(0, from);
    case 1:
      return join(mutant.slice(0, from), mutant.slice(from + size));
    case 2:
      return join(mutant.slice(0, from + size), mutant.slice(from));
    default:
      return mutant;
  }
}

test('[PC9] 20,000 changed captures end in a receipt, none takes long', () => {
  const pick = numbersFrom(20_261_122);
  const files = seeds();
  const clock = cpuClock();
  let slowest = 0;
  let packets = 0;
  for (let n = 0; n < MUTANTS; n++) {
    const mutant = mutate(files[n % files.length] ?? made(), pick);
    const before = clock();
    const { receipt } = readCaptureBytes(mutant, { chunk: n % 7 === 0 ? 1_000 : 65_536 });
    slowest = Math.max(slowest, clock() - before);
    packets += receipt.packets;
    expect(receipt.size).toBe(mutant.length);
  }
  expect(slowest / 1_000).toBeLessThan(MOST_SECONDS);
  expect(packets).toBeGreaterThan(MUTANTS);
}, 600_000);

/** What a DNS event says, without where it was. */
const told = (event: Extract<CaptureEvent, { type: 'dns' }>): string =>
  JSON.stringify([event.id, event.response, event.questions, event.answers]);

test('[PC9] one changed record costs no packet but itself', () => {
  const pick = numbersFrom(7);
  const pieces = [...benchCapture(400, 5)].map(({ bytes }) => bytes);
  const whole = join(...pieces);
  const before = eventsOf(readCaptureBytes(whole).events, 'dns').map(told);
  expect(before.length).toBeGreaterThan(4);
  for (let n = 0; n < 300; n++) {
    // The header of a record, and its length among it, is what reading goes by.
    const piece = 2 + pick(pieces.length - 3);
    const start = join(...pieces.slice(0, piece)).length;
    const mutant = whole.slice();
    mutant.fill(pick(256), start, start + 16);
    const after = eventsOf(readCaptureBytes(mutant).events, 'dns').map(told);
    const lost = before.filter((event) => !after.includes(event));
    expect(lost.length, `mutant ${n}`).toBeLessThanOrEqual(1);
  }
}, 120_000);

/** Each packet begins another connection, and its data are early: all of it would have to wait. */
function* hostileRecords(packets: number): Generator<Bytes> {
  const payload = text('GET /'.padEnd(1_300, 'x'));
  const segment = tcp({ from: 1, to: 80, seq: 1 }, payload);
  const packet = ethernet(0x0800, ipv4({ from: '10.0.0.1', to: '10.0.0.2', protocol: 6 }, segment));
  const record = pcapRecord({ bytes: packet });
  const view = new DataView(record.buffer);
  for (let n = 0; n < packets; n++) {
    // Source address and, of each flow, a first segment and some that are early.
    view.setUint32(16 + 26, 0x0a000000 + (n >> 2));
    view.setUint32(16 + 38, 1 + (n & 3) * 5_000);
    yield record.slice();
  }
}

test('[PC8] 300 MB of segments that all wait are read within 300 MB of memory', () => {
  const before = process.memoryUsage().rss;
  let most = 0;
  let flows = 0;
  const reader = createCaptureReader({
    crypto: CAPTURE_CRYPTO,
    onEvent: ({ type }) => {
      if (type === 'flow') flows += 1;
    },
  });
  reader.push(pcapHeader());
  let waiting: Bytes[] = [];
  for (const record of hostileRecords(220_000)) {
    waiting.push(record);
    if (waiting.length < 700) continue;
    reader.push(Buffer.concat(waiting));
    waiting = [];
    most = Math.max(most, process.memoryUsage().rss - before);
  }
  reader.push(Buffer.concat(waiting));
  const receipt = reader.end();
  expect(receipt.packets).toBe(220_000);
  expect(flows).toBe(55_000);
  expect(receipt.limits['waiting segments']).toBeGreaterThan(0);
  expect(most / 1_048_576).toBeLessThan(300);
}, 300_000);
