import type { ScoreTrend } from '../../../shared/areas/compliance/scores.contract.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { dayOf, type Figures } from './scores.store.ts';

/** What both kinds of snapshot keep beside their figures. */
export interface Provenance {
  readonly formula: string;
  readonly inputsDigest: string;
}

export interface FrameworkSnapshot extends Figures, Provenance {
  readonly frameworkId: string;
  readonly compliant: number;
  readonly assessed: number;
  readonly applicable: number;
}

/** There is a control or a risk to count. */
export function hasFigures(db: ReadDb): boolean {
  const found = db.get(
    `SELECT 1 FROM controls WHERE deleted_at IS NULL
     UNION ALL SELECT 1 FROM risks WHERE deleted_at IS NULL LIMIT 1`,
  );
  return found !== undefined;
}

export function hasSnapshot(db: ReadDb, day: string): boolean {
  return (
    db.get('SELECT 1 FROM daily_snapshots WHERE day = ? AND formula IS NOT NULL', day) !== undefined
  );
}

/** Of the whole register, one digit, as the dashboard sums it up; null without a risk. */
export function residualRiskSum(db: ReadDb): number | null {
  const sum = db.get<{ sum: number | null }>(
    'SELECT sum(residual_risk) AS sum FROM risks WHERE deleted_at IS NULL',
  )?.sum;
  return sum === null || sum === undefined ? null : Math.round(sum * 10) / 10;
}

/** A day that has a row keeps its score; coverage and assurance are added where they are missing. */
export function insertDay(
  tx: WriteTx,
  day: string,
  row: Figures & Provenance & { readonly residualRiskSum: number | null },
): void {
  tx.run(
    `INSERT INTO daily_snapshots
       (day, compliance_score, residual_risk_sum, created_at, coverage, assurance, formula, inputs_digest)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (day) DO UPDATE SET coverage = excluded.coverage, assurance = excluded.assurance,
       formula = excluded.formula, inputs_digest = excluded.inputs_digest WHERE formula IS NULL`,
    ...[day, row.score, row.residualRiskSum, tx.now],
    ...[row.coverage, row.assurance, row.formula, row.inputsDigest],
  );
}

export function insertFrameworkDay(tx: WriteTx, day: string, row: FrameworkSnapshot): void {
  tx.run(
    `INSERT OR IGNORE INTO framework_snapshots (framework_id, day, score, coverage, assurance, compliant,
       assessed, applicable, formula, inputs_digest, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[row.frameworkId, day, row.score, row.coverage, row.assurance, row.compliant],
    ...[row.assessed, row.applicable, row.formula, row.inputsDigest, tx.now],
  );
}

export interface TrendQuery {
  readonly framework?: string | undefined;
  readonly days: number;
  readonly now: number;
}

/** The days that were kept, the oldest first: a day without a row is missing, not made up. */
export function readTrend(db: ReadDb, { framework, days, now }: TrendQuery): ScoreTrend {
  const from = dayOf(now - days * DAY_MS);
  const rows =
    framework === undefined
      ? db.all<Figures & { day: string }>(
          `SELECT day, compliance_score AS score, coverage, assurance FROM daily_snapshots
           WHERE day > ? ORDER BY day`,
          from,
        )
      : db.all<Figures & { day: string }>(
          `SELECT day, score, coverage, assurance FROM framework_snapshots
           WHERE framework_id = ? AND day > ? ORDER BY day`,
          framework,
          from,
        );
  return {
    assuranceSince: rows.find(({ coverage }) => coverage !== null)?.day ?? null,
    days: rows,
  };
}
