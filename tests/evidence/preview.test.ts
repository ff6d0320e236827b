import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { isUnsafeName, previewFile } from '../../src/main/areas/evidence/preview.ts';
import { type BlobStore, createBlobStore } from '../../src/main/platform/blob-store.ts';
import { cpuClock } from '../helpers/cpu-time.ts';

let folder: string;
let blobs: BlobStore;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-preview-'));
  blobs = createBlobStore(folder, new Uint8Array(32).fill(1));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

async function preview(name: string, content: string | Uint8Array | AsyncIterable<Uint8Array>) {
  const source =
    typeof content === 'string'
      ? once(new TextEncoder().encode(content))
      : content instanceof Uint8Array
        ? once(content)
        : content;
  const { sha256, size } = await blobs.put(source);
  return previewFile(blobs, { sha256, size, name });
}

async function zip(fill: (archive: ZipFile) => void): Promise<Buffer> {
  const archive = new ZipFile();
  fill(archive);
  archive.end();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

describe('[EV14] what of a file is shown', () => {
  test.each([
    ['notes.md', '# One', 'markdown'],
    ['rows.csv', 'a,b\n', 'csv'],
    ['conf.json', '{}', 'json'],
    ['page.html', '<script>alert(1)</script>', 'text'],
    ['picture.svg', '<svg onload="alert(1)"/>', 'text'],
    ['lies.png', 'not a picture', 'text'],
    ['act.pdf', '%PDF-1.7 /OpenAction << /S /JavaScript >>', 'pdf'],
  ])('%s is decided by its first bytes', async (name, content, kind) => {
    expect((await preview(name, content)).kind).toBe(kind);
  });

  test('pictures by their signatures, all else as bytes', async () => {
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]);
    expect(await preview('x.txt', png)).toMatchObject({ kind: 'image', mediaType: 'image/png' });
    const unknown = await preview('x.txt', new Uint8Array([0, 1, 2, 255]));
    expect(unknown).toMatchObject({ kind: 'binary', hex: '000102ff', text: null });
  });

  test('text in UTF-16, and a character that the end of the head cuts in two', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('grüße', 'utf16le')]);
    expect((await preview('a.txt', utf16)).text).toBe('grüße');
    const long = `${'x'.repeat(256 * 1024 - 1)}ü and more`;
    expect((await preview('b.txt', long)).text).toHaveLength(256 * 1024 - 1);
  });

  test('of a very large CSV its head, in no time', async () => {
    async function* rows() {
      const block = Buffer.from('2026-11-20,host,message of some length\n'.repeat(25_000));
      for (let n = 0; n < 100; n++) yield block;
    }
    const { sha256, size } = await blobs.put(rows());
    const spent = cpuClock();
    const shown = await previewFile(blobs, { sha256, size, name: 'large.csv' });
    expect(spent()).toBeLessThan(1_000);
    expect(shown).toMatchObject({ kind: 'csv', shown: 256 * 1024, size });
  });

  test('of an archive its list, with names that lead outside marked, and nothing unpacked', async () => {
    const bytes = await zip((archive) => {
      archive.addBuffer(Buffer.from('one'), 'a/one.txt');
      archive.addBuffer(Buffer.from('evil'), 'xx/xx/evil.txt');
      archive.addBuffer(Buffer.alloc(20_000_000), 'zeroes.bin');
    });
    // The writer refuses such a name, so it is put in afterwards.
    const hostile = Buffer.from(
      bytes.toString('latin1').replaceAll('xx/xx/evil.txt', '../../evil.txt'),
      'latin1',
    );
    const shown = await preview('bundle.zip', hostile);
    expect(shown.entries?.map(({ name, isUnsafe }) => [name, isUnsafe])).toEqual([
      ['a/one.txt', false],
      ['../../evil.txt', true],
      ['zeroes.bin', false],
    ]);
    expect(shown.notes.at(-1)).toBe('Nothing was unpacked.');
  });

  test('of a bomb and of a broken archive a sentence', async () => {
    const bytes = await zip((archive) => archive.addBuffer(Buffer.alloc(10_000), 'bomb.bin'));
    const claim = Buffer.from(bytes);
    const central = claim.indexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
    claim.writeUInt32LE(0xf0000000, central + 24);
    const bomb = await preview('bomb.zip', claim);
    expect(bomb.notes.join(' ')).toContain('sign of a zip bomb');
    const broken = await preview(
      'broken.zip',
      Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), randomBytes(500)]),
    );
    expect(broken.notes[0]).toMatch(/cannot be read/);
  });

  test.each([
    ['../x', true],
    ['a\\..\\b', true],
    ['/etc/passwd', true],
    ['C:\\x', true],
    ['a\u202eb', true],
    ['a/b..c', false],
  ])('the name %j is unsafe: %s', (name, isUnsafe) => {
    expect(isUnsafeName(name)).toBe(isUnsafe);
  });
});
