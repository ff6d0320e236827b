import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type Database } from '../../src/main/db/database.ts';
import { type OpenedStorage, openStorage } from '../../src/main/db/open.ts';
import { vendorsTable } from '../../src/main/db/tables/vendors.table.ts';
import type { Caller, WriteTx } from '../../src/main/db/write-door.ts';
import { createGateMemory, WriteGate } from '../../src/main/db/write-gate.ts';
import { newUuid } from '../../src/main/platform/ids.ts';
import { silentLog } from '../../src/main/platform/log.ts';
import { REPOSITORY, TestClock } from '../helpers/open-test-app.ts';

const NOW: Caller = { actor: 'me', origin: 'user', action: 'test.now' };
const THEN: Caller = { actor: 'them', origin: 'system', action: 'test.then', reason: 'it was so' };

let folder: string;
let storage: OpenedStorage;
let db: Database;
const clock = new TestClock();

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchfloor-past-'));
  const migrationsDir = join(REPOSITORY, 'resources', 'migrations', 'sqlite');
  const key = Buffer.alloc(32, 1);
  storage = openStorage({ dataDir: folder, migrationsDir, key, newId: newUuid });
  const gate = new WriteGate(createGateMemory(), 1, 'interactive');
  db = createDatabase({ connection: storage.connection, gate, clock, log: silentLog, emit() {} });
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

function insertVendor(tx: WriteTx, id: string): void {
  tx.insert(vendorsTable, { id, name: id, createdAt: tx.now, updatedAt: tx.now });
}

interface Entry {
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly reason: string | null;
  readonly stamp: string;
}
const audit = () => db.read('test', (reader) => reader.all<Entry>('SELECT * FROM audit_log'));

test('what is written as of then carries the time, the name and the reason of then', () => {
  const then = clock.now() - 86_400_000;
  db.write(NOW, (tx) => {
    tx.asOf(then, THEN, (past) => insertVendor(past, 'old'));
    insertVendor(tx, 'new');
  });
  const [old, fresh] = audit();
  expect(old).toMatchObject({ at: then, actor: 'them', action: 'test.then', reason: 'it was so' });
  expect(fresh).toMatchObject({ at: clock.now(), actor: 'me', action: 'test.now', reason: null });
  const wallOf = (entry: Entry | undefined) => Number.parseInt(entry?.stamp.slice(0, 12) ?? '', 16);
  expect([wallOf(old), wallOf(fresh)]).toEqual([then, clock.now()]);
});

test('a stamp is never before the one made last, whatever time is claimed', () => {
  db.write(NOW, (tx) => insertVendor(tx, 'first'));
  db.write(NOW, (tx) => tx.asOf(tx.now - 1000, THEN, (past) => insertVendor(past, 'late')));
  db.write(NOW, (tx) => insertVendor(tx, 'last'));
  const stamps = audit().map(({ stamp }) => stamp);
  expect(stamps).toEqual(stamps.toSorted());
  expect(new Set(stamps).size).toBe(3);
});

test('the future cannot be written', () => {
  expect(() =>
    db.write(NOW, (tx) => tx.asOf(tx.now + 1, THEN, (past) => insertVendor(past, 'no'))),
  ).toThrow();
  expect(audit()).toEqual([]);
});

test('a transaction that fails takes its past back as well', () => {
  const fail = (tx: WriteTx) => {
    tx.asOf(tx.now - 1000, THEN, (past) => insertVendor(past, 'gone'));
    throw new Error('no');
  };
  expect(() => db.write(NOW, fail)).toThrow('no');
  expect(audit()).toEqual([]);
  expect(db.read('test', (reader) => reader.all('SELECT id FROM vendors'))).toEqual([]);
});
