/**
 * Office files are ZIP archives that carry the moment of their making in every entry and in their
 * properties. Written again with a fixed one, the same document is the same file, so hashes compare.
 */
import { Buffer } from 'node:buffer';
import type { Entry, ZipFile } from 'yauzl';

/** What DOS time can say first; ZIP entries have no null. */
const NO_MOMENT = new Date(Date.UTC(1980, 0, 1));
const PROPERTIES = 'docProps/core.xml';
const MOMENT = /(<dcterms:(?:created|modified)[^>]*>)[^<]*(<\/dcterms:(?:created|modified)>)/g;

async function readEntry(file: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    file.openReadStream(entry, (error, found) => (error ? reject(error) : resolve(found)));
  });
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function readEntries(bytes: Uint8Array): Promise<{ name: string; data: Buffer }[]> {
  const { fromBuffer } = await import('yauzl');
  const file = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    );
  });
  const entries: { name: string; data: Buffer }[] = [];
  await new Promise<void>((resolve, reject) => {
    file.on('error', reject);
    file.on('end', resolve);
    file.on('entry', (entry: Entry) => {
      readEntry(file, entry)
        .then((data) => {
          if (!entry.fileName.endsWith('/')) entries.push({ name: entry.fileName, data });
          file.readEntry();
        })
        .catch(reject);
    });
    file.readEntry();
  });
  return entries;
}

/** Of our own making only: it does not guard against hostile archives. `at` in ms. */
export async function withFixedMoment(bytes: Uint8Array, at: number): Promise<Uint8Array> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const moment = new Date(at).toISOString().replace(/\.\d+/, '');
  for (const { name, data } of await readEntries(bytes)) {
    const fixed =
      name === PROPERTIES
        ? Buffer.from(data.toString('utf8').replace(MOMENT, `$1${moment}$2`))
        : data;
    zip.addBuffer(fixed, name, { mtime: NO_MOMENT, forceDosTimestamp: true });
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
}
