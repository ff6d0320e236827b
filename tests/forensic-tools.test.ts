/** The self-tests of the forensic tools: really run, and able to fail. */
import { expect, test } from 'vitest';
import { loadReaders } from '../src/main/areas/forensics/readers/all-readers.ts';
import { createFileReaders } from '../src/main/areas/forensics/readers/file-readers.ts';
import { memoryReader } from '../src/main/areas/forensics/readers/memory.reader.ts';
import { readInMemory } from '../src/main/areas/forensics/tools/read-in-memory.ts';
import { selfTestSamples } from '../src/main/areas/forensics/tools/samples.ts';
import { selfTest } from '../src/main/areas/forensics/tools/self-test.ts';
import { stateOf } from '../src/main/areas/forensics/tools/tools.service.ts';

const signal = new AbortController().signal;
const anyFile = () => {
  const ports = {
    yaraRules: () => [],
    openHashSets: () => ({ sets: 0, find: () => [], close() {} }),
  };
  const reader = createFileReaders(ports).find(({ id }) => id === 'any-file');
  if (!reader) throw new Error('No reader of any file');
  return reader;
};

test('[FT20] every reader that has a sample reads it back as it was made', async () => {
  const files = createFileReaders({
    yaraRules: () => [],
    openHashSets: () => ({ sets: 0, find: () => [], close() {} }),
  });
  const results = await selfTest([...(await loadReaders()), ...files], selfTestSamples(), signal);
  expect(results.filter(({ problem }) => problem !== null)).toEqual([]);
  expect(results.filter(({ isPassed }) => isPassed === null)).toEqual([]);
  for (const id of ['mft', 'usn', 'bodyfile', 'mactime', 'memory', 'json', 'syslog'])
    expect(results.find(({ readerId }) => readerId === id)?.isPassed, id).toBe(true);
});

test('[FT20] a reader that loses an event, a value or a time does not pass', async () => {
  const readers = await loadReaders();
  const bodyfile = readers.filter(({ id }) => id === 'bodyfile');
  const samples = selfTestSamples().filter(({ readerId }) => readerId === 'bodyfile');
  for (const change of [
    { events: 3 },
    { holds: ['/other'] },
    { timeMs: 1 },
    { bytes: Buffer.from('x') },
  ]) {
    const [result] = await selfTest(
      bodyfile,
      samples.map((one) => ({ ...one, ...change })),
      signal,
    );
    expect(result?.isPassed).toBe(false);
    expect(result?.problem).not.toBeNull();
  }
  const broken = bodyfile.map((one) => ({
    ...one,
    read: async () => Promise.reject(new Error('no')),
  }));
  expect((await selfTest(broken, samples, signal))[0]?.problem).toBe('no');
});

test('[FT21] a family is connected only where all that were tried passed', () => {
  const passed = { isPassed: true };
  const failed = { isPassed: false };
  expect(stateOf('done', [passed, { isPassed: null }])).toBe('connected');
  expect(stateOf('done', [passed, failed])).toBe('partial');
  expect(stateOf('done', [failed])).toBe('failed');
  expect(stateOf('done', [{ isPassed: null }])).toBe('untested');
  expect(stateOf('done', [])).toBe('untested');
  expect(stateOf('running', [])).toBe('checking');
});

test('[FT8] a memory image: places of what is found are those in the file, in any encoding', async () => {
  const filler = Buffer.alloc(300_000, 1);
  const url = Buffer.from('https://evil.example.net/a', 'utf16le');
  const path = Buffer.from('"C:\\Temp\\a b.exe" -enc AAAA');
  const bytes = Buffer.concat([filler, url, filler, path, filler, url]);
  const { events, facts, problems } = await readInMemory(memoryReader, bytes, 'x.raw');
  expect(problems).toEqual([]);
  const found = events.find(({ code }) => code === 'url');
  expect(found).toMatchObject({
    offset: 300_000,
    fields: { Value: 'https://evil.example.net/a', Count: '2', Encoding: 'utf16le' },
  });
  expect(events.find(({ code }) => code === 'command line')).toMatchObject({
    offset: 600_000 + url.length,
    kind: 'process',
  });
  expect(facts.image).toBe('raw');
});

test('[FT8] hostile images end: one endless text, and mutants of a LiME', async () => {
  const started = performance.now();
  await readInMemory(memoryReader, Buffer.from('a.b@c:\\'.repeat(150_000)), 'x');
  const image =
    selfTestSamples().find(({ readerId }) => readerId === 'memory')?.bytes ?? new Uint8Array(1);
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return seed % below;
  };
  for (let n = 0; n < Number(process.env.WATCHFLOOR_FUZZ ?? 2_000); n++) {
    const mutant = image.slice(0, n % 4 === 0 ? next(image.length) + 1 : image.length);
    for (let flips = next(8); flips >= 0; flips--) mutant[next(mutant.length)] = next(256);
    memoryReader.recognise(mutant, 'x');
    const { events } = await readInMemory(memoryReader, mutant, 'x');
    expect(events.length).toBeLessThan(100);
  }
  expect(performance.now() - started).toBeLessThan(30_000);
});

test.each([
  ['7-Zip archive', 'a.7z', '377abcaf271c'],
  ['RAR archive', 'a.rar', '526172211a0701'],
  ['xz', 'a.xz', 'fd377a585a00'],
  ['Cabinet', 'a.cab', '4d534346'],
])('[IK17] %s: it is said that it was not opened, and what to do', async (label, name, magic) => {
  const bytes = Buffer.concat([Buffer.from(magic, 'hex'), Buffer.alloc(200, 7)]);
  const { problems, events } = await readInMemory(anyFile(), bytes, name);
  expect(events).toHaveLength(1);
  expect(problems).toEqual([
    {
      what: `${label}: not opened, what is inside was not read. Unpack it and bring the folder, or pack it as ZIP, tar, gzip, bzip2 or Zstandard.`,
      where: null,
      isLoss: true,
    },
  ]);
});

test('[IK17] of a file that is no archive nothing is said', async () => {
  const { problems } = await readInMemory(anyFile(), Buffer.from('BZ, a town'), 'notes.txt');
  expect(problems).toEqual([]);
});
