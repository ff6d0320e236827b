/**
 * Damaged file tables, journals, bodyfiles, memory images and archives: 20,000 of each, by seed.
 * `WATCHFLOOR_FUZZ` multiplies.
 */
import { expect, test } from 'vitest';
import { loadReaders } from '../../src/main/areas/forensics/readers/all-readers.ts';
import { selfTestSamples } from '../../src/main/areas/forensics/tools/samples.ts';
import { fuzzArchives } from '../helpers/fuzz-archives.ts';
import { fuzzReader } from '../helpers/fuzz-reader.ts';

const MUTANTS = 20_000 * Number(process.env.WATCHFLOOR_FUZZ ?? 1);
const REFUSALS: Readonly<Record<string, RegExp>> = {
  mft: /^It does not begin with a record of a master file table$/,
};

test.each(['mft', 'usn', 'bodyfile', 'mactime', 'memory'])(
  '[FT7] %s: 20,000 damaged copies are read to their end or refused in words',
  { timeout: 900_000 },
  async (id) => {
    const reader = (await loadReaders()).find((one) => one.id === id);
    const seeds = selfTestSamples().flatMap(({ readerId, bytes }) =>
      readerId === id ? [bytes] : [],
    );
    if (!reader || seeds.length === 0) throw new Error(`No reader or sample of ${id}`);
    const { slowest, events } = await fuzzReader(reader, seeds, MUTANTS, REFUSALS[id]);
    expect(slowest).toBeLessThan(2_000);
    expect(events).toBeGreaterThan(0);
  },
);

test('[IK10] 20,000 damaged archives end in receipts', { timeout: 900_000 }, async () => {
  expect(await fuzzArchives(MUTANTS)).toBeLessThan(2_000);
});
