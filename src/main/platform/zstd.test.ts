import { randomBytes } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { zstdPacked, zstdUnpacked } from './zstd.ts';

test.each([0, 1, 1_000, 16_384, 16_385, 200_000])('%i bytes come back as they were', (size) => {
  for (const bytes of [Buffer.alloc(size, 'abcd'), randomBytes(size)]) {
    const packed = zstdPacked(bytes);
    expect(zstdUnpacked(packed, size + 1).equals(bytes)).toBe(true);
    expect(zstdUnpacked(packed, size + 1, 64).equals(bytes)).toBe(true);
  }
});

test('what would be larger than allowed, or is no frame, is refused', () => {
  const packed = zstdPacked(Buffer.alloc(100_000));
  expect(() => zstdUnpacked(packed, 99_999)).toThrow(RangeError);
  expect(() => zstdUnpacked(Buffer.from('no frame at all'), 100)).toThrow();
});

test('nothing of a call is kept until the old heap is looked through', async () => {
  const code = `
    const { parentPort } = require('node:worker_threads');
    import(${JSON.stringify(import.meta.resolve('./zstd.ts'))}).then(({ zstdPacked }) => {
      const bytes = require('node:crypto').randomBytes(10_000);
      let most = 0;
      for (let call = 0; call < 4_000; call++) {
        zstdPacked(bytes);
        // So that young garbage is collected all the while.
        Array.from({ length: 2_000 }, (_, place) => ({ place }));
        most = Math.max(most, process.memoryUsage().arrayBuffers);
      }
      parentPort.postMessage(most);
    });`;
  const resourceLimits = { maxYoungGenerationSizeMb: 6 };
  const most = await new Promise<number>((resolve, reject) => {
    const worker = new Worker(code, { eval: true, resourceLimits });
    worker.on('message', resolve).on('error', reject);
  });
  expect(most).toBeLessThan(10_000_000);
});
