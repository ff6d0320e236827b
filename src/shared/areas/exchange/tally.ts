/** What a receipt counts by its name: bounded, whatever a file holds. */
export interface Counted {
  readonly what: string;
  readonly n: number;
  /** Where the first of them is: a line, an id. */
  readonly first: string | null;
}

const NAMES = 200;
const OTHER = 'other';
const SHOWN = 200;

export class Tally {
  readonly #counts = new Map<string, { n: number; first: string | null }>();

  add(what: string, first: string | null = null, n = 1): void {
    const name = what.slice(0, SHOWN);
    const known = this.#counts.get(name);
    if (known) known.n += n;
    else if (this.#counts.size < NAMES || name === OTHER)
      this.#counts.set(name, { n, first: first === null ? null : first.slice(0, SHOWN) });
    else this.add(OTHER, first, n);
  }

  addAll(counted: readonly Counted[]): void {
    for (const { what, n, first } of counted) this.add(what, first, n);
  }

  get total(): number {
    let sum = 0;
    for (const { n } of this.#counts.values()) sum += n;
    return sum;
  }

  list(): Counted[] {
    return [...this.#counts]
      .map(([what, { n, first }]) => ({ what, n, first }))
      .sort((a, b) => b.n - a.n || (a.what < b.what ? -1 : 1));
  }
}
