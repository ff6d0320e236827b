/**
 * Reads a package of a case from an archive of a stranger, all of it before anything is written.
 *
 * Defences: only paths of the package's own form, each once and each in the manifest; nothing is written
 * to a path of the archive's; sizes are bounded as they unpack and must be those of the manifest, and so
 * must SHA-256; lines, rows and alerts are bounded; another version is refused.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { BlobBytes } from '../../../platform/blob-bytes.ts';
import {
  ALERTS,
  contentSha256,
  KNOWN_PATH,
  LIMITS,
  MANIFEST,
  type Manifest,
  manifestSchema,
  PACKAGE_FORMAT,
  PACKAGE_VERSION,
  type PackageFile,
} from './manifest.ts';

const refused = (sentence: string) =>
  new AppError('bad-input', `${sentence} Nothing was taken over.`);
const CHUNK = 1024 * 1024;

export interface OpenPackage {
  readonly manifest: Manifest;
  /** Lines of a file of rows, checked; empty where the package has no such file. */
  lines(path: string): Promise<unknown[]>;
  /** A file of evidence, checked as it is read. */
  bytes(file: PackageFile): AsyncIterable<Uint8Array>;
  close(): void;
}

/** @param bytes Of the archive; closed by who opened them. */
export async function openPackage(bytes: BlobBytes, signal: AbortSignal): Promise<OpenPackage> {
  const zip = await openZip(bytes);
  try {
    const entries = await listEntries(zip);
    const manifest = await readManifest(zip, entries);
    checkFiles(manifest, entries);
    const open = (file: PackageFile) => checked(zip, entries, file, signal);
    return {
      manifest,
      async lines(path) {
        const file = manifest.files.find((one) => one.path === path);
        return file ? linesOf(open(file), file) : [];
      },
      bytes: open,
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function openZip(bytes: BlobBytes): Promise<ZipFile> {
  const yauzl = await import('yauzl');
  class Reader extends yauzl.RandomAccessReader {
    override _readStreamForRange(start: number, end: number): Readable {
      function* pieces() {
        for (let at = start; at < end; at += CHUNK) {
          const piece = Buffer.alloc(Math.min(CHUNK, end - at));
          bytes.read(at, piece);
          yield piece;
        }
      }
      return Readable.from(pieces(), { objectMode: false });
    }
  }
  const options = { lazyEntries: true, validateEntrySizes: true, autoClose: false } as const;
  return new Promise((resolve, reject) =>
    yauzl.fromRandomAccessReader(new Reader(), bytes.size, options, (error, opened) =>
      error ? reject(refused('This is no ZIP archive, or it is damaged.')) : resolve(opened),
    ),
  );
}

/** By the mode of Unix in the upper half; a package has plain files only. */
const isLink = (entry: Entry) => ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;

/** Every entry by its path. @throws where one is none of a package's, or there twice. */
async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('error', () => reject(refused('The archive is damaged, or holds a path of elsewhere.')));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      const path = String(entry.fileName);
      if (path !== MANIFEST && !KNOWN_PATH.test(path))
        return reject(refused('The archive holds a file that no package has.'));
      if (isLink(entry)) return reject(refused('The archive holds a link.'));
      if (entries.has(path)) return reject(refused('The archive holds a file twice.'));
      entries.set(path, entry);
      if (entries.size > LIMITS.files + 1)
        return reject(refused('The archive holds more files than a package has.'));
      return zip.readEntry();
    });
    zip.readEntry();
  });
}

async function* unpacked(zip: ZipFile, entry: Entry, most: number): AsyncGenerator<Buffer> {
  if (entry.uncompressedSize > most) throw refused('A file in the archive is larger than it says.');
  const stream = await new Promise<Readable>((resolve, reject) =>
    zip.openReadStream(entry, (error, opened) =>
      error ? reject(refused('A file in the archive cannot be unpacked.')) : resolve(opened),
    ),
  );
  let size = 0;
  try {
    for await (const piece of stream) {
      size += (piece as Buffer).length;
      if (size > most) throw refused('A file in the archive is larger than it says.');
      yield piece as Buffer;
    }
  } catch (error) {
    throw error instanceof AppError ? error : refused('A file in the archive is damaged.');
  } finally {
    stream.destroy();
  }
}

async function readManifest(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<Manifest> {
  const entry = entries.get(MANIFEST);
  if (!entry) throw refused('This archive is no package of Watchfloor: it has no manifest.');
  const pieces: Buffer[] = [];
  for await (const piece of unpacked(zip, entry, LIMITS.manifestBytes)) pieces.push(piece);
  let value: unknown;
  try {
    value = JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    throw refused('The manifest of this package cannot be read.');
  }
  const { format, formatVersion } = (value ?? {}) as Record<string, unknown>;
  if (format !== PACKAGE_FORMAT) throw refused('This archive is no package of Watchfloor.');
  if (formatVersion !== PACKAGE_VERSION)
    throw refused(
      'This package was made by another version of Watchfloor, in a form not known here.',
    );
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) throw refused('The manifest of this package is not well formed.');
  return parsed.data;
}

/** The archive holds what the manifest says, and nothing else. */
function checkFiles(manifest: Manifest, entries: ReadonlyMap<string, Entry>): void {
  const { files } = manifest;
  const isSame =
    new Set(files.map(({ path }) => path)).size === files.length &&
    entries.size === files.length + 1 &&
    files.every(({ path }) => entries.has(path));
  if (!isSame) throw refused('The archive and its manifest do not name the same files.');
  const isText = ({ rows }: PackageFile) => rows !== null;
  const sum = (some: readonly PackageFile[]) => some.reduce((n, { size }) => n + size, 0);
  if (files.some((file) => isText(file) === file.path.startsWith('evidence/')))
    throw refused('The manifest of this package is not well formed.');
  if (sum(files.filter(isText)) > LIMITS.textBytes)
    throw refused('This package has more rows than are read.');
  if (sum(files.filter((file) => !isText(file))) > LIMITS.evidenceBytes)
    throw refused('This package has more evidence than is read.');
  if ((files.find(({ path }) => path === ALERTS)?.rows ?? 0) > LIMITS.alerts)
    throw refused('This package has more alerts than are read.');
  if (contentSha256(files) !== manifest.contentSha256)
    throw refused('The manifest of this package was changed.');
}

async function* checked(
  zip: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  file: PackageFile,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const entry = entries.get(file.path);
  if (!entry || entry.uncompressedSize !== file.size)
    throw refused('A file in the archive has another size than its manifest says.');
  const hash = createHash('sha256');
  for await (const piece of unpacked(zip, entry, file.size)) {
    signal.throwIfAborted();
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== file.sha256)
    throw refused(`The SHA-256 of ${file.path} is not the one in the manifest.`);
}

async function linesOf(source: AsyncIterable<Buffer>, file: PackageFile): Promise<unknown[]> {
  const pieces: Buffer[] = [];
  for await (const piece of source) pieces.push(piece);
  const text = Buffer.concat(pieces).toString('utf8');
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  if (lines.length !== file.rows) throw refused(`${file.path} has not the rows it should have.`);
  return lines.map((line) => {
    if (line.length > LIMITS.lineChars) throw refused(`A row of ${file.path} is too large.`);
    try {
      return JSON.parse(line) as unknown;
    } catch {
      throw refused(`A row of ${file.path} cannot be read.`);
    }
  });
}
