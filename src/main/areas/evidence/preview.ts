/**
 * What of a stored file may be shown. It is a stranger's file. Defences: only its head is read, so
 * that size does not matter; nothing in it is run, rendered or followed; an archive's list of
 * contents is read and nothing is unpacked, so that a bomb stays shut and a name that leads out of
 * its folder leads nowhere; SVG and HTML are text.
 */
import { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { imageTypeOf, previewKindOf } from '../../../shared/areas/evidence/evidence.rules.ts';
import type { Preview } from '../../../shared/areas/evidence/evidence-files.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { BlobDamage } from '../../platform/blob-file.ts';
import type { BlobStore } from '../../platform/blob-store.ts';

const HEAD_BYTES = 256 * 1024;
const HEX_BYTES = 4 * 1024;
const MAX_ENTRIES = 500;
const MAX_NAME = 500;

export interface PreviewedFile {
  readonly sha256: string;
  readonly size: number;
  readonly name: string;
}

async function readHead(blobs: BlobStore, { sha256, size }: PreviewedFile): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const range = { from: 0, to: Math.min(size, HEAD_BYTES) };
  for await (const chunk of blobs.read(sha256, range)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The text of a head, or null where it is none. A character cut in two at its end is left out. */
function decodeText(head: Uint8Array): string | null {
  const encoding =
    head[0] === 0xff && head[1] === 0xfe
      ? 'utf-16le'
      : head[0] === 0xfe && head[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  if (encoding === 'utf-8' && head.includes(0)) return null;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
  } catch {
    return null;
  }
}

export async function previewFile(blobs: BlobStore, file: PreviewedFile): Promise<Preview> {
  const head = await readHead(blobs, file);
  const text = decodeText(head);
  const kind = previewKindOf(file.name, head, text !== null);
  const preview: Preview = {
    kind,
    fileName: file.name,
    mediaType: imageTypeOf(head),
    size: file.size,
    shown: file.size,
    text: null,
    entries: null,
    hex: null,
    notes: [],
  };
  switch (kind) {
    case 'image':
    case 'pdf':
      return preview;
    case 'archive':
      return { ...preview, ...(await listArchive(blobs, file)) };
    case 'binary':
      return {
        ...preview,
        hex: head.subarray(0, HEX_BYTES).toString('hex'),
        shown: Math.min(file.size, HEX_BYTES),
      };
    default:
      return { ...preview, text, shown: head.byteLength };
  }
}

type Listing = Pick<Preview, 'entries' | 'notes'>;
type Entries = NonNullable<Preview['entries']>;

async function listArchive(blobs: BlobStore, file: PreviewedFile): Promise<Listing> {
  const yauzl = await import('yauzl');
  class StoreReader extends yauzl.RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      return Readable.from(blobs.read(file.sha256, { from: start, to: end }));
    }
  }
  // Names stay bytes: yauzl would refuse the archive over a hostile one instead of showing it.
  const options = { lazyEntries: true, decodeStrings: false, autoClose: false } as const;
  return new Promise((resolve) => {
    const refuse = (error: Error) =>
      resolve({
        entries: [],
        notes: [
          error instanceof BlobDamage
            ? error.message
            : 'The list of contents cannot be read: the archive is damaged, or not what it claims to be.',
        ],
      });
    yauzl.fromRandomAccessReader(new StoreReader(), file.size, options, (error, archive) => {
      if (error) return refuse(error);
      const entries: Entries = [];
      const end = () => resolve({ entries, notes: notesOf(entries, archive.entryCount) });
      archive.on('error', refuse);
      archive.on('end', end);
      archive.on('entry', (entry) => {
        const raw: unknown = entry.fileName;
        const name = Buffer.isBuffer(raw) ? raw.toString('utf8') : String(raw);
        entries.push({
          name: name.slice(0, MAX_NAME),
          size: entry.uncompressedSize,
          packed: entry.compressedSize,
          isUnsafe: isUnsafeName(name),
        });
        if (entries.length >= MAX_ENTRIES) end();
        else archive.readEntry();
      });
      archive.readEntry();
    });
  });
}

/** A name that would be written outside the folder that an archive is unpacked to. */
export function isUnsafeName(name: string): boolean {
  return (
    name.split(/[/\\]/).includes('..') ||
    /^(?:[/\\]|[A-Za-z]:)/.test(name) ||
    /[\p{Cc}\p{Cf}]/u.test(name)
  );
}

const BOMB_RATIO = 100;
const BOMB_BYTES = 1024 * 1024 * 1024;

function notesOf(entries: Entries, count: number): string[] {
  const notes: string[] = [];
  const unpacked = entries.reduce((sum, { size }) => sum + size, 0);
  const packed = entries.reduce((sum, entry) => sum + entry.packed, 0);
  if (count > entries.length) notes.push(`The first ${entries.length} of ${count} entries.`);
  if (entries.some(({ isUnsafe }) => isUnsafe))
    notes.push('Names that would lead outside of the folder, or hide characters, are marked.');
  if (unpacked > BOMB_BYTES && unpacked > BOMB_RATIO * packed)
    notes.push('It claims to unpack to more than a hundred times its size: a sign of a zip bomb.');
  notes.push('Nothing was unpacked.');
  return notes;
}

/** @throws AppError where the evidence has no file here. */
export function fileToShow(row: {
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
  readonly fileName: string | null;
}): PreviewedFile {
  if (row.sha256 === null)
    throw new AppError('not-found', 'This evidence has no file: it is recorded by reference');
  return { sha256: row.sha256, size: row.sizeBytes ?? 0, name: row.fileName ?? 'unnamed' };
}
