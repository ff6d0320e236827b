import type { ReadDb } from '../../../db/database.ts';

/** The id of a control by `<framework> <control>`. */
export function controlByName(db: ReadDb, name: string): string {
  const found = db.get<{ id: string }>(
    `SELECT c.id FROM controls c JOIN compliance_frameworks f ON f.id = c.framework_id
     WHERE f.name || ' ' || c.control_id = ?`,
    name,
  );
  if (!found) throw new Error(`A policy names an unknown control: ${name}`);
  return found.id;
}
