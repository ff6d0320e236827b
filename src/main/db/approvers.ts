/**
 * Separation of duties, for every area that reviews or approves (decisions, section 5). It is held
 * as soon as two or more accounts may approve; the demo's people are not counted, since nobody can
 * sign in as them.
 */
import { type Permission, roleMay } from '../../shared/contract/permissions.ts';
import type { ReadDb } from './database.ts';

/** Active accounts that hold the permission. */
export function approverIds(db: ReadDb, permission: Permission): string[] {
  return db
    .all<{ id: string; role: string }>(
      `SELECT u.id, u.role FROM users u
       WHERE u.deleted_at IS NULL AND u.deactivated_at IS NULL
         AND (EXISTS (SELECT 1 FROM credentials c WHERE c.user_id = u.id)
           OR u.id NOT IN (SELECT j.value FROM meta m, json_each(m.value) j
             WHERE m.key = 'demo_accounts'))`,
    )
    .filter(({ role }) => roleMay(role, permission))
    .map(({ id }) => id);
}

/** Whether somebody may approve what they made themselves: only where nobody else could. */
export function mayApproveOwn(db: ReadDb, permission: Permission): boolean {
  return approverIds(db, permission).length < 2;
}
