/** Events of JSON values, one by one: what an export wraps them in is taken off. */
import type { EventFields } from '../events/event.types.ts';
import { Describer } from './describe.ts';
import { evtxJsonFields } from './evtx-json.ts';
import { createFields, type MutableFields } from './fields.ts';
import { flattenJson, parseJson } from './json-fields.ts';
import type { LineContext, LinePlace } from './line-format.types.ts';

const WINLOG_DATA = 'winlog.event_data.';
const MOST_WRAPPERS = 4;

export class JsonEvents {
  readonly describer: Describer;
  readonly #context: LineContext;

  constructor(context: LineContext) {
    this.#context = context;
    this.describer = new Describer(context);
  }

  /** Answers whether the text is JSON. */
  text(text: string, at: LinePlace): boolean {
    let value: unknown;
    try {
      value = parseJson(text);
    } catch {
      return false;
    }
    this.value(value, at);
    return true;
  }

  value(value: unknown, at: LinePlace, depth = 0): void {
    if (Array.isArray(value) && depth < MOST_WRAPPERS) {
      for (const one of value) this.value(one, at, depth + 1);
      return;
    }
    if (depth < MOST_WRAPPERS && isHit(value)) {
      this.value(value._source, at, depth + 1);
      return;
    }
    const wrapped = depth < MOST_WRAPPERS ? wrappedList(value) : null;
    if (wrapped !== null) {
      for (const one of wrapped) this.value(one, at, depth + 1);
      return;
    }
    const fields = evtxJsonFields(value) ?? this.#flat(value, at);
    this.#context.emit(this.describer.describe(fields, at));
  }

  #flat(value: unknown, at: LinePlace): EventFields {
    const { fields, isCut } = flattenJson(value);
    if (isCut)
      this.#context.problem('a record has more names, values or depth than are read', at, true);
    return fields['winlog.channel'] === undefined ? fields : withWindowsNames(fields);
  }
}

/** `{"records": […]}`, as some exports write line by line: an object of one list of objects and no more. */
function wrappedList(value: unknown): readonly unknown[] | null {
  if (typeof value !== 'object' || value === null) return null;
  const [only, ...others] = Object.values(value);
  const isList = Array.isArray(only) && others.length === 0 && only.length > 0;
  return isList && only.every((one) => typeof one === 'object' && one !== null) ? only : null;
}

/** A hit of a search in Elasticsearch, as its exports hold them. */
function isHit(value: unknown): value is { readonly _source: Record<string, unknown> } {
  if (typeof value !== 'object' || value === null || !('_source' in value)) return false;
  return typeof value._source === 'object' && value._source !== null && '_index' in value;
}

/** Winlogbeat's names stay; those of Windows, which rules speak of, stand before them. */
function withWindowsNames(fields: MutableFields): MutableFields {
  const named = createFields();
  const add = (name: string, from: string) => {
    const value = fields[from];
    if (value !== undefined) named[name] = value;
  };
  add('Channel', 'winlog.channel');
  add('Provider_Name', 'winlog.provider_name');
  add('EventID', 'winlog.event_id');
  if (named.EventID === undefined) add('EventID', 'event.code');
  add('Computer', 'winlog.computer_name');
  for (const name in fields) {
    if (name.startsWith(WINLOG_DATA)) add(name.slice(WINLOG_DATA.length), name);
  }
  for (const name in fields) named[name] ??= fields[name] ?? '';
  return named;
}
