import { createGzip } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { suricataRecords } from '../../../../../tests/bench/make-suricata.ts';
import { IMPORT_NOW } from '../../../../../tests/helpers/import-file.ts';
import { tidyHeap } from '../../../platform/tidy-heap.ts';
import { type ImportInput, runImport } from './run-import.ts';

const MIB = 1024 * 1024;
const SIZE = 200 * MIB;
/** The same paths behind another first step need not run as long. */
const SHORTER = 60 * MIB;

/** Growth of the process from which on it is looked at what of it is in use. */
const LOOKED_AT = 100 * MIB;

function live(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Imports a stream and returns how far memory in use grew over where it stood, in MiB. */
async function growthOf(input: Omit<ImportInput, 'fileName' | 'now'>) {
  tidyHeap();
  const before = process.memoryUsage.rss();
  const liveBefore = live();
  let peak = 0;
  const look = () => {
    const growth = process.memoryUsage.rss() - before;
    if (growth <= LOOKED_AT) return;
    // Garbage that nothing has pressed for says nothing: what is left without it does.
    tidyHeap();
    peak = Math.max(peak, live() - liveBefore);
  };
  const summary = await runImport(
    { ...input, fileName: 'endless', now: IMPORT_NOW },
    {
      sink: {
        write(batch) {
          look();
          return { added: batch.length, merged: 0 };
        },
      },
      signal: new AbortController().signal,
      report: look,
      rejected: look,
    },
  );
  look();
  return { summary, growth: peak / MIB };
}

async function* repeated(
  block: Buffer,
  size: number,
  head = '',
  tail = '',
): AsyncGenerator<Buffer> {
  if (head !== '') yield Buffer.from(head);
  for (let sent = 0; sent < size; sent += block.length) yield Buffer.from(block);
  if (tail !== '') yield Buffer.from(tail);
}

const records = [...suricataRecords(1_000, 5)];
const lines = Buffer.from(`${records.join('\n')}\n`);

describe('memory while a file passes', () => {
  test('of 200 MiB of lines stays under 150 MiB', async () => {
    const { summary, growth } = await growthOf({ source: repeated(lines, SIZE) });
    expect(summary.added).toBeGreaterThan(150_000);
    expect(growth).toBeLessThan(150);
  }, 120_000);

  test('of packed lines stays under 150 MiB', async () => {
    const packer = createGzip({ level: 1 });
    void (async () => {
      for await (const block of repeated(lines, SHORTER)) {
        if (!packer.write(block)) await new Promise((resolve) => packer.once('drain', resolve));
      }
      packer.end();
    })();
    const { summary, growth } = await growthOf({ source: packer });
    expect(summary.added).toBeGreaterThan(50_000);
    expect(growth).toBeLessThan(150);
  }, 120_000);

  test('of one array stays under 150 MiB', async () => {
    const elements = Buffer.from(`${records.join(',')},`);
    const source = repeated(elements, SHORTER, '[', `${records[0]}]`);
    const { summary, growth } = await growthOf({ source });
    expect(summary.added).toBeGreaterThan(50_000);
    expect(growth).toBeLessThan(150);
  }, 120_000);

  test('of one line without an end stays under 150 MiB, and is one rejected record', async () => {
    const source = repeated(Buffer.alloc(64 * 1024, 0x61), SIZE, `${records[0]}\n`);
    const { summary, growth } = await growthOf({ source });
    expect(summary).toMatchObject({ added: 1, rejected: 1 });
    expect(growth).toBeLessThan(150);
  }, 120_000);

  test('of a table whose quote never closes stays under 150 MiB', async () => {
    const mapping = {
      fields: { title: 'a' },
      severities: {},
      defaultSeverity: 'LOW' as const,
      defaultSource: 'x',
    };
    const rows = Buffer.from(`one,${'two'.repeat(40)}\n`.repeat(800));
    const source = repeated(rows, 12 * MIB, 'a,b\n1,2\n3,"4\n');
    const { summary, growth } = await growthOf({ source, mapping });
    expect(summary.rejected).toBe(1);
    expect(summary.added).toBeGreaterThan(90_000);
    expect(growth).toBeLessThan(150);
  }, 120_000);
});
