/** The readers of disks held to The Sleuth Kit, on file systems made here without mounting them. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bodyfileReader,
  mactimeReader,
} from '../../src/main/areas/forensics/readers/bodyfile.reader.ts';
import { mftReader } from '../../src/main/areas/forensics/readers/mft.reader.ts';
import { fileTimeBytes } from '../../src/main/areas/forensics/tools/make-disk-samples.ts';
import { readInMemory } from '../../src/main/areas/forensics/tools/read-in-memory.ts';
import { parseBodyLine } from '../../src/shared/areas/forensics/bodyfile/body-line.ts';
import type { FileTimes } from '../../src/shared/areas/forensics/bodyfile/macb.ts';
import { fileTimeText } from '../../src/shared/areas/forensics/mft/file-time.ts';
import { longNames } from '../../src/shared/areas/forensics/mft/mft-fields.ts';
import { parseMftRecord } from '../../src/shared/areas/forensics/mft/mft-record.ts';

const ENV = { ...process.env, TZ: 'UTC', LC_ALL: 'C' };
const run = (program: string, args: readonly string[], input?: string): Buffer =>
  execFileSync(program, [...args], {
    env: ENV,
    maxBuffer: 64 << 20,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore'],
    ...(input === undefined ? {} : { input }),
  });

function missing(): string {
  for (const [program, flag] of [
    ['fls', '-V'],
    ['mkntfs', '--version'],
    ['mkfs.ext4', '-V'],
  ] as const)
    try {
      run(program, [flag]);
    } catch {
      return `${program} is not installed`;
    }
  return '';
}

const why = missing();
let folder = '';
let image = '';
const RECORD = 1024;

/** Where the table begins: cluster number and cluster size stand in the boot sector. */
function tableAt(path: string): number {
  const boot = readFileSync(path).subarray(0, 512);
  return Number(boot.readBigUInt64LE(48)) * boot.readUInt16LE(11) * boot.readUInt8(13);
}

/** Other times than mkntfs wrote, all different, with all digits; and a record marked as deleted. */
function patch(path: string): void {
  const whole = readFileSync(path);
  const at = tableAt(path);
  const file = openSync(path, 'r+');
  for (let number = 0; number < 66; number++) {
    const start = at + number * RECORD;
    const record = whole.subarray(start, start + RECORD);
    if (record.toString('latin1', 0, 4) !== 'FILE' || record.readUInt16LE(20) === 0) continue;
    if (record.readUInt32LE(record.readUInt16LE(20)) !== 0x10) continue;
    const times = record.readUInt16LE(20) + 24;
    for (let n = 0; n < 4; n++) {
      const nanos = ((number * 4 + n) * 123_456_700) % 1_000_000;
      const ms = Date.UTC(2021, n, 3, 4, 5, number % 60, 678);
      writeSync(file, fileTimeBytes({ ms, nanos }), 0, 8, start + times + n * 8);
    }
    if (number === 65) writeSync(file, Buffer.from([0, 0]), 0, 2, start + 22);
  }
  closeSync(file);
}

// Skipped where The Sleuth Kit or the makers of images are not installed.
describe.skipIf(why !== '')(`disks, beside The Sleuth Kit${why && ` (${why})`}`, () => {
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'watchfloor-disk-'));
    image = join(folder, 'ntfs.img');
    const small = join(folder, 'small');
    writeFileSync(image, '');
    truncateSync(image, 16 << 20);
    writeFileSync(small, 'hello, world\n');
    run('mkntfs', ['-F', '-Q', '-q', '-s', '512', image]);
    for (const name of ['a.txt', 'second file.txt', 'ünï.dat'])
      run('ntfscp', ['-f', image, small, name]);
    run('ntfscp', ['-f', '-N', 'Zone.Identifier', image, small, 'a.txt']);
    patch(image);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('[FT1] every field of every record of a $MFT is what istat says', () => {
    const table = run('icat', [image, '0']);
    let compared = 0;
    for (let number = 0; number * RECORD < table.length; number++) {
      const record = parseMftRecord(table.subarray(number * RECORD, (number + 1) * RECORD), number);
      if (!record || (!record.standard && record.names.length === 0)) continue;
      expect({ number, ...ours(record) }).toEqual({
        number,
        ...istat(run('istat', [image, String(number)]).toString('utf8')),
      });
      compared++;
    }
    expect(compared).toBeGreaterThan(25);
  });

  test('[FT1] paths and whole seconds are those of fls', async () => {
    const table = run('icat', [image, '0']);
    const { events, problems } = await readInMemory(mftReader, table, '$MFT');
    expect(problems).toEqual([]);
    const told = new Set<string>();
    for (const { fields, timeMs } of events) {
      const add = (set: string, path: string) => {
        [...set].forEach((letter) => {
          if (letter !== '.') told.add(`${path} ${letter} ${Math.floor((timeMs ?? 0) / 1000)}`);
        });
      };
      add(String(fields.SI), String(fields.Path));
      add(String(fields.FN), `${fields.Path} ($FILE_NAME)`);
    }
    const rows = run('fls', ['-r', '-m', '/', image]).toString('utf8').trim().split('\n');
    let compared = 0;
    for (const line of rows) {
      const row = parseBodyLine(line);
      const name =
        row?.name
          .replace(/ \(deleted\)$/, '')
          .replace(/\(\$FILE_NAME, deleted\)$/, '($FILE_NAME)') ?? '';
      // Streams have the times of their file, and fls makes up names of orphans.
      if (!row || /:|^\/\$OrphanFiles/.test(name) || row.times.m === null) continue;
      for (const letter of ['m', 'a', 'c', 'b'] as const) {
        expect(told, line).toContain(`${name} ${letter} ${(row.times[letter]?.ms ?? 0) / 1000}`);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(100);
    const alternate = events.find(({ fields }) => fields.Path === '/a.txt');
    expect(alternate?.fields.Streams).toEqual(['Zone.Identifier (13 bytes): hello, world\n']);
    expect(alternate?.fields.ResidentData).toBe('hello, world\n');
    expect(events.find(({ fields }) => fields.Path === '/second file.txt')?.fields.State).toBe(
      'deleted',
    );
  });

  test('[FT2] a bodyfile gives the rows that mactime makes of it, in ISO, words and CSV', async () => {
    const ext = join(folder, 'ext4.img');
    writeFileSync(ext, '');
    truncateSync(ext, 4 << 20);
    run('mkfs.ext4', ['-q', ext]);
    const small = join(folder, 'small');
    const commands = [`write ${small} a|b.txt`, 'mkdir d', `write ${small} d/c.txt`, 'rm d/c.txt'];
    for (const [n, day] of [11, 12, 13, 14].entries())
      commands.push(
        `set_inode_field d ${['atime', 'mtime', 'ctime', 'crtime'][n]} @17000${day}000`,
      );
    run('debugfs', ['-w', '-f', '-', ext], `${commands.join('\n')}\n`);
    const body = run('fls', ['-r', '-m', '/', ext]);
    const bodyPath = join(folder, 'body');
    writeFileSync(bodyPath, body);
    expect(bodyfileReader.recognise(body, 'body')).toBeGreaterThan(90);
    const own = await readInMemory(bodyfileReader, body, 'body');
    expect(own.problems).toEqual([]);
    expect(own.events.map(({ fields }) => fields.Path)).toContain('/a|b.txt');
    // A name with '|' is a line that mactime leaves out.
    const ours = own.events
      .filter(({ timeMs, fields }) => timeMs !== null && fields.Path !== '/a|b.txt')
      .map(keyOf)
      .sort();
    expect(ours.length).toBeGreaterThan(4);
    for (const flags of [['-y'], ['-d', '-y'], ['-d'], ['-h', '-d', '-y'], []]) {
      const table = run('mactime', ['-b', bodyPath, '-z', 'UTC', ...flags]);
      expect(mactimeReader.recognise(table, 'x')).toBeGreaterThan(90);
      const read = await readInMemory(mactimeReader, table, 'x');
      expect(read.problems.filter(({ isLoss }) => isLoss)).toEqual([]);
      const theirs = read.events
        .filter(({ timeMs }) => timeMs !== null)
        .map(keyOf)
        .sort();
      expect(theirs).toEqual(ours);
    }
  });
});

const keyOf = ({
  timeMs,
  code,
  fields,
}: {
  timeMs: number | null;
  code: string | null;
  fields: unknown;
}) => JSON.stringify([timeMs, code, fields]);

interface Told {
  readonly sequence: string;
  readonly links: string;
  readonly isUsed: boolean;
  readonly standard: readonly string[] | null;
  readonly names: readonly {
    readonly name: string;
    readonly parent: string;
    readonly times: readonly string[];
  }[];
  readonly streams: readonly string[];
}

const written = ({ b, m, c, a }: FileTimes): string[] =>
  [b, m, c, a].map((at) => (at ? fileTimeText(at) : 'none'));

function ours(record: NonNullable<ReturnType<typeof parseMftRecord>>): Told {
  return {
    sequence: String(record.sequence),
    links: String(record.links),
    isUsed: record.isUsed,
    standard: record.standard && written(record.standard.times),
    names: longNames(record.names)
      .slice(0, 1)
      .map(({ name, parent, times }) => ({
        name,
        parent: `${parent.record}-${parent.sequence}`,
        times: written(times),
      })),
    streams: record.streams.map(({ name, size }) => `${name || 'N/A'} ${size}`).sort(),
  };
}

function istat(text: string): Told {
  const value = (pattern: RegExp, part = text) => pattern.exec(part)?.[1]?.trim() ?? '';
  const part = (title: string) => text.split(`${title} Attribute Values:`)[1]?.split('\n\n')[0];
  const times = (from: string) =>
    ['Created', 'File Modified', 'MFT Modified', 'Accessed'].map((label) =>
      value(new RegExp(`^${label}:\\t(.*) \\(UTC\\)`, 'm'), from)
        .replace(' ', 'T')
        .replace(/00$/, 'Z'),
    );
  const [standard, name] = [part('$STANDARD_INFORMATION'), part('$FILE_NAME')];
  return {
    sequence: value(/Sequence: (\d+)/),
    links: value(/Links: (\d+)/),
    isUsed: !text.includes('Not Allocated File'),
    standard: standard === undefined ? null : times(standard),
    names:
      name === undefined
        ? []
        : [
            {
              name: value(/^Name: (.*)$/m, name),
              parent: `${value(/Parent MFT Entry: (\d+)/, name)}-${value(/Sequence: (\d+)/, name)}`,
              times: times(name),
            },
          ],
    streams: [
      ...text.matchAll(
        /Type: \$DATA \(128-\d+\) {3}Name: (.*?) {3}(?:Non-)?Resident.*?size: (\d+)/g,
      ),
    ]
      .map(([, stream, size]) => `${stream} ${size}`)
      .sort(),
  };
}
