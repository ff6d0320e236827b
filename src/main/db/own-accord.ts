/**
 * Whether the program changes records of the workspace by itself here (ends what has run out, closes what
 * the engine decides, proposes). Where only auditors work on a workstation of a shared workspace it does
 * not: they read only, the server takes nothing else of them, and the others' workstations do it.
 */
import type { ReadDb } from './database.ts';

export const actsOfItsOwn = (db: ReadDb): boolean =>
  db.get<{ isReading: number }>(
    `SELECT EXISTS (
         SELECT 1 FROM sync_settings WHERE key = 'membership' AND value ->> '$.membership.state' = 'joined'
       ) AND NOT EXISTS (
         SELECT 1 FROM sync_settings s, json_each(s.value, '$.membership.people') p
         JOIN users u ON u.id = p.value
         WHERE s.key = 'membership' AND u.role <> 'Auditor' AND u.deactivated_at IS NULL AND u.deleted_at IS NULL
       ) AS isReading`,
  )?.isReading !== 1;
