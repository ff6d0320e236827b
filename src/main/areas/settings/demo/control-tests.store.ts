import type { ControlStatus } from '../../../../shared/areas/compliance/compliance.rules.ts';
import type { ReadDb } from '../../../db/database.ts';

/** Null where it was not collected yet: a run of before rests on what was shown. */
export function evidenceByTitle(db: ReadDb, title: string): string | null {
  return (
    db.get<{ id: string }>('SELECT id FROM evidence WHERE title = ? AND deleted_at IS NULL', title)
      ?.id ?? null
  );
}

export function statusOfControl(db: ReadDb, id: string): ControlStatus {
  return (
    db.get<{ status: ControlStatus }>('SELECT status FROM controls WHERE id = ?', id)?.status ??
    'NOT_ASSESSED'
  );
}
