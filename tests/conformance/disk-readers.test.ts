/** What The Sleuth Kit cannot be asked: journals, made tables, damage, hostile tables. */
import { describe, expect, test } from 'vitest';
import {
  bodyfileReader,
  mactimeReader,
} from '../../src/main/areas/forensics/readers/bodyfile.reader.ts';
import { mftReader } from '../../src/main/areas/forensics/readers/mft.reader.ts';
import type { EvidenceReader } from '../../src/main/areas/forensics/readers/reader.types.ts';
import { usnReader } from '../../src/main/areas/forensics/readers/usn.reader.ts';
import {
  type MadeFile,
  makeMftRecord,
  makeUsnRecord,
} from '../../src/main/areas/forensics/tools/make-disk-samples.ts';
import { readInMemory } from '../../src/main/areas/forensics/tools/read-in-memory.ts';

const at = (ms: number, nanos = 0) => ({ ms, nanos });
const DAY = Date.UTC(2026, 0, 2, 3, 4, 5);
const four = (ms: number, nanos = 700) => [
  at(ms, nanos),
  at(ms, nanos),
  at(ms, nanos),
  at(ms, nanos),
];
const ROOT: readonly [number, number] = [5, 5];

const file = (
  number: number,
  name: string,
  more: Partial<MadeFile> & { parent?: readonly [number, number] } = {},
): MadeFile => ({
  number,
  standard: four(DAY),
  names: [{ name, parent: more.parent ?? ROOT, times: four(DAY) }],
  ...more,
});

function table(files: readonly MadeFile[], size: 1024 | 4096 = 1024): Buffer {
  const highest = Math.max(5, ...files.map(({ number }) => number));
  const root: MadeFile = {
    number: 5,
    sequence: 5,
    flags: 3,
    standard: four(DAY),
    names: [{ name: '.', parent: ROOT, times: four(DAY) }],
  };
  const all = [root, { ...file(0, '$MFT') }, ...files];
  const byNumber = new Map(all.map((one) => [one.number, one]));
  return Buffer.concat(
    Array.from({ length: highest + 1 }, (_, number) => {
      const made = byNumber.get(number);
      return made ? makeMftRecord(made, size) : Buffer.alloc(size);
    }),
  );
}

const paths = async (bytes: Uint8Array) =>
  new Set((await readInMemory(mftReader, bytes, '$MFT')).events.map(({ fields }) => fields.Path));

describe('[FT3] $MFT', () => {
  test.each([1024, 4096] as const)(
    'equal times are one event, 100 ns are kept; records of %i bytes',
    async (size) => {
      const bytes = table(
        [
          file(20, 'a.exe', {
            standard: [at(DAY, 700), at(DAY, 700), at(DAY + 1, 100), at(DAY, 700)],
          }),
        ],
        size,
      );
      expect(mftReader.recognise(bytes.subarray(0, 65_536), 'x')).toBe(98);
      const { events, problems } = await readInMemory(mftReader, bytes, '$MFT');
      expect(problems).toEqual([]);
      const ours = events.filter(({ record }) => record === '20');
      expect(
        ours.map(({ timeMs, timeNanos, code, fields }) => [timeMs, timeNanos, code, fields.FN]),
      ).toEqual([
        [DAY, 700, 'ma.b', 'macb'],
        [DAY + 1, 100, '..c.', '....'],
      ]);
      expect(ours[0]?.offset).toBe(20 * size);
    },
  );

  test('a path is made of the folders that are meant, bounded where they form a circle', async () => {
    const folder = (
      number: number,
      name: string,
      parent: readonly [number, number],
      flags = 3,
      sequence = 2,
    ): MadeFile => ({ ...file(number, name, { parent }), flags, sequence });
    const found = await paths(
      table([
        folder(20, 'one', ROOT),
        folder(21, 'two', [20, 2]),
        file(22, 'deep.txt', { parent: [21, 2] }),
        folder(23, 'gone', ROOT, 2, 3),
        file(24, 'lost.txt', { parent: [23, 2], flags: 0 }),
        file(25, 'reused.txt', { parent: [20, 1] }),
        folder(26, 'x', [27, 2]),
        folder(27, 'y', [26, 2]),
        file(28, 'circle.txt', { parent: [26, 2] }),
        file(29, '../../etc/passwd', { parent: [999_999, 1] }),
      ]),
    );
    for (const path of [
      '/one/two/deep.txt',
      '/gone/lost.txt',
      '/$OrphanFiles/reused.txt',
      '/$OrphanFiles/y/x/circle.txt',
      '/$OrphanFiles/../../etc/passwd',
    ])
      expect(found).toContain(path);
  });

  test('streams, resident data, extension records, hard links and deleted files are told', async () => {
    const stream = { name: 'Zone.Identifier', content: '[ZoneTransfer]\r\nZoneId=3' };
    const { events } = await readInMemory(
      mftReader,
      table([
        { ...file(20, 'a.exe', { flags: 0 }), streams: [{ name: '', content: 'MZ\u0001' }] },
        {
          number: 21,
          base: [20, 1],
          streams: [stream],
          names: [{ name: 'link.exe', parent: ROOT, times: four(DAY + 5_000) }],
        },
      ]),
      '$MFT',
    );
    const [first, link] = events.filter(({ record }) => record === '20');
    expect(first?.summary).toBe('macb /a.exe (deleted)');
    expect(first?.fields).toMatchObject({ State: 'deleted', Size: '3', ResidentData: '4d5a01' });
    expect(first?.fields.Streams).toEqual([`Zone.Identifier (24 bytes): ${stream.content}`]);
    expect(link).toMatchObject({
      timeMs: DAY + 5_000,
      summary: 'macb /link.exe (deleted) ($FILE_NAME)',
    });
  });

  test('[FT4] a creation time set back, or without a fraction, is noted; an honest one is not', async () => {
    const { events, facts } = await readInMemory(
      mftReader,
      table([
        file(20, 'back.exe', { standard: four(DAY - 86_400_000) }),
        file(21, 'round.exe', { standard: four(DAY + 1000, 0) }),
        file(22, 'honest.exe'),
      ]),
      '$MFT',
    );
    const note = (record: string) =>
      String(events.find((event) => event.record === record)?.fields.Note ?? '');
    expect(note('20')).toContain('created earlier by $STANDARD_INFORMATION');
    expect(note('21')).toContain('no fraction of a second');
    expect(note('22')).toBe('');
    expect(facts.table).toMatchObject({ timestomp: 2 });
  });

  test('[FT5] a damaged record is named and the others are read', async () => {
    const bytes = table([file(20, 'a'), file(21, 'b'), file(22, 'c'), file(23, 'd')]);
    bytes.writeUInt16LE(0x1234, 20 * 1024 + 510);
    bytes.write('BAAD', 21 * 1024, 'latin1');
    bytes.writeUInt32LE(0xfffffff8, 22 * 1024 + 76);
    const { events, problems, facts } = await readInMemory(
      mftReader,
      bytes.subarray(0, -100),
      '$MFT',
    );
    expect(problems).toEqual([
      { what: 'a fixup does not match its sector', where: 'offset 20480', isLoss: true },
      { what: 'a record is marked as damaged (BAAD)', where: 'offset 21504', isLoss: true },
      { what: 'an attribute does not fit into its record', where: 'offset 22528', isLoss: true },
      { what: 'the last record is cut off', where: 'offset 23552', isLoss: true },
    ]);
    expect(events.some(({ fields }) => fields.Path === '/a')).toBe(true);
    expect(facts.table).toMatchObject({ recordBytes: 1024 });
  });
});

const change = {
  usn: 4096,
  file: [40, 2],
  parent: [5, 5],
  at: at(DAY, 700),
  reason: 0x80000102,
  name: 'evil.exe',
} as const;

describe('[FT6] the change journal', () => {
  test('versions 2, 3 and 4 are read with their reasons, behind empty space', async () => {
    const bytes = Buffer.concat([
      Buffer.alloc(200_000),
      makeUsnRecord({ ...change, version: 2 }),
      Buffer.alloc(24),
      makeUsnRecord({ ...change, version: 3 }),
      makeUsnRecord({ ...change, version: 4 }),
    ]);
    expect(usnReader.recognise(bytes.subarray(199_936), 'x')).toBe(94);
    expect(usnReader.recognise(bytes.subarray(0, 65_536), '$UsnJrnl_$J')).toBe(60);
    const { events, problems, facts } = await readInMemory(usnReader, bytes, '$J');
    expect(problems).toEqual([]);
    expect(events).toHaveLength(3);
    expect(events[0]).toMatchObject({
      ...{ timeMs: DAY, timeNanos: 700, offset: 200_000, record: '4096', code: 'DATA_EXTEND' },
      fields: {
        Name: 'evil.exe',
        File: '40-2',
        Parent: '5-5',
        Reason: ['DATA_EXTEND', 'FILE_CREATE', 'CLOSE'],
      },
    });
    expect(events[1]?.fields).toEqual({ ...events[0]?.fields, Version: '3' });
    expect(events[2]).toMatchObject({ timeMs: null, fields: { Version: '4', Extents: '1' } });
    expect(facts.journal).toEqual({ records: 3, versions: { v2: 1, v3: 1, v4: 1 } });
  });

  test('damage is skipped, named once, and what follows is read', async () => {
    const one = makeUsnRecord({ ...change, version: 2 });
    const bytes = Buffer.concat([one, Buffer.alloc(80, 0xff), one]);
    const { events, problems } = await readInMemory(usnReader, bytes, '$J');
    expect(events).toHaveLength(2);
    expect(problems).toEqual([
      {
        what: 'bytes that are no record were skipped',
        where: `offset ${one.length}`,
        isLoss: true,
      },
    ]);
  });
});

/** Mutants that are the same in every run. */
function* mutants(bytes: Uint8Array, count: number): Generator<Uint8Array> {
  let seed = 0x2545f491;
  const next = (below: number) => {
    seed ^= seed << 13;
    seed ^= seed >>> 17;
    seed ^= seed << 5;
    return (seed >>> 0) % below;
  };
  for (let n = 0; n < count; n++) {
    const mutant = bytes.slice(0, n % 5 === 0 ? next(bytes.length) + 1 : bytes.length);
    for (let flips = next(12); flips >= 0; flips--)
      mutant[next(mutant.length)] = [0, 255, 127, 128, next(256)][next(5)] ?? 0;
    yield mutant;
  }
}

const MUTANTS = Number(process.env.WATCHFLOOR_FUZZ ?? 2_000);
const BODY = Buffer.from(
  '# made\n0|/a|b.txt|12-128-1|r/rrwxr-xr-x|0|0|13|1700000000|1700000001|1700000002.5|0\n'.repeat(
    5,
  ),
);
const MACTIME = Buffer.from(
  'Sun Nov 22 2026 14:02:20       74 macb r/rr-xr-xr-x 0        0        0-48-2   /a\n                             4096 m.c. r/rr-xr-xr-x 0        0        1-128-1  /b\n',
);

const FUZZED: readonly (readonly [EvidenceReader, Uint8Array])[] = [
  [
    mftReader,
    table([
      file(20, 'a', { streams: [{ name: 's', content: 'x' }] }),
      { number: 21, base: [20, 1], names: [{ name: 'l', parent: [22, 1], times: four(DAY) }] },
      { ...file(22, 'd'), flags: 3 },
    ]),
  ],
  [
    usnReader,
    Buffer.concat(
      [2, 3, 4, 2].map((version) => makeUsnRecord({ ...change, version: version as 2 | 3 | 4 })),
    ),
  ],
  [bodyfileReader, BODY],
  [mactimeReader, MACTIME],
];

describe('[FT7] hostile bytes', () => {
  test.each(FUZZED)(
    `$id: ${MUTANTS} mutants are read to their end or refused in words`,
    async (reader, bytes) => {
      let slowest = 0;
      for (const mutant of mutants(bytes, MUTANTS)) {
        const started = performance.now();
        reader.recognise(mutant.subarray(0, 65_536), 'x');
        const { events } = await readInMemory(reader, mutant, 'x').catch((error: Error) => {
          expect(error.message).toBe('It does not begin with a record of a master file table');
          return { events: [] };
        });
        expect(events.length).toBeLessThan(1_000);
        slowest = Math.max(slowest, performance.now() - started);
      }
      expect(slowest).toBeLessThan(2_000);
    },
  );

  test('a chain of folders that is as deep as it is long takes no time', async () => {
    const deep = Array.from(
      { length: 20_000 },
      (_, n): MadeFile => ({
        ...file(30 + n, `${n}`.padEnd(100, 'd'), { parent: [31 + ((n * 7) % 20_000), 1] }),
        flags: 3,
      }),
    );
    const started = performance.now();
    const found = await paths(table(deep));
    expect(found.size).toBeGreaterThan(10_000);
    expect(Math.max(...[...found].map((path) => String(path).length))).toBeLessThanOrEqual(4_300);
    expect(performance.now() - started).toBeLessThan(15_000);
  });
});
