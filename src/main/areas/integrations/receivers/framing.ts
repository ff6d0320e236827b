/**
 * Messages of a stream of syslog (RFC 6587): counted in octets ('5 hello') or each on a line, found anew
 * for each message, since senders mix them; RFC 5425 knows the first only. Bounded: a message that is too
 * long is passed over and counted.
 */
const NEWLINE = 10;
const BLANK = 32;
const ZERO = 48;
const NINE = 57;
const OPENING = 0x3c;
/** A count has at most so many digits. */
const MOST_DIGITS = 7;

/** Longest message that is taken; RFC 5424 asks for 2,048 octets at least. */
const MOST_MESSAGE_BYTES = 256 * 1024;

export interface Framer {
  /** Whole messages, as views into the chunk or copies of parts. */
  push(chunk: Buffer): Buffer[];
  /** What is left when the sender closes: a last line without its end. */
  end(): Buffer[];
  /** Messages passed over because they were too long, since the last call. */
  takeTooLong(): number;
}

interface Count {
  readonly size: number;
  readonly start: number;
}

/** Digits and a blank before `<`. Null: a line. 'more': not told yet. */
function countAt(bytes: Buffer, from: number): Count | null | 'more' {
  let size = 0;
  for (let at = from; at <= from + MOST_DIGITS; at++) {
    const byte = bytes[at];
    if (byte === undefined) return 'more';
    if (byte === BLANK && at > from) return countedAt(bytes, at + 1, size);
    const isDigit = byte >= ZERO && byte <= NINE;
    if (!isDigit || (at === from && byte === ZERO)) return null;
    size = size * 10 + byte - ZERO;
  }
  return null;
}

function countedAt(bytes: Buffer, start: number, size: number): Count | null | 'more' {
  const next = bytes[start];
  if (next === undefined) return 'more';
  return next === OPENING ? { size, start } : null;
}

export function createFramer(most = MOST_MESSAGE_BYTES): Framer {
  return new StreamFramer(most);
}

class StreamFramer implements Framer {
  readonly #most: number;
  #rest: Buffer = Buffer.alloc(0);
  #toSkip = 0;
  #isSkippingLine = false;
  #tooLong = 0;

  constructor(most: number) {
    this.#most = most;
  }

  push(chunk: Buffer): Buffer[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const found: Buffer[] = [];
    let from = 0;
    while (from < bytes.length) {
      const isSkipping = this.#toSkip > 0 || this.#isSkippingLine;
      const next = isSkipping ? this.#skip(bytes, from) : this.#take(bytes, from, found);
      if (next === null) break;
      from = next;
    }
    this.#rest = Buffer.from(bytes.subarray(from));
    return found;
  }

  end(): Buffer[] {
    const found: Buffer[] = [];
    if (this.#toSkip === 0 && !this.#isSkippingLine) put(found, this.#rest);
    this.#rest = Buffer.alloc(0);
    return found;
  }

  takeTooLong(): number {
    const count = this.#tooLong;
    this.#tooLong = 0;
    return count;
  }

  #skip(bytes: Buffer, from: number): number {
    if (this.#toSkip > 0) {
      const step = Math.min(this.#toSkip, bytes.length - from);
      this.#toSkip -= step;
      return from + step;
    }
    const newline = bytes.indexOf(NEWLINE, from);
    if (newline === -1) return bytes.length;
    this.#isSkippingLine = false;
    return newline + 1;
  }

  /** One message from `from` on: where the next begins, null where more is needed. */
  #take(bytes: Buffer, from: number, found: Buffer[]): number | null {
    const counted = countAt(bytes, from);
    if (counted === 'more') return this.#line(bytes, from, found, true);
    return counted === null
      ? this.#line(bytes, from, found, false)
      : this.#counted(bytes, from, counted, found);
  }

  #counted(bytes: Buffer, from: number, count: Count, found: Buffer[]): number | null {
    const end = count.start + count.size;
    if (count.size > this.#most) {
      this.#tooLong++;
      this.#toSkip = end - from;
      return from;
    }
    if (end > bytes.length) return null;
    put(found, bytes.subarray(count.start, end));
    return end;
  }

  #line(bytes: Buffer, from: number, found: Buffer[], mayBeCount: boolean): number | null {
    const newline = bytes.indexOf(NEWLINE, from);
    if (newline === -1) {
      if (mayBeCount || bytes.length - from <= this.#most) return null;
      this.#tooLong++;
      this.#isSkippingLine = true;
      return bytes.length;
    }
    if (newline - from > this.#most) this.#tooLong++;
    else put(found, bytes.subarray(from, newline));
    return newline + 1;
  }
}

/** Without what senders put at the end: line ends, NULs. Blank ones are no messages. */
function put(found: Buffer[], bytes: Buffer): void {
  const message = trimmed(bytes);
  if (message.length > 0) found.push(message);
}

export function trimmed(bytes: Buffer): Buffer {
  let end = bytes.length;
  while (end > 0) {
    const byte = bytes[end - 1];
    if (byte !== NEWLINE && byte !== 13 && byte !== 0 && byte !== BLANK) break;
    end--;
  }
  return bytes.subarray(0, end);
}
