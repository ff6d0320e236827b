/**
 * Whether the program changes records of the workspace by itself here (ends what has run out, closes what
 * the engine decides, proposes). Where only auditors work on a workstation of a shared workspace it does
 * not: they read only, the server takes nothing else of them, and the others' workstations do it.
 */
import { type Permission, ROLES, roleMay } from '../../shared/contract/permissions.ts';
import type { ReadDb } from './database.ts';

export const actsOfItsOwn = (db: ReadDb): boolean => hasRoleHere(db, WRITING);

/** Of what one permission is asked for: closing alerts by itself where nobody here may is the others' affair, too. */
export const actsWith = (db: ReadDb, permission: Permission): boolean =>
  hasRoleHere(
    db,
    ROLES.filter((role) => roleMay(role, permission)),
  );

const WRITING = ROLES.filter((role) => role !== 'Auditor');

/** Whether the workspace is not shared, or somebody with one of the roles works here. */
const hasRoleHere = (db: ReadDb, roles: readonly string[]): boolean =>
  db.get<{ isReading: number }>(
    `SELECT EXISTS (
         SELECT 1 FROM sync_settings WHERE key = 'membership' AND value ->> '$.membership.state' = 'joined'
       ) AND NOT EXISTS (
         SELECT 1 FROM sync_settings s, json_each(s.value, '$.membership.people') p
         JOIN users u ON u.id = p.value
         WHERE s.key = 'membership' AND u.role IN (SELECT value FROM json_each(?))
           AND u.deactivated_at IS NULL AND u.deleted_at IS NULL
       ) AS isReading`,
    JSON.stringify(roles),
  )?.isReading !== 1;

/** Whether others of a shared workspace may have done since a moment what this workstation has not heard of. */
export const hasNotHeardSince = (db: ReadDb, at: number): boolean =>
  db.get(
    `SELECT 1 FROM sync_settings WHERE key = 'membership' AND value ->> '$.membership.state' = 'joined'
       AND coalesce((SELECT value ->> '$.lastSuccessAt' FROM sync_settings WHERE key = 'worker'), 0) < ?`,
    at,
  ) !== undefined;
