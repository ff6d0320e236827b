import { ConnectorFailure } from '../connector.types.ts';

/** A line of an answer that is longer is nobody's record. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const EXCERPT_BYTES = 2_048;
const EXCERPT_TEXT = 200;

export async function wholeBody(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

/** @throws ConnectorFailure where it is not UTF-8 or not JSON. An empty body is null (204). */
export function parseJson(bytes: Buffer, host: string): unknown {
  if (bytes.length === 0) return null;
  const text = decodeUtf8(bytes, host);
  try {
    return JSON.parse(text);
  } catch {
    throw new ConnectorFailure(
      'answer',
      `${host} answered with something that is not JSON. A login page or a proxy may stand in between: check the address.`,
    );
  }
}

function decodeUtf8(bytes: Buffer, host: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ConnectorFailure(
      'answer',
      `${host} answered in a charset that is not UTF-8. Nothing of the answer was used.`,
    );
  }
}

/** Lines as they arrive, without their ends and without empty ones. */
export async function* linesOf(
  pieces: AsyncIterable<Uint8Array>,
  host: string,
): AsyncGenerator<Uint8Array> {
  let open: Uint8Array[] = [];
  let openBytes = 0;
  const hold = (piece: Uint8Array) => {
    openBytes += piece.length;
    if (openBytes > MAX_LINE_BYTES)
      throw new ConnectorFailure(
        'answer',
        `${host} sent a line of more than 16 MiB. Nothing of it was used.`,
      );
    open.push(piece);
  };
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, from)) {
      hold(piece.subarray(from, end));
      const line = joined(open);
      open = [];
      openBytes = 0;
      if (line.length > 0) yield line;
      from = end + 1;
    }
    if (from < piece.length) hold(piece.subarray(from));
  }
  const last = joined(open);
  if (last.length > 0) yield last;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  const whole = parts.length === 1 && first ? first : Buffer.concat(parts);
  return whole.at(-1) === RETURN ? whole.subarray(0, -1) : whole;
}

/** What a vendor says about its refusal, in one line; a page of HTML says nothing. */
export async function excerptOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of pieces) {
      parts.push(piece);
      size += piece.length;
      if (size >= EXCERPT_BYTES) break;
    }
  } catch {
    // What it said is a help, not needed: the status stands.
  }
  const text = Buffer.concat(parts).subarray(0, EXCERPT_BYTES).toString('utf8').trim();
  if (text.startsWith('<')) return '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a vendor's text may hold any of them
  const plain = text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ');
  return plain.length > EXCERPT_TEXT ? `${plain.slice(0, EXCERPT_TEXT)}…`.toWellFormed() : plain;
}
