import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const MODULE = new URL('./thread-heaps.ts', import.meta.url).href;
/** Fills young heaps as far as they grow, in the main thread and in a thread of each limit; MB as JSON. */
const PROGRAM = `
  import { Worker } from 'node:worker_threads';
  import { freeThreadHeaps, SMALL_YOUNG_HEAP_MB } from ${JSON.stringify(MODULE)};
  const fill = \`() => {
    const kept = [];
    let most = 0;
    for (let i = 0; i < 2_000_000; i++) {
      kept[i % 60_000] = { at: i, values: [i] };
      if (i % 10_000 > 0) continue;
      const spaces = process.getBuiltinModule('node:v8').getHeapSpaceStatistics();
      most = Math.max(most, spaces.find(({ space_name: name }) => name === 'new_space').space_size);
    }
    return most / 1_048_576;
  }\`;
  const inThread = (maxYoungGenerationSizeMb) =>
    new Promise((resolve) => {
      const code = 'process.getBuiltinModule("node:worker_threads").parentPort.postMessage((' + fill + ')())';
      new Worker(code, { eval: true, resourceLimits: { maxYoungGenerationSizeMb } }).on('message', resolve);
    });
  if (process.argv[1] === 'free') freeThreadHeaps();
  const main = eval(fill)();
  const small = await inThread(SMALL_YOUNG_HEAP_MB);
  const large = await inThread(48);
  console.log(JSON.stringify({ main, small, large }));
`;

function youngHeaps(...further: string[]): { main: number; small: number; large: number } {
  const flags = ['--max-semi-space-size=4', '--input-type=module', '--eval', PROGRAM];
  return JSON.parse(execFileSync(process.execPath, [...flags, ...further], { encoding: 'utf8' }));
}

test('a thread for parsing gets the room it asks for, the main thread keeps what the flag says', () => {
  expect(youngHeaps().large).toBeLessThan(16);
  const { main, small, large } = youngHeaps('free');
  expect(main).toBeLessThanOrEqual(8);
  // Where garbage is collected while it fills, V8 takes some pages more for a moment.
  expect(small).toBeLessThan(16);
  expect(large).toBeGreaterThan(16);
});
