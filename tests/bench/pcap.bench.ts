/**
 * How fast captures are read on one core, with flows, DNS, HTTP and TLS, against tshark reading the same
 * file for the same fields. Both by processor time: other work on the machine makes neither slower.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './figures.ts';
import { inJobThread } from './job-thread.ts';
import type { BenchContext } from './main.ts';
import { benchCapture } from './make-bench-capture.ts';
import type { CaptureRead, CaptureReading } from './pcap-read.thread.ts';

const PACKETS = 500_000;
const RUNS = 3;
const READER = new URL('./pcap-read.thread.ts', import.meta.url);
const WRITE_PIECES = 2_000;
const PEER = 'tshark';
const PEER_FIELDS = [
  'tcp.stream',
  'dns.qry.name',
  'http.host',
  'tls.handshake.extensions_server_name',
  'tls.handshake.ja3',
];

function writeCapture(path: string): void {
  let waiting: Uint8Array[] = [];
  const write = (): void => {
    appendFileSync(path, Buffer.concat(waiting));
    waiting = [];
  };
  for (const { bytes } of benchCapture(PACKETS, 7)) {
    waiting.push(bytes);
    if (waiting.length === WRITE_PIECES) write();
  }
  write();
}

/** Seconds of processor time of tshark; null where it is not installed. */
function peerSeconds(path: string): number | null {
  const fields = PEER_FIELDS.flatMap((field) => ['-e', field]);
  const command = [PEER, '-n', '-r', path, '-T', 'fields', ...fields];
  try {
    execFileSync(PEER, ['--version'], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const script = `TIMEFORMAT='%U %S'; time "$@" >/dev/null 2>/dev/null`;
  const out = execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, 'bash', ...command], {
    encoding: 'utf8',
  });
  const [user = 0, system = 0] = out.trim().split(' ').map(Number);
  return user + system;
}

export async function benchPcap({ report, folder }: BenchContext): Promise<void> {
  const path = join(folder, 'bench.pcap');
  writeCapture(path);
  const reads = await inJobThread<CaptureRead[]>(READER, {
    path,
    runs: RUNS,
  } satisfies CaptureReading);
  const [packets = 0] = reads.map((read) => read.packets);
  const most = Math.max(...reads.map(({ memory }) => memory));
  const own = median(reads.map(({ seconds }) => seconds));
  const size = Math.round(statSync(path).size / 1_048_576);
  const note = `${packets} packets, ${size} MB, processor time, in a thread as jobs have, median of ${RUNS}`;
  report('pcap.packets', packets / own, 'packets/s', '>= 500000', note);
  report('pcap.bytes', size / own, 'MB/s', '', note);
  report('pcap.memory', most, 'MB', '<= 300', 'growth while reading');
  const peer = peerSeconds(path);
  if (peer === null) {
    process.stderr.write('pcap: tshark is not installed, nothing to compare with\n');
    return;
  }
  report('pcap.tshark', packets / peer, 'packets/s', '', 'tshark, same file and fields');
  report('pcap.times', peer / own, 'times tshark', '>= 2', 'processor time');
}
