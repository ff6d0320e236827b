import type { ReadDb } from '../../../db/database.ts';

const idOf = (db: ReadDb, sql: string, name: string): string => {
  const found = db.get<{ id: string }>(sql, name);
  if (!found) throw new Error(`The demo has nothing called '${name}'`);
  return found.id;
};

export const vendorByName = (db: ReadDb, name: string): string =>
  idOf(db, 'SELECT id FROM vendors WHERE name = ? AND deleted_at IS NULL', name);

export const evidenceByTitle = (db: ReadDb, title: string): string =>
  idOf(db, 'SELECT id FROM evidence WHERE title = ? AND deleted_at IS NULL', title);
