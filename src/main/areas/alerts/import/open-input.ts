import { AppError } from '../../../../shared/contract/errors.ts';
import { detectEncoding, type Encoding, toUtf8 } from './decode.ts';
import { gunzip, isGzip } from './decompress.ts';
import { isBinary, nameWrongKind } from './file-kinds.ts';

/** How much of a file detection looks at. */
export const HEAD_BYTES = 256 * 1024;
/** How much it takes to see one record of a file whose first line is very long. */
const LONGEST_HEAD_BYTES = 17 * 1024 * 1024;
const NEWLINE = 10;
const OPEN_ARRAY = 0x5b;

export interface OpenInput {
  readonly compressed: boolean;
  /** The first bytes as UTF-8 without a byte order mark. `isWhole`: the file has no more. */
  readonly head: Buffer;
  readonly isWhole: boolean;
  /** All bytes, from the first on. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Lets go of the source; to be called however reading ended. */
  close(): Promise<void>;
}

/**
 * Unpacks and decodes a file as it streams, and has its head ready for detection.
 * @throws AppError that names what the file is and what to do, where it can hold no alerts.
 */
export async function openInput(
  source: AsyncIterable<Uint8Array>,
  onNote: (note: string) => void,
): Promise<OpenInput> {
  const bytes = asBuffers(source);
  const close = async () => {
    await bytes.return(undefined);
  };
  try {
    return { ...(await openBytes(bytes, onNote)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openBytes(
  bytes: AsyncIterable<Buffer>,
  onNote: (note: string) => void,
): Promise<Omit<OpenInput, 'close'>> {
  const packed = await peek(bytes, (head) => head.length >= 2);
  const compressed = isGzip(packed.head);
  const plain = await peek(
    compressed ? gunzip(packed.chunks, onNote) : packed.chunks,
    (head) => head.length >= 65_536,
  );
  const encoding = checkKind(plain.head, compressed);
  if (encoding.name !== 'utf-8') {
    onNote('The file is UTF-16; its records are kept as UTF-8.');
  }
  const text = await peek(toUtf8(plain.chunks, encoding), isEnough);
  return { compressed, ...text };
}

function checkKind(head: Buffer, compressed: boolean): Encoding {
  if (head.length === 0) {
    throw new AppError(
      'bad-input',
      compressed ? 'The gzip file holds nothing that can be read.' : 'The file is empty.',
    );
  }
  const wrongKind = isGzip(head)
    ? 'This file is packed with gzip twice. Unpack it once and import the result.'
    : nameWrongKind(head);
  if (wrongKind !== null) throw new AppError('unsupported-media', wrongKind);
  const encoding = detectEncoding(head);
  if (encoding === null) {
    throw new AppError('unsupported-media', 'This file is UTF-32. Convert it to UTF-8 first.');
  }
  if (encoding.name === 'utf-8' && isBinary(head)) {
    throw new AppError(
      'unsupported-media',
      'This is a binary file, not a file of alerts. Import JSON, NDJSON, CSV or fast.log.',
    );
  }
  return encoding;
}

/** Enough to detect by: a head of full size that holds a whole line or begins a list. */
function isEnough(head: Buffer): boolean {
  if (head.length < HEAD_BYTES) return false;
  if (head.length >= LONGEST_HEAD_BYTES) return true;
  let first = 0;
  while (first < head.length && (head[first] ?? 0) <= 32) first++;
  return head[first] === OPEN_ARRAY || head.includes(NEWLINE, first);
}

interface Peeked {
  readonly head: Buffer;
  readonly isWhole: boolean;
  readonly chunks: AsyncIterable<Buffer>;
}

/** Reads ahead until `isEnough`, then gives the same bytes again, from the first on. */
async function peek(
  source: AsyncIterable<Buffer>,
  isEnoughRead: (head: Buffer) => boolean,
): Promise<Peeked> {
  const iterator = source[Symbol.asyncIterator]();
  const parts: Buffer[] = [];
  let size = 0;
  let looked = 0;
  let isWhole = false;
  for (;;) {
    const next = await iterator.next();
    if (next.done) {
      isWhole = true;
      break;
    }
    parts.push(next.value);
    size += next.value.length;
    // Looking at twice as much each time keeps this linear, however small the chunks.
    if (size < looked * 2 && size < LONGEST_HEAD_BYTES) continue;
    looked = size;
    if (isEnoughRead(Buffer.concat(parts))) break;
  }
  const head = Buffer.concat(parts);
  return { head, isWhole, chunks: resume(head, isWhole, iterator) };
}

async function* resume(
  head: Buffer,
  isWhole: boolean,
  iterator: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    while (!isWhole) {
      const next = await iterator.next();
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

async function* asBuffers(
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of source) {
    if (chunk.length > 0) {
      yield Buffer.isBuffer(chunk)
        ? chunk
        : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
  }
}
