/**
 * Finds which of many literals stand in a text, in one pass: each literal is filed under four neighbouring
 * letters of it, the rarest among all, and compared where these four stand. Cheaper to build and smaller
 * than an automaton, and its worst case is bounded by the longest list under one key.
 */

/** Texts that most Windows events hold: their letters tell nothing. */
const COMMON =
  'c:\\windows\\system32\\ c:\\windows\\syswow64\\ c:\\program files (x86)\\ \\appdata\\local\\temp\\ c:\\users\\ \\appdata\\roaming\\microsoft\\windows\\ .exe .dll .sys hklm\\software\\microsoft\\windows\\currentversion\\ hklm\\system\\currentcontrolset\\services\\ microsoft corporation windows nt svchost.exe powershell.exe cmd.exe explorer.exe c:\\programdata\\ \\cmd.exe \\powershell.exe \\rundll32.exe \\svchost.exe \\explorer.exe http:// https:// .com .ps1 true false nt authority\\system';

const GRAM = 4;
const COMMON_WEIGHT = 64;

interface Entry<T> {
  readonly literal: string;
  readonly offset: number;
  readonly payloads: T[];
}

export class GramIndex<T> {
  readonly #slots: Uint16Array;
  readonly #shift: number;
  readonly #chains: (readonly Entry<T>[])[] = [[]];
  /** Literals shorter than four letters, by their first; null where there are none. */
  readonly #short: ShortIndex<T> | null;

  constructor(pairs: Iterable<readonly [literal: string, payload: T]>) {
    const entries = grouped(pairs);
    const weights = gramWeights(entries.keys());
    const long = [...entries].filter(([literal]) => literal.length >= GRAM);
    const bits = Math.min(15, Math.max(10, Math.ceil(Math.log2(long.length * 8 + 1))));
    this.#shift = 32 - bits;
    this.#slots = new Uint16Array(1 << bits);
    const chains = new Map<number, Entry<T>[]>();
    for (const [literal, payloads] of long) {
      const offset = rarestGram(literal, weights);
      const slot = this.#slotOf(wordAt(literal, offset));
      const chain = chains.get(slot);
      const entry = { literal, offset, payloads };
      if (chain) chain.push(entry);
      else chains.set(slot, [entry]);
    }
    for (const [slot, chain] of chains) {
      this.#slots[slot] = this.#chains.length;
      this.#chains.push(chain);
    }
    const short = [...entries].filter(([literal]) => literal.length < GRAM);
    this.#short = short.length > 0 ? new ShortIndex(short) : null;
  }

  #slotOf(word: number): number {
    return Math.imul(word, 0x9e3779b1) >>> this.#shift;
  }

  /** Gives the payloads of each literal that the text holds, once or several times. */
  find(text: string, found: (payloads: readonly T[]) => void): void {
    this.#short?.find(text, found);
    const [slots, shift] = [this.#slots, this.#shift];
    let word = 0;
    for (let at = 0; at < text.length; at++) {
      // Letters beyond one byte are filed by their low byte: the comparison tells them apart.
      word = (word << 8) | (text.charCodeAt(at) & 0xff);
      const chain = slots[Math.imul(word, 0x9e3779b1) >>> shift];
      if (chain === undefined || chain === 0 || at < GRAM - 1) continue;
      for (const { literal, offset, payloads } of this.#chains[chain] ?? []) {
        if (text.startsWith(literal, at - (GRAM - 1) - offset)) found(payloads);
      }
    }
  }

  /** Whether the text holds any of the literals. */
  has(text: string): boolean {
    if (this.#short?.has(text)) return true;
    const [slots, shift] = [this.#slots, this.#shift];
    let word = 0;
    for (let at = 0; at < text.length; at++) {
      word = (word << 8) | (text.charCodeAt(at) & 0xff);
      const chain = slots[Math.imul(word, 0x9e3779b1) >>> shift];
      if (chain === undefined || chain === 0 || at < GRAM - 1) continue;
      for (const { literal, offset } of this.#chains[chain] ?? [])
        if (text.startsWith(literal, at - (GRAM - 1) - offset)) return true;
    }
    return false;
  }
}

/** Literals too short for a gram: filed by their first letter. */
class ShortIndex<T> {
  /** By the low byte of a first letter, whether there are any. */
  readonly #marks = new Uint8Array(256);
  readonly #byFirst = new Map<number, (readonly [literal: string, payloads: readonly T[]])[]>();

  constructor(entries: readonly (readonly [string, readonly T[]])[]) {
    for (const entry of entries) {
      const first = entry[0].charCodeAt(0);
      this.#marks[first & 0xff] = 1;
      const list = this.#byFirst.get(first);
      if (list) list.push(entry);
      else this.#byFirst.set(first, [entry]);
    }
  }

  find(text: string, found: (payloads: readonly T[]) => void): void {
    const marks = this.#marks;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (marks[code & 0xff] === 0) continue;
      for (const [literal, payloads] of this.#byFirst.get(code) ?? [])
        if (literal.length === 1 || text.startsWith(literal, at)) found(payloads);
    }
  }

  has(text: string): boolean {
    const marks = this.#marks;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (marks[code & 0xff] === 0) continue;
      for (const [literal] of this.#byFirst.get(code) ?? [])
        if (literal.length === 1 || text.startsWith(literal, at)) return true;
    }
    return false;
  }
}

function grouped<T>(pairs: Iterable<readonly [string, T]>): Map<string, T[]> {
  const entries = new Map<string, T[]>();
  for (const [literal, payload] of pairs) {
    const payloads = entries.get(literal);
    if (payloads) payloads.push(payload);
    else entries.set(literal, [payload]);
  }
  return entries;
}

function wordAt(text: string, at: number): number {
  let word = 0;
  for (let next = at; next < at + GRAM; next++) word = (word << 8) | (text.charCodeAt(next) & 0xff);
  return word;
}

function gramWeights(literals: Iterable<string>): ReadonlyMap<number, number> {
  const weights = new Map<number, number>();
  const add = (text: string, weight: number) => {
    for (let at = 0; at + GRAM <= text.length; at++) {
      const word = wordAt(text, at);
      weights.set(word, (weights.get(word) ?? 0) + weight);
    }
  };
  add(COMMON, COMMON_WEIGHT);
  for (const literal of literals) add(literal, 1);
  return weights;
}

function rarestGram(literal: string, weights: ReadonlyMap<number, number>): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let at = 0; at + GRAM <= literal.length; at++) {
    const weight = weights.get(wordAt(literal, at)) ?? 0;
    if (weight < least) [best, least] = [at, weight];
  }
  return best;
}

/** Whether a literal says next to nothing about an event. */
export function isCommon(literal: string): boolean {
  return COMMON.includes(literal);
}
