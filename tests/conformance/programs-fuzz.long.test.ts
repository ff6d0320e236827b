import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readElf } from '../../src/shared/areas/forensics/elf/read-elf.ts';
import { readPe } from '../../src/shared/areas/forensics/pe/read-pe.ts';
import { StringFinder } from '../../src/shared/areas/forensics/strings/find-strings.ts';
import { splitRules, without } from '../../src/shared/areas/forensics/yara/split-rules.ts';
import { passOver } from '../../src/shared/areas/forensics/yara/yara-text.ts';
import { cpuClock } from '../helpers/cpu-time.ts';
import { makeElf, makePe } from '../helpers/make-programs.ts';
import { createRandom, type Random } from '../helpers/random.ts';
import { executablesHere } from './pe-oracle.ts';

/** `WATCHFLOOR_FUZZ` multiplies. */
const MUTANTS = 20_000 * Number(process.env.WATCHFLOOR_FUZZ ?? 1);
const MOST_MS = 2_000;
/** Larger files would only make fewer mutants. */
const MOST_BYTES = 131_072;
const MOST_FACTS = 32 * 1_048_576;
const INTERESTING = [0, 1, 0x7f, 0x80, 0xff, 0xfe, 0x10, 0x40];

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

/** Half of the changes are in the first KiB, where the counts and places stand. */
function mutate(bytes: Buffer, random: Random): Buffer {
  const mutant = Buffer.from(bytes);
  const changes = 1 + random.below(10);
  for (let n = 0; n < changes; n++) {
    const at = random.below(random.chance(50) ? Math.min(1_024, mutant.length) : mutant.length);
    const value = random.chance(50) ? random.below(256) : random.pick(INTERESTING);
    mutant.fill(value, at, Math.min(mutant.length, at + (random.chance(30) ? 4 : 1)));
  }
  return random.chance(15) ? mutant.subarray(0, random.below(mutant.length)) : mutant;
}

function fuzz(seeds: readonly Buffer[], read: (bytes: Uint8Array) => unknown): number {
  const random = createRandom(20_261_122);
  const clock = cpuClock();
  let readable = 0;
  for (let n = 0; n < MUTANTS; n++) {
    const mutant = mutate(random.pick(seeds), random);
    const before = clock();
    const facts = read(mutant);
    const spent = clock() - before;
    if (spent > MOST_MS) throw new Error(`Mutant ${n} of seed ${random.seed} took ${spent} ms`);
    if (facts !== null) readable += 1;
    if (n % 200 === 0) expect(JSON.stringify(facts).length).toBeLessThan(MOST_FACTS);
  }
  return readable;
}

const small = (path: string) => readFileSync(path).subarray(0, MOST_BYTES);

test('[MW3] changed portable executables are read in bounds, none throws or hangs', () => {
  const made = [
    makePe({ imports: { 'KERNEL32.dll': ['ExitProcess'], 'WS2_32.dll': [1, 2] } }),
    makePe({ delayed: { 'USER32.dll': ['MessageBoxA', 5] }, forwards: { Go: 'ntdll.Go' } }),
  ];
  const real = executablesHere().slice(0, 24).map(small);
  const readable = fuzz([...made, ...real], (bytes) => readPe(bytes, md5));
  expect(readable).toBeGreaterThan(MUTANTS / 4);
}, 900_000);

test('[MW3] changed ELF files are read in bounds, none throws or hangs', () => {
  const here = ['/bin/true', '/bin/ls', '/usr/bin/env', '/usr/lib/x86_64-linux-gnu/libdl.so.2'];
  const real = here.filter((path) => existsSync(path)).map((path) => readFileSync(path));
  const readable = fuzz([makeElf(Buffer.from('nothing')), ...real], (bytes) => readElf(bytes));
  expect(readable).toBeGreaterThan(MUTANTS / 4);
}, 900_000);

test('[MW3] texts of changed files are found in bounds, in any pieces', () => {
  const random = createRandom(7);
  for (let n = 0; n < MUTANTS; n++) {
    const bytes = Buffer.from(
      Array.from({ length: 200 }, () => random.pick([0, 0, 65, 66, 9, 1, 255])),
    );
    const found = [200, 1 + random.below(20)].map((piece) => {
      const finder = new StringFinder({ least: 3, longest: 50, most: 100, mostText: 5_000 });
      for (let at = 0; at < bytes.length; at += piece) finder.push(bytes.subarray(at, at + piece));
      finder.end();
      const rows = finder.found.map(
        ({ offset, encoding, text }) => `${offset} ${encoding} ${text}`,
      );
      return rows.sort();
    });
    expect(found[0], `${n}`).toEqual(found[1]);
  }
}, 300_000);

test('[MW3] changed YARA texts are split in bounds, and every rule lies in its text', () => {
  const folder = new URL('../../resources/rules/yara/', import.meta.url);
  const seeds = ['programs.yar', 'scripts.yar'].map((name) =>
    readFileSync(new URL(name, folder)).subarray(0, 6_000),
  );
  const random = createRandom(9);
  const clock = cpuClock();
  for (let n = 0; n < MUTANTS; n++) {
    const text = mutate(random.pick(seeds), random).toString('latin1');
    const before = clock();
    const slices = splitRules(text);
    expect(clock() - before).toBeLessThan(MOST_MS);
    for (const { from, to } of slices) expect(from < to && to <= text.length).toBe(true);
    if (n % 500 === 0) expect(without(text, slices).length).toBe(text.length);
    expect(passOver(text, 0)).toBeGreaterThanOrEqual(0);
  }
}, 900_000);
