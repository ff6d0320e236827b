import type { ReadDb } from '../../../db/database.ts';

/** A control by its id in its framework. */
export function controlByRef(db: ReadDb, ref: string): string | null {
  return (
    db.get<{ id: string }>(
      'SELECT id FROM controls WHERE control_id = ? AND deleted_at IS NULL',
      ref,
    )?.id ?? null
  );
}
