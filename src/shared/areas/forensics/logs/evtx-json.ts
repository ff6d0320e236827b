/** Events as evtx_dump and its kin write them in JSON, with the flat fields that the EVTX reader gives. */
import { createFields, type MutableFields, putField } from './fields.ts';
import { flattenJson } from './json-fields.ts';
import { LOG_LIMITS } from './line-format.types.ts';

type Json = Readonly<Record<string, unknown>>;

/** Null where the value is no such event. */
export function evtxJsonFields(value: unknown): MutableFields | null {
  const event = member(value, 'Event');
  const system = member(event, 'System');
  if (event === null || system === null || !('EventID' in system)) return null;
  const fields = createFields();
  putFirst(fields, system);
  const flat = createFields();
  for (const name in system) addSystem(flat, name, system[name]);
  for (const name in flat) fields[name] ??= flat[name] ?? '';
  const taken = new Set(Object.keys(fields));
  for (const name in event) {
    if (name === 'System' || name === '#attributes') continue;
    addData(fields, taken, name, event[name]);
  }
  return fields;
}

function member(value: unknown, name: string): Json | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return null;
  const found = (value as Json)[name];
  return typeof found === 'object' && found !== null && !Array.isArray(found)
    ? (found as Json)
    : null;
}

function putFirst(fields: MutableFields, system: Json): void {
  const provider = member(member(system, 'Provider'), '#attributes') ?? member(system, 'Provider');
  const first: readonly (readonly [string, unknown])[] = [
    ['Channel', system.Channel],
    ['Provider_Name', provider?.Name ?? provider?.['@Name']],
    ['EventID', textOf(system.EventID)],
    ['Computer', system.Computer],
  ];
  for (const [name, value] of first) {
    if (typeof value === 'string' || typeof value === 'number') fields[name] = String(value);
  }
}

function textOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as Json)['#text'] : value;
}

function addSystem(flat: MutableFields, name: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) {
    if (value !== null && value !== undefined) putField(flat, name, String(value));
    return;
  }
  const { fields } = flattenJson(value);
  for (const inner in fields) {
    const own = inner.replace(/^#attributes\.|^@/, '');
    putAll(flat, own === '#text' ? name : `${name}_${own}`, fields[inner]);
  }
}

/** By the last name, wherever it stands; what `System` has is not added to. */
function addData(
  fields: MutableFields,
  taken: ReadonlySet<string>,
  name: string,
  value: unknown,
): void {
  const { fields: flat } = flattenJson({ [name]: value });
  let count = 0;
  for (const path in flat) {
    if (path.includes('#attributes.xmlns') || ++count > LOG_LIMITS.fields) continue;
    const own = lastName(path);
    if (!taken.has(own)) putAll(fields, own, flat[path]);
  }
}

function lastName(path: string): string {
  const parts = path.split('.');
  const last = parts.pop() ?? path;
  if (last === '#text') return parts.pop() ?? last;
  const at = parts.lastIndexOf('#attributes');
  // Names of data may hold dots of their own: only the first part is known to be a level.
  if (at > 0) return `${parts[at - 1]}_${last}`;
  return parts.length > 1 && parts[0] === 'EventData' ? path.slice('EventData.'.length) : last;
}

function putAll(
  fields: MutableFields,
  name: string,
  value: string | readonly string[] | undefined,
): void {
  if (value === undefined) return;
  if (typeof value === 'string') putField(fields, name, value);
  else for (const one of value) putField(fields, name, one);
}
