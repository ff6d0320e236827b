/** When evidence proves something, for every query that asks: it is derived, and stored nowhere. */
/**
 * True of `evidence e` that was accepted, is the current revision, is there, and has not run out.
 * One `?`: now, in milliseconds.
 */
export const VALID_EVIDENCE_SQL = `(e.verdict = 'ACCEPTED' AND e.superseded_by IS NULL
  AND e.deleted_at IS NULL AND (e.expiration_date IS NULL OR e.expiration_date > ?))`;

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
