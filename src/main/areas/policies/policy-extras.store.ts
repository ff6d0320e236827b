/** What stands beside policies in a list, read for a page of rows at once. */
import type { ReadDb } from '../../db/database.ts';

export function readControlCounts(db: ReadDb, ids: readonly string[]): Map<string, number> {
  if (ids.length === 0) return new Map();
  const rows = db.all<{ id: string; n: number }>(
    `SELECT l.policy_id AS id, count(*) AS n FROM policy_controls l
     JOIN controls c ON c.id = l.control_id AND c.deleted_at IS NULL
     WHERE l.policy_id IN (SELECT value FROM json_each(?)) AND l.deleted_at IS NULL GROUP BY 1`,
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

/** A version without its text. */
export interface VersionHead {
  readonly id: string;
  readonly version: string;
  readonly isSelfApproved: boolean;
  readonly rowVersion: string;
  readonly fieldVersions: Readonly<Record<string, string>> | null;
}

export function readVersionHeads(
  db: ReadDb,
  ids: readonly (string | null)[],
): Map<string, VersionHead> {
  const wanted = ids.filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const rows = db.all<{
    id: string;
    version: string;
    self: number;
    rowVersion: string;
    stamps: string | null;
  }>(
    `SELECT id, version, is_self_approved AS self, row_version AS rowVersion,
       field_versions AS stamps
     FROM policy_versions WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
    JSON.stringify(wanted),
  );
  return new Map(
    rows.map(({ id, version, self, rowVersion, stamps }) => {
      const fieldVersions = stamps === null ? null : JSON.parse(stamps);
      return [id, { id, version, isSelfApproved: self === 1, rowVersion, fieldVersions }];
    }),
  );
}
