/**
 * Event logs of Windows: real chunks, one after another, as a file of the size a domain controller keeps;
 * beside evtxexport, the C tool of libyal, in the same run. By processor time, user and system, so that
 * other work on the machine counts for neither.
 */
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { eventToJson } from '../../src/shared/areas/forensics/evtx/event-json.ts';
import type {
  Crc32,
  EvtxElement,
  EvtxSource,
} from '../../src/shared/areas/forensics/evtx/evtx.types.ts';
import { flattenEvent } from '../../src/shared/areas/forensics/evtx/flatten-event.ts';
import { readEvtx } from '../../src/shared/areas/forensics/evtx/read-evtx.ts';
import { cpuClock } from '../helpers/cpu-time.ts';
import { median } from './figures.ts';
import type { BenchContext } from './main.ts';

const SAMPLES = join(import.meta.dirname, '../../../shared/data/evtx/format-samples');
const DENSE = ['security.evtx', 'Security_with_size_t.evtx', 'system.evtx'];
const CHUNK_BYTES = 65_536;
const HEADER_BYTES = 4_096;
const LOG_CHUNKS = 3_200;
/** The peer is a tenth as fast: it reads the beginning. */
const PEER_CHUNKS = 320;
const RUNS = 3;

interface Rate {
  readonly records: number;
  readonly seconds: number;
}

export async function benchEvtx({
  report,
  folder,
}: Pick<BenchContext, 'report' | 'folder'>): Promise<void> {
  if (!existsSync(SAMPLES)) {
    process.stderr.write('evtx: left out, ../shared/data is not here\n');
    return;
  }
  const path = join(folder, 'dense.evtx');
  const start = join(folder, 'start.evtx');
  const bytes = writeLog(path, LOG_CHUNKS);
  writeLog(start, PEER_CHUNKS);
  readAll(start);
  const reads = Array.from({ length: RUNS }, () => readAll(path));
  const [records = 0] = reads.map((read) => read.records);
  const rate = median(reads.map(perSecond));
  const note = `${records} records, ${Math.round(bytes / 1e6)} MB of real chunks, sums compared, one core, median of ${RUNS}`;
  report('evtx.read', rate, 'records/s', '>= 100000', note);
  report('evtx.bytes', (rate / records) * (bytes / 1e6), 'MB/s', '>= 90', note);
  report(
    'evtx.flat',
    perSecond(readAll(path, flattenEvent)),
    'records/s',
    '',
    'read, and made flat for Sigma',
  );
  const toJson = (event: EvtxElement) => JSON.stringify(eventToJson(event));
  const json = perSecond(readAll(start, toJson));
  report('evtx.json', json, 'records/s', '', 'read, and written as JSON text');
  const peer = readByPeer(start);
  if (peer === null) {
    process.stderr.write(
      'evtx: evtxexport is not installed (libevtx-utils), so nothing is compared\n',
    );
    return;
  }
  report(
    'evtx.peer',
    perSecond(peer),
    'records/s',
    '',
    `evtxexport, ${peer.records} records as XML`,
  );
  report('evtx.ratio', rate / perSecond(peer), '×', '>= 8', 'reading against evtxexport, same run');
  report(
    'evtx.ratio-json',
    json / perSecond(peer),
    '×',
    '',
    'with the text of each event written, as the peer does',
  );
}

function perSecond({ records, seconds }: Rate): number {
  return records / seconds;
}

/** @returns its size in bytes */
function writeLog(path: string, chunks: number): number {
  const logs = DENSE.map((name) => readFileSync(join(SAMPLES, name)));
  const dense = logs.flatMap((log) => {
    const starts = Array.from(
      { length: Math.floor(log.length / CHUNK_BYTES) },
      (_, index) => HEADER_BYTES + index * CHUNK_BYTES,
    );
    return starts
      .map((at) => log.subarray(at, at + CHUNK_BYTES))
      .filter(
        (chunk) => chunk.toString('latin1', 0, 7) === 'ElfChnk' && chunk.readUInt32LE(48) > 50_000,
      );
  });
  const file = openSync(path, 'w');
  const header = Buffer.from(logs[0]?.subarray(0, HEADER_BYTES) ?? []);
  header.writeUInt16LE(Math.min(chunks, 0xffff), 42);
  let written = writeSync(file, header);
  for (let index = 0; index < chunks; index++) {
    written += writeSync(file, dense[index % dense.length] ?? Buffer.alloc(0));
  }
  closeSync(file);
  return written;
}

function readAll(path: string, use: (event: EvtxElement) => unknown = () => null): Rate {
  const file = openSync(path, 'r');
  const source: EvtxSource = {
    size: fstatSync(file).size,
    read: (offset, into) => readSync(file, into, 0, into.length, offset),
  };
  const sum: Crc32 = (bytes, from, to, seed) => crc32(bytes.subarray(from, to), seed);
  const spent = cpuClock();
  let records = 0;
  for (const item of readEvtx(source, { crc32: sum })) {
    if (item.kind !== 'record') continue;
    records++;
    use(item.event);
  }
  closeSync(file);
  return { records, seconds: spent() / 1_000 };
}

/** Null where the tool is not there. `times` gives what a shell's children took, in its second line. */
function readByPeer(path: string): Rate | null {
  const xml = `${path}.xml`;
  const shell = spawnSync('sh', ['-c', 'evtxexport -f xml "$1" > "$2"; times', 'sh', path, xml]);
  const children = shell.stdout?.toString().split('\n')[1] ?? '';
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest),
    0,
  );
  const records = readFileSync(xml, 'utf8').split('<EventRecordID>').length - 1;
  return records > 0 && seconds > 0 ? { records, seconds } : null;
}
