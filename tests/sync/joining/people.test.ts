/** Accounts become people of a workspace: ids, roles, and what is kept of the place. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { OpenedMembership } from '../../../src/main/areas/sync/joining/joining.types.ts';
import { createMembershipStore } from '../../../src/main/areas/sync/joining/membership.store.ts';
import { followMembers, wouldFollow } from '../../../src/main/areas/sync/joining/people.store.ts';
import type { Member } from '../../../src/main/areas/sync/wire.ts';
import type { Connection } from '../../../src/main/db/connection.ts';
import { openStorage } from '../../../src/main/db/open.ts';
import { renamePerson } from '../../../src/main/db/person-rename.ts';
import { usersTable } from '../../../src/main/db/tables/auth.table.ts';
import { newUuid } from '../../../src/main/platform/ids.ts';
import { createKeySeal } from '../../../src/main/platform/key-seal.ts';
import { fileKeyStore } from '../../../src/main/platform/key-store.ts';
import { openTestApp, REPOSITORY } from '../../helpers/open-test-app.ts';
import { openTestDb, type TestDb } from '../../helpers/open-test-db.ts';

const open: TestDb[] = [];
afterEach(() => {
  for (const test of open.splice(0)) test.close();
});
function openDb(): TestDb {
  const test = openTestDb();
  open.push(test);
  return test;
}
const BY_SYSTEM = { actor: null, origin: 'system', action: 'test.write' } as const;

/** Tables and columns where this text stands in some row. */
function whereIs(connection: Connection, text: string): string[] {
  const columns = connection
    .prepare(
      `SELECT m.name AS "table", c.name AS "column" FROM pragma_table_list m
       JOIN pragma_table_xinfo(m.name) c WHERE m.schema = 'main' AND m.type = 'table'
         AND m.name NOT LIKE 'sqlite%' AND c.hidden = 0`,
    )
    .all() as { table: string; column: string }[];
  return columns
    .filter(({ table, column }) =>
      connection
        .prepare(`SELECT 1 FROM "${table}" WHERE instr("${column}", ?) > 0 LIMIT 1`)
        .get(text),
    )
    .map(({ table, column }) => `${table}.${column}`);
}

describe('the account of a person', () => {
  it('[SY48] takes another id wherever it stands in a workspace full of it, seals of custody aside', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-rename-'));
    await (await openTestApp({ as: 'Administrator', workspace: 'demo', dataDir })).close();
    const storage = openStorage({
      ...{ dataDir, newId: newUuid },
      migrationsDir: join(REPOSITORY, 'resources', 'migrations', 'sqlite'),
      key: await fileKeyStore.databaseKey(dataDir),
    });
    try {
      const { connection } = storage;
      const { id } = connection
        .prepare('SELECT assigned_to AS id FROM alerts WHERE assigned_to IS NOT NULL LIMIT 1')
        .get() as { id: string };
      const before = whereIs(connection, id);
      // The demo's people stand in far more places than a list of columns would name.
      expect(before.length).toBeGreaterThan(15);
      expect(before).toContain('users.id');
      const to = '0f0f0f0f-0000-4000-8000-00000000beef';
      connection.transaction(() => renamePerson(connection, id, to))();
      const sealed = before.filter((place) => place.startsWith('evidence_custody.'));
      expect(whereIs(connection, id)).toEqual(sealed);
      expect(whereIs(connection, to).sort()).toEqual(
        before.filter((place) => !sealed.includes(place)).sort(),
      );
      expect(connection.pragma('foreign_key_check')).toEqual([]);
      // What nobody may change is guarded again.
      expect(() =>
        connection.prepare('UPDATE policy_attestations SET account_id = ?').run('me'),
      ).toThrow(/never changed/);
    } finally {
      storage.close();
      rmSync(dataDir, { recursive: true, force: true });
    }
  });

  it('[SY48] is renamed in a transaction of its caller, or not at all', () => {
    const { storage } = openDb();
    expect(() => renamePerson(storage.connection, 'a', 'b')).toThrow(/transaction/);
  });

  it('[SY43] follows the role of the workspace and its revocation, and nothing is written where nothing differs', () => {
    const { db, events } = openDb();
    const user = { id: 'one', email: 'a@example.test', role: 'Administrator' };
    db.write(BY_SYSTEM, (tx) => {
      tx.insert(usersTable, {
        ...user,
        ...{ firstName: 'A', lastName: 'B', createdAt: tx.now, updatedAt: tx.now },
      });
      const session = JSON.stringify({ userId: 'one', createdAt: tx.now });
      tx.run('INSERT INTO sessions (sid, sess, expire) VALUES (?, ?, ?)', 's', session, 9e15);
    });
    const member: Member = { ...user, name: 'A B', role: 'SOC Analyst', revokedAt: null };
    const stranger: Member = { ...member, id: 'two', email: 'b@example.test' };
    const follow = (members: readonly Member[]) =>
      db.write(BY_SYSTEM, (tx) => followMembers(tx, members));
    const read = () =>
      db.read('test', (reader) =>
        reader.get<{ role: string; deactivated_at: number | null; sessions: number }>(
          `SELECT role, deactivated_at, (SELECT count(*) FROM sessions) AS sessions FROM users`,
        ),
      );
    follow([member, stranger]);
    expect(read()).toMatchObject({ role: 'SOC Analyst', deactivated_at: null, sessions: 1 });
    expect(db.read('test', (reader) => wouldFollow(reader, [member, stranger]))).toBe(false);
    const heard = events.length;
    follow([member]);
    expect(events).toHaveLength(heard);
    follow([{ ...member, revokedAt: 5 }]);
    expect(read()).toMatchObject({ deactivated_at: 5, sessions: 0 });
    follow([member]);
    expect(read()).toMatchObject({ deactivated_at: null });
  });
});

describe('the place in a workspace', () => {
  const place: OpenedMembership = {
    membership: {
      ...{ workspaceId: 'w', workspaceName: 'SOC', seat: 'wf_1', label: 'Desk', people: ['one'] },
      address: { host: '127.0.0.1', port: 5432, database: 'd', tls: null },
      ...{ joinedAt: 1, state: 'joined' },
    },
    credentials: {
      address: { host: '127.0.0.1', port: 5432, database: 'd', tls: null },
      ...{ login: 'wf_1', password: 'the-password-itself' },
    },
    workspaceKey: new Uint8Array(32).fill(7),
  };

  it('[SY38] is kept with its secrets sealed, and opens nowhere else', () => {
    const { db, storage } = openDb();
    const store = createMembershipStore(createKeySeal(new Uint8Array(32).fill(5), 'sync'));
    db.write(BY_SYSTEM, (tx) => store.save(tx, place));
    expect(db.read('test', store.open)).toEqual(place);
    expect(whereIs(storage.connection, 'the-password-itself')).toEqual([]);
    const other = createMembershipStore(createKeySeal(new Uint8Array(32).fill(6), 'sync'));
    expect(db.read('test', other.open)).toBeNull();
    expect(db.read('test', other.read)).toEqual(place.membership);
    // An address that was changed in the file does not get the password.
    storage.connection
      .prepare(`UPDATE sync_settings SET value = replace(value, '127.0.0.1', '127.0.0.9')`)
      .run();
    expect(db.read('test', store.open)).toBeNull();
  });
});
