import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  ImportFormat,
  ImportMapping,
  RejectedRecord,
} from '../../../../shared/areas/alerts/imports.contract.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import { excerptOf } from '../../../platform/records/text.ts';
import { detectFormat, type Layout, layoutFor } from './detect.ts';
import { createFingerprint, type Fingerprint } from './fingerprint.ts';
import type {
  AlertSink,
  ImportedAlert,
  PreparedAlert,
  ReadRecord,
  SourceRecord,
} from './imported-alert.ts';
import { type OpenInput, openInput } from './open-input.ts';
import { createReader, createRecordParser, type RecordParser } from './record-parser.ts';
import { RepeatCounter } from './repeat-counter.ts';
import { ImportTally } from './tally.ts';
import { createZoneClock } from './zone-clock.ts';

/**
 * Records handed on together, at most; fewer where they are large. What is made of them lives until then: with
 * more, it would outlive the young heap of a thread that streams.
 */
const MAX_BATCH = 250;
const MAX_BATCH_BYTES = 3 * 1024 * 1024;
const REPORT_EVERY_MS = 250;

export interface ImportInput {
  readonly source: AsyncIterable<Uint8Array>;
  readonly fileName: string;
  readonly format?: ImportFormat | undefined;
  readonly mapping?: ImportMapping | undefined;
  /** IANA zone of times that name none. */
  readonly timeZone?: string | undefined;
  readonly now: number;
}

/** `bytesRead` counts the file as it lies on disk, packed or not. */
export interface ImportProgress {
  readonly bytesRead: number;
  readonly read: number;
  readonly added: number;
  readonly merged: number;
  readonly skipped: number;
  readonly rejected: number;
}

export interface ImportSummary extends ImportProgress {
  readonly format: ImportFormat;
  readonly cancelled: boolean;
  readonly notes: string[];
  readonly unknownFields: { field: string; count: number }[];
}

export interface ImportPorts {
  readonly sink: AlertSink;
  readonly signal: AbortSignal;
  /** At most every 250 ms, and once at the end. */
  report(progress: ImportProgress): void;
  rejected(record: RejectedRecord): void;
}

/**
 * Reads a file of alerts into the sink, batch by batch. A broken record never stops it; between
 * batches it gives way to other work and looks at the signal. What was written stays when it is
 * cancelled; importing the file again completes it.
 * @throws AppError where the file can't be a file of alerts, or needs a mapping and has none; and
 * whatever the sink or the source throws.
 */
export async function runImport(input: ImportInput, ports: ImportPorts): Promise<ImportSummary> {
  const clock = input.timeZone === undefined ? null : createZoneClock(input.timeZone);
  const tally = new ImportTally(input.now, clock);
  let bytesRead = 0;
  const source = counted(input.source, (bytes) => {
    bytesRead += bytes;
  });
  const open = await openInput(source, (note) => tally.say(note));
  try {
    const { format, layout } = choose(input, open);
    const parser = createRecordParser(format, input.mapping, tally);
    const run = new ImportRun(format, parser, ports, tally);
    const cancelled = !(await run.readAll(open, layout, () => bytesRead));
    const progress = run.progress(bytesRead);
    ports.report(progress);
    const unknownFields = tally.unknownFields();
    return { ...progress, format, cancelled, notes: tally.notes(), unknownFields };
  } finally {
    await open.close();
  }
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    count(chunk.length);
    yield chunk;
  }
}

function choose(input: ImportInput, open: OpenInput): { format: ImportFormat; layout: Layout } {
  if (input.format !== undefined) {
    return { format: input.format, layout: layoutFor(input.format, open.head, open.isWhole) };
  }
  const { format, layout, reason } = detectFormat(open.head, open.isWhole);
  if (format === null) throw new AppError('unsupported-media', reason);
  return { format, layout };
}

class ImportRun {
  readonly #format: ImportFormat;
  readonly #parser: RecordParser;
  readonly #ports: ImportPorts;
  readonly #tally: ImportTally;
  readonly #fingerprint: Fingerprint;
  readonly #repeats = new RepeatCounter();
  #batch: PreparedAlert[] = [];
  #batchBytes = 0;
  #sinceTurn = 0;
  #reportedAt = 0;
  #added = 0;
  #merged = 0;
  #skipped = 0;
  #rejected = 0;

  constructor(format: ImportFormat, parser: RecordParser, ports: ImportPorts, tally: ImportTally) {
    this.#format = format;
    this.#parser = parser;
    this.#ports = ports;
    this.#tally = tally;
    this.#fingerprint = createFingerprint(format);
  }

  /** False where it was cancelled. */
  async readAll(open: OpenInput, layout: Layout, bytesRead: () => number): Promise<boolean> {
    const reader = createReader(layout);
    for await (const chunk of open.chunks) {
      if (!(await this.#takeAll(reader.push(chunk), bytesRead))) return false;
    }
    if (!(await this.#takeAll(reader.end(), bytesRead))) return false;
    this.#flush();
    return true;
  }

  async #takeAll(records: Iterable<ReadRecord>, bytesRead: () => number): Promise<boolean> {
    for (const record of records) {
      this.#take(record);
      const isFull = this.#batch.length >= MAX_BATCH || this.#batchBytes >= MAX_BATCH_BYTES;
      if (!isFull && this.#sinceTurn < MAX_BATCH) continue;
      if (isFull) this.#flush();
      await this.#ports.sink.ready?.();
      this.#reportAtTimes(bytesRead());
      await nextTurn();
      this.#sinceTurn = 0;
      if (this.#ports.signal.aborted) return false;
    }
    return !this.#ports.signal.aborted;
  }

  #take(record: ReadRecord): void {
    this.#sinceTurn++;
    if (record.type === 'record') this.#parse(record);
    else if (record.type === 'header') this.#parser.header(record);
    else this.#reject(record.line, record.reason, record.excerpt);
  }

  #parse(record: SourceRecord): void {
    const outcome = this.#parser.parse(record);
    if (outcome.type === 'alert') {
      this.#batch.push(this.#prepare(outcome.alert, record.bytes));
      this.#batchBytes += record.bytes.length;
    } else if (outcome.type === 'skipped') {
      this.#skipped++;
      this.#tally.skipped(outcome.reason);
    } else {
      this.#reject(record.line, outcome.reason, excerptOf(record.bytes));
    }
  }

  #prepare(alert: ImportedAlert, bytes: Buffer): PreparedAlert {
    const { own } = alert;
    if (own === null) {
      const fingerprint = this.#repeats.next(this.#format, this.#fingerprint(bytes));
      return Object.assign(alert, { raw: bytes, rawFormat: this.#format, fingerprint });
    }
    const raw = own.raw?.bytes ?? null;
    const rawFormat = own.raw?.format ?? null;
    const fingerprint = this.#repeats.next(rawFormat, own.fingerprint);
    return Object.assign(alert, { raw, rawFormat, fingerprint });
  }

  #reject(line: number, reason: string, excerpt: string): void {
    this.#rejected++;
    this.#ports.rejected({ line, reason, excerpt });
  }

  #flush(): void {
    if (this.#batch.length === 0) return;
    const { added, merged } = this.#ports.sink.write(this.#batch);
    this.#added += added;
    this.#merged += merged;
    this.#batch = [];
    this.#batchBytes = 0;
  }

  #reportAtTimes(bytesRead: number): void {
    const at = performance.now();
    if (at - this.#reportedAt < REPORT_EVERY_MS) return;
    this.#reportedAt = at;
    this.#ports.report(this.progress(bytesRead));
  }

  /** Records that wait in a batch are not read yet: the four always add up. */
  progress(bytesRead: number): ImportProgress {
    const [added, merged, skipped, rejected] = [
      this.#added,
      this.#merged,
      this.#skipped,
      this.#rejected,
    ];
    const read = added + merged + skipped + rejected;
    return { bytesRead, read, added, merged, skipped, rejected };
  }
}
