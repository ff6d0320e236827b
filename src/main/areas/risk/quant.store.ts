import { createHash } from 'node:crypto';
import type { QuantInputs, QuantResult } from '../../../shared/areas/risk/risk-quant.contract.ts';
import {
  DEFAULT_CURRENCY,
  DEFAULT_SEED,
  DRAWS,
  QUANT_FORMULA,
} from '../../../shared/areas/risk/risk-quant.rules.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import {
  riskQuantitiesTable,
  riskQuantSettingsTable,
} from '../../db/tables/risk-quantities.table.ts';
import type { WriteTx } from '../../db/write-door.ts';

export type QuantRow = RowOf<typeof riskQuantitiesTable>;

export interface QuantSettings {
  readonly currency: string;
  readonly seed: number;
}

const SETTINGS_ID = 'workspace';

export function readQuantSettings(db: ReadDb): QuantSettings {
  const [row] = db.rows(
    riskQuantSettingsTable,
    'SELECT * FROM risk_quant_settings WHERE id = ? AND deleted_at IS NULL',
    SETTINGS_ID,
  );
  return { currency: row?.currency ?? DEFAULT_CURRENCY, seed: row?.seed ?? DEFAULT_SEED };
}

export function saveQuantSettings(tx: WriteTx, settings: QuantSettings): void {
  const patch = { ...settings, updatedAt: tx.now };
  const isThere = tx.get('SELECT 1 FROM risk_quant_settings WHERE id = ?', SETTINGS_ID);
  if (isThere !== undefined) tx.update(riskQuantSettingsTable, SETTINGS_ID, patch);
  else tx.insert(riskQuantSettingsTable, { id: SETTINGS_ID, ...patch });
}

export function findQuantities(db: ReadDb, riskId: string): QuantRow | undefined {
  return db.rows(
    riskQuantitiesTable,
    'SELECT * FROM risk_quantities WHERE risk_id = ? AND deleted_at IS NULL',
    riskId,
  )[0];
}

export interface QuantRiskHead {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly likelihood: number;
  readonly impact: number;
}

export function findRiskHead(db: ReadDb, id: string): QuantRiskHead | undefined {
  return db.get<QuantRiskHead>(
    'SELECT id, title, status, likelihood, impact FROM risks WHERE id = ? AND deleted_at IS NULL',
    id,
  );
}

/** Every live risk with ranges, with its ranges; in the order in which they were stated. */
export function readStated(db: ReadDb): { row: QuantRow; risk: QuantRiskHead }[] {
  const rows = db.rows(
    riskQuantitiesTable,
    `SELECT q.* FROM risk_quantities q CROSS JOIN risks r ON r.id = q.risk_id
     WHERE q.deleted_at IS NULL AND r.deleted_at IS NULL ORDER BY q.created_at, q.id`,
  );
  return rows.flatMap((row) => {
    const risk = findRiskHead(db, row.riskId);
    return risk ? [{ row, risk }] : [];
  });
}

/** Of the register, without ranges. */
export function countUnstated(db: ReadDb): number {
  return (
    db.get<{ n: number }>(
      `SELECT (SELECT coalesce(sum(n), 0) FROM risk_counts) - (SELECT count(*) FROM risk_quantities q
         CROSS JOIN risk_places p ON p.risk_id = q.risk_id WHERE q.deleted_at IS NULL) AS n`,
    )?.n ?? 0
  );
}

export function inputsOf(row: QuantRow): QuantInputs {
  return {
    currency: row.currency,
    lossLow: row.lossLow,
    lossHigh: row.lossHigh,
    frequencyLow: row.frequencyLow,
    frequencyHigh: row.frequencyHigh,
    afterLossLow: row.afterLossLow,
    afterLossHigh: row.afterLossHigh,
    afterFrequencyLow: row.afterFrequencyLow,
    afterFrequencyHigh: row.afterFrequencyHigh,
    assumptions: row.assumptions,
  };
}

const hashOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify([QUANT_FORMULA, DRAWS, value]))
    .digest('hex');

/** Of all that a risk's figures are drawn from; words and currency are not. */
export function inputHash(row: QuantRow, seed: number): string {
  const { currency: _, assumptions: __, ...figures } = inputsOf(row);
  return hashOf([seed, row.riskId, figures]);
}

export function portfolioHash(rows: readonly QuantRow[], seed: number): string {
  return hashOf(rows.map((row) => inputHash(row, seed)));
}

export const portfolioId = (currency: string): string => `portfolio:${currency}`;

/** Null where there is none of this input. Of a list, without its curves: they are most of it. */
export function findResult(
  db: ReadDb,
  id: string,
  hash: string,
  part: 'whole' | 'figures' = 'whole',
): QuantResult | null {
  const result =
    part === 'whole'
      ? 'result'
      : `CASE WHEN json_type(result, '$.after') = 'object'
         THEN json_replace(result, '$.before.curve', json('[]'), '$.after.curve', json('[]'))
         ELSE json_replace(result, '$.before.curve', json('[]')) END`;
  const row = db.get<{ result: string; computedAt: number }>(
    `SELECT ${result} AS result, computed_at AS computedAt
     FROM risk_quant_results WHERE id = ? AND input_hash = ?`,
    id,
    hash,
  );
  if (!row) return null;
  const figures = JSON.parse(row.result) as Omit<QuantResult, 'computedAt'>;
  return { ...figures, computedAt: toIso(row.computedAt) };
}

export function saveResult(
  tx: WriteTx,
  { id, hash, result }: { id: string; hash: string; result: Omit<QuantResult, 'computedAt'> },
): void {
  tx.run(
    `INSERT INTO risk_quant_results (id, input_hash, result, computed_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET input_hash = excluded.input_hash, result = excluded.result,
       computed_at = excluded.computed_at`,
    ...[id, hash, JSON.stringify(result), tx.now],
  );
}

const NAME =
  "coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email)";

export function personName(db: ReadDb, id: string | null): string | null {
  if (id === null) return null;
  const found = db.get<{ name: string }>(`SELECT ${NAME} AS name FROM users WHERE id = ?`, id);
  return found?.name ?? 'Unknown account';
}
