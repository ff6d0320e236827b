import type { ScoreTrend } from '../../../shared/areas/compliance/scores.contract.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { packRows } from '../../db/packed-rows.ts';
import { dailySnapshotsTable, frameworkSnapshotsTable } from '../../db/tables/scores.table.ts';
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
    db.get('SELECT 1 FROM daily_snapshots WHERE id = ? AND formula IS NOT NULL', day) !== undefined
  );
}

/** Of the whole register, one digit, as the dashboard sums it up; null without a risk. */
export function residualRiskSum(db: ReadDb): number | null {
  const sum = db.get<{ sum: number | null }>(
    'SELECT sum(residual_risk) AS sum FROM risks WHERE deleted_at IS NULL',
  )?.sum;
  return sum === null || sum === undefined ? null : Math.round(sum * 10) / 10;
}

/**
 * Kept without knowing what others did: such a row gives way to any other of its day, whichever is later.
 */
interface Kept {
  readonly isProvisional: boolean;
}

const keeping = ({ isProvisional }: Kept, tx: WriteTx, fn: (tx: WriteTx) => void): void =>
  isProvisional ? tx.asBorn(fn) : fn(tx);

export interface DayFigures extends Figures, Provenance, Kept {
  readonly day: string;
  readonly residualRiskSum: number | null;
}

/** A day that has a row keeps its score; coverage and assurance are added where they are missing. */
export function keepDay(tx: WriteTx, { day, score, isProvisional, ...row }: DayFigures): void {
  const known = tx.get<{ formula: string | null }>(
    'SELECT formula FROM daily_snapshots WHERE id = ?',
    day,
  );
  if (known === undefined)
    keeping({ isProvisional }, tx, (made) =>
      made.insert(dailySnapshotsTable, {
        ...{ id: day, day, complianceScore: score, createdAt: tx.now },
        ...row,
      }),
    );
  else if (known.formula === null) {
    const { coverage, assurance, formula, inputsDigest } = row;
    tx.update(dailySnapshotsTable, day, { coverage, assurance, formula, inputsDigest });
  }
}

/** Those that a day has already stay. */
export function keepFrameworkDays(
  tx: WriteTx,
  { day, ...kept }: Kept & { readonly day: string },
  snapshots: readonly FrameworkSnapshot[],
): void {
  const rows = snapshots.map((snapshot) => ({
    ...{ id: `${snapshot.frameworkId}:${day}`, day, createdAt: tx.now },
    ...snapshot,
  }));
  const packed = packRows(frameworkSnapshotsTable, rows);
  keeping(kept, tx, (made) => made.insertRange(frameworkSnapshotsTable, packed, () => {}));
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
           WHERE day > ? AND deleted_at IS NULL ORDER BY day`,
          from,
        )
      : db.all<Figures & { day: string }>(
          `SELECT day, score, coverage, assurance FROM framework_snapshots
           WHERE framework_id = ? AND day > ? AND deleted_at IS NULL ORDER BY day`,
          framework,
          from,
        );
  return {
    assuranceSince: rows.find(({ coverage }) => coverage !== null)?.day ?? null,
    days: rows,
  };
}
