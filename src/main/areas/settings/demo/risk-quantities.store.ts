import type { ReadDb } from '../../../db/database.ts';

export function findDemoRisk(db: ReadDb, title: string): string | undefined {
  return db.get<{ id: string }>('SELECT id FROM risks WHERE title = ?', title)?.id;
}
