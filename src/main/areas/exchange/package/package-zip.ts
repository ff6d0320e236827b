/** The ZIP file of a package, streamed: hashes on the way, the manifest last. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ZipFile } from 'yazl';
import { MANIFEST, type PackageFile } from './manifest.ts';

/** The same for the same content: no file says when it was made. */
const MTIME = new Date('2000-01-01T00:00:00Z');

export class PackageZip {
  readonly #zip: ZipFile;
  readonly #output: Readable;
  readonly #signal: AbortSignal;
  readonly files: PackageFile[] = [];

  constructor(zip: ZipFile, signal: AbortSignal) {
    this.#zip = zip;
    this.#signal = signal;
    this.#output = zip.outputStream as unknown as Readable;
    zip.on('error', (error: Error) => this.#output.destroy(error));
    // An error before somebody takes from the stream is kept in it, and must not end the thread.
    this.#output.on('error', () => undefined);
  }

  /** @param rows Hears how many lines it had, once all were taken; null for files of evidence. */
  add(
    path: string,
    source: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    rows: (() => number) | null,
  ): void {
    this.#addLazy(path, { compress: rows !== null }, () => this.#hashed(path, source(), rows));
  }

  async *stream(manifest: (files: readonly PackageFile[]) => string): AsyncGenerator<Uint8Array> {
    this.#addLazy(MANIFEST, { compress: false }, () => [Buffer.from(manifest(this.files))]);
    this.#zip.end();
    for await (const chunk of this.#output) {
      this.#signal.throwIfAborted();
      yield chunk as Buffer;
    }
  }

  /** A source that fails must end the archive: its stream's error would otherwise go unheard. */
  #addLazy(
    path: string,
    options: { compress: boolean },
    source: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): void {
    this.#zip.addReadStreamLazy(path, { mtime: MTIME, ...options }, (give) => {
      try {
        this.#signal.throwIfAborted();
        const stream = Readable.from(source(), { objectMode: false });
        stream.on('error', (error) => this.#output.destroy(error));
        give(null, stream);
      } catch (error) {
        this.#output.destroy(error as Error);
      }
    });
  }

  async *#hashed(
    path: string,
    source: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    rows: (() => number) | null,
  ): AsyncGenerator<Uint8Array> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const bytes of source) {
      this.#signal.throwIfAborted();
      hash.update(bytes);
      size += bytes.byteLength;
      yield bytes;
    }
    this.files.push({ path, size, sha256: hash.digest('hex'), rows: rows?.() ?? null });
  }
}
