/**
 * Captures (PCAP, pcapng) as evidence: docs/spec/pcap.md. Files that passed by HTTP are handed on, to be
 * taken in by themselves, as long as they are whole and within the bounds of the capture reader.
 */
import { createCaptureReader } from '../../../../shared/areas/forensics/pcap/capture-reader.ts';
import { CAPTURE_CRYPTO } from '../pcap/capture-crypto.ts';
import { captureEvent } from './capture-events.ts';
import { tellReceipt } from './capture-receipt.ts';
import { type Carved, handOn } from './carved-files.ts';
import type { EvidenceReader, ReaderInput, ReaderSink } from './reader.types.ts';
import { EventBatch } from './text/event-batch.ts';

const STEP_BYTES = 262_144;
/** Files of one capture that are handed on. */
const MOST_FILES = 1_000;
/** Magic numbers of pcap in both orders, with microseconds and nanoseconds, and of pcapng. */
const MAGICS = new Set([
  'd4c3b2a1',
  'a1b2c3d4',
  '4d3cb2a1',
  'a1b23c4d',
  '0a0d0d0a',
  '34cdb2a1',
  'a1b2cd34',
]);

export const captureReader: EvidenceReader = {
  id: 'capture',
  label: 'Network capture (PCAP, pcapng)',
  family: 'network',
  version: '1',
  recognise: (head) =>
    MAGICS.has(Buffer.from(head.subarray(0, 4)).toString('hex')) && head.length >= 24 ? 100 : 0,
  read: readCapture,
};

async function readCapture(input: ReaderInput, sink: ReaderSink): Promise<void> {
  const batch = new EventBatch(input, sink);
  const carved: Carved[] = [];
  const seen = new Set<string>();
  const reader = createCaptureReader({
    crypto: CAPTURE_CRYPTO,
    onEvent: (event) => batch.add(captureEvent(event)),
    onFile: (file, pieces) => {
      if (!file.complete || seen.size >= MOST_FILES || seen.has(file.sha256)) return;
      seen.add(file.sha256);
      carved.push({ file, pieces });
    },
  });
  // The reader keeps a piece until the next one has been read.
  const buffers = [Buffer.alloc(STEP_BYTES), Buffer.alloc(STEP_BYTES)] as const;
  let turn = 0;
  let reached = 0;
  for await (const chunk of input.bytes()) {
    for (let from = 0; from < chunk.length; from += STEP_BYTES) {
      const piece = chunk.subarray(from, from + STEP_BYTES);
      const buffer = buffers[turn & 1] ?? buffers[0];
      turn++;
      buffer.set(piece);
      reader.push(buffer.subarray(0, piece.length));
      if (batch.isFull) await batch.give();
      await handOn(carved, sink);
    }
    reached += chunk.length;
    sink.reached(reached);
    input.signal.throwIfAborted();
  }
  const receipt = reader.end();
  await batch.give();
  await handOn(carved, sink);
  tellReceipt(receipt, seen.size, sink);
}
