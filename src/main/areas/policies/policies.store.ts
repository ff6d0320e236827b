/** Policies with their versions, approvals and controls, as one transaction sees them. */
import type { PolicyControl } from '../../../shared/areas/policies/policies.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import {
  policiesTable,
  policyApprovalsTable,
  policyControlsTable,
  policyVersionsTable,
} from '../../db/tables/policies.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';

export type PolicyRow = RowOf<typeof policiesTable>;
export type VersionRow = RowOf<typeof policyVersionsTable>;
export type ApprovalRow = RowOf<typeof policyApprovalsTable>;

/** @throws AppError 'not-found'. */
export function mustFindPolicy(db: ReadDb, id: string): PolicyRow {
  const row = db.rows(
    policiesTable,
    'SELECT * FROM policies WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
  if (!row) throw new AppError('not-found', 'There is no such policy');
  return row;
}

export function findVersion(db: ReadDb, id: string | null): VersionRow | null {
  if (id === null) return null;
  const sql = 'SELECT * FROM policy_versions WHERE id = ? AND deleted_at IS NULL';
  return db.rows(policyVersionsTable, sql, id)[0] ?? null;
}

/** @throws AppError 'not-found', also where it is one of another policy. */
export function mustFindVersion(db: ReadDb, policyId: string, id: string): VersionRow {
  const row = findVersion(db, id);
  if (row?.policyId !== policyId)
    throw new AppError('not-found', 'There is no such version of this policy');
  return row;
}

/** Newest first. */
export function readVersions(db: ReadDb, policyId: string): VersionRow[] {
  return db.rows(
    policyVersionsTable,
    `SELECT * FROM policy_versions WHERE policy_id = ? AND deleted_at IS NULL
     ORDER BY number DESC, id DESC`,
    policyId,
  );
}

/** Of all versions, oldest first; voided ones too. */
export function readApprovals(db: ReadDb, policyId: string): ApprovalRow[] {
  return db.rows(
    policyApprovalsTable,
    `SELECT * FROM policy_approvals WHERE policy_id = ? AND deleted_at IS NULL
     ORDER BY created_at, id`,
    policyId,
  );
}

/** Approvals that count: of the text as it is, and not voided. */
export function standingApprovals(db: ReadDb, version: VersionRow): ApprovalRow[] {
  return db.rows(
    policyApprovalsTable,
    `SELECT * FROM policy_approvals WHERE version_id = ? AND sha256 = ?
     AND voided_at IS NULL AND deleted_at IS NULL ORDER BY created_at, id`,
    version.id,
    version.sha256,
  );
}

/** Names of accounts, those that are closed too. */
export function readNames(db: ReadDb, ids: readonly (string | null)[]): Map<string, string> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = db.all<{ id: string; name: string; email: string }>(
    `SELECT id, trim(concat_ws(' ', first_name, last_name)) AS name, email FROM users
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(wanted),
  );
  return new Map(rows.map(({ id, name, email }) => [id, name || email]));
}

/** @throws AppError 'bad-input' where it is no account that a policy can be given to. */
export function mustBeAccount(db: ReadDb, id: string | null | undefined): void {
  if (id === null || id === undefined) return;
  const found = db.get(
    'SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL AND deactivated_at IS NULL',
    id,
  );
  if (found !== undefined) return;
  const message = 'There is no such account';
  throw new AppError('bad-input', message, { issues: [{ path: 'owner', message }] });
}

export function readControls(db: ReadDb, policyId: string): PolicyControl[] {
  return db.all<PolicyControl>(
    `SELECT c.id, c.control_id AS controlId, c.title, f.name AS framework
     FROM policy_controls l JOIN controls c ON c.id = l.control_id AND c.deleted_at IS NULL
     JOIN compliance_frameworks f ON f.id = c.framework_id
     WHERE l.policy_id = ? AND l.deleted_at IS NULL ORDER BY f.name, c.control_id`,
    policyId,
  );
}

function linkId(db: ReadDb, policyId: string, controlId: string): string | undefined {
  return db.get<{ id: string }>(
    'SELECT id FROM policy_controls WHERE policy_id = ? AND control_id = ? AND deleted_at IS NULL',
    policyId,
    controlId,
  )?.id;
}

/** Nothing where they are linked already. @throws AppError 'not-found'. */
export function linkControl(
  tx: WriteTx,
  newId: NewId,
  link: { readonly policyId: string; readonly controlId: string; readonly actor: string | null },
): void {
  const { policyId, controlId, actor } = link;
  const control = tx.get('SELECT 1 FROM controls WHERE id = ? AND deleted_at IS NULL', controlId);
  if (control === undefined) throw new AppError('not-found', 'There is no such control');
  if (linkId(tx, policyId, controlId) !== undefined) return;
  const row = { id: newId(), policyId, controlId, addedBy: actor, createdAt: tx.now };
  tx.insert(policyControlsTable, row);
}

/** @throws AppError 'not-found' where they were not linked. */
export function unlinkControl(tx: WriteTx, policyId: string, controlId: string): void {
  const id = linkId(tx, policyId, controlId);
  if (id === undefined)
    throw new AppError('not-found', 'This control is not linked to this policy');
  tx.remove(policyControlsTable, id);
}

/** Policies of before there were versions; at most `limit`. */
export function readUnversioned(db: ReadDb, limit: number): PolicyRow[] {
  return db.rows(
    policiesTable,
    `SELECT p.* FROM policies p INDEXED BY policies_unversioned WHERE p.deleted_at IS NULL
     AND p.current_version_id IS NULL AND p.working_version_id IS NULL LIMIT ?`,
    limit,
  );
}
