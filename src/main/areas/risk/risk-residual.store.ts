/** What the residual of risks is computed from, read for many at once. */
import type { ReadDb } from '../../db/database.ts';
import { risksTable } from '../../db/tables/risk.table.ts';
import type { RiskRow } from './risk-rows.store.ts';

export interface RiskLink {
  readonly riskId: string;
  readonly id: string;
  readonly ref: string;
  readonly weight: number;
}

/** Of these risks, in one order whatever the order in which they were linked. */
export function readLinks(db: ReadDb, riskIds: readonly string[]): Map<string, RiskLink[]> {
  const rows = db.all<RiskLink>(
    `SELECT l.risk_id AS riskId, c.id, c.control_id AS ref, l.weight FROM risk_controls l
     JOIN controls c ON c.id = l.control_id AND c.deleted_at IS NULL
     WHERE l.risk_id IN (SELECT value FROM json_each(?)) AND l.deleted_at IS NULL
     ORDER BY c.control_id, c.id`,
    JSON.stringify(riskIds),
  );
  return Map.groupBy(rows, ({ riskId }) => riskId);
}

/** Risks whose residual is computed from controls, after an id; `controls` narrows to those of these. */
export function nextComputed(
  db: ReadDb,
  after: string,
  limit: number,
  controls: readonly string[] | null,
): RiskRow[] {
  if (controls === null)
    return db.rows(
      risksTable,
      `SELECT * FROM risks INDEXED BY risks_from_controls
       WHERE residual_basis = 'CONTROLS' AND deleted_at IS NULL AND id > ? ORDER BY id LIMIT ?`,
      after,
      limit,
    );
  return db.rows(
    risksTable,
    `SELECT * FROM risks WHERE id IN (SELECT risk_id FROM risk_controls
       WHERE control_id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL)
     AND residual_basis = 'CONTROLS' AND deleted_at IS NULL AND id > ? ORDER BY id LIMIT ?`,
    JSON.stringify(controls),
    after,
    limit,
  );
}

/** Still of the same inherent risk, and of nobody's own assessment. */
export function isStillComputed(
  db: ReadDb,
  { id, inherentRisk }: Pick<RiskRow, 'id' | 'inherentRisk'>,
): boolean {
  const found = db.get(
    `SELECT 1 FROM risks WHERE id = ? AND residual_basis = 'CONTROLS' AND inherent_risk = ?
     AND deleted_at IS NULL`,
    id,
    inherentRisk,
  );
  return found !== undefined;
}
