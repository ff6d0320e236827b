/** Reads one capture several times, as the product does: the work of `pcap.bench.ts`. */
import { closeSync, openSync, readSync } from 'node:fs';
import { CAPTURE_CRYPTO } from '../../src/main/areas/forensics/pcap/capture-crypto.ts';
import type { CaptureReceipt } from '../../src/shared/areas/forensics/pcap/capture.types.ts';
import { createCaptureReader } from '../../src/shared/areas/forensics/pcap/capture-reader.ts';
import { cpuClock } from '../helpers/cpu-time.ts';
import { answerInThread } from './job-thread.ts';

const CHUNK_BYTES = 1_048_576;

export interface CaptureReading {
  readonly path: string;
  readonly runs: number;
}

export interface CaptureRead {
  readonly packets: number;
  readonly seconds: number;
  /** Growth while reading, MiB. */
  readonly memory: number;
}

/** From the file, into two buffers by turns. */
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

function read({ path, runs }: CaptureReading): CaptureRead[] {
  return Array.from({ length: runs }, () => {
    const clock = cpuClock();
    const { receipt, memory } = readOnce(path);
    if (receipt.damages.length > 0) throw new Error('The capture was not read whole');
    return { packets: receipt.packets, seconds: clock() / 1_000, memory };
  });
}

await answerInThread(read);
