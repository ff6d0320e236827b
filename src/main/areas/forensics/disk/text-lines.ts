/** Lines of a text of any size, each of bounded length, with where they begin. */
export interface TextLine {
  readonly text: string;
  /** In bytes from the start. */
  readonly offset: number;
  /** From 1. */
  readonly number: number;
  /** What lies behind `LINE_MAX` bytes was left out. */
  readonly isCut: boolean;
}

export const LINE_MAX = 65_536;
const LF = 10;

/** As UTF-8; bytes that are none become U+FFFD. CR at the end and a byte order mark are dropped. */
export async function* textLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine[]> {
  const decoder = new TextDecoder('utf-8');
  let carry: Uint8Array = new Uint8Array(0);
  let [base, number, skipping] = [0, 0, false];
  const made = (bytes: Uint8Array, offset: number): TextLine => ({
    text: decoder.decode(bytes.subarray(0, LINE_MAX)).replace(/\r$/, ''),
    ...{ offset, number: ++number, isCut: bytes.byteLength > LINE_MAX },
  });
  for await (const chunk of source) {
    const bytes = carry.byteLength === 0 ? chunk : joined(carry, chunk);
    const lines: TextLine[] = [];
    let from = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, from)) {
      if (!skipping) lines.push(made(bytes.subarray(from, end), base + from));
      skipping = false;
      from = end + 1;
    }
    let rest = bytes.subarray(from);
    if (rest.byteLength > LINE_MAX) {
      if (!skipping) lines.push(made(rest, base + from));
      skipping = true;
      from = bytes.byteLength;
      rest = new Uint8Array(0);
    }
    base += from;
    // A copy: what is handed over may be overwritten.
    carry = rest.slice();
    yield lines;
  }
  if (carry.byteLength > 0 && !skipping) yield [made(carry, base)];
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.byteLength + other.byteLength);
  all.set(one);
  all.set(other, one.byteLength);
  return all;
}
