import { expect, test } from 'vitest';
import type { EvtxSource } from '../../src/shared/areas/forensics/evtx/evtx.types.ts';
import { readEvtx } from '../../src/shared/areas/forensics/evtx/read-evtx.ts';
import { ChunkMaker, makeLog, utf16 } from '../helpers/make-evtx.ts';

const CHUNK_BYTES = 65_536;
const CHUNKS = 4_096;

/** A log of 256 MiB that takes no memory itself: the same chunk again and again. */
function endlessLog(): { readonly source: EvtxSource; readonly perChunk: number } {
  const chunk = new ChunkMaker();
  let perChunk = 0;
  for (; chunk.at < 64_000; perChunk++) {
    const root = { name: 'Event', content: [{ name: 'Data', content: [{ value: 0 }] }] };
    chunk.record(perChunk, 'event', root, [[0x01, utf16(`record ${perChunk} ${'x'.repeat(80)}`)]]);
  }
  const log = makeLog([chunk.finish()]);
  const source: EvtxSource = {
    size: 4_096 + CHUNKS * CHUNK_BYTES,
    read(offset, into) {
      const from = Math.min(offset, 4_096);
      const part = log.subarray(from, from + into.length);
      into.set(part);
      return part.length;
    },
  };
  return { source, perChunk };
}

test('[EVT14] 256 MiB of log are read in the memory of one chunk', () => {
  const { source, perChunk } = endlessLog();
  const before = process.memoryUsage().rss;
  let most = 0;
  let records = 0;
  for (const item of readEvtx(source)) {
    if (item.kind !== 'record') throw new Error(`Damage: ${item.reason}`);
    if (++records % 20_000 === 0) most = Math.max(most, process.memoryUsage().rss - before);
  }
  expect(records).toBe(CHUNKS * perChunk);
  expect(most / 2 ** 20).toBeLessThan(150);
}, 120_000);
