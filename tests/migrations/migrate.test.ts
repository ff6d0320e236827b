import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openConnection } from '../../src/main/db/connection.ts';
import { readMigrations } from '../../src/main/db/migrate.ts';
import { openStorage } from '../../src/main/db/open.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { REPOSITORY } from '../helpers/open-test-app.ts';

const SHIPPED = join(REPOSITORY, 'resources', 'migrations', 'sqlite');
const KEY = new Uint8Array(32).fill(9);

let folder: string;
let dataDir: string;
let migrationsDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-migrate-'));
  dataDir = join(folder, 'data');
  migrationsDir = join(folder, 'migrations');
  mkdirSync(dataDir);
  cpSync(SHIPPED, migrationsDir, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (onUpdate?: (words: string) => void) =>
  openStorage({ dataDir, migrationsDir, key: KEY, newId: newUuid, ...(onUpdate && { onUpdate }) });
const shipped = () => readMigrations(SHIPPED).length;

function addMigration(name: string, sql: string): void {
  const number = String(readMigrations(migrationsDir).length + 1).padStart(4, '0');
  writeFileSync(join(migrationsDir, `${number}_${name}.sql`), sql);
}

function schemaOf(path: string): unknown[] {
  const connection = openConnection({ path, key: KEY, readonly: true, durability: 'full' });
  const rows = connection
    .prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name')
    .all();
  connection.close();
  return rows;
}

describe('migrations', () => {
  test('[ST5] make an empty folder up to date', () => {
    const said: string[] = [];
    const storage = open((words) => said.push(words));
    expect(said).toEqual([]);
    expect(storage.schema).toBe(shipped());
    expect(storage.connection.pragma('user_version', { simple: true })).toBe(shipped());
    expect(storage.connection.pragma('foreign_key_check')).toEqual([]);
    expect(storage.connection.pragma('integrity_check', { simple: true })).toBe('ok');
    storage.close();
    expect(readdirSync(dataDir)).toEqual(['watchfloor.db']);
  });

  test('[ST14] refuse a database of the early form with what to do, and touch nothing', () => {
    const path = join(dataDir, 'watchfloor.db');
    const early = openConnection({ path, key: KEY, durability: 'full' });
    early.exec('CREATE TABLE alert_raw (seq INTEGER PRIMARY KEY, format TEXT, raw BLOB)');
    early.pragma('user_version = 1');
    early.close();
    const before = schemaOf(path);
    expect(open).toThrow(/early build .* into a new data folder/);
    expect(schemaOf(path)).toEqual(before);
    expect(readdirSync(dataDir).filter((name) => name.includes('before-schema'))).toEqual([]);
  });

  test('[ST5] change nothing when the schema is up to date, and make no copy', () => {
    const first = open();
    const node = first.connection.prepare("SELECT value FROM meta WHERE key = 'node_id'").get();
    first.close();
    const before = schemaOf(join(dataDir, 'watchfloor.db'));
    for (let i = 0; i < 3; i++) {
      const again = open();
      expect(
        again.connection.prepare("SELECT value FROM meta WHERE key = 'node_id'").get(),
      ).toEqual(node);
      again.close();
    }
    expect(schemaOf(join(dataDir, 'watchfloor.db'))).toEqual(before);
    expect(readdirSync(dataDir).filter((name) => name.endsWith('.db'))).toEqual(['watchfloor.db']);
  });

  test('[ST5] an older database is copied whole before it is changed', () => {
    const old = open();
    old.connection.exec("INSERT INTO meta (key, value) VALUES ('kept', 'from before')");
    old.close();
    const from = shipped();
    addMigration(
      'one',
      'ALTER TABLE meta RENAME TO settings; CREATE TABLE meta AS SELECT * FROM settings;',
    );
    addMigration('two', 'CREATE TABLE later (id TEXT PRIMARY KEY) STRICT;');
    const said: string[] = [];
    const storage = open((words) => said.push(words));
    expect(said[0]).toMatch(
      new RegExp(
        `brought up to date: a copy first \\(\\d+ MB, watchfloor\\.before-schema-${from}\\.db\\)`,
      ),
    );
    expect(said.slice(1)).toEqual([
      'Bringing the workspace up to date, step 1 of 2 …',
      'Bringing the workspace up to date, step 2 of 2 …',
    ]);
    expect(storage.schema).toBe(from + 2);
    expect(
      storage.connection.prepare("SELECT value FROM settings WHERE key = 'kept'").get(),
    ).toEqual({ value: 'from before' });
    expect(storage.connection.prepare('SELECT count(*) AS n FROM later').get()).toEqual({ n: 0 });
    storage.close();
    const copy = join(dataDir, `watchfloor.before-schema-${from}.db`);
    const opened = openConnection({ path: copy, key: KEY, readonly: true, durability: 'full' });
    expect(opened.pragma('user_version', { simple: true })).toBe(from);
    expect(opened.prepare("SELECT value FROM meta WHERE key = 'kept'").get()).toEqual({
      value: 'from before',
    });
    expect(
      opened.prepare("SELECT 1 FROM sqlite_master WHERE name = 'later'").get(),
    ).toBeUndefined();
    opened.close();
    expect(readFileSync(copy).includes('from before')).toBe(false);
  });

  test('[ST15] of the copies the last update’s stays, and one that failed removes none', () => {
    open().close();
    const copies = () => readdirSync(dataDir).filter((name) => name.includes('before-schema'));
    const from = shipped();
    const older = 'watchfloor.before-schema-3.db';
    const foreign = 'watchfloor.before-schema-x.db';
    for (const name of [older, foreign]) writeFileSync(join(dataDir, name), 'an older workspace');
    addMigration('bad', 'INSERT INTO nowhere VALUES (1);');
    expect(open).toThrow(/nowhere/);
    const failed = `watchfloor.before-schema-${from}.db`;
    expect(copies().sort()).toEqual([older, failed, foreign].sort());
    rmSync(join(migrationsDir, `${String(from + 1).padStart(4, '0')}_bad.sql`));
    addMigration('good', 'CREATE TABLE good (id TEXT PRIMARY KEY) STRICT;');
    open().close();
    expect(copies().sort()).toEqual([failed, foreign].sort());
    open().close();
    expect(copies().sort()).toEqual([failed, foreign].sort());
  });

  test('[ST5] what only the log holds is in the copy as well', () => {
    const old = open();
    old.connection.exec("INSERT INTO meta (key, value) VALUES ('kept', 'only in the log')");
    const crashed = join(folder, 'crashed');
    cpSync(dataDir, crashed, { recursive: true });
    old.close();
    rmSync(join(crashed, 'watchfloor.db-shm'), { force: true });
    expect(existsSync(join(crashed, 'watchfloor.db-wal'))).toBe(true);
    dataDir = crashed;
    addMigration('one', 'CREATE TABLE later (id TEXT PRIMARY KEY) STRICT;');
    open().close();
    const opened = openConnection({
      path: join(crashed, `watchfloor.before-schema-${shipped()}.db`),
      key: KEY,
      readonly: true,
      durability: 'full',
    });
    expect(opened.prepare("SELECT value FROM meta WHERE key = 'kept'").get()).toEqual({
      value: 'only in the log',
    });
    opened.close();
  });

  test('[ST5] one that fails leaves the schema as it was, the ones before it applied', () => {
    open().close();
    addMigration('good', 'CREATE TABLE good (id TEXT PRIMARY KEY) STRICT;');
    addMigration(
      'bad',
      'CREATE TABLE half (id TEXT PRIMARY KEY) STRICT; INSERT INTO nowhere VALUES (1);',
    );
    expect(open).toThrow(/nowhere/);
    const names = schemaOf(join(dataDir, 'watchfloor.db')).map(
      (row) => (row as { name: string }).name,
    );
    expect(names).toContain('good');
    expect(names).not.toContain('half');
    rmSync(join(migrationsDir, `${String(shipped() + 2).padStart(4, '0')}_bad.sql`));
    const storage = open();
    expect(storage.schema).toBe(shipped() + 1);
    storage.close();
  });

  test('are numbered without a gap', () => {
    expect(readMigrations(SHIPPED).map((migration) => migration.version)).toEqual(
      Array.from({ length: shipped() }, (_, index) => index + 1),
    );
    writeFileSync(join(migrationsDir, `${String(shipped() + 2).padStart(4, '0')}_gap.sql`), '');
    expect(() => readMigrations(migrationsDir)).toThrow(/is not number/);
  });
});
