/**
 * How fast captures are read on one core, with flows, DNS, HTTP and TLS, against tshark reading the same
 * file for the same fields. Both by processor time: other work on the machine makes neither slower.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CAPTURE_CRYPTO } from '../../src/main/areas/forensics/pcap/capture-crypto.ts';
import type { CaptureReceipt } from '../../src/shared/areas/forensics/pcap/capture.types.ts';
import { createCaptureReader } from '../../src/shared/areas/forensics/pcap/capture-reader.ts';
import { cpuClock } from '../helpers/cpu-time.ts';
import { median } from './figures.ts';
import type { BenchContext } from './main.ts';
import { benchCapture } from './make-bench-capture.ts';

const PACKETS = 500_000;
const RUNS = 3;
const CHUNK_BYTES = 1_048_576;
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

/** As the product reads: from the file, into two buffers by turns. */
function readOnce(path: string): { receipt: CaptureReceipt; memory: number } {
  const buffers = [new Uint8Array(CHUNK_BYTES), new Uint8Array(CHUNK_BYTES)] as const;
  const before = process.memoryUsage().rss;
  let memory = 0;
  const reader = createCaptureReader({ crypto: CAPTURE_CRYPTO, onEvent() {} });
  const file = openSync(path, 'r');
  try {
    for (let turn = 0; ; turn++) {
      const buffer = buffers[turn % 2 === 0 ? 0 : 1];
      const size = readSync(file, buffer);
      if (size === 0) break;
      reader.push(buffer.subarray(0, size));
      if (turn % 32 === 0) memory = Math.max(memory, process.memoryUsage().rss - before);
    }
  } finally {
    closeSync(file);
  }
  return { receipt: reader.end(), memory: memory / 1_048_576 };
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
  const seconds: number[] = [];
  let packets = 0;
  let most = 0;
  for (let run = 0; run < RUNS; run++) {
    const clock = cpuClock();
    const { receipt, memory } = readOnce(path);
    most = Math.max(most, memory);
    seconds.push(clock() / 1_000);
    packets = receipt.packets;
    if (receipt.damages.length > 0) throw new Error('The capture was not read whole');
  }
  const own = median(seconds);
  const size = Math.round(statSync(path).size / 1_048_576);
  const note = `${packets} packets, ${size} MB, processor time, median of ${RUNS}`;
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
