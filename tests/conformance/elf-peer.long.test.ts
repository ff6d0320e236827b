import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ElfFacts } from '../../src/shared/areas/forensics/elf/elf.types.ts';
import { readElf } from '../../src/shared/areas/forensics/elf/read-elf.ts';

const missing = spawnSync('readelf', ['--version']).error !== undefined;
if (missing) console.log('Skipped against readelf: binutils is missing.');

const FOLDERS = ['/usr/bin', '/usr/lib/x86_64-linux-gnu', '/usr/sbin'];
const MOST_BYTES = 6_000_000;
const MOST_FILES = 400;

function readelf(options: readonly string[], path: string): string {
  return execFileSync('readelf', [...options, path], {
    encoding: 'utf8',
    maxBuffer: 268_435_456,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, LC_ALL: 'C' },
  });
}

function filesHere(): string[] {
  const found: string[] = [];
  for (const folder of FOLDERS.filter((path) => existsSync(path))) {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      const stat = lstatSync(path);
      if (!stat.isFile() || stat.size > MOST_BYTES || stat.size < 64) continue;
      if (readFileSync(path).readUInt32BE(0) === 0x7f454c46) found.push(path);
    }
  }
  const step = Math.max(1, Math.floor(found.length / MOST_FILES));
  return found.filter((_, n) => n % step === 0).slice(0, MOST_FILES);
}

const hexNumber = (text: string) => Number.parseInt(text, 16);

/** `[ 1] .interp PROGBITS 0000000000000318 000318 00001c 00 A 0 0 1`; a name may have blanks. */
function peerSections(text: string) {
  const found: [number, number, string][] = [];
  for (const line of text.split('\n')) {
    const match =
      /^\s+\[\s*\d+\] (?:.*? )?\s*[A-Z_0-9a-z:+]+\s+([0-9a-f]{8,16}) ([0-9a-f]{6,}) ([0-9a-f]{6,}) [0-9a-f]{2} /.exec(
        line,
      );
    if (match?.[1] === undefined) continue;
    found.push([
      hexNumber(match[2] ?? ''),
      hexNumber(match[3] ?? ''),
      `0x${match[1].replace(/^0+(?=.)/, '')}`,
    ]);
  }
  return found;
}

function peerSegments(text: string) {
  const found: (string | number)[][] = [];
  const pattern =
    /^ {2}(\w+)\s+0x([0-9a-f]+) 0x([0-9a-f]+) 0x[0-9a-f]+ 0x([0-9a-f]+) 0x([0-9a-f]+) ([R ])([W ])([E ]) /;
  for (const line of text.split('\n')) {
    const match = pattern.exec(line);
    if (!match) continue;
    const [, , at = '', address = '', file = '', memory = '', r, w, x] = match;
    const access = `${r === 'R' ? 'r' : ''}${w === 'W' ? 'w' : ''}${x === 'E' ? 'x' : ''}`;
    found.push([
      hexNumber(at),
      `0x${address.replace(/^0+(?=.)/, '')}`,
      hexNumber(file),
      hexNumber(memory),
      access,
    ]);
  }
  return found;
}

/** Binding 10 is STB_GNU_UNIQUE; readelf names it so only in files whose EI_OSABI is Linux or FreeBSD. */
function peerSymbols(text: string) {
  const lists = { imported: [] as string[], exported: [] as string[] };
  for (const line of text.split('\n')) {
    const match =
      /^\s+\d+: [0-9a-f]+\s+\S+ \S+\s+(GLOBAL|WEAK|UNIQUE|<OS specific>: 10)\s+(DEFAULT|PROTECTED)\s+(?:\[[^\]]*\]\s+)?(\S+) ?(\S*)/.exec(
        line,
      );
    const name = match?.[4]?.split('@')[0];
    if (!match || name === undefined || name === '') continue;
    (match[3] === 'UND' ? lists.imported : lists.exported).push(name);
  }
  return lists;
}

function compare(facts: ElfFacts, path: string): void {
  const headers = readelf(['-hSlW'], path);
  const dynamic = readelf(['-dW'], path);
  const symbols = peerSymbols(readelf(['-W', '--dyn-syms'], path));
  const many = (pattern: RegExp, text: string) =>
    [...text.matchAll(pattern)].map((m) => m[1] ?? '');
  expect(facts.entryPoint, path).toBe(many(/Entry point address:\s+(0x[0-9a-f]+)/g, headers)[0]);
  expect(
    facts.sections.map((s) => [s.offset, s.size, s.address]),
    path,
  ).toEqual(peerSections(headers));
  expect(
    facts.segments.map((s) => [s.offset, s.address, s.fileSize, s.memorySize, s.access]),
    path,
  ).toEqual(peerSegments(headers));
  expect(facts.needed, path).toEqual(many(/\(NEEDED\)\s+Shared library: \[(.*)\]/g, dynamic));
  expect(facts.soname, path).toBe(
    many(/\(SONAME\)\s+Library soname: \[(.*)\]/g, dynamic)[0] ?? null,
  );
  expect(facts.searchPaths, path).toEqual([
    ...many(/\(RPATH\)\s+Library rpath: \[(.*)\]/g, dynamic),
    ...many(/\(RUNPATH\)\s+Library runpath: \[(.*)\]/g, dynamic),
  ]);
  const notes = readelf(['-nW'], path);
  expect(facts.buildId, path).toBe(many(/Build ID: ([0-9a-f]+)/g, notes)[0] ?? null);
  const interpreter = many(/Requesting program interpreter: (.*)\]/g, headers)[0] ?? null;
  expect(facts.interpreter, path).toBe(interpreter);
  for (const which of ['imported', 'exported'] as const) {
    expect(facts[which].count, `${path} ${which}`).toBe(symbols[which].length);
    const names = symbols[which].slice(0, facts[which].names.length);
    expect(facts[which].names, path).toEqual(names);
  }
}

// Skipped where readelf (binutils) is missing.
test.skipIf(missing)(
  '[MW2] every field of an ELF file is that of readelf',
  () => {
    const files = filesHere();
    let compared = 0;
    for (const path of files) {
      const facts = readElf(readFileSync(path));
      if (facts === null) throw new Error(`${path} is not read`);
      compare(facts, path);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(100);
    process.stderr.write(`readelf: ${compared} files compared\n`);
  },
  300_000,
);
