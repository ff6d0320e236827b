/** One event, laid out for the rules: values by column, folded once where a rule asks for it. */
import { fieldKey, fold } from './fold.ts';
import type { FlatEvent } from './sigma.types.ts';

export type Value = string | readonly string[];

const KNOWN_NAMES = 20_000;

/** The fields that rules speak of, each with its number. */
export class Columns {
  readonly #byKey = new Map<string, number>();
  /** Names as events spell them. Bounded: hostile events name fields without end. */
  readonly #byName = new Map<string, number>();

  get size(): number {
    return this.#byKey.size;
  }

  of(field: string): number {
    const key = fieldKey(field);
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const column = this.#byKey.size;
    this.#byKey.set(key, column);
    this.#byName.clear();
    return column;
  }

  /** -1 where no rule speaks of it. */
  find(name: string): number {
    const known = this.#byName.get(name);
    if (known !== undefined) return known;
    const column = this.#byKey.get(fieldKey(name)) ?? -1;
    if (this.#byName.size >= KNOWN_NAMES) this.#byName.clear();
    this.#byName.set(name, column);
    return column;
  }
}

export class EventView {
  readonly #columns: Columns;
  /** The event's fields in their order. */
  readonly #names: string[] = [];
  readonly #raw: Value[] = [];
  readonly #folded: (Value | undefined)[] = [];
  readonly #columnAt: number[] = [];
  /** By column, the place of its field; those of other events are told by `#loads`. */
  #places = new Int32Array(256);
  #loads = new Uint32Array(256);
  #load = 0;
  #size = 0;

  constructor(columns: Columns) {
    this.#columns = columns;
  }

  /** Of two names that are one field, the first counts: System stands before what a program wrote. */
  load(event: FlatEvent): void {
    this.#nextLoad();
    const columns = this.#columns;
    let at = 0;
    for (const name in event) {
      const value = event[name];
      if (value === undefined) continue;
      this.#names[at] = name;
      this.#raw[at] = value;
      this.#folded[at] = undefined;
      const column = columns.find(name);
      const counts = column >= 0 && this.#loads[column] !== this.#load;
      this.#columnAt[at] = counts ? column : -1;
      if (counts) {
        this.#loads[column] = this.#load;
        this.#places[column] = at;
      }
      at++;
    }
    this.#size = at;
  }

  #nextLoad(): void {
    if (this.#places.length < this.#columns.size) {
      this.#places = new Int32Array(this.#columns.size * 2);
      this.#loads = new Uint32Array(this.#columns.size * 2);
      this.#load = 0;
    }
    this.#load++;
    if (this.#load > 0xfffffff0) {
      this.#loads.fill(0);
      this.#load = 1;
    }
  }

  /** -1 where the event has no such field. */
  #placeOf(column: number): number {
    return this.#loads[column] === this.#load ? (this.#places[column] ?? -1) : -1;
  }

  /** Undefined where the event has no such field. */
  raw(column: number): Value | undefined {
    const place = this.#placeOf(column);
    return place < 0 ? undefined : this.#raw[place];
  }

  folded(column: number): Value | undefined {
    const place = this.#placeOf(column);
    return place < 0 ? undefined : this.foldedAt(place);
  }

  /** The field as the event spells it. */
  nameOf(column: number): string {
    return this.#names[this.#placeOf(column)] ?? '';
  }

  /** How many fields the event has; they are asked for by their place from 0 on. */
  get size(): number {
    return this.#size;
  }

  /** -1 where no rule speaks of the field. */
  columnAt(place: number): number {
    return this.#columnAt[place] ?? -1;
  }

  nameAt(place: number): string {
    return this.#names[place] ?? '';
  }

  rawAt(place: number): Value {
    return this.#raw[place] ?? '';
  }

  foldedAt(place: number): Value {
    const known = this.#folded[place];
    if (known !== undefined) return known;
    const raw = this.#raw[place] ?? '';
    const value = typeof raw === 'string' ? fold(raw) : raw.map(fold);
    this.#folded[place] = value;
    return value;
  }
}
