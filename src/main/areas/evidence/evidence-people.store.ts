/** Names and counts that stand beside evidence, read for many rows at once. */
import type { EvidenceControl } from '../../../shared/areas/evidence/evidence.contract.ts';
import type { ReadDb } from '../../db/database.ts';

/** Names of accounts, those that are closed too. */
export function readNames(db: ReadDb, ids: readonly (string | null)[]): Map<string, string> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = db.all<{ id: string; name: string | null; email: string }>(
    `SELECT id, trim(concat_ws(' ', first_name, last_name)) AS name, email FROM users
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(wanted),
  );
  return new Map(rows.map(({ id, name, email }) => [id, name || email]));
}

export function readControlCounts(db: ReadDb, ids: readonly string[]): Map<string, number> {
  if (ids.length === 0) return new Map();
  const rows = db.all<{ id: string; n: number }>(
    `SELECT l.evidence_id AS id, count(*) AS n
     FROM control_evidence l INDEXED BY control_evidence_evidence
       CROSS JOIN controls c ON c.id = l.control_id AND c.deleted_at IS NULL
     WHERE l.evidence_id IN (SELECT value FROM json_each(?)) AND l.deleted_at IS NULL GROUP BY 1`,
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

const CONTROL_COLUMNS = `c.id, c.control_id AS controlId, c.title, f.name AS framework`;

export function readLinkedControls(db: ReadDb, evidenceId: string): EvidenceControl[] {
  return db.all<EvidenceControl>(
    `SELECT ${CONTROL_COLUMNS} FROM control_evidence l
     JOIN controls c ON c.id = l.control_id AND c.deleted_at IS NULL
     JOIN compliance_frameworks f ON f.id = c.framework_id
     WHERE l.evidence_id = ? AND l.deleted_at IS NULL ORDER BY f.name, c.control_id`,
    evidenceId,
  );
}

export function findControl(db: ReadDb, id: string): EvidenceControl | undefined {
  return db.get<EvidenceControl>(
    `SELECT ${CONTROL_COLUMNS} FROM controls c JOIN compliance_frameworks f ON f.id = c.framework_id
     WHERE c.id = ? AND c.deleted_at IS NULL`,
    id,
  );
}

const SEARCHED = 20;

/** Controls whose framework, number or title hold every typed word. */
export function searchControls(db: ReadDb, typed: string): EvidenceControl[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  const holds = words.map(
    () => "instr(lower(f.name || ' ' || c.control_id || ' ' || c.title), ?) > 0",
  );
  const where = ['c.deleted_at IS NULL', 'c.gone_in IS NULL', 'f.deleted_at IS NULL', ...holds];
  return db.all<EvidenceControl>(
    `SELECT ${CONTROL_COLUMNS} FROM controls c JOIN compliance_frameworks f ON f.id = c.framework_id
     WHERE ${where.join(' AND ')} ORDER BY f.name, c.position, c.control_id LIMIT ${SEARCHED}`,
    ...words,
  );
}
