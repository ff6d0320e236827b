/** Accounts of this workstation as the workspace knows them. */
import type { ReadDb } from '../../../db/database.ts';
import { usersTable } from '../../../db/tables/auth.table.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { Member } from '../wire.ts';

const findUser = (db: ReadDb, id: string) =>
  db.rows(usersTable, 'SELECT * FROM users WHERE id = ? AND deleted_at IS NULL', id)[0];

/** The account that has this email already, if it is not `id`'s own; also one that is gone. */
export function otherWithEmail(db: ReadDb, email: string, id: string): string | undefined {
  const sql = 'SELECT id FROM users WHERE lower(email) = lower(?) AND id <> ?';
  return db.get<{ id: string }>(sql, email, id)?.id;
}

export const emailOf = (db: ReadDb, id: string): string => findUser(db, id)?.email ?? '';

export function nameOf(db: ReadDb, id: string): string {
  const user = findUser(db, id);
  return [user?.firstName, user?.lastName].filter(Boolean).join(' ') || user?.email || '';
}

/**
 * A person who is invited signs in under the address that the workspace knows, and may what the invitation says
 * from the first moment on; the server's list of people is heard later, and wins.
 */
export function takePlace(
  tx: WriteTx,
  id: string,
  { email, role }: Pick<Member, 'role'> & { readonly email: string },
): void {
  const user = findUser(tx, id);
  const isSame = user?.email.toLowerCase() === email.toLowerCase();
  if (isSame && user?.role === role) return;
  tx.update(usersTable, id, { ...(isSame ? {} : { email }), role, updatedAt: tx.now });
}

/** Roles and closed accounts follow the workspace; what differs is written, nothing else. */
export function followMembers(tx: WriteTx, members: readonly Member[]): void {
  for (const { id, role, revokedAt } of members) {
    const user = findUser(tx, id);
    if (!user) continue;
    const deactivatedAt = revokedAt === null ? null : (user.deactivatedAt ?? revokedAt);
    if (user.role === role && user.deactivatedAt === deactivatedAt) continue;
    tx.update(usersTable, id, { role, deactivatedAt, updatedAt: tx.now });
    if (deactivatedAt !== null)
      tx.run("DELETE FROM sessions WHERE json_extract(sess, '$.userId') = ?", id);
  }
}

/** True where following would differ: a transaction for nothing would wake every page. */
export const wouldFollow = (db: ReadDb, members: readonly Member[]): boolean =>
  members.some(({ id, role, revokedAt }) => {
    const user = findUser(db, id);
    return user && (user.role !== role || (user.deactivatedAt === null) !== (revokedAt === null));
  });

export const nodeOf = (db: ReadDb): string =>
  db.get<{ value: string }>("SELECT value FROM meta WHERE key = 'node_id'")?.value ?? '';

/** Left alone, a workstation has somebody who may run it: who leaves, where nobody else can sign in. */
export function keepAdministered(tx: WriteTx, account: string): void {
  const other = tx.get(
    `SELECT 1 FROM users u JOIN credentials c ON c.user_id = u.id
     WHERE u.role = 'Administrator' AND u.deactivated_at IS NULL AND u.deleted_at IS NULL LIMIT 1`,
  );
  if (other === undefined)
    tx.update(usersTable, account, { role: 'Administrator', updatedAt: tx.now });
}
