/** What a byte means to a splitter of JSON (RFC 8259) while it is outside a string. */
export const BYTE = {
  space: 0,
  plain: 1,
  open: 2,
  close: 3,
  quote: 4,
  colon: 5,
  comma: 6,
  newline: 7,
  alien: 8,
} as const;

/** Kind of each byte; `alien` stands nowhere outside strings in JSON. */
export const BYTE_KINDS: Uint8Array = byteKinds();

function byteKinds(): Uint8Array {
  const kinds = new Uint8Array(256).fill(BYTE.alien);
  const set = (bytes: string, kind: number) => {
    for (const byte of Buffer.from(bytes, 'latin1')) kinds[byte] = kind;
  };
  set(' \t\r', BYTE.space);
  set('0123456789+-.eEtrufalsn', BYTE.plain);
  set('{[', BYTE.open);
  set('}]', BYTE.close);
  set('"', BYTE.quote);
  set(':', BYTE.colon);
  set(',', BYTE.comma);
  set('\n', BYTE.newline);
  return kinds;
}

export const OPEN_OBJECT = 0x7b;
export const OPEN_ARRAY = 0x5b;
export const CLOSE_ARRAY = 0x5d;
const BACKSLASH = 0x5c;
const QUOTE = 0x22;
const NEWLINE = 0x0a;

/** Which brackets are open: one byte a level. */
export class BracketStack {
  #kinds = new Uint8Array(256);
  depth = 0;

  push(bracket: number): void {
    if (this.depth === this.#kinds.length) {
      const larger = new Uint8Array(this.#kinds.length * 2);
      larger.set(this.#kinds);
      this.#kinds = larger;
    }
    this.#kinds[this.depth++] = bracket;
  }

  /** Closes the innermost bracket; false where `bracket` is not its partner. */
  pop(bracket: number): boolean {
    if (this.depth === 0) return false;
    // In ASCII a closing bracket comes two after its opening one.
    return this.#kinds[--this.depth] === bracket - 2;
  }

  get isInObject(): boolean {
    return this.depth > 0 && this.#kinds[this.depth - 1] === OPEN_OBJECT;
  }

  reset(depth: number): void {
    this.depth = depth;
  }
}

/** Where a string stands at the end of what could be read of it. */
export interface StringEnd {
  /** Index after the closing quote, or of the newline that may not be in it, or the chunk's end. */
  at: number;
  isClosed: boolean;
  isBroken: boolean;
  /** The last byte was a backslash whose partner is in the next chunk. */
  isEscaped: boolean;
}

/** Runs through a string from inside it. A raw newline means that its quote was never closed. */
export function runString(chunk: Buffer, from: number, isEscaped: boolean, end: StringEnd): void {
  let i = isEscaped ? from + 1 : from;
  const size = chunk.length;
  end.isClosed = false;
  end.isBroken = false;
  for (; i < size; i++) {
    const byte = chunk[i];
    if (byte === QUOTE) {
      end.isClosed = true;
      i++;
      break;
    }
    if (byte === BACKSLASH) i++;
    else if (byte === NEWLINE) {
      end.isBroken = true;
      break;
    }
  }
  end.isEscaped = i > size;
  end.at = Math.min(i, size);
}
