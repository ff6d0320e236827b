/**
 * Every kind of long work on evidence, cancelled at random moments: how long until it has ended, and that
 * nothing of it is left. The times are printed; the bar is a second on a machine of its own, here others
 * work beside it, so what is held is the processor time.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WORK_FOLDER } from '../../src/main/areas/forensics/intake/work-folder.ts';
import { makeMftRecord } from '../../src/main/areas/forensics/tools/make-disk-samples.ts';
import { indicatorWorkContract } from '../../src/shared/areas/forensics/indicators/indicator-work.contract.ts';
import { rulesContract } from '../../src/shared/areas/forensics/rules/rules.contract.ts';
import { benchCapture } from '../bench/make-bench-capture.ts';
import { cpuClock } from '../helpers/cpu-time.ts';
import { bring, readSession, sessionAt } from '../helpers/intake-calls.ts';
import { startInvestigation, untilRun } from '../helpers/investigation-calls.ts';
import { makeTar, makeZip } from '../helpers/make-archives.ts';
import { ChunkMaker, makeLog, utf16 } from '../helpers/make-evtx.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { createRandom } from '../helpers/random.ts';
import { keepEvents, processEvent } from '../helpers/rule-calls.ts';

const SEED = 41;
const TIMES = 2;
const MOST_TURNS = 12;
/** Two threads are ended, and what they did is taken back. */
const PROCESSOR_MS = 2_000;
const WALL_MS = 10_000;
const LINES = 100_000;
const T = Date.parse('2026-11-01T08:00:00Z');

let app: TestApp;
let investigation: string;
const random = createRandom(SEED);
beforeAll(async () => {
  app = await openTestApp();
  investigation = (await startInvestigation(app, { title: 'Cancelled' })).id;
  await untilRun(app, investigation);
}, 60_000);
afterAll(() => app.close());

function tell(kind: string, times: readonly number[]): void {
  const all = times.map((ms) => `${Math.round(ms)} ms`).join(', ');
  process.stderr.write(`cancel ${kind}: ${all}\n`);
}

const lines = (each: (n: number) => string) =>
  Buffer.from(Array.from({ length: LINES }, (_, n) => each(n)).join('\n'));
const time = (n: number) => new Date(T + n).toISOString();
const ndjson = (word: string) =>
  lines((n) => JSON.stringify({ '@timestamp': time(n), message: `${word} ${n}`, number: n }));

function eventLog(): Buffer {
  const chunk = new ChunkMaker();
  for (let n = 0; chunk.at < 64_000; n++) {
    const root = { name: 'Event', content: [{ name: 'Data', content: [{ value: 0 }] }] };
    chunk.record(n, 'event', root, [[0x01, utf16(`record ${n} ${'x'.repeat(80)}`)]]);
  }
  const one = chunk.finish();
  return makeLog(Array.from({ length: 400 }, () => one));
}

/** Blocks that are no chunks, and blocks of zeros: no event ever. */
function emptyLog(): Buffer {
  const junk = new Uint8Array(65_536).fill(0x2a);
  return makeLog(Array.from({ length: 1_200 }, (_, n) => (n % 2 ? junk : new Uint8Array(65_536))));
}

function masterFileTable(): Buffer {
  const at = { ms: T, nanos: 0 };
  const times = [at, at, at, at];
  return Buffer.concat(
    Array.from({ length: 30_000 }, (_, number) =>
      makeMftRecord({
        ...{ number, standard: times },
        names: [{ name: `file-${number}.txt`, parent: [5, 5], times }],
      }),
    ),
  );
}

function noise(bytes: number): Buffer {
  const made = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 4) made.writeUInt32LE(random.below(0xffff_ffff), at);
  return made;
}

/** One range, as LiME writes it: magic, version, first and last address; texts among noise. */
function memoryImage(): Buffer {
  const range = noise(48_000_000);
  for (let at = 0; at + 64 < range.length; at += 4_096)
    range.write(`C:\\Users\\u${at}\\tool.exe http://10.0.0.${at % 250}/a\0`, at, 'latin1');
  const head = Buffer.alloc(32);
  head.writeUInt32LE(0x4c694d45, 0);
  head.writeUInt32LE(1, 4);
  head.writeBigUInt64LE(0x1000n, 8);
  head.writeBigUInt64LE(BigInt(0x1000 + range.length - 1), 16);
  return Buffer.concat([head, range]);
}

const FILES: Readonly<Record<string, { name: string; make: () => Buffer }>> = {
  'event log': { name: 'a.evtx', make: eventLog },
  'event log without an event': { name: 'b.evtx', make: emptyLog },
  capture: {
    name: 'c.pcap',
    make: () => Buffer.concat([...benchCapture(40_000, 7)].map(({ bytes }) => bytes)),
  },
  NDJSON: { name: 'd.json', make: () => ndjson('d') },
  CSV: {
    name: 'e.csv',
    make: () =>
      Buffer.concat([
        Buffer.from('timestamp,host,message\n'),
        lines((n) => `${time(n)},WS-${n % 50},message ${n}`),
      ]),
  },
  'ZIP archive': {
    name: 'f.zip',
    make: () => makeZip(['f', 'g', 'h'].map((word) => ({ name: word, content: ndjson(word) }))),
  },
  'tar in gzip': {
    name: 'i.tgz',
    make: () => gzipSync(makeTar([{ name: 'i', content: ndjson('i') }])),
  },
  'master file table': { name: '$MFT', make: masterFileTable },
  'disk image (NTFS volume)': {
    name: 'l.dd',
    make() {
      const image = noise(64_000_000);
      image.write('\u00ebR\u0090NTFS    ', 0, 'latin1');
      image.writeUInt16LE(0xaa55, 510);
      return image;
    },
  },
  'memory image (LiME)': { name: 'm.lime', make: memoryImage },
  'any file, YARA': { name: 'k.bin', make: () => noise(48_000_000) },
};

const sources = async () =>
  (
    await app.request('GET', `/api/forensics/investigations/${investigation}/event-sources`)
  ).json() as Promise<unknown[]>;

describe('[IK11] a reading that is cancelled ends within a second and leaves nothing', () => {
  test.each(Object.entries(FILES))('%s', { timeout: 120_000 }, async (kind, { name, make }) => {
    const times: number[] = [];
    const session = await bring(app, investigation, name, make());
    for (let turn = 0; times.length < TIMES && turn < MOST_TURNS; turn++) {
      if (turn > 0) await app.request('POST', sessionAt(session.id, '/retry'));
      // A fast reader is met earlier each time, at last before it has told of anything.
      if (turn < MOST_TURNS / 2)
        await vi.waitFor(
          async () => expect((await readSession(app, session.id)).progress ?? 0).toBeGreaterThan(0),
          { timeout: 60_000, interval: 5 },
        );
      await sleep(random.below(300 / (1 + turn)));
      const spent = cpuClock();
      const asked = performance.now();
      const answer = await app.request('POST', sessionAt(session.id, '/cancel'));
      times.push(performance.now() - asked);
      // It had come to its end: that is no cancel, and no figure.
      if (answer.status === 409) {
        times.pop();
        continue;
      }
      expect(spent()).toBeLessThan(PROCESSOR_MS);
      expect(times.at(-1)).toBeLessThan(WALL_MS);
      expect(await readSession(app, session.id)).toMatchObject({
        ...{ status: 'CANCELLED', events: null, receipt: null, innerFiles: 0 },
      });
      expect(await sources()).toEqual([]);
      const work = join(app.dataDir, WORK_FOLDER);
      expect(readdirSync(app.dataDir).includes(WORK_FOLDER) ? readdirSync(work) : []).toEqual([]);
    }
    tell(kind, times);
    expect(times.length).toBe(TIMES);
    await app.request('DELETE', sessionAt(session.id));
  });
});

/** Until the job of this id is in no state of running. */
async function cancelled(id: string): Promise<number> {
  const spent = cpuClock();
  const asked = performance.now();
  await app.request('POST', `/api/jobs/${id}/cancel`);
  await vi.waitFor(
    async () => {
      const { state } = (await (await app.request('GET', `/api/jobs/${id}`)).json()) as {
        state: string;
      };
      expect(state).toBe('CANCELLED');
    },
    { timeout: WALL_MS, interval: 5 },
  );
  expect(spent()).toBeLessThan(PROCESSOR_MS);
  return performance.now() - asked;
}

describe('work on events that were read', () => {
  beforeAll(async () => {
    const events = Array.from({ length: LINES }, (_, n) => processEvent(T + n, `calm 10.0.0.${n}`));
    await keepEvents(app, investigation, 'kept', events);
  }, 60_000);

  test('[RU12] a run of rules that is cancelled ends within a second', async () => {
    const times: number[] = [];
    for (let turn = 0; turn < TIMES; turn++) {
      const params = { id: investigation };
      const job = await app.client.call(rulesContract.run, { params, body: {} });
      await sleep(random.below(200));
      times.push(await cancelled(job.id));
      const [last] = await app.client.call(rulesContract.runs, { params });
      expect(last?.state).toBe('CANCELLED');
    }
    tell('Sigma', times);
  }, 60_000);

  test('[IOC12] a sweep that is cancelled ends within a second and keeps nothing', async () => {
    const times: number[] = [];
    for (let turn = 0; turn < TIMES; turn++) {
      const text = Array.from({ length: 1_000 }, (_, n) => `10.1.${n >> 8}.${n & 255}`).join('\n');
      const begun = await app.client.call(indicatorWorkContract.sweep, {
        body: { set: { type: 'text', text }, isDeep: true, withKnownGood: true },
      });
      await sleep(random.below(200));
      times.push(await cancelled(begun.jobId ?? ''));
    }
    tell('sweep', times);
  }, 60_000);
});
