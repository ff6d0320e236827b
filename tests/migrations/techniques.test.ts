import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStorage } from '../../src/main/db/open.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { REPOSITORY } from '../helpers/open-test-app.ts';

const SHIPPED = join(REPOSITORY, 'resources', 'migrations', 'sqlite');
const BEFORE = ['0001_initial', '0002_settings', '0003_notifications', '0004_training'];
const DAY_MS = 86_400_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-techniques-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('[DA2] techniques of alerts from before they were counted are counted and found', () => {
  const older = join(folder, 'older');
  mkdirSync(older);
  for (const name of BEFORE) cpSync(join(SHIPPED, `${name}.sql`), join(older, `${name}.sql`));
  const key = new Uint8Array(32).fill(4);
  const open = (migrationsDir: string) =>
    openStorage({ dataDir: folder, migrationsDir, key, newId: newUuid });
  const before = open(older);
  const insert = before.connection.prepare(
    `INSERT INTO alerts (seq, id, title, description, severity, source, techniques, entity_terms,
       created_at, received_at, updated_at, row_version, deleted_at)
     VALUES (?, ?, 'Title', 'Text', 'LOW', 'test', ?, ?, ?, 0, 0, '1', ?)`,
  );
  const text = before.connection.prepare(
    `INSERT INTO alerts_fts (rowid, title, description, source, source_host, source_user, entity_terms)
     SELECT seq, title, description, source, source_host, source_user, entity_terms FROM alerts`,
  );
  insert.run(1, 'a', '["T1059.001","T1078","T1059.001"]', '10x0x0x1', 20_000 * DAY_MS, null);
  insert.run(2, 'b', '["T1059.001","made up","T12345"]', null, 20_001 * DAY_MS - 1, null);
  insert.run(3, 'c', '["T1078"]', null, -1, null);
  insert.run(4, 'd', '[]', '10x0x0x4', 20_000 * DAY_MS, null);
  insert.run(5, 'e', '["T1078"]', null, 20_000 * DAY_MS, 1);
  text.run();
  before.close();
  const after = open(SHIPPED);
  expect(
    after.connection.prepare('SELECT * FROM technique_counts ORDER BY day, technique').all(),
  ).toEqual([
    { day: -1, technique: 'T1078', n: 1 },
    { day: 20_000, technique: 'T1059.001', n: 2 },
    { day: 20_000, technique: 'T1078', n: 1 },
  ]);
  const found = (match: string) =>
    after.connection
      .prepare('SELECT rowid AS seq FROM alerts_fts WHERE alerts_fts MATCH ? ORDER BY rowid')
      .all(match)
      .map((row) => (row as { seq: number }).seq);
  expect(found('entity_terms : "t1059x001"')).toEqual([1, 2]);
  expect(found('"10x0x0x1"')).toEqual([1]);
  expect(found('"10x0x0x4"')).toEqual([4]);
  expect(found('title : "title"')).toEqual([1, 2, 3, 4, 5]);
  after.close();
});
