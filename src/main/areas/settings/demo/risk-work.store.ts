import type { ReadDb } from '../../../db/database.ts';

/** The control of a framework by their names, as it is there at that moment of the past. */
export function findDemoControl(db: ReadDb, framework: string, ref: string): string | undefined {
  return db.get<{ id: string }>(
    `SELECT c.id FROM controls c JOIN compliance_frameworks f ON f.id = c.framework_id
     WHERE f.name = ? AND c.control_id = ? AND c.deleted_at IS NULL`,
    framework,
    ref,
  )?.id;
}
