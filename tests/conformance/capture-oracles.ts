/** What Wireshark's tools say of a capture: they are the peers that ours is held to. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MOST_OUTPUT = 512 * 1024 * 1024;

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, [...args], {
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** '' where the tools are there, else why the tests are skipped. */
export function wiresharkMissing(): string {
  try {
    run('tshark', ['--version']);
    run('capinfos', ['--version']);
    return '';
  } catch {
    return 'tshark and capinfos are not installed';
  }
}

export interface CaptureInfo {
  readonly packets: number;
  readonly bytes: number;
  readonly first: string;
  readonly last: string;
}

/** By path, in one run. */
export function capinfos(paths: readonly string[]): Map<string, CaptureInfo> {
  const table = run('capinfos', ['-T', '-m', '-Q', '-r', '-S', '-c', '-d', '-a', '-e', ...paths]);
  const infos = new Map<string, CaptureInfo>();
  for (const line of table.trim().split('\n')) {
    const cells = line.split('","').map((cell) => cell.replaceAll('"', ''));
    const [path = '', packets = '', bytes = '', first = '', last = ''] = cells;
    infos.set(path, { packets: Number(packets), bytes: Number(bytes), first, last });
  }
  return infos;
}

/** Values of a field that is in a packet more than once are told apart by this. */
const BETWEEN = '\x02';

export type Row = Readonly<Record<string, readonly string[]>>;

/** Rows of the packets that the filter lets through. */
export function tsharkRows(path: string, filter: string, fields: readonly string[]): Row[] {
  const names = fields.flatMap((field) => ['-e', field]);
  const shape = ['-T', 'fields', '-E', 'separator=/t', '-E', `aggregator=${BETWEEN}`];
  const text = run('tshark', [
    '-n',
    '-r',
    path,
    '-Y',
    filter,
    ...shape,
    '-E',
    'occurrence=a',
    ...names,
  ]);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const cells = line.split('\t');
      const entries = fields.map((field, index) => {
        const cell = cells[index] ?? '';
        return [field, cell === '' ? [] : cell.split(BETWEEN)] as const;
      });
      return Object.fromEntries(entries);
    });
}

/** SHA-256 of the files that tshark finds in HTTP. */
export function exportedHttp(path: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'watchfloor-http-'));
  try {
    run('tshark', ['-n', '-q', '-r', path, '--export-objects', `http,${folder}`]);
    return readdirSync(folder).map((name) =>
      createHash('sha256')
        .update(readFileSync(join(folder, name)))
        .digest('hex'),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
