/** Which controls an audit looks at, and in which groups they are asked about. */
import type { ReadDb } from '../../db/database.ts';

export interface ScopeControl {
  readonly id: string;
  readonly frameworkId: string;
  readonly framework: string;
  readonly ref: string;
  readonly title: string;
  readonly parentRef: string | null;
  readonly category: string | null;
}

/** Applicable controls of the frameworks in scope, in their order; what a pack no longer has is not asked about. */
export function readScopeControls(db: ReadDb, auditId: string): ScopeControl[] {
  return db.all<ScopeControl>(
    `SELECT c.id, c.framework_id AS frameworkId, f.name AS framework, c.control_id AS ref, c.title,
       c.parent_ref AS parentRef, c.category
     FROM audit_frameworks af JOIN compliance_frameworks f ON f.id = af.framework_id
     JOIN controls c ON c.framework_id = f.id
     WHERE af.audit_id = ? AND af.deleted_at IS NULL AND f.deleted_at IS NULL
       AND c.deleted_at IS NULL AND c.is_applicable = 1 AND c.gone_in IS NULL
     ORDER BY f.name, f.id, c.position, c.control_id`,
    auditId,
  );
}

/** Titles of the groups of the frameworks in scope, by framework and ref. */
export function readScopeGroups(db: ReadDb, auditId: string): ReadonlyMap<string, string> {
  return new Map(
    db
      .all<{ key: string; title: string }>(
        `SELECT g.framework_id || ' ' || g.ref AS key, g.ref || ' ' || g.title AS title
         FROM audit_frameworks af JOIN framework_groups g ON g.framework_id = af.framework_id
         WHERE af.audit_id = ? AND af.deleted_at IS NULL AND g.deleted_at IS NULL`,
        auditId,
      )
      .map(({ key, title }) => [key, title]),
  );
}

/** Controls that a request of the audit asks about already. */
export function readAskedControls(db: ReadDb, auditId: string): ReadonlySet<string> {
  return new Set(
    db
      .all<{ id: string }>(
        `SELECT rc.control_id AS id FROM audit_requests r
         JOIN audit_request_controls rc ON rc.request_id = r.id
         WHERE r.audit_id = ? AND r.deleted_at IS NULL AND rc.deleted_at IS NULL`,
        auditId,
      )
      .map(({ id }) => id),
  );
}

/** Those of the given controls that there are. */
export function knownControls(db: ReadDb, ids: readonly string[]): ReadonlySet<string> {
  return new Set(
    db
      .all<{ id: string }>(
        'SELECT id FROM controls WHERE deleted_at IS NULL AND id IN (SELECT value FROM json_each(?))',
        JSON.stringify(ids),
      )
      .map(({ id }) => id),
  );
}

/** Controls with this id within their framework, those in the audit's scope where there are any. */
export function findControlsByRef(db: ReadDb, auditId: string, ref: string): string[] {
  const rows = db.all<{ id: string; inScope: number }>(
    `SELECT c.id, af.id IS NOT NULL AS inScope FROM controls c
     LEFT JOIN audit_frameworks af
       ON af.framework_id = c.framework_id AND af.audit_id = ? AND af.deleted_at IS NULL
     WHERE c.control_id = ? COLLATE NOCASE AND c.deleted_at IS NULL AND c.gone_in IS NULL`,
    auditId,
    ref,
  );
  const inScope = rows.filter((row) => row.inScope === 1);
  return (inScope.length > 0 ? inScope : rows).map(({ id }) => id);
}
