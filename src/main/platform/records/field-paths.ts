import { isObject, type JsonObject } from './json-record.ts';

/**
 * The value at a dotted path, whether the source nests objects, writes dots into names, or mixes
 * both (`{"kibana.alert":{"rule.name":…}}`). In a list, a number is an index; a name is looked for
 * in its first object that has it. Undefined where there is nothing.
 */
export function valueAt(record: JsonObject, path: string): unknown {
  if (Object.hasOwn(record, path)) return record[path];
  for (let dot = path.indexOf('.'); dot !== -1; dot = path.indexOf('.', dot + 1)) {
    const name = path.slice(0, dot);
    if (!Object.hasOwn(record, name)) continue;
    const found = valueIn(record[name], path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

function valueIn(value: unknown, path: string): unknown {
  if (isObject(value)) return valueAt(value, path);
  if (!Array.isArray(value)) return undefined;
  const dot = path.indexOf('.');
  const index = Number(dot === -1 ? path : path.slice(0, dot));
  if (Number.isInteger(index)) {
    return dot === -1 ? value[index] : valueIn(value[index], path.slice(dot + 1));
  }
  for (const entry of value) {
    const found = isObject(entry) ? valueAt(entry, path) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The first path that leads to something that is not empty. */
export function firstAt(record: JsonObject, paths: readonly string[]): unknown {
  for (const path of paths) {
    const value = valueAt(record, path);
    if (value !== undefined && value !== null && value !== '') return single(value);
  }
  return undefined;
}

/** Search answers with `fields` wrap each value in a list. */
function single(value: unknown): unknown {
  return Array.isArray(value) && value.length > 0 && !isObject(value[0]) ? value[0] : value;
}

/** The document in a hit of Elasticsearch or OpenSearch (`_source`, or `fields`), else the record. */
export function documentOf(record: JsonObject): JsonObject {
  if (isObject(record._source)) return record._source;
  const isHit = typeof record._index === 'string' && isObject(record.fields);
  return isHit ? (record.fields as JsonObject) : record;
}

/** Counts the names of `record` that are not `known`, under `prefix`. */
export function countUnknown(
  record: JsonObject,
  known: ReadonlySet<string>,
  prefix: string,
  count: (field: string) => void,
): void {
  for (const name in record) {
    if (!known.has(name)) count(prefix === '' ? name : prefix + name);
  }
}
