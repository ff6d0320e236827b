/**
 * 20,000 damaged copies of logs, by seed (`WATCHFLOOR_TEST_SEED`). Each has a chunk that is damaged and one
 * that is not. Real chunks where ../shared/data is there, made ones beside them.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventToJson } from '../../src/shared/areas/forensics/evtx/event-json.ts';
import type { EvtxDamage, EvtxRecord } from '../../src/shared/areas/forensics/evtx/evtx.types.ts';
import { flattenEvent } from '../../src/shared/areas/forensics/evtx/flatten-event.ts';
import { readEvtx } from '../../src/shared/areas/forensics/evtx/read-evtx.ts';
import { cpuClock } from '../helpers/cpu-time.ts';
import { ChunkMaker, makeLog, sourceOf, utf16, type XmlElement } from '../helpers/make-evtx.ts';
import { createRandom, type Random } from '../helpers/random.ts';
import { EVTX_SAMPLES, SIGMA_PAIRS } from './evtx-reading.ts';

/** `WATCHFLOOR_FUZZ` multiplies. */
const MUTANTS = 20_000 * Number(process.env.WATCHFLOOR_FUZZ ?? 1);
const CHUNK_BYTES = 65_536;
const FIRST_CHUNK = 4_096;
const SAMPLES = [
  'security.evtx',
  'sysmon.evtx',
  'sample-with-irregular-bool-values.evtx',
  'Security_with_size_t.evtx',
  'MSExchange_Management_wec.evtx',
];

const EVENT: XmlElement = {
  name: 'Event',
  content: [
    { name: 'System', content: [{ name: 'EventID', content: [{ value: 0 }] }] },
    {
      name: 'EventData',
      content: [
        { name: 'Data', attributes: { Name: ['a'] }, content: [{ value: 1 }] },
        { name: 'Data', content: [{ value: 2 }] },
      ],
    },
  ],
};

function makeChunk(): Buffer {
  const chunk = new ChunkMaker();
  for (let id = 1; id <= 12; id++) {
    chunk.record(id, 'event', EVENT, [
      [0x06, Buffer.from([id, 0])],
      [0x01, utf16(`text ${id}`)],
      [0x81, utf16('x\0y\0')],
    ]);
  }
  chunk.direct(13, { name: 'Event', content: ['without a template'] });
  return chunk.finish();
}

function chunksOf(path: string, most: number): Buffer[] {
  const bytes = readFileSync(path);
  const chunks: Buffer[] = [];
  for (
    let at = FIRST_CHUNK;
    at + CHUNK_BYTES <= bytes.length && chunks.length < most;
    at += CHUNK_BYTES
  ) {
    chunks.push(bytes.subarray(at, at + CHUNK_BYTES));
  }
  return chunks;
}

/** Mostly chunks with few records, which are quick to read, so that many are tried. */
function seeds(): Buffer[] {
  const made = Array.from({ length: 8 }, makeChunk);
  if (!existsSync(EVTX_SAMPLES)) return made;
  const small = globSync('**/*.evtx', { cwd: SIGMA_PAIRS })
    .sort()
    .filter((_, index) => index % 10 === 0);
  return [
    ...made,
    ...small.flatMap((path) => chunksOf(join(SIGMA_PAIRS, path), 1)),
    ...SAMPLES.flatMap((name) => chunksOf(join(EVTX_SAMPLES, name), 1)),
  ];
}

interface Touched {
  readonly from: number;
  readonly to: number;
}

const ODD_NUMBERS = [
  0, 1, 2, 0x1b, 0x1c, 0x7f, 0x80, 0xff, 0x200, 0xffff, 0x1_0000, 0x7fff_ffff, 0xffff_fffc,
  0xffff_ffff,
];

/** Where it hurts: mostly where there are records. */
function placeIn(random: Random, used: number): number {
  return random.chance(15)
    ? random.below(512)
    : random.chance(5)
      ? random.below(CHUNK_BYTES - 64)
      : 512 + random.below(used - 512);
}

function harm(random: Random, chunk: Buffer, used: number): Touched {
  const at = Math.min(placeIn(random, used), CHUNK_BYTES - 64);
  const length = 1 + random.below(48);
  switch (random.below(5)) {
    case 0:
      chunk.writeUInt8((chunk.readUInt8(at) ^ (1 << random.below(8))) & 0xff, at);
      return { from: at, to: at + 1 };
    case 1:
      chunk.writeUInt32LE(random.pick(ODD_NUMBERS), at);
      return { from: at, to: at + 4 };
    case 2:
      chunk.fill(random.pick([0x00, 0xff, 0x2a]), at, at + length);
      return { from: at, to: at + length };
    case 3: {
      const source = placeIn(random, used);
      chunk.copyWithin(at, source, Math.min(source + length, CHUNK_BYTES));
      return { from: at, to: at + length };
    }
    default:
      for (let byte = at; byte < at + 4; byte++) chunk.writeUInt8(random.below(256), byte);
      return { from: at, to: at + 4 };
  }
}

/** Records of the second chunk, whole. */
const digest = (records: readonly EvtxRecord[]) =>
  JSON.stringify(records.map(({ offset, time, event }) => [offset, time, eventToJson(event)]));

const isRecord = (item: EvtxRecord | EvtxDamage) => item.kind === 'record';
const isSecond = ({ offset }: EvtxRecord | EvtxDamage) => offset >= FIRST_CHUNK + CHUNK_BYTES;

const covers = (item: EvtxRecord | EvtxDamage, at: number) =>
  item.kind === 'record'
    ? item.offset === at
    : item.scope !== 'file' &&
      item.size > 0 &&
      item.offset <= at &&
      at < item.offset + item.size &&
      item.isLoss;

test('[EVT11] 20,000 damaged logs: none crashes or hangs, nothing that is whole is lost in silence', () => {
  const random = createRandom(20_261_122);
  const whole = makeChunk();
  const bases = seeds().map((chunk) => {
    const records = [...readEvtx(sourceOf(makeLog([chunk, whole])))].filter(isRecord);
    return { chunk, records, second: digest(records.filter(isSecond)) };
  });
  const spent = cpuClock();
  let slowest = 0;
  let damaged = 0;
  for (let mutant = 0; mutant < MUTANTS; mutant++) {
    const base = random.pick(bases);
    const log = makeLog([base.chunk, whole]);
    const chunk = log.subarray(FIRST_CHUNK, FIRST_CHUNK + CHUNK_BYTES);
    const used = chunk.readUInt32LE(48);
    const touched = Array.from({ length: 1 + random.below(3) }, () => harm(random, chunk, used));
    const started = performance.now();
    const items = [...readEvtx(sourceOf(log), { carve: random.chance(10) })];
    for (const item of items) if (item.kind === 'record') flattenEvent(item.event);
    slowest = Math.max(slowest, performance.now() - started);
    damaged += items.some(({ kind }) => kind === 'damage') ? 1 : 0;
    const name = `mutant ${mutant} of seed ${random.seed}: ${JSON.stringify(touched)}`;
    const after = items.filter(isRecord).filter(isSecond);
    if (digest(after) !== base.second) expect.fail(`${name} changed another chunk`);
    for (const { offset, size } of base.records) {
      const at = offset - FIRST_CHUNK;
      const isTouched = touched.some(({ from, to }) => from < at + size && to > at);
      if (!isTouched && !items.some((item) => covers(item, offset)))
        expect.fail(`${name} lost ${at} in silence`);
    }
  }
  const seconds = spent() / 1_000;
  console.log(
    `${MUTANTS} mutants in ${seconds.toFixed(1)} s of processor time, slowest ${slowest.toFixed(0)} ms, ${damaged} damaged`,
  );
  expect(slowest).toBeLessThan(2_000);
  expect(seconds).toBeLessThan(60);
  expect(damaged).toBeGreaterThan(MUTANTS / 2);
}, 300_000);
