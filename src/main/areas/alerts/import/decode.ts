/** How the characters of a file are written, found by its first bytes. */
export interface Encoding {
  readonly name: 'utf-8' | 'utf-16le' | 'utf-16be';
  /** Bytes of the byte order mark. */
  readonly markBytes: number;
}

/**
 * UTF-8 with or without a byte order mark; UTF-16 with one, or without one where the zeros of ASCII
 * give it away (both as Unicode, section 23.8, writes them). Null for UTF-32, which nobody writes
 * logs in.
 */
export function detectEncoding(head: Uint8Array): Encoding | null {
  const [a = -1, b = -1, c = -1, d = -1] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { name: 'utf-8', markBytes: 3 };
  if ((a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe)) {
    return null;
  }
  if (a === 0xff && b === 0xfe) return { name: 'utf-16le', markBytes: 2 };
  if (a === 0xfe && b === 0xff) return { name: 'utf-16be', markBytes: 2 };
  if (a > 0 && b === 0 && c > 0 && d === 0) return { name: 'utf-16le', markBytes: 0 };
  if (a === 0 && b > 0 && c === 0 && d > 0) return { name: 'utf-16be', markBytes: 0 };
  return { name: 'utf-8', markBytes: 0 };
}

/** The chunks as UTF-8; UTF-8 itself passes untouched, valid or not. */
export async function* toUtf8(
  source: AsyncIterable<Buffer>,
  encoding: Encoding,
): AsyncGenerator<Buffer> {
  const decoder = encoding.name === 'utf-8' ? null : new TextDecoder(encoding.name);
  let toSkip = encoding.markBytes;
  for await (const chunk of source) {
    const rest = chunk.subarray(Math.min(toSkip, chunk.length));
    toSkip -= chunk.length - rest.length;
    if (rest.length === 0) continue;
    yield decoder === null ? rest : Buffer.from(decoder.decode(rest, { stream: true }), 'utf8');
  }
  const last = decoder?.decode() ?? '';
  if (last !== '') yield Buffer.from(last, 'utf8');
}
