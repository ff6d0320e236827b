import { afterEach, expect, test } from 'vitest';
import { createYaraPass } from '../../src/main/areas/forensics/malware/yara-pass.ts';
import { compileYara } from '../../src/main/areas/forensics/yara/compile-yara.ts';
import { YaraEngine, YaraStopped } from '../../src/main/areas/forensics/yara/yara-engine.ts';

let engine = new YaraEngine();
afterEach(async () => {
  await engine.close();
  engine = new YaraEngine();
});

const MIB = 1_048_576;
const marked = (size: number, at: readonly number[]) => {
  const bytes = new Uint8Array(size).fill(0x20);
  for (const place of at) bytes.set(Buffer.from('needle'), place);
  return bytes;
};
const NEEDLE = 'rule needle { strings: $n = "needle" condition: $n }';

test('[MW8] rules that do not compile are named with their line, the others run', async () => {
  const text = [
    'rule good { condition: true }',
    'rule bad { condition: $x }',
    'rule leans { condition: bad }',
    '/* rule hidden { condition: } */',
    'rule after : one { meta: level = "low" strings: $r = /a\\/[{}]/ condition: $r }',
  ].join('\n');
  const magic = 'import "magic"\nrule m { condition: magic.type() == "x" }';
  const [mixed, missing, none] = await compileYara([
    { name: 'mixed', text },
    { name: 'missing', text: magic },
    { name: 'none', text: 'these are words' },
  ]);
  expect(mixed?.rules.map(({ identifier }) => identifier)).toEqual(['good', 'after']);
  expect(mixed?.rules[1]).toMatchObject({ tags: ['one'], meta: { level: 'low' } });
  expect(mixed?.state).toBe('ready');
  expect(mixed?.reasons.join('\n')).toMatch(/bad: line 2: unknown pattern/);
  expect(mixed?.reasons.join('\n')).toMatch(/leans: line 3: unknown identifier/);
  expect(missing?.state).toBe('unsupported');
  expect(none).toMatchObject({ state: 'invalid', rules: [] });
});

test('[MW9] a scan that hangs is ended, and the next one runs', async () => {
  engine.use([{ name: 'slow', text: 'rule slow { strings: $a = /(a+)+b/ condition: $a }' }]);
  const hostile = new Uint8Array(8 * MIB).fill(0x61);
  await expect(engine.scan('any', hostile, 0, 1_500)).rejects.toThrow(YaraStopped);
  const { matches } = await engine.scan('any', Uint8Array.from(Buffer.from('xaab')), 0, 20_000);
  expect(matches).toMatchObject([{ identifier: 'slow' }]);
});

test('[MW9] a large file is scanned in windows: every place once, also where windows meet', async () => {
  engine.use([{ name: 'n', text: NEEDLE }]);
  const size = 80 * MIB;
  const places = [10, 32 * MIB - 3, 40 * MIB, size - 6];
  const bytes = marked(size, places);
  const pass = createYaraPass(engine, size);
  for (let at = 0; at < size; at += MIB) await pass.add(bytes.subarray(at, at + MIB));
  const { matches, notes } = await pass.done();
  expect(matches[0]?.places.map(({ offset }) => offset).sort((a, b) => a - b)).toEqual(places);
  expect(notes).toEqual([
    'YARA ran over pieces of 32 MiB: conditions on size and start hold for a piece, not for the file.',
  ]);
}, 60_000);

test('[MW9] a rule for one sort of file runs over those only, with what it leans on', async () => {
  const text = [
    'private rule marked { strings: $n = "needle" condition: $n }',
    'rule for_pe { condition: uint16(0) == 0x5a4d and marked }',
    'rule either { condition: uint16(0) == 0x5a4d or marked }',
  ].join('\n');
  engine.use([{ name: 't', text }]);
  const pe = Uint8Array.from(Buffer.from('MZ needle'));
  const other = Uint8Array.from(Buffer.from('no needle'));
  const names = async (target: 'pe' | 'any', bytes: Uint8Array<ArrayBuffer>) => {
    const { matches, rules } = await engine.scan(target, bytes, 0, 20_000);
    return [rules, ...matches.map(({ identifier }) => identifier)];
  };
  expect(await names('pe', pe)).toEqual([3, 'for_pe', 'either']);
  expect(await names('any', other)).toEqual([2, 'either']);
});
