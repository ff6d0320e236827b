import type { ReadDb } from '../../db/database.ts';

/** The section of the settings that the switch is part of. */
const SECTION = 'models';

/** Who closed the door last, of the history; null where that section was changed otherwise since. */
export function isolatedBy(db: ReadDb): string | null {
  const last = db.get<{ actor: string | null; action: string }>(
    `SELECT actor, action FROM audit_log WHERE record_id = ? AND resource = 'workspace_settings'
     ORDER BY seq DESC LIMIT 1`,
    SECTION,
  );
  return last?.action === 'isolation.isolate' ? last.actor : null;
}
