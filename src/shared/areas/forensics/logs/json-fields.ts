/**
 * Flat fields of a JSON value: objects by their names with dots between, lists as lists, scalars as text.
 * Whole numbers beyond 2^53 keep their digits. Depth, names and values are bounded (`LOG_LIMITS`).
 */
import { createFields, type MutableFields, putField } from './fields.ts';
import { LOG_LIMITS } from './line-format.types.ts';

interface Flattened {
  readonly fields: MutableFields;
  /** Something was beyond a limit and is left out. */
  readonly isCut: boolean;
}

/** A number that a double may not hold as it is written. */
const LONG_NUMBER = /[:,[]\s*-?[\d.]{16,}/;

/** @throws SyntaxError */
export function parseJson(text: string): unknown {
  return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits as Reviver) : JSON.parse(text);
}

type Reviver = (this: unknown, name: string, value: unknown) => unknown;

/** V8 hands over the text of a scalar as a third argument ('JSON.parse source text access'). */
function keepDigits(
  _name: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || source.length < 16) return value;
  return String(value) === source ? value : source;
}

export function flattenJson(value: unknown): Flattened {
  const walk = new Walk();
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    walk.object(value as Record<string, unknown>, '', 0);
  } else walk.put('value', value, 0);
  return { fields: walk.fields, isCut: walk.isCut };
}

class Walk {
  readonly fields = createFields();
  isCut = false;
  #names = 0;
  #values = 0;

  object(value: Readonly<Record<string, unknown>>, prefix: string, depth: number): void {
    for (const name in value) {
      if (Object.hasOwn(value, name)) this.put(prefix + name, value[name], depth);
    }
  }

  put(name: string, value: unknown, depth: number): void {
    if (typeof value === 'object' && value !== null) {
      if (depth >= LOG_LIMITS.depth) this.isCut = true;
      else if (Array.isArray(value)) this.#list(name, value, depth + 1);
      else this.object(value as Record<string, unknown>, `${name}.`, depth + 1);
      return;
    }
    this.#scalar(name, scalarOf(value), depth);
  }

  #scalar(name: string, text: string, depth: number): void {
    if (this.fields[name] === undefined && ++this.#names > LOG_LIMITS.fields) {
      this.isCut = true;
    } else if (++this.#values > LOG_LIMITS.values) this.isCut = true;
    else if (depth === 0) this.fields[name] = text;
    else putField(this.fields, name, text);
  }

  /** A list of scalars stays one, also of one or none; objects in it share their names. */
  #list(name: string, items: readonly unknown[], depth: number): void {
    if (items.every((item) => typeof item !== 'object' || item === null)) {
      if (this.#names + 1 > LOG_LIMITS.fields || this.#values + items.length > LOG_LIMITS.values) {
        this.isCut = true;
        return;
      }
      this.#values += items.length;
      const known = this.fields[name];
      if (known === undefined) this.#names++;
      const before = known === undefined ? [] : typeof known === 'string' ? [known] : known;
      this.fields[name] = [...before, ...items.map(scalarOf)];
      return;
    }
    for (const item of items) this.put(name, item, depth);
  }
}

function scalarOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : String(value);
}
