/** A file through intake without a core: readers, events and sessions are kept in memory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBudget } from '../../src/main/areas/forensics/intake/budget.ts';
import { takeIn } from '../../src/main/areas/forensics/intake/file-bytes.ts';
import { takeFile } from '../../src/main/areas/forensics/intake/take-file.ts';
import type { EvidenceReader } from '../../src/main/areas/forensics/readers/reader.types.ts';
import { createBlobStore } from '../../src/main/platform/blob-store.ts';
import type { Receipt } from '../../src/shared/areas/forensics/intake/intake.contract.ts';
import {
  INTAKE_LIMITS,
  type IntakeLimits,
} from '../../src/shared/areas/forensics/intake/intake.rules.ts';

/** Takes what begins with 'LINES': an event a line. */
const linesReader: EvidenceReader = {
  ...{ id: 'lines', label: 'Lines', family: 'log', version: '1' },
  recognise: (head) => (Buffer.from(head.subarray(0, 5)).toString() === 'LINES' ? 100 : 0),
  async read(input, sink) {
    const random = input.random();
    const all = Buffer.alloc(input.size);
    random.read(0, all);
    const texts = all.toString().split('\n').slice(1).filter(Boolean);
    await sink.events(
      texts.map((summary, n) => ({
        ...{ timeMs: n, timeNanos: 0, kind: 'log', host: null, user: null, provider: null },
        ...{ code: null, summary, fields: {}, offset: null, record: String(n) },
      })),
    );
    sink.reached(input.size);
  },
};

export const lines = (...texts: string[]) => Buffer.from(['LINES', ...texts].join('\n'));

export interface RunOptions {
  readonly limits?: Partial<IntakeLimits>;
  readonly passwords?: readonly string[] | null;
  readonly goesOn?: boolean;
  readonly readers?: readonly EvidenceReader[];
  readonly only?: string;
  readonly chosen?: Readonly<Record<string, readonly string[]>>;
  readonly signal?: AbortSignal;
}

export interface RunResult {
  readonly receipt: Receipt;
  readonly failure: string | null;
  readonly detected: string;
  /** By path within: the summaries of its events. */
  readonly events: Readonly<Record<string, readonly string[]>>;
  readonly inner: Readonly<Record<string, Receipt>>;
}

export async function runIntake(
  name: string,
  content: Uint8Array,
  options: RunOptions = {},
): Promise<RunResult> {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-intake-'));
  const limits = { ...INTAKE_LIMITS, ...options.limits };
  const signal = options.signal ?? new AbortController().signal;
  const work = createBlobStore(folder, Buffer.alloc(32, 1));
  const events: Record<string, string[]> = {};
  const inner: Record<string, Receipt> = {};
  try {
    const source = (async function* () {
      yield content;
    })();
    const { file } = await takeIn(source, work, limits, signal);
    const run = {
      ...{ readers: options.readers ?? [linesReader], work, limits, signal, takenAt: 0 },
      budget: createBudget(file.size, limits, signal),
      passwords: options.passwords ?? [],
      goesOn: options.passwords === null || options.goesOn === true,
      only: options.only ?? null,
      seen: new Map<string, string>(),
      ports: {
        events: {
          addSource: ({ id }: { id: string }) => {
            events[id] = [];
          },
          insert: (id: string, batch: readonly { summary: string }[]) =>
            void events[id]?.push(...batch.map(({ summary }) => summary)),
          finish: () => {},
        },
        begin: ({ path }: { path: string }) => path,
        end: (id: string, _: unknown, receipt: { done(): Receipt }) => {
          inner[id] = receipt.done();
        },
        sameContent: () => null,
        chosenFor: (path: string) => options.chosen?.[path] ?? null,
        reached: () => {},
      },
    };
    const taken = await takeFile(run, { file, name, id: '' });
    return {
      ...{ receipt: taken.receipt.done(), failure: taken.failure, events, inner },
      detected: taken.found.detected,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
