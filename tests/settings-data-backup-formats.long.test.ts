/**
 * Backups of earlier forms. `fixtures/backup/format-1.wfbackup` was made by the code of then (commit
 * 39573e1, schema 5); the golden file beside it holds every row that was in it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { BACKUP_FORMAT } from '../src/main/areas/settings/backup-format.ts';
import { openBeside } from './helpers/beside.ts';
import {
  openTestApp,
  PASSWORD,
  REPOSITORY,
  type TestApp,
  tokenOf,
} from './helpers/open-test-app.ts';
import { backUp, PASSPHRASE, restore } from './helpers/settings-data.ts';

type Row = Record<string, unknown>;
interface Golden {
  readonly format: number;
  readonly schema: number;
  readonly tables: Record<string, Row[]>;
}

const FIXTURES = join(REPOSITORY, 'tests', 'fixtures', 'backup');
const bytes = readFileSync(join(FIXTURES, 'format-1.wfbackup'));
const golden = JSON.parse(readFileSync(join(FIXTURES, 'format-1.golden.json'), 'utf8')) as Golden;

const apps: TestApp[] = [];
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

async function open(): Promise<TestApp> {
  const app = await openTestApp({ as: 'Administrator' });
  apps.push(app);
  return app;
}

const plain = (value: unknown) =>
  value instanceof Uint8Array ? `hex:${Buffer.from(value).toString('hex')}` : value;

/** The rows of a table as far as the table of then had their columns, in the order of the golden file. */
function rowsOf(dataDir: string, table: string, columns: readonly string[]): Row[] {
  const connection = openBeside(dataDir);
  try {
    const rows = connection.prepare(`SELECT ${columns.join(', ')} FROM ${table}`).all() as Row[];
    return rows
      .map((row) => Object.fromEntries(columns.map((column) => [column, plain(row[column])])))
      .sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  } finally {
    connection.close();
  }
}

test('[SET32] a backup of format 1 comes back with every row it had', async () => {
  expect([bytes.readUInt16BE(8), golden.format]).toEqual([1, 1]);
  expect(BACKUP_FORMAT).toBeGreaterThan(1);
  const app = await open();
  expect(await restore(app, bytes)).toMatchObject({ state: 'DONE', message: null });
  for (const [table, rows] of Object.entries(golden.tables)) {
    const found = rowsOf(app.dataDir, table, Object.keys(rows[0] ?? {}));
    if (table !== 'audit_log') {
      expect(found, table).toEqual(rows);
      continue;
    }
    // The restore itself is written down, and nothing else.
    expect(found, table).toEqual(expect.arrayContaining(rows));
    expect(found.filter(({ action }) => action !== 'settings.restore')).toHaveLength(rows.length);
  }
  const signIn = await app.request('POST', '/api/login', {
    body: { email: 'admin@example.test', password: PASSWORD },
    token: null,
  });
  const token = tokenOf(signIn) ?? null;
  for (const path of ['/api/alerts', '/api/evidence', '/api/compliance/controls', '/api/audits'])
    expect((await app.request('GET', path, { token })).status, path).toBe(200);
});

test('[SET32] a backup of format 1 that was cut, changed or opened with another passphrase is refused', async () => {
  const app = await open();
  expect(await restore(app, bytes.subarray(0, bytes.length - 40))).toMatchObject({
    state: 'FAILED',
    message: expect.stringContaining('its end is missing'),
  });
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8(200_000) ^ 1, 200_000);
  expect(await restore(app, changed)).toMatchObject({
    state: 'FAILED',
    message: expect.stringContaining('The backup is damaged'),
  });
  expect(await restore(app, bytes, `${PASSPHRASE} not`)).toMatchObject({
    state: 'FAILED',
    message: expect.stringContaining('The passphrase is not the one'),
  });
});

test('[SET32] what came of format 1 is backed up in the form of now', async () => {
  const app = await open();
  await restore(app, bytes);
  const signIn = await app.request('POST', '/api/login', {
    body: { email: 'admin@example.test', password: PASSWORD },
    token: null,
  });
  const again = await open();
  const token = tokenOf(signIn);
  const made = await backUp({
    ...app,
    request: (method, path, options) =>
      app.request(method, path, { token: token ?? null, ...options }),
  });
  expect(made.readUInt16BE(8)).toBe(BACKUP_FORMAT);
  expect(await restore(again, made)).toMatchObject({ state: 'DONE' });
  const { alerts = [] } = golden.tables;
  expect(rowsOf(again.dataDir, 'alerts', Object.keys(alerts[0] ?? {}))).toEqual(alerts);
});
