/** Deeper than this no record is read; the parser behind would take seconds over one record. */
export const MAX_JSON_DEPTH = 1_000_000;

export type JsonObject = { readonly [name: string]: unknown };

export type JsonReading =
  | { readonly type: 'object'; readonly record: JsonObject; readonly text: string }
  | { readonly type: 'problem'; readonly reason: string };

const NOT_AN_OBJECT: JsonReading = { type: 'problem', reason: 'not a JSON object' };
/** Below this size no record can be nested deeper than the limit. */
const SHALLOW_BYTES = 2 * MAX_JSON_DEPTH;

/** One record of JSON. Bytes that are not UTF-8 read as U+FFFD; the raw record keeps them. */
export function readJsonRecord(bytes: Buffer): JsonReading {
  if (bytes[0] !== 0x7b) return NOT_AN_OBJECT;
  if (bytes.length > SHALLOW_BYTES && opensDeeper(bytes)) {
    return { type: 'problem', reason: 'nested too deep' };
  }
  const text = bytes.toString('utf8');
  try {
    const record: unknown = JSON.parse(text);
    return isObject(record) ? { type: 'object', record, text } : NOT_AN_OBJECT;
  } catch (error) {
    return { type: 'problem', reason: describe(error) };
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function opensDeeper(bytes: Buffer): boolean {
  let depth = 0;
  for (const byte of bytes) {
    if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d || byte === 0x5d) depth--;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

/** V8 quotes the text in its message; the excerpt shows it already, and the position is enough. */
function describe(error: unknown): string {
  if (!(error instanceof SyntaxError)) return 'not valid JSON';
  const position = /at position (\d+)/.exec(error.message)?.[1];
  if (position !== undefined) return `not valid JSON at character ${Number(position) + 1}`;
  return error.message.includes('end of') ? 'not valid JSON: it ends too early' : 'not valid JSON';
}

/** `JSON.parse` with the third argument of its reviver (ES2026, "JSON.parse source text access"). */
type ParseWithSource = (
  text: string,
  reviver: (name: string, value: unknown, context: { readonly source?: string }) => unknown,
) => unknown;

/**
 * A copy of the record in which every number that a double would round is the text that the source
 * wrote, so that an id beyond 2^53 stays itself when it becomes text.
 */
export function readExactly(text: string): JsonObject {
  const parse = JSON.parse as ParseWithSource;
  const exact = parse(text, (_name, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source ? source : value,
  );
  return isObject(exact) ? exact : {};
}
