import type { ReadDb } from '../../db/database.ts';

/** Names of all accounts, also those that have left, by id. */
export function readPeople(db: ReadDb): ReadonlyMap<string, string> {
  const rows = db.all<{ id: string; name: string }>(
    `SELECT id, coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name
     FROM users`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
