/** Reads one event log in the way asked for, several times: the work of `evtx.bench.ts`. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { evtxReader } from '../../src/main/areas/forensics/readers/evtx.reader.ts';
import { eventToJson } from '../../src/shared/areas/forensics/evtx/event-json.ts';
import type {
  Crc32,
  EvtxElement,
  EvtxSource,
} from '../../src/shared/areas/forensics/evtx/evtx.types.ts';
import { flattenEvent } from '../../src/shared/areas/forensics/evtx/flatten-event.ts';
import { readEvtx } from '../../src/shared/areas/forensics/evtx/read-evtx.ts';
import { cpuClock } from '../helpers/cpu-time.ts';
import { answerInThread } from './job-thread.ts';

export interface EvtxReading {
  readonly path: string;
  /** Read first, so that what is measured is compiled. */
  readonly warmUp: string;
  /** `evidence`: as events of the store, without keeping them. */
  readonly as: 'record' | 'flat' | 'json' | 'evidence';
  readonly runs: number;
}

export interface Rate {
  readonly records: number;
  readonly seconds: number;
}

const USES = {
  record: () => null,
  flat: flattenEvent,
  json: (event: EvtxElement) => JSON.stringify(eventToJson(event)),
};

function openSource(path: string): EvtxSource & { close(): void } {
  const file = openSync(path, 'r');
  return {
    size: fstatSync(file).size,
    read: (offset, into) => readSync(file, into, 0, into.length, offset),
    close: () => closeSync(file),
  };
}

function readRecords(path: string, use: (event: EvtxElement) => unknown): number {
  const source = openSource(path);
  const sum: Crc32 = (bytes, from, to, seed) => crc32(bytes.subarray(from, to), seed);
  let records = 0;
  for (const item of readEvtx(source, { crc32: sum })) {
    if (item.kind !== 'record') continue;
    records++;
    use(item.event);
  }
  source.close();
  return records;
}

async function readEvidence(path: string): Promise<number> {
  const { size, close } = openSource(path);
  close();
  let records = 0;
  await evtxReader.read(
    {
      ...{ name: 'dense.evtx', size, takenAt: 0, signal: new AbortController().signal },
      bytes: () => {
        throw new Error('Event logs are read by offset');
      },
      random: () => openSource(path),
    },
    {
      events: async (batch) => {
        records += batch.length;
      },
      ...{ problem() {}, reached() {}, fact() {}, inner: async () => undefined },
    },
  );
  return records;
}

async function read({ path, warmUp, as, runs }: EvtxReading): Promise<Rate[]> {
  const once = async (of: string) =>
    as === 'evidence' ? readEvidence(of) : readRecords(of, USES[as]);
  await once(warmUp);
  const rates: Rate[] = [];
  for (let run = 0; run < runs; run++) {
    const spent = cpuClock();
    const records = await once(path);
    rates.push({ records, seconds: spent() / 1_000 });
  }
  return rates;
}

await answerInThread(read);
