/** The literal gate of one group of rules: from an event to the few rules that have a chance with it. */
import type { EventView, Value } from './event-view.ts';
import { GramIndex } from './gram-index.ts';
import { ANYWHERE, type Guard } from './guard.ts';

/** What to look for in the values of a column: whole values, and parts of them. */
interface Scan {
  readonly whole: ReadonlyMap<string, readonly number[]> | null;
  readonly parts: GramIndex<number> | null;
}

export class Gate {
  readonly #always: readonly number[];
  /** By column. Each holds the keywords, too, so that a value is read once. */
  readonly #scans: readonly (Scan | null)[];
  /** The keywords, for fields that no guard speaks of; null where there are none. */
  readonly #anywhere: Scan | null;
  readonly #stamps: Uint32Array;
  readonly #found: number[] = [];
  #now = 0;
  readonly #note = (rules: readonly number[]): void => {
    for (const rule of rules) {
      if (this.#stamps[rule] === this.#now) continue;
      this.#stamps[rule] = this.#now;
      this.#found.push(rule);
    }
  };

  /** @param guards by the rule's place in its group. */
  constructor(guards: readonly (Guard | null)[]) {
    this.#stamps = new Uint32Array(guards.length);
    this.#always = guards.flatMap((guard, rule) => (guard ? [] : [rule]));
    [this.#scans, this.#anywhere] = scansOf(guards);
  }

  /** The rules that have a chance, ascending. The list is the gate's own and lives until the next call. */
  candidates(view: EventView): readonly number[] {
    this.#now++;
    if (this.#now > 0xfffffff0) {
      this.#stamps.fill(0);
      this.#now = 1;
    }
    this.#found.length = 0;
    for (const rule of this.#always) this.#found.push(rule);
    for (let at = 0; at < view.size; at++) {
      const scan = this.#scans[view.columnAt(at)] ?? this.#anywhere;
      if (scan) this.#lookAll(scan, view.foldedAt(at));
    }
    return this.#found.sort((a, b) => a - b);
  }

  #lookAll(scan: Scan, value: Value): void {
    if (typeof value === 'string') this.#look(scan, value);
    else for (const text of value) this.#look(scan, text);
  }

  #look({ whole, parts }: Scan, text: string): void {
    const rules = whole?.get(text);
    if (rules) this.#note(rules);
    parts?.find(text, this.#note);
  }
}

type Pairs = (readonly [literal: string, rule: number])[];

function scansOf(
  guards: readonly (Guard | null)[],
): readonly [scans: readonly (Scan | null)[], anywhere: Scan | null] {
  const whole = new Map<number, Pairs>();
  const parts = new Map<number, Pairs>();
  for (const [rule, guard] of guards.entries())
    for (const { column, place, text } of guard?.needles ?? [])
      listIn(place === 'is' ? whole : parts, column).push([text, rule]);
  const keywords = [...(parts.get(ANYWHERE) ?? []), ...(whole.get(ANYWHERE) ?? [])];
  parts.delete(ANYWHERE);
  whole.delete(ANYWHERE);
  const scans: (Scan | null)[] = [];
  for (const column of new Set([...whole.keys(), ...parts.keys()])) {
    while (scans.length <= column) scans.push(null);
    scans[column] = scanOf(whole.get(column) ?? [], [...(parts.get(column) ?? []), ...keywords]);
  }
  return [scans, keywords.length > 0 ? scanOf([], keywords) : null];
}

function scanOf(whole: Pairs, parts: Pairs): Scan {
  const texts = new Map<string, number[]>();
  for (const [text, rule] of whole) listIn(texts, text).push(rule);
  return {
    whole: texts.size > 0 ? texts : null,
    parts: parts.length > 0 ? new GramIndex(parts) : null,
  };
}

function listIn<K, V>(map: Map<K, V[]>, key: K): V[] {
  const known = map.get(key);
  if (known) return known;
  const list: V[] = [];
  map.set(key, list);
  return list;
}
