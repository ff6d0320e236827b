/**
 * Opens an Office archive a stranger made (APPNOTE.TXT 6.3; ECMA-376 part 2). Its defences:
 * - the number of entries, the sizes they declare and what they really inflate to are limited;
 * - a part may declare no document type and no entities, and must be UTF-8, so that none hide;
 * - what is no XML (macros, pictures, embedded files) is never inflated, only named;
 * - what passed is packed anew: the parser sees nothing that was not looked at, whatever a second
 *   directory or a different local header of the archive may say.
 */
import { Buffer } from 'node:buffer';
import { on } from 'node:events';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '../../../shared/contract/errors.ts';

/** What kind of file it is to be, in the words of its messages. */
export interface ArchiveKind {
  readonly noun: 'workbook' | 'document';
  /** 'This is not an .xlsx workbook' */
  readonly name: string;
  readonly extension: '.xlsx' | '.docx';
  readonly oldExtension: '.xls' | '.doc';
  /** What to do with one that is too large. */
  readonly advice: string;
  readonly writers: string;
}

export interface ArchiveLimits {
  /** Bytes of all parts together when inflated. */
  readonly maxInflatedBytes: number;
  readonly maxEntries: number;
}

export interface ArchiveParts {
  /** The XML parts, by name. */
  readonly parts: Map<string, string>;
  /** Names of all others. */
  readonly others: readonly string[];
}

const MEBIBYTE = 1024 * 1024;
const XML_PART = /\.(?:xml|rels|vml)$/i;

/** @throws AppError 'bad-input' with what is wrong, where, and what to do; 'too-large' over a limit. */
export async function readArchive(
  bytes: Uint8Array,
  kind: ArchiveKind,
  limits: ArchiveLimits,
): Promise<ArchiveParts> {
  const zip = await openArchive(asBuffer(bytes), kind);
  if (zip.entryCount > limits.maxEntries) {
    throw new AppError(
      'too-large',
      `This ${kind.noun} has ${zip.entryCount} parts; at most ${limits.maxEntries} are read.`,
    );
  }
  const parts = new Map<string, string>();
  const others: string[] = [];
  let left = limits.maxInflatedBytes;
  try {
    for await (const entry of entriesOf(zip)) {
      const name = entry.fileName;
      if (!XML_PART.test(name)) {
        others.push(name);
        continue;
      }
      if (parts.has(name))
        throw new AppError('bad-input', `The part ${name} is in this ${kind.noun} twice.`);
      const part = await inflateEntry(zip, entry, left, { kind, limits });
      left -= part.length;
      parts.set(name, decodePart(name, part, kind));
    }
  } catch (error) {
    throw error instanceof AppError ? error : notOfKind(kind, error);
  }
  return { parts, others };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export const notOfKind = ({ name, extension }: ArchiveKind, cause?: unknown) =>
  new AppError('bad-input', `This is not ${name}. Save it as ${extension} and try again.`, {
    cause,
  });

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = on(zip, 'entry', { close: ['end'] });
  zip.readEntry();
  for await (const [entry] of entries) {
    yield entry as Entry;
    zip.readEntry();
  }
}

async function openArchive(bytes: Buffer, kind: ArchiveKind): Promise<ZipFile> {
  // An old file, or an encrypted one, is an OLE container.
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0') {
    throw new AppError(
      'bad-input',
      `This ${kind.noun} is encrypted or in the old ${kind.oldExtension} format. Save it as ${kind.extension} without a password and try again.`,
    );
  }
  const { fromBuffer } = await import('yauzl');
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (cause, zip) => {
      if (cause) reject(notOfKind(kind, cause));
      else resolve(zip);
    });
  });
}

async function inflateEntry(
  zip: ZipFile,
  entry: Entry,
  left: number,
  { kind, limits }: { readonly kind: ArchiveKind; readonly limits: ArchiveLimits },
): Promise<Buffer> {
  const tooLarge = () =>
    new AppError(
      'too-large',
      `This ${kind.noun} inflates to more than ${Math.round(limits.maxInflatedBytes / MEBIBYTE)} MB (at ${entry.fileName}). ${kind.advice}`,
    );
  if (entry.uncompressedSize > left) throw tooLarge();
  const openReadStream = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
  const stream = await openReadStream(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    // The declared size is the archive's own claim: what comes out is counted.
    if (size > left) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decodePart(name: string, bytes: Buffer, { noun, writers }: ArchiveKind): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('bad-input', `The part ${name} of this ${noun} is not UTF-8.`);
  }
  if (text.includes('\0'))
    throw new AppError('bad-input', `The part ${name} of this ${noun} is not UTF-8.`);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) {
    throw new AppError(
      'bad-input',
      `The part ${name} of this ${noun} declares a document type or entities, which no ${writers} writes. It was not read.`,
    );
  }
  return text;
}

export async function packArchive(parts: ReadonlyMap<string, string>): Promise<ArrayBuffer> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  for (const [name, text] of parts) zip.addBuffer(Buffer.from(text), name, { compress: false });
  zip.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Uint8Array);
  const bytes = Buffer.concat(chunks);
  return new Uint8Array(bytes).buffer;
}
