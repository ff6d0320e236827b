import { afterEach, expect, test } from 'vitest';
import { openTestDb, type TestDb } from '../../../tests/helpers/open-test-db.ts';
import type { Role } from '../../shared/contract/permissions.ts';
import { actsOfItsOwn, actsWith } from './own-accord.ts';
import { usersTable } from './tables/auth.table.ts';

let world: TestDb | undefined;
afterEach(() => world?.close());

/** People of this workstation by their role, and an administrator who works elsewhere. */
function openPlace(roles: readonly Role[], state: 'joined' | 'revoked' = 'joined') {
  const opened = openTestDb();
  world = opened;
  opened.db.write({ actor: null, origin: 'system', action: 'test' }, (tx) => {
    for (const [id, role] of [...roles.entries(), ['elsewhere', 'Administrator'] as const])
      tx.insert(usersTable, {
        ...{ id: `u${id}`, email: `${id}@example.test`, role, firstName: 'A', lastName: 'B' },
        ...{ createdAt: tx.now, updatedAt: tx.now },
      });
    const people = roles.map((_, id) => `u${id}`);
    tx.run(
      "INSERT INTO sync_settings (key, value) VALUES ('membership', ?)",
      JSON.stringify({ membership: { people, state } }),
    );
  });
  return opened.db.read('test', actsOfItsOwn);
}

test('[SY262] a workstation that shares nothing acts of its own accord', () => {
  const opened = openTestDb();
  world = opened;
  expect(opened.db.read('test', actsOfItsOwn)).toBe(true);
});

test('[SY262] where only auditors work on a shared workspace it does not', () => {
  expect(openPlace(['Auditor', 'Auditor'])).toBe(false);
});

test('[SY262] where somebody works who writes it does, and where the place is no longer one', () => {
  expect(openPlace(['Auditor', 'SOC Analyst'])).toBe(true);
  world?.close();
  expect(openPlace(['Auditor'], 'revoked')).toBe(true);
});

test('[SY277] it closes alerts by itself only where somebody works who may', () => {
  const closes = () => world?.db.read('test', (reader) => actsWith(reader, 'alerts.write'));
  openPlace(['Auditor', 'Compliance Officer']);
  expect(closes()).toBe(false);
  world?.close();
  openPlace(['Compliance Officer', 'SOC Analyst']);
  expect(closes()).toBe(true);
  world?.close();
  openPlace(['Compliance Officer'], 'revoked');
  expect(closes()).toBe(true);
});
