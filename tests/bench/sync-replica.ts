/**
 * How fast a workstation takes over what came, beside a plain upsert of the same rows into the same
 * tables with their indexes and triggers: new alerts, and changes of one field of each.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KnownWrite, PullPage, WireRow } from '../../src/main/areas/sync/wire.ts';
import { type Connection, openConnection } from '../../src/main/db/connection.ts';
import { createDatabase } from '../../src/main/db/database.ts';
import { hlcToStamp } from '../../src/main/db/hlc.ts';
import { openStorage } from '../../src/main/db/open.ts';
import { createGateMemory, WriteGate } from '../../src/main/db/write-gate.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { silentLog } from '../../src/main/platform/log.ts';
import { openReplica } from '../../src/main/workers/sync-replica.ts';
import { randomAlert } from '../helpers/make-alerts.ts';
import { createRandom } from '../helpers/random.ts';

const KEY = new Uint8Array(32).fill(9);
const PAGE_ROWS = 5_000;
const NODE = 'bbbbbbbbbbbb';
const START = Date.parse('2026-11-20T08:00:00.000Z');

export interface ReplicaFigures {
  readonly plainInsert: number;
  readonly applyInsert: number;
  readonly plainChange: number;
  readonly applyChange: number;
}

const stampOf = (n: number) => hlcToStamp({ wallMs: START + n, counter: 0 }, NODE);

function writeOf(stamp: string, action: string): KnownWrite {
  return { stamp, actor: 'remote-person', action, reason: null, sentBy: 'seat' };
}

export function makePages(count: number): PullPage[] {
  const random = createRandom(7);
  const pages: PullPage[] = [];
  for (let from = 0; from < count; from += PAGE_ROWS) {
    const v = stampOf(from / PAGE_ROWS);
    const rows = Array.from({ length: Math.min(PAGE_ROWS, count - from) }, (): WireRow => {
      const { row } = randomAlert(random);
      const c = Object.fromEntries(
        Object.entries(row).flatMap(([property, value]) => {
          const name = property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
          if (name === 'id' || name === 'import_id') return [];
          return [[name, typeof value === 'boolean' ? Number(value) : toCell(value)]];
        }),
      );
      return { id: row.id, v, f: null, c: { ...c, deleted_at: null } };
    });
    pages.push({
      tables: [{ table: 'alerts', rows }],
      writes: [writeOf(v, 'alerts.import')],
      ...{ conflicts: [], access: [], cursor: from + rows.length },
      isLast: from + rows.length >= count,
    });
  }
  return pages;
}

function toCell(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : (value as string | number);
}

/** The same rows, each with another status: one write a row, as people make them. */
function changePages(pages: readonly PullPage[]): PullPage[] {
  let n = 100_000;
  return pages.map((page) => {
    const writes: KnownWrite[] = [];
    const tables = page.tables.map(({ table, rows }) => ({
      table,
      rows: rows.map((row): WireRow => {
        const stamp = stampOf(++n);
        writes.push(writeOf(stamp, 'alerts.update'));
        const status = row.c.status === 'OPEN' ? 'IN_PROGRESS' : 'OPEN';
        const c = { ...row.c, status, updated_at: START + n };
        return { ...row, f: { status: stamp, updated_at: stamp }, c };
      }),
    }));
    return { ...page, tables, writes, cursor: page.cursor + 10_000_000 };
  });
}

export function openWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-bench-sync-'));
  const storage = openStorage({
    ...{ dataDir, key: KEY, newId: newUuid },
    migrationsDir: join(process.cwd(), 'resources', 'migrations', 'sqlite'),
  });
  storage.close();
  const connection = openConnection({
    ...{ path: storage.databasePath, key: KEY, durability: 'normal', foreignKeys: false },
  });
  connection.pragma('wal_autocheckpoint = 1000');
  return {
    connection,
    close() {
      connection.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

export function openReplicaWorld() {
  const world = openWorld();
  const db = createDatabase({
    ...{ connection: world.connection, clock: systemClock, log: silentLog },
    gate: new WriteGate(createGateMemory(), 1, 'bulk'),
    emit: () => {},
  });
  return { ...world, replica: openReplica({ db, clock: systemClock }) };
}

/** Milliseconds. */
export function plainUpsert(connection: Connection, { tables }: PullPage): number {
  let ms = 0;
  for (const { rows } of tables) {
    const names = Object.keys(rows[0]?.c ?? {});
    const all = ['id', 'row_version', 'field_versions', ...names];
    const sets = all.slice(1).map((name) => `${name} = excluded.${name}`);
    const statement = connection.prepare(
      `INSERT INTO alerts (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${sets.join(', ')}`,
    );
    const started = performance.now();
    connection.exec('BEGIN IMMEDIATE');
    for (const { id, v, f, c } of rows)
      statement.run(id, v, f && JSON.stringify(f), ...names.map((name) => c[name] ?? null));
    connection.exec('COMMIT');
    ms += performance.now() - started;
  }
  return ms;
}

export async function replicaFigures(count: number): Promise<ReplicaFigures> {
  const pages = makePages(count);
  const changes = changePages(pages);
  const plain = openWorld();
  const synced = openReplicaWorld();
  const { replica } = synced;
  try {
    // Page by page in turns, so that whatever else the machine does meets both.
    const compare = async (all: readonly PullPage[]) => {
      let [plainMs, applyMs] = [0, 0];
      for (const page of all) {
        plainMs += plainUpsert(plain.connection, page);
        const started = performance.now();
        await replica.merge(page);
        applyMs += performance.now() - started;
      }
      return { plain: count / (plainMs / 1_000), apply: count / (applyMs / 1_000) };
    };
    const inserts = await compare(pages);
    const changed = await compare(changes);
    return {
      ...{ plainInsert: inserts.plain, applyInsert: inserts.apply },
      ...{ plainChange: changed.plain, applyChange: changed.apply },
    };
  } finally {
    plain.close();
    synced.close();
  }
}

if (import.meta.main) {
  const figures = await replicaFigures(Number(process.argv[2] ?? 20_000));
  const line = (name: string, apply: number, plain: number) =>
    `${name}: ${Math.round(apply)} rows/s, plain upsert ${Math.round(plain)} rows/s, ${Math.round((100 * apply) / plain)} %\n`;
  process.stdout.write(line('new alerts', figures.applyInsert, figures.plainInsert));
  process.stdout.write(line('one field of each', figures.applyChange, figures.plainChange));
}
