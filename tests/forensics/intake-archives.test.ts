/** Archives that are whole, encrypted, damaged and hostile, without a core. */
import { spawnSync } from 'node:child_process';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { PasswordNeeded } from '../../src/main/areas/forensics/intake/archive.types.ts';
import { unpackBzip2 } from '../../src/main/areas/forensics/intake/unpack-bzip2.ts';
import { displayName } from '../../src/shared/areas/forensics/intake/intake.rules.ts';
import { fuzzArchives } from '../helpers/fuzz-archives.ts';
import { lines, runIntake } from '../helpers/intake-run.ts';
import {
  bzip2OfLines,
  gzipBomb,
  makeTar,
  makeZip,
  nestedBomb,
  overlappingBomb,
} from '../helpers/make-archives.ts';
import { createRandom } from '../helpers/random.ts';

const MIB = 1024 * 1024;
async function* inPieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
}
const lossesOf = (receipt: { problems: readonly { what: string; isLoss: boolean }[] }) =>
  receipt.problems.filter(({ isLoss }) => isLoss).map(({ what }) => what);

describe('what is whole', () => {
  test('[IK4] a plain file goes to the reader that recognises its content, whatever its name', async () => {
    const { events, detected, receipt } = await runIntake('photo.jpg', lines('a', 'b'));
    expect([events[''], detected, receipt.read]).toEqual([['a', 'b'], 'Lines', 2]);
  });

  test('[IK4] what no reader takes is kept, and says so', async () => {
    const { events, receipt } = await runIntake('x.evtx', Buffer.from('nothing known'));
    expect(events).toEqual({});
    expect(receipt.notes).toEqual(['kept, not read: no reader recognises it']);
  });

  test.each([false, true])('[IK3] files in a ZIP archive, stored: %s', async (isStored) => {
    const zip = makeZip([
      { name: 'logs/a.log', content: lines('one'), isStored },
      { name: 'b.bin', content: Buffer.from([1, 2, 3]), isStored },
      { name: 'c.log', content: lines('two', 'three'), isStored },
    ]);
    const { events, receipt, detected } = await runIntake('x.zip', zip);
    expect(detected).toBe('ZIP archive');
    expect(events).toEqual({ 'logs/a.log': ['one'], 'c.log': ['two', 'three'] });
    expect(receipt.members.map(({ path, sessionId }) => [path, sessionId])).toEqual([
      ['logs/a.log', 'logs/a.log'],
      ['b.bin', null],
      ['c.log', 'c.log'],
    ]);
    expect(receipt.members[1]?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(lossesOf(receipt)).toEqual([]);
  });

  test('[IK3] bzip2: alone, in a tar archive, and one stream after another', async () => {
    const one = await runIntake('a.log.bz2', bzip2OfLines());
    expect([one.detected, one.events]).toEqual(['bzip2', { 'a.log': ['one', 'two'] }]);
    const tar = makeTar([{ name: 'b.log.bz2', content: bzip2OfLines() }]);
    expect((await runIntake('x.tar', tar)).events).toEqual({
      'b.log.bz2!/b.log': ['one', 'two'],
    });
    const twice = await runIntake('c.bz2', Buffer.concat([bzip2OfLines(), bzip2OfLines()]));
    expect(twice.events.c).toEqual(['one', 'twoLINES', 'one', 'two']);
    expect(lossesOf(twice.receipt)).toEqual([]);
  });

  test('[IK7] a bzip2 file that is damaged or cut off says so', async () => {
    const whole = bzip2OfLines();
    const cut = await runIntake('a.log.bz2', whole.subarray(0, whole.length - 12));
    expect(lossesOf(cut.receipt).join()).toContain('the compressed data ends too early');
    const changed = Buffer.from(whole);
    // The sum of the only block.
    changed.writeUInt8((changed[10] ?? 0) ^ 1, 10);
    const damaged = await runIntake('a.log.bz2', changed);
    expect(lossesOf(damaged.receipt).join()).toContain('the compressed data is damaged');
  });

  // Skipped where the program is not installed.
  test.skipIf(spawnSync('bzip2', ['--help']).status !== 0)(
    '[IK3] what bzip2 wrote comes out as it was, in blocks of any size',
    async () => {
      const random = createRandom(11);
      const noise = Buffer.from(Array.from({ length: 300_000 }, () => random.below(256)));
      const words = Buffer.from(
        Array.from({ length: 60_000 }, () => random.pick(['aaaaaaaa', 'b', ' ', 'cc\n'])).join(''),
      );
      for (const content of [Buffer.alloc(0), Buffer.alloc(700_000, 7), noise, words])
        for (const level of ['-1', '-9']) {
          const { stdout } = spawnSync('bzip2', [level, '-c'], {
            input: content,
            maxBuffer: 8 * MIB,
          });
          const pieces: Uint8Array[] = [];
          for await (const piece of unpackBzip2(inPieces(stdout))) pieces.push(piece);
          expect(Buffer.concat(pieces).equals(content)).toBe(true);
        }
    },
  );

  test('[IK3] archives in archives: ZIP in tar in gzip, and Zstandard', async () => {
    const zip = makeZip([
      { name: 'deep.log', content: lines('found') },
      { name: 'z.log.zst', content: zstdCompressSync(lines('pressed')) },
    ]);
    const tar = makeTar([
      { name: 'dir', type: 'Directory' },
      { name: 'dir/in.zip', content: zip },
      { name: 'dir/flat.log', content: lines('flat') },
    ]);
    const { events, receipt } = await runIntake('x.tar.gz', gzipSync(tar));
    expect(events).toEqual({
      'x.tar!/dir/in.zip!/deep.log': ['found'],
      'x.tar!/dir/in.zip!/z.log.zst!/z.log': ['pressed'],
      'x.tar!/dir/flat.log': ['flat'],
    });
    expect(lossesOf(receipt)).toEqual([]);
  });

  test('[IK3] a file larger than what is held in memory is kept encrypted meanwhile', async () => {
    const big = lines('x'.repeat(200_000));
    const zip = makeZip([{ name: 'big.log', content: big }]);
    const { events } = await runIntake('x.zip', zip, { limits: { memoryBytes: 1_000 } });
    expect(events['big.log']?.[0]).toHaveLength(200_000);
  });

  test('[IK2] one content twice in an archive is read once', async () => {
    const content = lines('once');
    const zip = makeZip([
      { name: 'a', content },
      { name: 'b', content },
    ]);
    const { events, receipt } = await runIntake('x.zip', zip);
    expect(Object.keys(events)).toEqual(['a']);
    expect(receipt.members[1]?.note).toBe("the same content as 'a'; not read twice");
  });

  test('[IK8] one file inside is read again by itself, with readers that a person chose', async () => {
    const zip = makeZip([
      { name: 'a', content: lines('a') },
      { name: 'b', content: lines('b') },
    ]);
    expect((await runIntake('x.zip', zip, { only: 'b' })).events).toEqual({ b: ['b'] });
    const plain = makeZip([{ name: 'n', content: Buffer.from('?\nx\ny') }]);
    const chosen = { n: ['lines'] };
    expect((await runIntake('x.zip', plain, { chosen })).events).toEqual({ n: ['x', 'y'] });
  });
});

describe('what is encrypted', () => {
  const secret = (encryption: 'traditional' | 'aes', isStored = false) =>
    makeZip([
      { name: 'open.log', content: lines('open') },
      { name: 'a.log', content: lines('secret'), password: 'pass wörd', encryption, isStored },
      { name: 'b.log', content: lines('second'), password: 'pass wörd', encryption },
    ]);

  test.each(['traditional', 'aes'] as const)(
    '[IK6] %s: asks before anything is read',
    async (e) => {
      await expect(runIntake('x.zip', secret(e))).rejects.toThrow(PasswordNeeded);
      const wrong = runIntake('x.zip', secret(e), { passwords: ['wrong'] });
      await expect(wrong).rejects.toThrow('That password does not open this archive.');
    },
  );

  test.each([
    ['traditional', true],
    ['traditional', false],
    ['aes', true],
    ['aes', false],
  ] as const)('[IK6] %s, stored: %s, is read with its password', async (e, isStored) => {
    const { events, receipt } = await runIntake('x.zip', secret(e, isStored), {
      passwords: ['pass wörd'],
    });
    expect(events).toEqual({ 'open.log': ['open'], 'a.log': ['secret'], 'b.log': ['second'] });
    expect(lossesOf(receipt)).toEqual([]);
  });

  test('[IK6] without, the rest is read and what is encrypted is reported', async () => {
    const { events, receipt } = await runIntake('x.zip', secret('aes'), { passwords: null });
    expect(events).toEqual({ 'open.log': ['open'] });
    expect(receipt.problems).toContainEqual(
      expect.objectContaining({ what: 'a member: encrypted, not read', count: 2, isLoss: true }),
    );
  });

  test('[IK6] one inside another archive asks too', async () => {
    const outer = makeZip([{ name: 'in.zip', content: secret('traditional') }]);
    await expect(runIntake('x.zip', outer)).rejects.toThrow(PasswordNeeded);
  });

  test('[IK14] archives in each other, each with its own password, need them all', async () => {
    const inner = makeZip([
      { name: 's.log', content: lines('deep'), password: 'second', encryption: 'aes' },
    ]);
    const outer = makeZip([
      { name: 'in.zip', content: inner, password: 'first', encryption: 'aes' },
      { name: 'c.log', content: lines('third'), password: 'third', encryption: 'traditional' },
    ]);
    await expect(runIntake('x.zip', outer)).rejects.toThrow('This archive is encrypted');
    await expect(runIntake('x.zip', outer, { passwords: ['first'] })).rejects.toThrow(
      "The archive 'in.zip' inside is encrypted, and no password that was given opens it.",
    );
    const without = await runIntake('x.zip', outer, { passwords: ['first'], goesOn: true });
    expect(without.events).toEqual({});
    expect(without.receipt.problems).toContainEqual(
      expect.objectContaining({ what: 'a member: encrypted, not read', count: 2, isLoss: true }),
    );
    const all = await runIntake('x.zip', outer, { passwords: ['third', 'second', 'first'] });
    expect(all.events).toEqual({ 'in.zip!/s.log': ['deep'], 'c.log': ['third'] });
    expect(lossesOf(all.receipt)).toEqual([]);
  });

  test('[IK6] of 600 wrong passwords none opens the traditional encryption', async () => {
    const passwords = Array.from({ length: 600 }, (_, n) => `wrong ${n}`);
    const run = runIntake('x.zip', secret('traditional'), { passwords });
    await expect(run).rejects.toThrow(PasswordNeeded);
  });
});

describe('what is damaged gives its good part', () => {
  const parts = ['one', 'two', 'three'].map((text) => ({
    name: `${text}.log`,
    content: lines(text.repeat(50)),
  }));

  test('[IK7] a ZIP archive without its end, or cut off within a member', async () => {
    const whole = makeZip(parts, { isCut: true });
    const { events, receipt } = await runIntake('x.zip', whole);
    expect(Object.keys(events)).toEqual(['one.log', 'two.log', 'three.log']);
    expect(lossesOf(receipt)[0]).toContain('members were found by their own headers');
    const cut = await runIntake('x.zip', whole.subarray(0, whole.length - 10));
    expect(Object.keys(cut.events).slice(0, 2)).toEqual(['one.log', 'two.log']);
    expect(lossesOf(cut.receipt)).toContain('the compressed data ends too early');
  });

  test('[IK7] a wrong checksum is a loss of that member', async () => {
    const zip = makeZip([{ name: 'a.log', content: lines('a'), crc: 7 }, ...parts]);
    const { events, receipt } = await runIntake('x.zip', zip);
    expect(Object.keys(events)).toHaveLength(4);
    expect(lossesOf(receipt)).toEqual(['the checksum of a member differs']);
  });

  test('[IK7] a tape archive and a gzip file that end too early', async () => {
    const tar = makeTar(parts);
    const { events, receipt } = await runIntake('x.tar', tar.subarray(0, 512 * 3 + 100));
    expect(Object.keys(events)).toEqual(['one.log', 'two.log']);
    expect(lossesOf(receipt)).toContain('the archive ends within a member');
    const packed = gzipSync(lines(...Array.from({ length: 5_000 }, (_, n) => `${n} ${n * 7919}`)));
    const cut = await runIntake('x.gz', packed.subarray(0, packed.length >> 1));
    expect(Object.values(cut.events)[0]?.length).toBeGreaterThan(500);
    expect(lossesOf(cut.receipt)).toContain('the compressed data ends too early');
  });
});

describe('bombs stop at their limits', () => {
  const limits = { ratioFrom: 8 * MIB, memoryBytes: MIB };

  test('[IK5] gzip of zeros', async () => {
    const { receipt } = await runIntake('x.gz', gzipBomb(64), { limits });
    expect(receipt.notes[0]).toContain('Stopped: more than 250 times its own size');
  });

  test('[IK5] ZIP in ZIP in ZIP, each with many, as 42.zip', async () => {
    const bomb = nestedBomb(3, 6, 2);
    const { receipt } = await runIntake('42.zip', bomb, { limits });
    expect(receipt.notes[0]).toContain('as of a bomb');
  });

  test('[IK5] members that share their bytes are not read', async () => {
    const { receipt } = await runIntake('x.zip', overlappingBomb(50, 1), { limits: {} });
    expect(lossesOf(receipt)).toContain(
      'a member: shares its bytes with another member, as in a bomb; not read',
    );
  });

  test('[IK5] entries, depth, all that comes out, and time', async () => {
    const many = makeZip(
      Array.from({ length: 30 }, (_, n) => ({ name: `${n}`, content: lines(`${n}`) })),
    );
    const entries = await runIntake('x.zip', many, { limits: { entries: 10 } });
    expect(Object.keys(entries.events)).toHaveLength(10);
    expect(entries.receipt.notes[0]).toContain('more than 10 members');
    let deep = makeZip([{ name: 'a.log', content: lines('deep') }]);
    for (let n = 0; n < 9; n++) deep = makeZip([{ name: `${n}.zip`, content: deep }]);
    const depth = await runIntake('x.zip', deep);
    expect(depth.events).toEqual({});
    expect(lossesOf(depth.receipt)[0]).toContain('archives stand more than 6 deep');
    const bytes = await runIntake('x.zip', many, { limits: { expandedBytes: 20 } });
    expect(bytes.receipt.notes[0]).toContain('more than 20 bytes');
    const time = await runIntake('x.zip', many, { limits: { minutes: 0 } });
    expect(time.receipt.notes[0]).toContain('more than 0 minutes');
  });
});

describe('names and members of strangers', () => {
  const NAMES = [
    '../../../etc/passwd',
    '/etc/shadow',
    'C:\\Windows\\System32\\x',
    '\u202Efdp.exe',
    'a\u0000b',
    '..',
    './/./x',
    `${'n'.repeat(3_000)}`,
  ];

  test('[IK9] are shown harmlessly and never climb', async () => {
    for (const raw of NAMES) {
      const name = displayName(raw);
      expect(name).not.toMatch(/^[/\\]|(^|\/)\.\.(\/|$)|[\p{Cc}\p{Cf}\\]|^[A-Za-z]:/u);
      expect([...name].length).toBeLessThanOrEqual(255);
    }
    const zip = makeZip(NAMES.map((name, n) => ({ name, content: lines(`${n}`) })));
    const tar = makeTar(
      NAMES.filter((n) => !n.includes('\0') && n.length < 90).map((name, n) => ({
        name,
        content: lines(`${n}`),
      })),
    );
    for (const archive of [zip, tar]) {
      const { events, receipt } = await runIntake('x', archive);
      expect(Object.keys(events).length).toBeGreaterThan(5);
      for (const path of Object.keys(events))
        expect(path).toBe(displayName(path).replace(' #2', ' #2'));
      expect(receipt.problems.map(({ what }) => what)).toContain(
        "a name that climbs with '..'; read as bytes only",
      );
    }
  });

  test('[IK9] links and devices are reported and not opened', async () => {
    const tar = makeTar([
      { name: 'link', type: 'SymbolicLink', target: '/etc/passwd' },
      { name: 'hard', type: 'Link', target: '../x' },
      { name: 'dev', type: 'CharacterDevice' },
      { name: 'pipe', type: 'FIFO' },
      { name: 'a.log', content: lines('a') },
    ]);
    const { events, receipt } = await runIntake('x.tar', tar);
    expect(events).toEqual({ 'a.log': ['a'] });
    expect(receipt.members.map(({ note }) => note)).toEqual([
      "a link to 'etc/passwd', not followed",
      "a link to 'x', not followed",
      'a device, not opened',
      'a device, not opened',
      'Lines',
    ]);
    const zip = makeZip([
      { name: 'l', content: Buffer.from('/etc/passwd'), mode: 0o120777, isStored: true },
    ]);
    expect((await runIntake('x.zip', zip)).receipt.members[0]?.note).toBe(
      "a link to 'etc/passwd', not followed",
    );
  });
});

test('[IK10] 500 mutants of archives: no crash, no hang, no growth', async () => {
  expect(await fuzzArchives(500)).toBeLessThan(2_000);
}, 60_000);
