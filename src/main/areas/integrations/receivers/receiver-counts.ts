/** What a receiver has counted itself, before the database: since it was set up, over restarts. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanText } from '../../../platform/records/text.ts';

const MOST_REASONS = 20;
const LINE_SHOWN = 200;

interface Kept {
  received: number;
  skipped: number;
  rejected: number;
  lost: number;
  reasons: Record<string, number>;
}

export class ReceiverCounts {
  readonly #path: string;
  readonly #kept: Kept;
  #isDirty = false;
  lastAt: number | null = null;
  #lastLine: Buffer | null = null;

  constructor(folder: string) {
    this.#path = join(folder, 'counts.json');
    this.#kept = readKept(this.#path);
  }

  get received(): number {
    return this.#kept.received;
  }
  get skipped(): number {
    return this.#kept.skipped;
  }
  get rejected(): number {
    return this.#kept.rejected;
  }
  get lost(): number {
    return this.#kept.lost;
  }
  get reasons(): Readonly<Record<string, number>> {
    return this.#kept.reasons;
  }

  /** Untrusted; cut. */
  get lastLine(): string | null {
    const line = this.#lastLine;
    return line && cleanText(line.toString('utf8', 0, LINE_SHOWN * 4), LINE_SHOWN);
  }

  saw(record: Buffer, at: number): void {
    this.#kept.received++;
    this.lastAt = at;
    // A copy: the record is a view into what the network wrote.
    this.#lastLine = Buffer.from(record.subarray(0, LINE_SHOWN * 4));
    this.#isDirty = true;
  }

  count(what: 'skipped' | 'rejected' | 'lost', reason: string, times = 1): void {
    if (times <= 0) return;
    this.#kept[what] += times;
    const { reasons } = this.#kept;
    if (reasons[reason] !== undefined || Object.keys(reasons).length < MOST_REASONS) {
      reasons[reason] = (reasons[reason] ?? 0) + times;
    }
    this.#isDirty = true;
  }

  /** At times, and at the end: what a kill takes away is what came since. */
  save(): void {
    if (!this.#isDirty) return;
    this.#isDirty = false;
    writeFileSync(`${this.#path}.new`, JSON.stringify(this.#kept), { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
  }
}

function readKept(path: string): Kept {
  const none: Kept = { received: 0, skipped: 0, rejected: 0, lost: 0, reasons: {} };
  try {
    return { ...none, ...(JSON.parse(readFileSync(path, 'utf8')) as Partial<Kept>) };
  } catch {
    return none;
  }
}
