/**
 * Where the records of a JSON text begin and end, piece by piece: objects one after another, elements of a
 * list, or of a list in an object ('Records', 'hits.hits'). The text itself is not kept and not checked:
 * what is between the brackets is read by others. Damage ends at the next record that can be found.
 */

/** Records are objects in so many others; the innermost of these is a list. */
export interface JsonShape {
  readonly depth: number;
  /** 'objects', 'list', 'Records'. */
  readonly name: string;
}

const WRAPPERS: ReadonlySet<string> = new Set(
  'Records records events Events value items logEvents results alerts'.split(' '),
);
const LOOKED_AT = 32_768;
const PARTS = /"((?:[^"\\]|\\.)*)"\s*(:?)|[[\]{}]/g;

/** Null where the text does not begin as JSON does. */
export function jsonShape(head: string): JsonShape | null {
  const text = head.slice(0, LOOKED_AT);
  if (/^\s*\[\s*(?:\{|\[|\]|$)/.test(text)) return { depth: 1, name: 'list' };
  if (!/^\s*\{\s*(?:"|\}|$)/.test(text)) return null;
  return wrapperOf(text) ?? { depth: 0, name: 'objects' };
}

/** The first list of objects in an object, by its name. What is followed by another object is a record. */
function wrapperOf(text: string): JsonShape | null {
  const names: string[] = [];
  let name = '';
  let found: JsonShape | null = null;
  for (const { 0: part, 1: word, 2: colon, index } of text.matchAll(PARTS)) {
    if (word !== undefined) {
      name = colon === ':' ? word : name;
      continue;
    }
    const behind = text.slice(index + 1);
    if (part === '{' || part === '[') {
      if (part === '[') found ??= wrapped(names, name, behind);
      names.push(name);
      name = '';
    } else if (names.length <= 1) return /^\s*\{/.test(behind) ? null : found;
    else names.pop();
  }
  return found;
}

function wrapped(names: readonly string[], name: string, behind: string): JsonShape | null {
  if (!/^\s*\{/.test(behind)) return null;
  if (names.length === 1 && WRAPPERS.has(name)) return { depth: 2, name };
  return names.length === 2 && names[1] === 'hits' && name === 'hits'
    ? { depth: 3, name: 'hits.hits' }
    : null;
}

const QUOTE = 34;
const BACKSLASH = 92;
const NEWLINE = 10;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN = 123;
const CLOSE = 125;
/** Containers whose kind is remembered; deeper ones are counted only. */
const REMEMBERED = 64;

interface JsonPlaces {
  /** From and to in units of the text since its start, and the line in which the record begins. */
  record(from: number, to: number, line: number): void;
}

export class JsonValueScanner {
  readonly #shape: number;
  readonly #places: JsonPlaces;
  readonly #kinds = new Uint8Array(REMEMBERED);
  #depth = 0;
  #line = 1;
  #isText = false;
  #isEscaped = false;
  /** -1 where no record is open. */
  #from = -1;
  #fromLine = 1;
  #isLost = false;

  constructor(shape: JsonShape, places: JsonPlaces) {
    this.#shape = shape.depth;
    this.#places = places;
  }

  /** Where what is open began; null where nothing is. */
  get open(): number | null {
    return this.#from < 0 ? null : this.#from;
  }

  get openLine(): number {
    return this.#fromLine;
  }

  /** Leaves the open record out, for it is too long: what follows it is found when it ends. */
  leaveOut(): void {
    this.#from = -1;
    this.#isLost = true;
  }

  /** A record was left out and has not ended since. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** What was left out does not end: the next object is looked for from here. */
  reset(): void {
    this.#isLost = false;
    this.#depth = this.#shape;
    this.#isText = false;
    if (this.#shape > 0) this.#kinds[this.#shape - 1] = OPEN_LIST;
  }

  /** `units`: bytes, or code units of which those beyond ASCII may be any other number beyond 127. */
  scan(units: Uint8Array, base: number): void {
    const { length } = units;
    for (let at = 0; at < length; at++) {
      const unit = units[at];
      if (unit === NEWLINE) this.#line++;
      if (this.#isText) this.#inText(unit);
      else if (unit === QUOTE) this.#isText = true;
      else if (unit === OPEN || unit === OPEN_LIST) this.#opens(unit, base + at);
      else if (unit === CLOSE || unit === CLOSE_LIST) this.#closes(base + at + 1);
    }
  }

  /** A line cannot end in a text: what is open was not closed. */
  #inText(unit: number | undefined): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (unit === BACKSLASH) this.#isEscaped = true;
    else if (unit === QUOTE || unit === NEWLINE) this.#isText = false;
  }

  #opens(unit: number, at: number): void {
    if (this.#depth === this.#shape && this.#from < 0 && unit === OPEN && this.#isInList()) {
      this.#from = at;
      this.#fromLine = this.#line;
    }
    if (this.#depth < REMEMBERED) this.#kinds[this.#depth] = unit;
    this.#depth++;
  }

  #isInList(): boolean {
    return this.#depth === 0 || this.#kinds[this.#depth - 1] === OPEN_LIST;
  }

  #closes(end: number): void {
    if (this.#depth > 0) this.#depth--;
    if (this.#depth !== this.#shape) return;
    this.#isLost = false;
    if (this.#from < 0) return;
    const from = this.#from;
    this.#from = -1;
    this.#places.record(from, end, this.#fromLine);
  }
}
