import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAlert } from '../helpers/alert-calls.ts';
import { openBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const TITLE = 'Exfiltration by pigeon post';
const DESCRIPTION = 'Unmistakable words of a description';

let app: TestApp;
/** The product makes key and database by itself here: what tests copy has a key of theirs. */
const newFolder = () => mkdtempSync(join(tmpdir(), 'watchfloor-encryption-'));
beforeAll(async () => {
  app = await openTestApp({ dataDir: newFolder() });
});
afterAll(async () => {
  await app.close();
  rmSync(app.dataDir, { recursive: true, force: true });
});

function bytesOnDisk(): { name: string; bytes: Buffer }[] {
  return readdirSync(app.dataDir)
    .filter((name) => statSync(join(app.dataDir, name)).isFile())
    .map((name) => ({ name, bytes: readFileSync(join(app.dataDir, name)) }));
}

function occurrences(text: string): string[] {
  return bytesOnDisk()
    .filter(({ bytes }) => bytes.includes(text) || bytes.includes(Buffer.from(text, 'utf16le')))
    .map(({ name }) => name);
}

test('[ST1] nothing that is stored can be read from the files without the key', async () => {
  for (let i = 0; i < 50; i++)
    await createAlert(app, { title: TITLE, description: DESCRIPTION, sourceHost: 'pigeon-loft' });
  const names = bytesOnDisk().map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['watchfloor.db', 'watchfloor.db-wal']));
  expect(statSync(join(app.dataDir, 'watchfloor.db-wal')).size).toBeGreaterThan(4096);
  for (const word of [
    TITLE,
    'pigeon',
    'Unmistakable',
    'CREATE TABLE',
    'SQLite format 3',
    'admin@example.test',
    'scrypt$',
  ]) {
    expect(occurrences(word), word).toEqual([]);
  }
  // The same after the log has been copied into the database.
  const connection = openBeside(app.dataDir, 'writable');
  connection.pragma('wal_checkpoint(TRUNCATE)');
  const stored = connection.prepare('SELECT count(*) AS n FROM alerts WHERE title = ?').get(TITLE);
  connection.close();
  expect(stored).toEqual({ n: 50 });
  expect(statSync(join(app.dataDir, 'watchfloor.db')).size).toBeGreaterThan(100_000);
  for (const word of [TITLE, 'pigeon', 'CREATE TABLE', 'SQLite format 3', 'scrypt$']) {
    expect(occurrences(word), word).toEqual([]);
  }
});

test('[ST1] the cipher is the authenticated one', () => {
  const connection = openBeside(app.dataDir);
  expect(connection.pragma('cipher', { simple: true })).toBe('aegis');
  connection.close();
});

test('[ST2] the key is 32 random bytes in a file that only its owner may read', () => {
  const path = join(app.dataDir, 'database.key');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
});

test('[ST2] two data folders have two keys', async () => {
  const other = await openTestApp({ dataDir: newFolder() });
  const keyIn = (folder: string) => readFileSync(join(folder, 'database.key'), 'utf8');
  expect(keyIn(other.dataDir)).not.toBe(keyIn(app.dataDir));
  await other.close();
  rmSync(other.dataDir, { recursive: true, force: true });
});

test('a database connection has foreign keys, the write-ahead log and full durability on', () => {
  const connection = openBeside(app.dataDir, 'writable');
  expect(connection.pragma('foreign_keys', { simple: true })).toBe(1);
  expect(connection.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(connection.pragma('synchronous', { simple: true })).toBe(2);
  connection.close();
});
