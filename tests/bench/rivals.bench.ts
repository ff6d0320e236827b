/**
 * The same NDJSON in what somebody would pick instead on one machine: SQLite's shell as the floor, `lnav`
 * and `jq` (all of Debian), loading and searching. What is not installed is left out, and said.
 * `WATCHFLOOR_BENCH_SIZES=100000` takes that many records; of several sizes the largest.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { median, type Report } from './figures.ts';
import { startHost } from './host-process.ts';
import { importFile, writeRecords } from './import.bench.ts';
import type { BenchContext } from './main.ts';
import { RARE_TERM } from './make-suricata.ts';

const RECORDS = Math.max(
  ...(process.env.WATCHFLOOR_BENCH_SIZES ?? '1000000').split(',').map(Number),
);
const RUNS = 3;

function isInstalled(program: string): boolean {
  return spawnSync('which', [program]).status === 0;
}

/** Seconds that a program takes to its end. @throws Error with what it wrote where it fails. */
function secondsOf(program: string, args: readonly string[], input?: string): number {
  const started = performance.now();
  const run = spawnSync(program, args, {
    ...(input === undefined ? {} : { input }),
    // lnav writes the whole file out.
    stdio: ['pipe', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`${program}: ${run.stderr.slice(0, 300)}`);
  return (performance.now() - started) / 1000;
}

const middleOf = (run: () => number) => median(Array.from({ length: RUNS }, run));

/** Loads the file into a table with the indexes that a list and a search need, and searches it. */
function sqliteShell(folder: string, file: string): { load: number; list: number; search: number } {
  const db = join(folder, 'shell.db');
  const script = `
    PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE lines (line TEXT);
    .mode ascii
    .separator "\\001" "\\n"
    .import ${file} lines
    CREATE TABLE alerts AS SELECT rowid AS seq, line ->> '$.timestamp' AS at, line ->> '$.alert.signature' AS title,
      line ->> '$.alert.severity' AS severity, line ->> '$.src_ip' AS src, line ->> '$.dest_ip' AS dest, line FROM lines;
    CREATE INDEX alerts_state ON alerts (severity, at);
    CREATE INDEX alerts_at ON alerts (at);
    CREATE VIRTUAL TABLE words USING fts5 (title, src, dest, content = '');
    INSERT INTO words (rowid, title, src, dest) SELECT seq, title, src, dest FROM alerts;`;
  // A dot command of the shell begins its line.
  const load = secondsOf('sqlite3', [db], script.replace(/^ +/gm, ''));
  const ask = (sql: string) => middleOf(() => secondsOf('sqlite3', [db, sql]));
  return {
    load,
    list: ask('SELECT seq, at, title FROM alerts WHERE severity = 1 ORDER BY at DESC LIMIT 200'),
    search: ask(
      `SELECT a.seq, a.at, a.title FROM words w JOIN alerts a ON a.seq = w.rowid WHERE words MATCH '${RARE_TERM}'`,
    ),
  };
}

export async function benchRivals({ report, folder }: BenchContext): Promise<void> {
  const file = join(folder, 'eve.json');
  await writeRecords(file, RECORDS, 4);
  const host = await startHost(join(folder, 'ours'));
  const { seconds } = await importFile(host, file);
  const search = await searchSeconds(() => host.fetch(`/api/alerts?q=${RARE_TERM}`));
  const list = await searchSeconds(() => host.fetch('/api/alerts?severity=HIGH&limit=200'));
  await host.kill();
  const ours = { load: seconds, list, search };
  const against = (rival: string, what: keyof typeof ours, theirs: number) =>
    reportRatio(report, { rival, what, theirs, ours: ours[what] });
  if (isInstalled('sqlite3')) {
    const shell = sqliteShell(folder, file);
    for (const what of ['load', 'list', 'search'] as const) against('sqlite3', what, shell[what]);
  } else missing('sqlite3');
  if (isInstalled('lnav')) {
    against(
      'lnav',
      'load',
      middleOf(() => secondsOf('lnav', ['-n', '-c', ':goto 0', file])),
    );
    const filter = `:filter-in ${RARE_TERM}`;
    against(
      'lnav',
      'search',
      middleOf(() => secondsOf('lnav', ['-n', '-c', filter, file])),
    );
  } else missing('lnav');
  if (isInstalled('jq')) {
    const expression = `select(.alert.signature | ascii_downcase | contains("${RARE_TERM}"))`;
    against('jq', 'search', secondsOf('jq', ['-c', expression, file]));
  } else missing('jq');
}

async function searchSeconds(ask: () => Promise<Response>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 20; run += 1) {
    const started = performance.now();
    await (await ask()).text();
    times.push((performance.now() - started) / 1000);
  }
  return median(times);
}

function reportRatio(
  report: Report,
  one: { rival: string; what: string; theirs: number; ours: number },
): void {
  const seconds = (value: number) => `${value.toFixed(value < 0.1 ? 4 : 2)} s`;
  const note = `${seconds(one.ours)} against ${seconds(one.theirs)}, ${RECORDS} records`;
  report(`rivals.${one.what}.ours-to-${one.rival}`, one.ours / one.theirs, '×', '', note);
}

function missing(program: string): void {
  process.stderr.write(`  ${program} is not installed: left out\n`);
}
