/** One file through its readers, one after another, into the events and a receipt. */

import type { EvidenceEvent } from '../../../../shared/areas/forensics/events/event.types.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { EvidenceReader, ReaderInput, ReaderSink } from '../readers/reader.types.ts';
import { PasswordNeeded } from './archive.types.ts';
import { type Budget, LimitReached } from './budget.ts';
import type { FileBytes } from './file-bytes.ts';
import type { ReceiptMaker } from './receipt.ts';

/** Of the event store: one source a file. */
export interface EventSink {
  addSource(source: { readonly id: string; readonly name: string; readonly reader: string }): void;
  insert(sourceId: string, batch: readonly EvidenceEvent[]): void;
  finish(sourceId: string): void;
}

export interface ReadingRun {
  readonly budget: Budget;
  readonly signal: AbortSignal;
  readonly takenAt: number;
  readonly only: string | null;
  readonly ports: { readonly events: EventSink; reached(bytes: number): void };
}

export interface FileToRead {
  /** Of its session, and so of its source. */
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly file: FileBytes;
  readonly readers: readonly EvidenceReader[];
  readonly receipt: ReceiptMaker;
}

type TakeInner = (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>;

/** Nothing can be kept: no reader's fault, and no reason to go on. */
const isStorage = (error: unknown): boolean =>
  error instanceof AppError && !['bad-input', 'conflict', 'not-found'].includes(error.code);

/** What a reader throws is for its receipt; answers why nothing at all could be read, or null. */
export async function readFile(
  run: ReadingRun,
  { id, path, name, file, readers, receipt }: FileToRead,
  takeInner: TakeInner,
): Promise<string | null> {
  const { events } = run.ports;
  // Where one file inside is asked for, those that lead to it are opened only.
  const isWanted = run.only === null || run.only === path;
  let failures = 0;
  let why: string | null = null;
  let isBegun = false;
  const begin = () => {
    if (!isBegun) events.addSource({ id, name, reader: readers[0]?.id ?? '' });
    isBegun = true;
  };
  for (const reader of readers) {
    receipt.reader(reader);
    const { input, close } = inputOf(run, name, file);
    try {
      await reader.read(input, sinkOf(run, { id, path, isWanted, receipt, begin }, takeInner));
    } catch (error) {
      run.signal.throwIfAborted();
      if (isStorage(error) || error instanceof PasswordNeeded || error instanceof LimitReached) {
        if (isBegun && error instanceof LimitReached) events.finish(id);
        throw error;
      }
      failures++;
      why = error instanceof Error ? error.message : String(error);
      receipt.problem({ what: `${reader.label}: ${why}`, where: null, isLoss: true });
    } finally {
      close();
    }
  }
  if (isBegun) events.finish(id);
  return failures === readers.length && receipt.events === 0 ? why : null;
}

function inputOf(run: ReadingRun, name: string, file: FileBytes) {
  const opened = new Set<{ close(): void }>();
  const input: ReaderInput = {
    name,
    size: file.size,
    signal: run.signal,
    takenAt: run.takenAt,
    async *bytes() {
      for await (const piece of file.bytes()) {
        await run.budget.breathe();
        yield piece;
      }
    },
    random() {
      const bytes = file.random();
      opened.add(bytes);
      return bytes;
    },
  };
  const close = () => {
    for (const one of opened) one.close();
  };
  return { input, close };
}

interface Sinking {
  readonly id: string;
  readonly path: string;
  readonly isWanted: boolean;
  readonly receipt: ReceiptMaker;
  /** The source is made with its first event. */
  begin(): void;
}

function sinkOf(
  run: ReadingRun,
  { id, path, isWanted, receipt, begin }: Sinking,
  takeInner: TakeInner,
): ReaderSink {
  const { ports, budget } = run;
  return {
    async events(batch) {
      budget.check();
      if (isWanted && batch.length > 0) {
        begin();
        ports.events.insert(id, batch);
        for (const { timeMs } of batch) receipt.counted(timeMs);
      }
      await budget.breathe();
    },
    problem(problem) {
      if (isWanted) receipt.problem(problem);
    },
    reached(bytes) {
      budget.check();
      if (path === '') ports.reached(bytes);
    },
    fact(name, value) {
      if (isWanted) receipt.fact(name, value);
    },
    async inner(name, bytes) {
      budget.member();
      await takeInner(name, bytes);
    },
  };
}
