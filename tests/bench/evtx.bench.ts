/**
 * Event logs of Windows: real chunks, one after another, as a file of the size a domain controller keeps;
 * beside evtxexport, the C tool of libyal, in the same run. By processor time, user and system, so that
 * other work on the machine counts for neither.
 */
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { EvtxReading, Rate } from './evtx-read.thread.ts';
import { median } from './figures.ts';
import { inJobThread } from './job-thread.ts';
import type { BenchContext } from './main.ts';

const SAMPLES = join(import.meta.dirname, '../../../shared/data/evtx/format-samples');
const DENSE = ['security.evtx', 'Security_with_size_t.evtx', 'system.evtx'];
const CHUNK_BYTES = 65_536;
const HEADER_BYTES = 4_096;
const LOG_CHUNKS = 3_200;
/** The peer is a tenth as fast: it reads the beginning. */
const PEER_CHUNKS = 320;
const RUNS = 3;
const READER = new URL('./evtx-read.thread.ts', import.meta.url);

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
  const read = (as: EvtxReading['as'], of: string, runs: number) =>
    inJobThread<Rate[]>(READER, { path: of, warmUp: start, as, runs } satisfies EvtxReading);
  const reads = await read('record', path, RUNS);
  const [records = 0] = reads.map((one) => one.records);
  const rate = median(reads.map(perSecond));
  const note = `${records} records, ${Math.round(bytes / 1e6)} MB of real chunks, sums compared, one core, in a thread as jobs have, median of ${RUNS}`;
  report('evtx.read', rate, 'records/s', '>= 100000', note);
  report('evtx.bytes', (rate / records) * (bytes / 1e6), 'MB/s', '>= 90', note);
  const rateOf = async (as: EvtxReading['as'], of = path) =>
    median((await read(as, of, 1)).map(perSecond));
  report('evtx.flat', await rateOf('flat'), 'records/s', '', 'read, and made flat for Sigma');
  report('evtx.events', await rateOf('evidence'), 'records/s', '', 'read, flat, and put in words');
  const json = await rateOf('json', start);
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
