/** The register's figures: cards, matrix, appetite, trend. From kept counts and daily snapshots. */
import type { RiskSummary, RiskTrend } from '../../../shared/areas/risk/risks.contract.ts';
import { oneDigit } from '../../../shared/areas/risk/risks.rules.ts';
import { addDays, addMonths, type Day } from '../../../shared/kernel/day.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { readWorkspaceSettings } from '../../db/settings-reader.ts';
import { RESIDUAL_LIKELIHOOD_SQL } from './risks-list.store.ts';

const QUARTER_MONTHS = 3;

/** Snapshots are kept by UTC days. */
const snapshotDay = (now: number): Day => toIso(now).slice(0, 10);

function readQuarterAgo(db: ReadDb, now: number): RiskSummary['quarterAgo'] {
  const found = db.get<{ day: string; residualSum: number }>(
    `SELECT day, residual_risk_sum AS residualSum FROM daily_snapshots
     WHERE day <= ? AND residual_risk_sum IS NOT NULL AND deleted_at IS NULL
     ORDER BY day DESC LIMIT 1`,
    addMonths(snapshotDay(now), -QUARTER_MONTHS),
  );
  return found ?? null;
}

interface Totals {
  readonly total: number | null;
  readonly high: number | null;
  readonly critical: number | null;
  readonly open: number | null;
  readonly tenths: number | null;
}

type Cells = RiskSummary['inherent'];

function readCells(db: ReadDb, likelihood: string): Cells {
  return db.all<Cells[number]>(
    `SELECT ${likelihood} AS likelihood, impact, sum(n) AS count FROM risk_counts
     GROUP BY 1, 2 ORDER BY 1, 2`,
  );
}

export function readSummary(db: ReadDb, { now, today }: { now: number; today: Day }): RiskSummary {
  const totals = db.get<Totals>(
    `SELECT sum(n) AS total,
       sum(n) FILTER (WHERE likelihood * impact >= 15 AND likelihood * impact < 20) AS high,
       sum(n) FILTER (WHERE likelihood * impact >= 20) AS critical,
       sum(n) FILTER (WHERE status IN ('IDENTIFIED', 'ASSESSED')) AS open,
       sum(n * residual_tenths) AS tenths
     FROM risk_counts`,
  );
  const total = totals?.total ?? 0;
  const residualSum = total === 0 ? null : (totals?.tenths ?? 0) / 10;
  const quarterAgo = readQuarterAgo(db, now);
  const { appetite } = readWorkspaceSettings(db).risk;
  const count = (sql: string, value: string | number) =>
    db.get<{ n: number | null }>(sql, value)?.n ?? 0;
  return {
    total,
    high: totals?.high ?? 0,
    critical: totals?.critical ?? 0,
    open: totals?.open ?? 0,
    overdue: count(
      'SELECT count(*) AS n FROM risk_places INDEXED BY risk_places_attention WHERE attention_on < ?',
      today,
    ),
    residualSum,
    quarterAgo,
    reductionTrend:
      residualSum === null || !quarterAgo?.residualSum
        ? null
        : Math.round(100 * (residualSum / quarterAgo.residualSum - 1)),
    appetite,
    aboveAppetite:
      appetite === null
        ? null
        : count(
            'SELECT sum(n) AS n FROM risk_counts WHERE residual_tenths > ?',
            Math.round(appetite * 10),
          ),
    inherent: readCells(db, 'likelihood'),
    residual: readCells(db, RESIDUAL_LIKELIHOOD_SQL),
  };
}

/** The days that were kept, the oldest first; today as it is now, at the end. */
export function readTrend(db: ReadDb, days: number, now: number): RiskTrend {
  const today = snapshotDay(now);
  const kept = db.all<RiskTrend['days'][number]>(
    `SELECT day, residual_risk_sum AS residualSum FROM daily_snapshots
     WHERE day > ? AND day < ? AND residual_risk_sum IS NOT NULL AND deleted_at IS NULL
     ORDER BY day`,
    addDays(today, -days),
    today,
  );
  const tenths = db.get<{ n: number | null }>(
    'SELECT sum(n * residual_tenths) AS n FROM risk_counts',
  )?.n;
  if (tenths === null || tenths === undefined) return { days: kept };
  return { days: [...kept, { day: today, residualSum: oneDigit(tenths / 10) }] };
}
