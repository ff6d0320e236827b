import type { HandoverFacts } from '../../../shared/areas/handover/handover.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { handoversTable } from '../../db/tables/handovers.table.ts';

export type HandoverRow = RowOf<typeof handoversTable>;

export interface ListPlace {
  readonly createdAt: number;
  readonly id: string;
}

export function findHandover(db: ReadDb, id: string): HandoverRow | undefined {
  return db.rows(
    handoversTable,
    'SELECT * FROM handovers WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

/** Newest first, without their facts. */
export function listHandovers(db: ReadDb, after: ListPlace | null, limit: number): HandoverRow[] {
  return db.rows(
    handoversTable,
    `SELECT id, title, state, since, until, time_zone, NULL AS facts, generated_at, '{}' AS texts,
       '[]' AS hidden, created_by, handed_to, handed_by, handed_at, acknowledged_by, acknowledged_at,
       NULL AS acknowledgement, created_at, updated_at, row_version, field_versions, deleted_at
     FROM handovers INDEXED BY handovers_newest
     WHERE deleted_at IS NULL AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    after?.createdAt ?? Number.MAX_SAFE_INTEGER,
    after?.id ?? '\u{10ffff}',
    limit,
  );
}

export function countHandovers(db: ReadDb): number {
  return (
    db.get<{ n: number }>('SELECT count(*) AS n FROM handovers WHERE deleted_at IS NULL')?.n ?? 0
  );
}

export function isAccount(db: ReadDb, id: string): boolean {
  return (
    db.get(
      'SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL AND deactivated_at IS NULL',
      id,
    ) !== undefined
  );
}

/** Keys of generated lines, whatever was taken out. */
export function lineKeys(facts: HandoverFacts | null): ReadonlySet<string> {
  return new Set(facts?.sections.flatMap(({ lines }) => lines.map(({ key }) => key)));
}

/** Handed over, or gone for good: it is not changed any more. */
export function isHandoverFinal(db: ReadDb, id: string): boolean {
  const row = db.get<{ state: string }>('SELECT state FROM handovers WHERE id = ?', id);
  return row?.state !== 'DRAFT';
}
