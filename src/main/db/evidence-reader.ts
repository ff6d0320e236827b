/** When evidence proves something, for every query that asks: it is derived, and stored nowhere. */
import type { ReadDb } from './database.ts';

/**
 * True of `evidence e` that was accepted, is the current revision, is there, and has not run out.
 * One `?`: now, in milliseconds.
 */
export const VALID_EVIDENCE_SQL = `(e.verdict = 'ACCEPTED' AND e.superseded_by IS NULL
  AND e.deleted_at IS NULL AND (e.expiration_date IS NULL OR e.expiration_date > ?))`;

/** How many pieces of evidence are valid at a moment. */
export function countValidEvidence(db: ReadDb, now: number): number {
  const found = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM evidence e WHERE ${VALID_EVIDENCE_SQL}`,
    now,
  );
  return found?.n ?? 0;
}

/** The same of a row that has been read. */
export function isEvidenceValid(
  row: {
    readonly verdict: string;
    readonly supersededBy: string | null;
    readonly deletedAt: number | null;
    readonly expirationDate: number | null;
  },
  now: number,
): boolean {
  return (
    row.verdict === 'ACCEPTED' &&
    row.supersededBy === null &&
    row.deletedAt === null &&
    (row.expirationDate === null || row.expirationDate > now)
  );
}
