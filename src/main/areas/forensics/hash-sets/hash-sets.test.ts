import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importHashSet, listHashSets, openHashSets, removeHashSet } from './hash-sets.ts';
import type { HashVerdict } from './hash-sets.types.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-hash-sets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const hash = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');
const hashes = (text: string) => ({
  md5: hash('md5', text),
  sha1: hash('sha1', text),
  sha256: hash('sha256', text),
});

async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size));
}

const bring = (
  id: string,
  text: string,
  verdict: HashVerdict = 'bad',
  signal = new AbortController().signal,
) =>
  importHashSet({
    ...{ dataDir, id, name: `Set ${id}`, verdict, now: 1, signal },
    bytes: pieces(text, 1_000),
    reached: () => {},
  });

test('[MW6] every hash of a list is found in it, no other is, and each set is asked', async () => {
  const names = Array.from({ length: 20_000 }, (_, n) => `file ${n}`);
  const about = await bring('a', names.map((name) => hash('sha256', name)).join('\r\n'));
  expect(about.counts).toEqual({ sha256: 20_000 });
  await bring(
    'b',
    `# comment\n${hash('md5', 'file 7').toUpperCase()}  file7.exe\n\nno hash here\n`,
    'good',
  );
  const lookup = openHashSets(dataDir);
  try {
    const missing = names.filter((name) => lookup.find(hashes(name)).length === 0);
    expect(missing).toEqual([]);
    expect(names.filter((name) => lookup.find(hashes(`no ${name}`)).length > 0)).toEqual([]);
    expect(lookup.find(hashes('file 7')).map(({ set, verdict }) => [set, verdict])).toEqual(
      expect.arrayContaining([
        ['Set a', 'bad'],
        ['Set b', 'good'],
      ]),
    );
  } finally {
    lookup.close();
  }
});

test('[MW6] a table whose head names its columns gives the hashes of those only', async () => {
  const row = (name: string, file: string) =>
    `"${hash('sha1', name)}","${hash('md5', name)}","00000000","${file}",1`;
  const text = `"SHA-1","MD5","CRC32","FileName","FileSize"\n${row('one', 'a, b.exe')}\n${row('two', hash('md5', 'three'))}\n`;
  expect((await bring('n', text, 'good')).counts).toEqual({ sha1: 2, md5: 2 });
  const lookup = openHashSets(dataDir);
  const three = { ...hashes('x'), md5: hash('md5', 'three') };
  expect(lookup.find(three)).toEqual([]);
  expect(lookup.find(hashes('two'))).toMatchObject([{ set: 'Set n', algorithm: 'sha1' }]);
  lookup.close();
});

test('[MW6] what is twice counts once; a set that is removed or refused leaves nothing', async () => {
  const one = hash('sha1', 'one');
  expect((await bring('d', `${one}\n${one}\n${one}`)).counts).toEqual({ sha1: 1 });
  removeHashSet(dataDir, 'd');
  expect(listHashSets(dataDir)).toEqual([]);
  await expect(bring('e', 'words\nand words')).rejects.toThrow('There is no hash in this file');
  await expect(bring('f', one, 'bad', AbortSignal.abort())).rejects.toThrow();
  expect(() => removeHashSet(dataDir, '../x')).toThrow('There is no such hash set');
  expect(existsSync(dataDir) && readdirSync(join(dataDir, 'hash-sets'))).toEqual([]);
});
