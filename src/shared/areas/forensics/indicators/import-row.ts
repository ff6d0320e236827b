/** What every kind of import gives: one indicator as a file says it is, and what was not understood. */
import type { Tlp } from './life.ts';

/** Null and absent: the file does not say. Times in ms. */
export interface ImportedRow {
  /** Absent: read from the value. */
  readonly type?: string | null;
  readonly value: string;
  /** 'line 12', or the object's id. */
  readonly where: string;
  readonly severity?: string | null;
  readonly confidence?: number | null;
  readonly tlp?: Tlp | null;
  readonly source?: string | null;
  readonly description?: string | null;
  readonly notes?: string | null;
  readonly tags?: readonly string[];
  readonly firstSeen?: number | null;
  readonly lastSeen?: number | null;
  readonly expiresAt?: number | null;
  readonly isActive?: boolean;
  readonly stixId?: string | null;
}

export interface Problem {
  readonly what: string;
  readonly n: number;
  /** Where the first of them is. */
  readonly first: string;
}

const KINDS = 200;

/** Counts what was not understood, by its name. */
export class Problems {
  readonly #counts = new Map<string, { n: number; first: string }>();

  add(what: string, where: string): void {
    const known = this.#counts.get(what);
    if (known) known.n++;
    else if (this.#counts.size < KINDS || what === 'other')
      this.#counts.set(what, { n: 1, first: where });
    else this.add('other', where);
  }

  list(): Problem[] {
    return [...this.#counts]
      .map(([what, { n, first }]) => ({ what, n, first }))
      .sort((a, b) => b.n - a.n);
  }
}
