/** The windows of time of one correlation and one group. Events come in the order of their times. */
import type { Bound, SigmaCorrelation } from './sigma.types.ts';

/** One match of one of the correlation's rules. */
export interface Occurrence<Ref> {
  readonly time: number;
  readonly ref: Ref;
  /** The place of the rule in the correlation's list. */
  readonly position: number;
  /** What a value correlation counts, adds or averages; null where the event lacks it. */
  readonly value: string | null;
}

/** What a window found: the figure that met the condition, and the matches it rests on. */
export interface Finding<Ref> {
  readonly from: number;
  readonly to: number;
  readonly figure: number;
  /** For value_percentile, the value whose share it is. */
  readonly value: string | null;
  /** The last ones, at most 100. */
  readonly refs: readonly Ref[];
}

export interface Window<Ref> {
  /** How many matches it holds in memory. */
  readonly size: number;
  /** When nothing before it counts any more. */
  readonly expires: number;
  add(occurrence: Occurrence<Ref>): readonly Finding<Ref>[];
  /** No more events come for it. */
  close(): readonly Finding<Ref>[];
}

const MOST_REFS = 100;
/** Matches that one window keeps; of more, the oldest are let go and the figure is that of the rest. */
const MOST_OCCURRENCES = 10_000;

function holdsBounds(figure: number, bounds: readonly Bound[]): boolean {
  return bounds.every((bound) => holdsBound(figure, bound));
}

function holdsBound(figure: number, { op, than }: Bound): boolean {
  switch (op) {
    case 'lt':
      return figure < than;
    case 'lte':
      return figure <= than;
    case 'gt':
      return figure > than;
    case 'gte':
      return figure >= than;
    case 'eq':
      return figure === than;
    case 'neq':
      return figure !== than;
  }
}

/** Conditions that stay met as more comes are answered at once; all others when the time is over. */
export function answersAtOnce({ type, bounds }: SigmaCorrelation): boolean {
  if (type === 'temporal_ordered') return true;
  if (type === 'value_avg' || type === 'value_percentile') return false;
  return bounds.every(({ op }) => op === 'gt' || op === 'gte');
}

export function createWindow<Ref>(correlation: SigmaCorrelation): Window<Ref> {
  if (correlation.type === 'temporal_ordered') return new OrderedWindow(correlation);
  return answersAtOnce(correlation)
    ? new SlidingWindow(correlation)
    : new ClosingWindow(correlation);
}

/** Reports when the condition begins to hold, and again only after it held no more. */
class SlidingWindow<Ref> implements Window<Ref> {
  readonly #correlation: SigmaCorrelation;
  readonly #kept: Occurrence<Ref>[] = [];
  readonly #tally: Tally;
  #from = 0;
  #holds = false;

  constructor(correlation: SigmaCorrelation) {
    this.#correlation = correlation;
    this.#tally = new Tally(correlation.type);
  }

  get size(): number {
    return this.#kept.length - this.#from;
  }

  get expires(): number {
    return (this.#kept.at(-1)?.time ?? 0) + this.#correlation.timespanMs;
  }

  add(occurrence: Occurrence<Ref>): readonly Finding<Ref>[] {
    this.#kept.push(occurrence);
    this.#tally.add(occurrence);
    this.#forget(occurrence.time - this.#correlation.timespanMs);
    const { figure } = this.#tally;
    const before = this.#holds;
    this.#holds = holdsBounds(figure, this.#correlation.bounds);
    if (!this.#holds || before) return [];
    const from = this.#kept[this.#from]?.time ?? occurrence.time;
    const refs = this.#kept.slice(this.#from).slice(-MOST_REFS);
    return [{ from, to: occurrence.time, figure, value: null, refs: refs.map(({ ref }) => ref) }];
  }

  #forget(before: number): void {
    for (;;) {
      const oldest = this.#kept[this.#from];
      if (!oldest || (oldest.time >= before && this.size <= MOST_OCCURRENCES)) break;
      this.#tally.remove(oldest);
      this.#from++;
    }
    // What is forgotten is let go in larger steps, each match moved once at most.
    if (this.#from > 1_000 && this.#from * 2 > this.#kept.length) {
      this.#kept.splice(0, this.#from);
      this.#from = 0;
    }
  }

  close(): readonly Finding<Ref>[] {
    return [];
  }
}

/** The running figure of a window whose matches come and go. */
class Tally {
  readonly #type: SigmaCorrelation['type'];
  readonly #counts = new Map<string, number>();
  #events = 0;
  #sum = 0;

  constructor(type: SigmaCorrelation['type']) {
    this.#type = type;
  }

  get figure(): number {
    if (this.#type === 'event_count') return this.#events;
    return this.#type === 'value_sum' ? this.#sum : this.#counts.size;
  }

  add({ position, value }: Occurrence<unknown>): void {
    this.#events++;
    if (this.#type === 'value_sum') this.#sum += amountOf(value);
    else this.#count(this.#type === 'temporal' ? String(position) : value, 1);
  }

  remove({ position, value }: Occurrence<unknown>): void {
    this.#events--;
    if (this.#type === 'value_sum') this.#sum -= amountOf(value);
    else this.#count(this.#type === 'temporal' ? String(position) : value, -1);
  }

  #count(key: string | null, by: number): void {
    if (key === null || this.#type === 'event_count') return;
    const count = (this.#counts.get(key) ?? 0) + by;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
  }
}

/** What is no number adds nothing. */
function amountOf(value: string | null): number {
  const amount = value === null || value.trim() === '' ? Number.NaN : Number(value);
  return Number.isFinite(amount) ? amount : 0;
}

/** Opens with its first match and answers when its time is over. */
class ClosingWindow<Ref> implements Window<Ref> {
  readonly #correlation: SigmaCorrelation;
  #kept: Occurrence<Ref>[] = [];

  constructor(correlation: SigmaCorrelation) {
    this.#correlation = correlation;
  }

  get size(): number {
    return this.#kept.length;
  }

  get expires(): number {
    return (this.#kept[0]?.time ?? 0) + this.#correlation.timespanMs;
  }

  add(occurrence: Occurrence<Ref>): readonly Finding<Ref>[] {
    const findings = this.size > 0 && occurrence.time > this.expires ? this.close() : [];
    if (this.size < MOST_OCCURRENCES) this.#kept.push(occurrence);
    return findings;
  }

  close(): readonly Finding<Ref>[] {
    const kept = this.#kept;
    this.#kept = [];
    const [first, last] = [kept[0], kept.at(-1)];
    if (!first || !last) return [];
    return figuresOf(this.#correlation, kept)
      .filter(({ figure }) => holdsBounds(figure, this.#correlation.bounds))
      .map(({ figure, value }) => {
        const own = value === null ? kept : kept.filter((one) => one.value === value);
        const refs = own.slice(-MOST_REFS).map(({ ref }) => ref);
        return { from: first.time, to: last.time, figure, value, refs };
      });
  }
}

interface Figure {
  readonly figure: number;
  readonly value: string | null;
}

function figuresOf(
  { type, percentile }: SigmaCorrelation,
  kept: readonly Occurrence<unknown>[],
): readonly Figure[] {
  if (type === 'value_avg' || (type === 'value_percentile' && percentile !== null)) {
    const amounts = kept.flatMap(({ value }) => {
      const amount = value === null || value.trim() === '' ? Number.NaN : Number(value);
      return Number.isFinite(amount) ? [amount] : [];
    });
    if (amounts.length === 0) return [];
    const figure = percentile === null ? mean(amounts) : rank(amounts, percentile);
    return [{ figure, value: null }];
  }
  if (type === 'value_percentile') return shares(kept);
  const tally = new Tally(type);
  for (const occurrence of kept) tally.add(occurrence);
  return [{ figure: tally.figure, value: null }];
}

function mean(amounts: readonly number[]): number {
  return amounts.reduce((sum, one) => sum + one, 0) / amounts.length;
}

/** Nearest rank. */
function rank(amounts: readonly number[], percentile: number): number {
  const sorted = [...amounts].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percentile / 100) * sorted.length) - 1)] ?? 0;
}

/** Each value's share of all, in percent. */
function shares(kept: readonly Occurrence<unknown>[]): readonly Figure[] {
  const counts = new Map<string, number>();
  for (const { value } of kept) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const all = [...counts.values()].reduce((sum, one) => sum + one, 0);
  return [...counts].map(([value, count]) => ({ figure: (count / all) * 100, value }));
}

interface Chain<Ref> {
  readonly from: number;
  readonly refs: readonly Ref[];
}

/** For each rule the chain up to it that began last. One event never stands for two links. */
class OrderedWindow<Ref> implements Window<Ref> {
  readonly #correlation: SigmaCorrelation;
  readonly #chains: (Chain<Ref> | undefined)[] = [];
  #last = 0;

  constructor(correlation: SigmaCorrelation) {
    this.#correlation = correlation;
  }

  get size(): number {
    return this.#chains.length;
  }

  get expires(): number {
    return this.#last + this.#correlation.timespanMs;
  }

  add({ time, ref, position }: Occurrence<Ref>): readonly Finding<Ref>[] {
    this.#last = time;
    const before = position === 0 ? { from: time, refs: [] } : this.#chains[position - 1];
    if (!before || time - before.from > this.#correlation.timespanMs) return [];
    // The same event, matched by the rule before, is no link of its own.
    if (before.refs.at(-1) === ref) return [];
    const chain = { from: before.from, refs: [...before.refs, ref] };
    this.#chains[position] = chain;
    if (position < this.#correlation.rules.length - 1) return [];
    this.#chains.length = 0;
    const { from, refs } = chain;
    return [{ from, to: time, figure: refs.length, value: null, refs }];
  }

  close(): readonly Finding<Ref>[] {
    return [];
  }
}
