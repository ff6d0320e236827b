/**
 * Reads a JSON text (RFC 8259) for showing, not for computing: numbers keep their digits (beyond
 * 2^53, too), a name that comes twice is there twice, order stays, and no depth overflows a stack.
 */
export type JsonNode =
  | { readonly type: 'object'; readonly entries: readonly JsonEntry[] }
  | { readonly type: 'array'; readonly items: readonly JsonNode[] }
  | { readonly type: 'string'; readonly value: string }
  /** A number, true, false or null, as it was written. */
  | { readonly type: 'literal'; readonly text: string };

export interface JsonEntry {
  readonly name: string;
  readonly node: JsonNode;
}

type Open =
  | { type: 'object'; entries: JsonEntry[]; name: string | null }
  | { type: 'array'; items: JsonNode[] };

const BLANK = /[ \t\n\r]*/y;
const LITERAL = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

interface Reader {
  readonly text: string;
  at: number;
}

function take(reader: Reader, pattern: RegExp): string | null {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found === undefined) return null;
  reader.at += found.length;
  return found;
}

/** A quoted text, by hand: a pattern would keep a step for every character of a value of megabytes. */
function takeText(reader: Reader): string | null {
  const { text, at } = reader;
  if (text[at] !== '"') return null;
  let end = at + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === '\\' ? 2 : 1;
  try {
    const value: unknown = JSON.parse(text.slice(at, end + 1));
    reader.at = end + 1;
    return String(value);
  } catch {
    return null;
  }
}

function takeSign(reader: Reader, sign: string): boolean {
  take(reader, BLANK);
  if (reader.text[reader.at] !== sign) return false;
  reader.at += 1;
  return true;
}

/** A name and its colon; null where there is none. */
function takeName(reader: Reader): string | null {
  take(reader, BLANK);
  const name = takeText(reader);
  return name !== null && takeSign(reader, ':') ? name : null;
}

function takeScalar(reader: Reader): JsonNode | null {
  const value = takeText(reader);
  if (value !== null) return { type: 'string', value };
  const text = take(reader, LITERAL);
  return text === null ? null : { type: 'literal', text };
}

function close(open: Open): JsonNode {
  return open.type === 'object'
    ? { type: 'object', entries: open.entries }
    : { type: 'array', items: open.items };
}

/** Null where the text is not one JSON value. */
export function parseJsonNode(text: string): JsonNode | null {
  const reader: Reader = { text, at: 0 };
  const stack: Open[] = [];
  for (;;) {
    let node = begin(reader, stack);
    if (node === 'opened') continue;
    while (node !== null && stack.length > 0) {
      const next = add(reader, stack, node);
      if (next === 'more') break;
      node = next;
    }
    if (node === null) return null;
    if (stack.length === 0) return isAtEnd(reader) ? node : null;
  }
}

/** The beginning of a value: a scalar, an empty container, or a container that stays open. */
function begin(reader: Reader, stack: Open[]): JsonNode | 'opened' | null {
  if (takeSign(reader, '{')) {
    if (takeSign(reader, '}')) return { type: 'object', entries: [] };
    const name = takeName(reader);
    if (name === null) return null;
    stack.push({ type: 'object', entries: [], name });
    return 'opened';
  }
  if (takeSign(reader, '[')) {
    if (takeSign(reader, ']')) return { type: 'array', items: [] };
    stack.push({ type: 'array', items: [] });
    return 'opened';
  }
  return takeScalar(reader);
}

/** Puts a value into the innermost container; answers that container when it closes. */
function add(reader: Reader, stack: Open[], node: JsonNode): JsonNode | 'more' | null {
  const open = stack.at(-1);
  if (!open) return null;
  if (open.type === 'object') open.entries.push({ name: open.name ?? '', node });
  else open.items.push(node);
  if (takeSign(reader, ',')) {
    if (open.type === 'array') return 'more';
    open.name = takeName(reader);
    return open.name === null ? null : 'more';
  }
  if (!takeSign(reader, open.type === 'object' ? '}' : ']')) return null;
  stack.pop();
  return close(open);
}

function isAtEnd(reader: Reader): boolean {
  take(reader, BLANK);
  return reader.at === reader.text.length;
}
