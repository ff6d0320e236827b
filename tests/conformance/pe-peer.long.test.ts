import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PeFacts } from '../../src/shared/areas/forensics/pe/pe.types.ts';
import { readPe } from '../../src/shared/areas/forensics/pe/read-pe.ts';
import { executablesHere, hasPefile, type PefileFacts, pefileFacts } from './pe-oracle.ts';

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

const files = hasPefile() ? executablesHere() : [];
const why = hasPefile() ? 'no portable executables here' : 'python3-pefile is not installed';

/** The peer's shape of what we read; ordinals that it names itself have both. */
function asPeer(facts: PeFacts) {
  const libraries = (isDelayed: boolean) =>
    facts.libraries
      .filter((library) => library.isDelayed === isDelayed)
      .map(({ name, imports }) => [
        name,
        imports.map(({ name, ordinal }) => [name ?? `ord${ordinal}`, ordinal]),
      ]);
  return {
    time: facts.compileTime,
    entry: facts.entryPoint,
    base: facts.imageBase,
    size: facts.imageSize,
    stored: facts.checksum.stored,
    computed: facts.checksum.computed,
    imphash: facts.importHash ?? '',
    rich: facts.rich?.hash ?? '',
    overlay: facts.overlay?.offset ?? null,
    sections: facts.sections.map((section) => [
      section.name,
      section.virtualAddress,
      section.virtualSize,
      section.rawOffset,
      section.rawSize,
    ]),
    imports: libraries(false),
    delayed: libraries(true),
    exports:
      facts.exports?.functions.map((f) => [f.ordinal, f.name, f.forwarder, f.address]) ?? null,
    debug: facts.debug.map(({ path, age }) => [path, age]),
    resources: facts.resources.map(({ name, language, size }) => [name, language, size]),
    version: facts.version,
  };
}

function fromPeer(facts: PefileFacts) {
  const named = (list: PefileFacts['imports']) =>
    list.map(([library, imports]) => [
      library,
      imports.map(([name, ordinal]) => [name ?? `ord${ordinal}`, ordinal]),
    ]);
  const { machine: _, tls: __, error: ___, ...rest } = facts;
  return {
    ...rest,
    rich: facts.rich ?? '',
    sections: facts.sections.map((section) => section.slice(0, 5)),
    imports: named(facts.imports),
    delayed: named(facts.delayed),
    debug: facts.debug.map(([, path, age]) => [path, path === null ? null : age]),
  };
}

// Skipped where python3-pefile or any portable executable is missing.
test.skipIf(files.length === 0)(
  `[MW1] every field of a portable executable is that of pefile${files.length === 0 ? ` (left out: ${why})` : ''}`,
  () => {
    const peer = pefileFacts(files);
    let compared = 0;
    for (const [index, path] of files.entries()) {
      const theirs = peer[index];
      const ours = readPe(readFileSync(path), md5);
      if (theirs === undefined || theirs.error !== undefined) continue;
      if (ours === null) throw new Error(`${path} is not read`);
      expect(asPeer(ours), path).toEqual(fromPeer(theirs));
      for (const [at, section] of ours.sections.entries()) {
        const entropy = theirs.sections[at]?.[5] ?? null;
        if (entropy !== null) expect(section.entropy ?? 0, path).toBeCloseTo(entropy, 2);
      }
      compared += 1;
    }
    expect(compared).toBeGreaterThan(files.length * 0.9);
    process.stderr.write(`pefile: ${compared} of ${files.length} files compared\n`);
  },
  300_000,
);
