import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { inChunks } from '../../../../../tests/helpers/import-file.ts';
import { openInput } from './open-input.ts';

async function readAll(bytes: Uint8Array, chunkBytes = 1 << 16) {
  const notes: string[] = [];
  const open = await openInput(inChunks(bytes, chunkBytes), (note) => notes.push(note));
  const parts: Buffer[] = [];
  for await (const chunk of open.chunks) parts.push(chunk);
  await open.close();
  return { ...open, notes, text: Buffer.concat(parts).toString('latin1') };
}

/** Text that does not pack well, so that cutting the packed file cuts the text. */
function noisyLines(count: number): string {
  let state = 7;
  const line = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state.toString(36);
  };
  return Array.from({ length: count }, line).join('\n');
}

describe('a packed file', () => {
  const text = noisyLines(60_000);

  test.each([1 << 16, 1000])('is unpacked (chunks of %i)', async (chunkBytes) => {
    const read = await readAll(gzipSync(text), chunkBytes);
    expect(read.compressed).toBe(true);
    expect(read.text).toBe(text);
    expect(read.notes).toEqual([]);
  });

  test('is unpacked byte by byte', async () => {
    expect((await readAll(gzipSync('one\ntwo\n'), 1)).text).toBe('one\ntwo\n');
  });

  test('may have several members, their borders anywhere', async () => {
    const members = Buffer.concat([gzipSync('one\n'), gzipSync(text), gzipSync('\nlast')]);
    const first = gzipSync('one\n').length;
    for (const chunkBytes of [first, first + 1, 999, 1 << 16]) {
      expect((await readAll(members, chunkBytes)).text).toBe(`one\n${text}\nlast`);
    }
  });

  test('that is cut off gives what was in it, and says so', async () => {
    const packed = gzipSync(text);
    const read = await readAll(packed.subarray(0, packed.length / 2));
    expect(text.startsWith(read.text)).toBe(true);
    expect(read.text.length).toBeGreaterThan(text.length * 0.4);
    expect(read.notes).toEqual([
      'The gzip file is cut off: what was in it up to there has been read.',
    ]);
  });

  test('that lacks only its last bytes gives all of it, and says so', async () => {
    const packed = gzipSync(text);
    const read = await readAll(packed.subarray(0, packed.length - 4));
    expect(read.text).toBe(text);
    expect(read.notes).toHaveLength(1);
  });

  test('that is damaged gives what came before, and says so', async () => {
    const packed = gzipSync(text);
    const middle = Math.floor(packed.length / 2);
    packed.fill(0xff, middle, middle + 64);
    const read = await readAll(packed);
    expect(read.text.length).toBeGreaterThan(text.length * 0.3);
    expect(read.notes).toEqual(['The gzip file is damaged: what could be unpacked has been read.']);
  });

  test('may be padded with zeros', async () => {
    const read = await readAll(Buffer.concat([gzipSync(text), Buffer.alloc(5_000)]), 500);
    expect(read).toMatchObject({ text, notes: [] });
  });

  test('with something else behind it is read nearly to its end, and says so', async () => {
    const read = await readAll(Buffer.concat([gzipSync(text), Buffer.from('garbage')]), 500);
    expect(text.startsWith(read.text)).toBe(true);
    expect(read.text.length).toBeGreaterThan(text.length - 2_000);
    expect(read.notes).toEqual(['The gzip file is damaged: what could be unpacked has been read.']);
  });

  test('unfolds in bounded pieces', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
    const open = await openInput(inChunks(bomb, 1 << 20), () => {});
    let largest = 0;
    let size = 0;
    for await (const chunk of open.chunks) {
      largest = Math.max(largest, chunk.length);
      size += chunk.length;
    }
    expect(size).toBe(64 * 1024 * 1024);
    expect(largest).toBeLessThan(34 * 1024 * 1024);
  });

  test('with nothing in it, or packed twice, is refused', async () => {
    await expect(readAll(gzipSync(''))).rejects.toThrow('holds nothing');
    await expect(readAll(gzipSync(gzipSync('x')))).rejects.toThrow('twice');
    await expect(readAll(Buffer.from([0x1f, 0x8b, 8, 0]))).rejects.toThrow('holds nothing');
  });
});

describe('the characters of a file', () => {
  const text = '{"a":"Zürich 東京"}\n';
  const utf8 = Buffer.from(text).toString('latin1');
  const le = Buffer.from(text, 'utf16le');
  const be = Buffer.from(le).swap16();

  test.each([1, 2, 3, 1000])(
    'are UTF-8 or UTF-16, marked or not (chunks of %i)',
    async (chunkBytes) => {
      const marked = (mark: number[], rest: Buffer) => Buffer.concat([Buffer.from(mark), rest]);
      expect((await readAll(marked([0xef, 0xbb, 0xbf], Buffer.from(text)), chunkBytes)).text).toBe(
        utf8,
      );
      for (const bytes of [marked([0xff, 0xfe], le), marked([0xfe, 0xff], be), le, be]) {
        const read = await readAll(bytes, chunkBytes);
        expect(read.text).toBe(utf8);
        expect(read.notes).toEqual(['The file is UTF-16; its records are kept as UTF-8.']);
      }
    },
  );

  test('bytes that are not UTF-8 pass as they are', async () => {
    expect((await readAll(Buffer.from('{"a":"\xff\xc3"}', 'latin1'))).text).toBe(
      '{"a":"\xff\xc3"}',
    );
  });

  test('UTF-32 is refused', async () => {
    await expect(readAll(Buffer.from([0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0]))).rejects.toThrow('UTF-32');
  });
});

describe('a file that can hold no alerts', () => {
  test.each([
    ['', 'The file is empty.'],
    ['89504e470d0a1a0a0000', 'This is a PNG image, not a file of alerts.'],
    ['504b030414000000', 'This is a ZIP archive'],
    ['456c6646696c650000', 'This is a Windows event log (EVTX).'],
    ['d4c3b2a102000400', 'This is a packet capture.'],
    ['0a0d0d0a1c000000', 'This is a packet capture (pcapng).'],
    ['fd377a585a0000', 'xz'],
    ['28b52ffd00', 'Zstandard'],
    [Buffer.from('SQLite format 3\0').toString('hex'), 'SQLite'],
    [Buffer.from('%PDF-1.7').toString('hex'), 'PDF'],
    [Buffer.from('PAR1').toString('hex'), 'Parquet'],
    [Buffer.from('\ufeff<?xml version="1.0"?>').toString('hex'), 'XML or HTML'],
    [Buffer.from('<!DOCTYPE html>').toString('hex'), 'XML or HTML'],
    [Buffer.from(Array.from({ length: 256 }, (_, i) => (i % 31) + 1)).toString('hex'), 'binary'],
  ])('%s: %s', async (hex, message) => {
    await expect(readAll(Buffer.from(hex, 'hex'))).rejects.toThrow(message);
  });

  test('is let go of', async () => {
    let isClosed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from('89504e470d0a1a0a', 'hex');
      } finally {
        isClosed = true;
      }
    }
    await expect(openInput(source(), () => {})).rejects.toThrow('PNG');
    expect(isClosed).toBe(true);
  });
});
