/**
 * The ZIP file of a package, streamed: one file after the other, ZIP64 where it must be, hashes
 * computed on the way. Evidence and reports are stored as they are, so that a verifier meets nothing
 * that inflates; texts are deflated.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ZipFile } from 'yazl';
import { releaseBytes } from '../../platform/blob-file.ts';
import type { FileRole, ManifestFile } from './package-manifest.ts';

export interface PackageZipOptions {
  /** ms; the time of every file in the archive. */
  readonly at: number;
  readonly signal: AbortSignal;
  /** Hears how many bytes of files with a known size were taken. */
  readonly onBytes: (done: number) => void;
}

interface LastFile {
  readonly path: string;
  readonly bytes: Buffer;
}
const LAST = ['manifest.json', 'checkpoint.json', 'signature.json'];

export async function createPackageZip(options: PackageZipOptions): Promise<PackageZip> {
  const { ZipFile } = await import('yazl');
  return new PackageZip(new ZipFile(), options);
}

export class PackageZip {
  readonly #zip: ZipFile;
  readonly #output: Readable;
  readonly #options: PackageZipOptions;
  readonly #files: ManifestFile[] = [];
  #done = 0;
  /** What is being read: the library lets it be where nobody takes from the archive any more. */
  #source: Readable | null = null;
  #makeLast: () => LastFile[] = () => [];

  constructor(zip: ZipFile, options: PackageZipOptions) {
    this.#zip = zip;
    this.#options = options;
    this.#output = zip.outputStream as unknown as Readable;
    zip.on('error', (error: Error) => this.#output.destroy(error));
    // The library begins to read before anybody takes from the stream: an error of then is kept in
    // the stream for whoever takes first, and must not end the thread meanwhile.
    this.#output.on('error', () => undefined);
  }

  /** Files added so far, as the manifest names them; whole only when all was read. */
  files(): ManifestFile[] {
    return this.#files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** A file whose hash and size are known; the source checks the hash. */
  add(file: ManifestFile, read: () => AsyncIterable<Uint8Array>): void {
    this.#files.push(file);
    this.#addLazy(file.path, { compress: false, size: file.size }, () => this.#counted(read()));
  }

  /** A text that is made when its turn comes. */
  addText(path: string, role: FileRole, make: () => Iterable<Uint8Array>): void {
    this.#addLazy(path, { compress: true }, () => this.#hashed(path, role, make()));
  }

  /** Files that speak of all the others, by the names of LAST and in their order. */
  addLast(make: () => LastFile[]): void {
    this.#makeLast = make;
  }

  async *stream(): AsyncGenerator<Uint8Array> {
    let made: LastFile[] | null = null;
    for (const path of LAST) {
      this.#addLazy(path, { compress: false }, () => {
        made ??= this.#makeLast();
        const file = made.find((candidate) => candidate.path === path);
        if (!file) throw new Error(`${path} was not made`);
        return [file.bytes];
      });
    }
    this.#zip.end();
    try {
      for await (const chunk of this.#output) {
        this.#options.signal.throwIfAborted();
        yield chunk as Buffer;
        // Made or read for this archive alone, and written by now.
        releaseBytes(chunk as Buffer);
      }
    } finally {
      this.#source?.destroy();
    }
  }

  /** A source that fails must end the archive: its stream's error would otherwise go unheard. */
  #addLazy(
    path: string,
    options: { compress: boolean; size?: number },
    source: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): void {
    const { at, signal } = this.#options;
    this.#zip.addReadStreamLazy(path, { mtime: new Date(at), ...options }, (give) => {
      try {
        signal.throwIfAborted();
        const stream = Readable.from(source(), { objectMode: false });
        stream.on('error', (error) => this.#output.destroy(error));
        this.#source = stream;
        give(null, stream);
      } catch (error) {
        this.#output.destroy(error as Error);
      }
    });
  }

  async *#counted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of source) {
      this.#options.signal.throwIfAborted();
      this.#done += bytes.byteLength;
      this.#options.onBytes(this.#done);
      yield bytes;
    }
  }

  *#hashed(path: string, role: FileRole, source: Iterable<Uint8Array>): Generator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    for (const bytes of source) {
      hash.update(bytes);
      size += bytes.byteLength;
      yield bytes;
    }
    this.#files.push({ path, size, sha256: hash.digest('hex'), role });
  }
}
