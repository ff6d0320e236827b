import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestDb, type TestDb } from '../../../tests/helpers/open-test-db.ts';
import { frameworksTable } from './tables/compliance.table.ts';
import { jobsTable } from './tables/jobs.table.ts';
import type { Caller } from './write-door.ts';

const CALLER: Caller = { actor: 'me', origin: 'user', action: 'test.write' };

let world: TestDb;
beforeEach(() => {
  world = openTestDb();
});
afterEach(() => world.close());

function framework(id: string, name = 'SOC 2') {
  return {
    id,
    name,
    version: null,
    description: null,
    category: null,
    isActive: true,
    createdAt: 1,
  };
}
const insert = (id: string) =>
  world.db.write(CALLER, (tx) => tx.insert(frameworksTable, framework(id)));
const find = (id: string) =>
  world.db.read(
    'test',
    (db) => db.rows(frameworksTable, 'SELECT * FROM compliance_frameworks WHERE id = ?', id)[0],
  );
const count = (table: string) =>
  world.db.read('test', (db) => db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n);
const last = <T>(table: string) =>
  world.db.read('test', (db) => db.get<T>(`SELECT * FROM ${table} ORDER BY seq DESC LIMIT 1`));

describe('the write door', () => {
  test('[ST11] gives the row before and after a change, with a stamp on what differs only', () => {
    insert('f');
    const inserted = find('f');
    const result = world.db.write(CALLER, (tx) =>
      tx.update(frameworksTable, 'f', { name: 'ISO', isActive: true }),
    );
    expect(result?.before).toEqual(inserted);
    expect(result?.after).toEqual(find('f'));
    expect(result?.after).toMatchObject({ name: 'ISO', rowVersion: inserted?.rowVersion });
    expect(Object.keys(result?.after.fieldVersions ?? {})).toEqual(['name']);
    expect(last<{ changes: string }>('audit_log')?.changes).toBe('{"name":["SOC 2","ISO"]}');
    expect(
      world.db.write(CALLER, (tx) => tx.update(frameworksTable, 'none', { name: 'x' })),
    ).toBeUndefined();
  });

  test('[ST11] removes by leaving a tombstone, once', () => {
    insert('f');
    expect(world.db.write(CALLER, (tx) => tx.remove(frameworksTable, 'f'))).toBe(true);
    expect(find('f')?.deletedAt).toBe(world.clock.now());
    expect(last<{ fields: string }>('change_log')?.fields).toBe('["deletedAt"]');
    const [audits, changes] = [count('audit_log'), count('change_log')];
    expect(world.db.write(CALLER, (tx) => tx.remove(frameworksTable, 'f'))).toBe(false);
    expect(world.db.write(CALLER, (tx) => tx.remove(frameworksTable, 'none'))).toBe(false);
    expect([count('audit_log'), count('change_log')]).toEqual([audits, changes]);
  });

  test('[ST11] takes everything back when it throws: rows, records, clock and events', () => {
    insert('kept');
    world.events.length = 0;
    const before = ['compliance_frameworks', 'audit_log', 'change_log', 'meta'].map(count);
    const hlc = world.db.read('test', (db) => db.get("SELECT value FROM meta WHERE key = 'hlc'"));
    expect(() =>
      world.db.write(CALLER, (tx) => {
        tx.insert(frameworksTable, framework('gone'));
        tx.update(frameworksTable, 'kept', { name: 'changed' });
        tx.run("INSERT INTO meta (key, value) VALUES ('x', 'y')");
        tx.announce('alerts');
        throw new Error('on second thoughts');
      }),
    ).toThrow('on second thoughts');
    expect(['compliance_frameworks', 'audit_log', 'change_log', 'meta'].map(count)).toEqual(before);
    expect(
      world.db.read('test', (db) => db.get("SELECT value FROM meta WHERE key = 'hlc'")),
    ).toEqual(hlc);
    expect(find('kept')?.name).toBe('SOC 2');
    expect(world.events).toEqual([]);
    insert('afterwards');
    expect(find('afterwards')).toBeDefined();
  });

  test('[ST11] a constraint that is broken takes back the whole transaction', () => {
    expect(() =>
      world.db.write(CALLER, (tx) => {
        tx.insert(frameworksTable, framework('a'));
        tx.insert(frameworksTable, framework('a'));
      }),
    ).toThrow(/UNIQUE/);
    expect(find('a')).toBeUndefined();
    expect(count('audit_log')).toBe(0);
  });

  test('[ST11] lets nobody write to a synced table past it', () => {
    insert('f');
    for (const sql of [
      "UPDATE compliance_frameworks SET name = 'x'",
      'DELETE FROM compliance_frameworks',
      "INSERT INTO compliance_frameworks (id) VALUES ('x')",
      "insert or replace into  compliance_frameworks (id) values ('x')",
      'DROP TABLE jobs',
      "WITH x AS (SELECT 1) UPDATE compliance_frameworks SET name = 'x'",
    ]) {
      expect(() => world.db.write(CALLER, (tx) => tx.run(sql)), sql).toThrow(
        'Not a write to a local table',
      );
    }
    expect(() => world.db.write(CALLER, (tx) => tx.remove(jobsTable, 'x'))).toThrow(
      'jobs is not a synced table',
    );
    expect(find('f')?.name).toBe('SOC 2');
  });

  test('[HT12] announces each resource once, by ids up to fifty and without them beyond', () => {
    world.db.write(CALLER, (tx) => {
      tx.insert(frameworksTable, framework('a'));
      tx.insert(frameworksTable, framework('b'));
      tx.update(frameworksTable, 'a', { name: 'x' });
      tx.announce('dashboard');
    });
    expect(world.events).toEqual([
      { type: 'changed', resource: 'compliance_frameworks', ids: ['a', 'b'] },
      { type: 'changed', resource: 'dashboard' },
    ]);
    world.events.length = 0;
    world.db.write(CALLER, (tx) => {
      for (let i = 0; i < 51; i++) tx.insert(frameworksTable, framework(`many-${i}`));
    });
    expect(world.events).toEqual([{ type: 'changed', resource: 'compliance_frameworks' }]);
  });

  test('[ST12] one transaction has one stamp, the next a later one', () => {
    world.db.write(CALLER, (tx) => {
      tx.insert(frameworksTable, framework('a'));
      tx.insert(frameworksTable, framework('b'));
    });
    insert('c');
    expect(find('a')?.rowVersion).toBe(find('b')?.rowVersion);
    expect(String(find('c')?.rowVersion) > String(find('a')?.rowVersion)).toBe(true);
  });

  test('[ST12] a known past is written in its own name and time, stamps in order', () => {
    const now = world.clock.now();
    const past: Caller = {
      actor: 'analyst',
      origin: 'user',
      action: 'test.past',
      reason: 'long ago',
    };
    world.db.write(CALLER, (tx) => {
      tx.asOf(now - 2000, past, (then) => then.insert(frameworksTable, framework('old')));
      tx.asOf(now - 1000, past, (then) => then.update(frameworksTable, 'old', { name: 'newer' }));
      tx.insert(frameworksTable, framework('new'));
    });
    const entries = world.db.read('test', (db) =>
      db.all<{ at: number; actor: string; action: string; stamp: string }>(
        'SELECT at, actor, action, stamp FROM audit_log ORDER BY seq',
      ),
    );
    expect(entries.map(({ at, actor, action }) => [at, actor, action])).toEqual([
      [now - 2000, 'analyst', 'test.past'],
      [now - 1000, 'analyst', 'test.past'],
      [now, 'me', 'test.write'],
    ]);
    const stamps = entries.map((entry) => entry.stamp);
    expect(stamps).toEqual(stamps.toSorted());
    expect(new Set(stamps).size).toBe(3);
    expect(() => world.db.write(CALLER, (tx) => tx.asOf(now + 1, past, () => {}))).toThrow(
      'asOf is for the past',
    );
  });
});

test('[ST4] a database that is full takes nothing of the action and goes on afterwards', () => {
  insert('before');
  const { connection } = world.storage;
  const pages = Number(connection.pragma('page_count', { simple: true }));
  connection.pragma(`max_page_count = ${pages}`);
  const big = () =>
    world.db.write(CALLER, (tx) => {
      for (let i = 0; i < 50; i++) {
        tx.insert(frameworksTable, { ...framework(`big-${i}`), description: 'x'.repeat(4000) });
      }
    });
  expect(big).toThrow(
    'The disk is full. Nothing of this action was saved. Free some space and try again.',
  );
  expect(count('compliance_frameworks')).toBe(1);
  expect(world.events).toHaveLength(1);
  connection.pragma(`max_page_count = ${pages * 100}`);
  big();
  expect(count('compliance_frameworks')).toBe(51);
});
