/**
 * Damaged logs, by seed (`WATCHFLOOR_TEST_SEED`): 20,000 of each format of text, fewer of the readers whose
 * parsers have runs of their own (evtx-fuzz, pcap-fuzz). `WATCHFLOOR_FUZZ` multiplies.
 */
import { expect, test } from 'vitest';
import { loadReaders } from '../../src/main/areas/forensics/readers/all-readers.ts';
import { fuzzReader } from '../helpers/fuzz-reader.ts';
import { LOG_SEEDS } from '../helpers/log-samples.ts';

const MUTANTS = 20_000 * Number(process.env.WATCHFLOOR_FUZZ ?? 1);

test.each(Object.keys(LOG_SEEDS))(
  '[LR15] %s: 20,000 damaged copies end in events and problems',
  async (id) => {
    const reader = (await loadReaders()).find((one) => one.id === id);
    if (!reader) throw new Error(`No reader ${id}`);
    const { slowest, events } = await fuzzReader(reader, LOG_SEEDS[id] ?? [], MUTANTS);
    expect(slowest).toBeLessThan(2_000);
    expect(events).toBeGreaterThan(MUTANTS / 2);
  },
  600_000,
);
