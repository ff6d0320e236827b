/** Programs of the machine: really run where they are installed, stand-ins of published shapes where not. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EventBatch } from '../src/main/areas/forensics/disk/event-batch.ts';
import { probeProgram } from '../src/main/areas/forensics/tools/probe.ts';
import {
  findCommands,
  NOT_FOUND,
  refusePath,
} from '../src/main/areas/forensics/tools/program-paths.ts';
import { programOf } from '../src/main/areas/forensics/tools/programs.table.ts';
import { memoryInput, readInMemory } from '../src/main/areas/forensics/tools/read-in-memory.ts';
import { askProgram, runProgram } from '../src/main/areas/forensics/tools/run-program.ts';
import { readToolPaths, saveToolPath } from '../src/main/areas/forensics/tools/tool-paths.ts';
import { createToolReaders } from '../src/main/areas/forensics/tools/tool-readers.ts';
import { canLeaveNetwork } from '../src/main/areas/forensics/tools/without-network.ts';
import {
  createWorkFolder,
  tidyWorkFolders,
} from '../src/main/areas/forensics/tools/work-folder.ts';
import { FAT_WRITTEN_MS, makeFat, vhdFooter } from './helpers/make-fat.ts';

let folder = '';
let data = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-programs-'));
  data = join(folder, 'data');
  mkdirSync(data);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A program of our own: a script that this Node runs. */
function standIn(
  name: string,
  script: string,
  place = join(folder, name.replace(/\W/g, '-')),
): string {
  mkdirSync(place, { recursive: true });
  const path = join(place, name);
  writeFileSync(`${path}.cjs`, script);
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${path}.cjs' "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

const signal = () => new AbortController().signal;
const probe = (id: Parameters<typeof programOf>[0], path: string | null) =>
  probeProgram(programOf(id), path, { folder, signal: signal() });
const reader = (id: string, rules: readonly { name: string; text: string }[] = []) => {
  const found = createToolReaders(data, () => rules).find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
};
const isThere = (id: Parameters<typeof programOf>[0]) =>
  typeof findCommands(programOf(id), null) !== 'string';
const canRun = (program: string) => {
  const { error } = spawnSync(program, ['-V'], { stdio: 'ignore' });
  return error === undefined;
};
const runs = () =>
  existsSync(join(data, 'tool-runs')) ? readdirSync(join(data, 'tool-runs')) : [];
const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

describe('[FT10] probing', () => {
  test('a program that is not there is said not to be found', async () => {
    expect(await probe('volatility3', null)).toEqual({ found: null, problem: NOT_FOUND });
  });

  test('a program is believed by its answer alone: hanging, silent and other ones are not found', async () => {
    const good = standIn('vol', "console.error('Volatility 3 Framework 2.7.0\\n')");
    expect(await probe('volatility3', good)).toEqual({
      found: { paths: [good], version: '2.7.0' },
      problem: null,
    });
    const other = standIn('vol.py', "console.log('hello')");
    expect((await probe('volatility3', other)).problem).toBe(
      'It answered, but not with a version of this program',
    );
    const hanging = standIn('volatility3', 'setInterval(() => {}, 1000)');
    const started = performance.now();
    expect((await probe('volatility3', hanging)).problem).toBe('It did not answer in 5 s');
    expect(performance.now() - started).toBeLessThan(15_000);
  });

  test('only a program of its own name, at a whole path, is taken as a path', () => {
    const kind = programOf('yara');
    const shell = standIn('sh', '');
    expect(refusePath(kind, 'yara')).toBe('The path must be absolute');
    expect(refusePath(kind, join(folder, 'none'))).toBe('There is nothing at this path');
    expect(refusePath(kind, shell)).toBe('The program must be called yara, yara64');
    expect(refusePath(kind, standIn('yara', ''))).toBeNull();
    saveToolPath(data, 'yara', '/somewhere/yara');
    expect(readToolPaths(data)).toEqual({ yara: '/somewhere/yara' });
    expect(statSync(join(data, 'tools.json')).mode & 0o777).toBe(0o600);
    saveToolPath(data, 'yara', null);
    expect(readToolPaths(data)).toEqual({});
  });
});

describe('[FT11] running', () => {
  const limits = { maxOutput: 1_000_000, maxMs: 60_000 };

  test('arguments stay what they are, whatever is in them, and the environment is made anew', async () => {
    process.env.WATCHFLOOR_SECRET = 'secret';
    const path = standIn(
      'show',
      'console.log(JSON.stringify([process.argv.slice(2), process.env]))',
    );
    const args = ['$(touch x)', '; rm -rf /', '-o', "a'b\n"];
    const { output, code } = await askProgram({ path, args, folder, signal: signal(), ...limits });
    const [given, env] = JSON.parse(output);
    expect([given, code]).toEqual([args, 0]);
    expect(env.HOME).toBe(folder);
    expect(env.WATCHFLOOR_SECRET).toBeUndefined();
    delete process.env.WATCHFLOOR_SECRET;
  });

  test('a cancel kills the whole group within a second, also what ignores the asking', async () => {
    const path = standIn(
      'stubborn',
      `process.on('SIGTERM', () => {});
       const { spawn } = require('node:child_process');
       const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'inherit' });
       console.log(process.pid + ' ' + child.pid);
       setInterval(() => {}, 1000);`,
    );
    const stop = new AbortController();
    const running = runProgram({ path, args: [], folder, signal: stop.signal, ...limits });
    let pids: number[] = [];
    let cancelled = 0;
    await expect(
      (async () => {
        for await (const bytes of running.output) {
          pids = Buffer.from(bytes).toString().trim().split(' ').map(Number);
          cancelled = performance.now();
          stop.abort();
        }
      })(),
    ).rejects.toThrow();
    expect((await running.end).complaints).toBe('');
    await expect.poll(() => pids.filter(alive), { timeout: 5_000 }).toEqual([]);
    expect(pids).toHaveLength(2);
    expect(performance.now() - cancelled).toBeLessThan(5_000);
  });

  test('endless output and endless time are ended and said', async () => {
    const endless = standIn(
      'endless',
      "const w = () => process.stdout.write('x'.repeat(65536), w); w();",
    );
    const wrote = await askProgram({
      path: endless,
      args: [],
      folder,
      signal: signal(),
      ...limits,
    });
    expect(wrote.stopped).toBe('it wrote more than 1000000 bytes');
    const slow = standIn('slow', 'setInterval(() => {}, 1000)');
    const ran = await askProgram({
      path: slow,
      args: [],
      folder,
      signal: signal(),
      ...limits,
      maxMs: 300,
    });
    expect(ran.stopped).toBe('it ran longer than 0.3 s');
  });

  test('the unencrypted copy is private, and gone after the run, an error, and a crash', async () => {
    const work = createWorkFolder(data);
    const path = await work.keep('evidence', 3, memoryInput(Buffer.from('abc'), 'x').bytes());
    expect(statSync(work.path).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toBe('abc');
    tidyWorkFolders(data);
    expect(runs()).toEqual([]);
    await expect(readInMemory(reader('volatility3'), Buffer.from('x'), 'x')).rejects.toThrow(
      'Volatility 3: Not found on this machine',
    );
    expect(runs()).toEqual([]);
  });
});

const PSLIST = [
  {
    PID: 4,
    PPID: 0,
    ImageFileName: 'System',
    'Offset(V)': 1,
    CreateTime: '2021-04-30T12:39:40+00:00',
    ExitTime: null,
    __children: [
      {
        PID: 372,
        PPID: 4,
        ImageFileName: 'smss.exe',
        CreateTime: '2021-04-30T12:39:41.500000+00:00',
        __children: [],
      },
    ],
  },
];

describe('[FT12] what programs give becomes events, with command line and version in the receipt', () => {
  test('Volatility 3 (a stand-in of its published shapes)', async () => {
    const path = standIn(
      'vol',
      `const args = process.argv.slice(2);
       console.error('Volatility 3 Framework 2.7.0');
       const plugin = args.at(-1);
       const out = { 'windows.pslist': ${JSON.stringify(PSLIST)}, 'windows.psscan': [], 'windows.cmdline': [{ PID: 372, Process: 'smss.exe', Args: 'smss.exe -x', __children: [] }],
         'windows.netscan': [{ Proto: 'TCPv4', LocalAddr: '10.0.0.1', LocalPort: 49152, ForeignAddr: '203.0.113.9', ForeignPort: 443, State: 'ESTABLISHED', PID: 372, Owner: 'smss.exe', Created: '2021-04-30T12:40:00+00:00', __children: [] }] }[plugin];
       if (plugin === 'windows.malfind') { console.error('boom'); process.exit(3); }
       if (out) console.log('Volatility 3 Framework 2.7.0\\n\\n' + JSON.stringify(out));`,
    );
    saveToolPath(data, 'volatility3', path);
    const { events, facts, problems } = await readInMemory(
      reader('volatility3'),
      Buffer.from('dump'),
      '-rf ../../x',
    );
    expect(events.map(({ summary, timeMs, kind }) => [summary, timeMs, kind])).toEqual([
      ['pslist: System 4 0', Date.UTC(2021, 3, 30, 12, 39, 40), 'process'],
      ['pslist: smss.exe 372 4', Date.UTC(2021, 3, 30, 12, 39, 41, 500), 'process'],
      ['cmdline: smss.exe 372 smss.exe -x', null, 'process'],
      [
        'netscan: TCPv4 10.0.0.1 49152 203.0.113.9 443 ESTABLISHED smss.exe',
        Date.UTC(2021, 3, 30, 12, 40),
        'network',
      ],
    ]);
    expect(facts.tool).toEqual({ name: 'Volatility 3', version: '2.7.0', path });
    expect(facts.plugins).toMatchObject({ 'windows.pslist': 2, 'windows.malfind': 0 });
    const [first] = facts.commands as { line: string }[];
    expect(first?.line).toMatch(/ -q -r json -f \S+\/evidence windows\.pslist$/);
    expect(problems).toContainEqual({
      what: 'vol ended with an error',
      where: expect.stringContaining('boom'),
      isLoss: true,
    });
    expect(runs()).toEqual([]);
  });

  test('plaso (a stand-in of its published shapes)', async () => {
    const place = join(folder, 'plaso');
    const path = standIn(
      'log2timeline.py',
      "if (process.argv.includes('--version')) console.log('plaso - log2timeline version 20240308');",
      place,
    );
    const row = {
      __container_type__: 'event',
      timestamp: 1_619_786_380_123_456,
      timestamp_desc: 'Content Modification Time',
      message: 'a file',
      parser: 'filestat',
      data_type: 'fs:stat',
      filename: '/x',
    };
    standIn(
      'psort.py',
      `require('node:fs').writeFileSync(process.argv[process.argv.indexOf('-w') + 1], ${JSON.stringify(`${JSON.stringify(row)}\nnot json\n`)})`,
      place,
    );
    saveToolPath(data, 'plaso', path);
    const { events, problems, facts } = await readInMemory(reader('plaso'), Buffer.from('x'), 'x');
    expect(events[0]).toMatchObject({
      timeMs: 1_619_786_380_123,
      timeNanos: 456_000,
      kind: 'file',
      provider: 'filestat',
      summary: 'a file',
      fields: { filename: '/x' },
    });
    expect(events).toHaveLength(1);
    expect(problems).toEqual([
      { what: 'a line of psort cannot be read', where: 'line 2', isLoss: true },
    ]);
    expect(facts.commands).toHaveLength(2);
  });

  test('YARA (a stand-in of its published output)', async () => {
    const path = standIn(
      'yara',
      "if (process.argv.includes('--version')) console.log('4.5.0'); else console.log('evil [bad,rat] ' + process.argv.at(-1) + '\\n0x1f:$a: mimi\\n0x2a:$b: 4D 5A');",
    );
    saveToolPath(data, 'yara', path);
    await expect(readInMemory(reader('yara-program'), Buffer.from('x'), 'x')).rejects.toThrow(
      'There are no enabled YARA rules to run',
    );
    const { events } = await readInMemory(
      reader('yara-program', [{ name: 'a.yar', text: 'rule evil {condition: true}' }]),
      Buffer.from('x'),
      'x',
    );
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      kind: 'detection',
      code: 'evil',
      offset: 31,
      fields: { Tags: ['bad', 'rat'], Strings: ['31 $a: mimi', '42 $b: 4D 5A'] },
    });
  });

  // Skipped where The Sleuth Kit or the maker of the image is not installed.
  test.skipIf(!isThere('sleuthkit') || !canRun('mkfs.ext4') || !canRun('mkntfs'))(
    'The Sleuth Kit, on a raw image with two partitions',
    async () => {
      const image = join(folder, 'disk.img');
      const volume = join(folder, 'ext4.img');
      writeFileSync(volume, '');
      truncateSync(volume, 4 << 20);
      execFileSync('mkfs.ext4', ['-q', volume], { stdio: 'ignore' });
      const part = (start: number, sectors: number) => {
        const entry = Buffer.alloc(16);
        entry.writeUInt8(0x83, 4);
        entry.writeUInt32LE(start, 8);
        entry.writeUInt32LE(sectors, 12);
        return entry;
      };
      const sectors = (4 << 20) / 512;
      const table = Buffer.concat([
        Buffer.alloc(446),
        part(64, sectors),
        part(64 + sectors, sectors),
        Buffer.alloc(32),
        Buffer.from([0x55, 0xaa]),
      ]);
      const ext = readFileSync(volume);
      writeFileSync(image, Buffer.concat([table, Buffer.alloc(63 * 512), ext, ext]));
      const { events, problems, facts } = await readInMemory(
        reader('sleuthkit'),
        readFileSync(image),
        '; touch /tmp/x',
      );
      expect(problems).toEqual([]);
      expect(
        events.filter(({ fields }) => /^\/p00\d\/lost\+found$/.test(String(fields.Path))),
      ).toHaveLength(2);
      expect(facts.volumes).toHaveLength(2);
      expect((facts.tool as { version: string }).version).toMatch(/^\d/);
    },
    30_000,
  );

  // Skipped where The Sleuth Kit or the maker of the image is not installed.
  test.skipIf(!isThere('sleuthkit') || !canRun('mkntfs'))(
    'The Sleuth Kit hands the $MFT of an NTFS volume to the readers',
    async () => {
      const image = join(folder, 'ntfs.img');
      writeFileSync(image, '');
      truncateSync(image, 8 << 20);
      execFileSync('mkntfs', ['-F', '-Q', '-q', '-s', '512', image], { stdio: 'ignore' });
      const { inner, events } = await readInMemory(reader('sleuthkit'), readFileSync(image), 'x');
      expect(inner).toContainEqual({ name: '$MFT', size: expect.any(Number) });
      expect(events.length).toBeGreaterThan(20);
    },
    30_000,
  );

  // Skipped where The Sleuth Kit is not installed.
  test.skipIf(!isThere('sleuthkit'))(
    'The Sleuth Kit, on a FAT volume with a deleted file, raw and as a VHD of fixed size',
    async () => {
      const volume = makeFat();
      const vhd = Buffer.concat([volume, vhdFooter(volume.length)]);
      for (const image of [volume, vhd]) {
        const { events, problems } = await readInMemory(reader('sleuthkit'), image, 'x');
        expect(problems).toEqual([]);
        const paths = events.map(({ fields }) => String(fields.Path));
        expect(paths).toContain('/REPORT.TXT');
        expect(paths.find((path) => path.startsWith('/_OADER.EXE'))).toBeDefined();
        const [written] = events.filter(
          ({ fields, code }) => fields.Path === '/REPORT.TXT' && code?.startsWith('m'),
        );
        expect(written?.timeMs).toBe(FAT_WRITTEN_MS);
      }
    },
    30_000,
  );

  // Skipped where The Sleuth Kit or the maker of E01 images is not installed.
  test.skipIf(!isThere('sleuthkit') || !canRun('ewfacquire'))(
    'The Sleuth Kit, on an E01 image, whatever it is called',
    async () => {
      const raw = join(folder, 'fat.img');
      writeFileSync(raw, makeFat());
      const target = join(folder, 'acquired');
      execFileSync('ewfacquire', ['-u', '-t', target, '-f', 'encase6', '-c', 'deflate:fast', raw], {
        stdio: 'ignore',
      });
      const image = readFileSync(`${target}.E01`);
      const { events, problems } = await readInMemory(reader('sleuthkit'), image, 'image.bin');
      expect(problems).toEqual([]);
      expect(events.map(({ fields }) => fields.Path)).toContain('/REPORT.TXT');
    },
    30_000,
  );

  // Skipped where tshark is not installed.
  test.skipIf(!isThere('tshark'))(
    'tshark, on a capture of one packet',
    async () => {
      const head = Buffer.alloc(24);
      head.writeUInt32LE(0xa1b2c3d4, 0);
      head.writeUInt16LE(2, 4);
      head.writeUInt16LE(4, 6);
      head.writeUInt32LE(65_535, 16);
      head.writeUInt32LE(101, 20);
      const ip = Buffer.from(
        '4500001d000000004011b7ce0a0000010a00000230390035000900004142',
        'hex',
      ).subarray(0, 29);
      const packet = Buffer.alloc(16);
      packet.writeUInt32LE(1_700_000_000, 0);
      packet.writeUInt32LE(123_456, 4);
      packet.writeUInt32LE(ip.length, 8);
      packet.writeUInt32LE(ip.length, 12);
      const { events, problems } = await readInMemory(
        reader('tshark'),
        Buffer.concat([head, packet, ip]),
        'x',
      );
      expect(problems).toEqual([]);
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({
        timeMs: 1_700_000_000_123,
        timeNanos: 456_000,
        kind: 'network',
        fields: { Source: '10.0.0.1', Destination: '10.0.0.2' },
      });
    },
    30_000,
  );
});

test('a batch hands over what it holds', async () => {
  const batch = new EventBatch({
    events: async () => {},
    problem() {},
    reached() {},
    fact() {},
    inner: async () => {},
  });
  await batch.flush();
  expect(batch.count).toBe(0);
});

test('[FT13] a program has no network where this system allows that: nothing but a loopback that is down', async () => {
  const probe = `
    const net = require('node:net');
    const names = Object.keys(require('node:os').networkInterfaces());
    const socket = net.connect(PORT_HERE, '127.0.0.1');
    const say = (text) => { console.log(names.length + ' ' + text); process.exit(0); };
    socket.on('connect', () => say('connected'));
    socket.on('error', (error) => say(error.code));
  `;
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const work = join(folder, 'no-network');
  mkdirSync(work);
  try {
    const { output } = await askProgram({
      ...{ path: process.execPath, args: ['-e', probe.replace('PORT_HERE', String(port))] },
      ...{ folder: work, signal: new AbortController().signal, maxOutput: 1_000, maxMs: 20_000 },
    });
    if (canLeaveNetwork()) {
      expect(output.trim()).toBe('0 ENETUNREACH');
      expect(connections).toBe(0);
    } else expect(output).toContain('connected');
  } finally {
    server.close();
  }
});
