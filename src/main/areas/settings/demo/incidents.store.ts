import type { ReadDb } from '../../../db/database.ts';

/** The keys (hex) of the groups that alerts are in, each once, in order. */
export function groupsOfAlerts(db: ReadDb, alertIds: readonly string[]): string[] {
  return db
    .all<{ key: string }>(
      `SELECT DISTINCT lower(hex(g.key)) AS key FROM json_each(?) j
       CROSS JOIN alerts a ON a.id = j.value
       CROSS JOIN group_members m ON m.alert_seq = a.seq
       CROSS JOIN alert_groups g ON g.id = m.group_id ORDER BY 1`,
      JSON.stringify(alertIds),
    )
    .map(({ key }) => key);
}
