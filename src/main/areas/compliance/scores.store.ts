import {
  type ControlStatus,
  frameworkScore,
} from '../../../shared/areas/compliance/compliance.rules.ts';
import { DAY_MS, toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';

/** Changes are against the snapshot of so many days ago, as the dashboard's are. */
const CHANGE_MS = 30 * DAY_MS;

export const dayOf = (at: number): string => toIso(at).slice(0, 10);

export interface FrameworkRow {
  readonly id: string;
  readonly name: string;
  readonly version: string | null;
  readonly category: string | null;
}

/** The active ones, in the order in which they were taken on. */
export function readActiveFrameworks(db: ReadDb): FrameworkRow[] {
  return db.all<FrameworkRow>(
    `SELECT id, name, version, category FROM compliance_frameworks
     WHERE is_active = 1 AND deleted_at IS NULL ORDER BY created_at, id`,
  );
}

/** Any that is there, active or not. */
export function readFramework(db: ReadDb, id: string): FrameworkRow | undefined {
  return db.get<FrameworkRow>(
    'SELECT id, name, version, category FROM compliance_frameworks WHERE id = ? AND deleted_at IS NULL',
    id,
  );
}

export interface GroupRow {
  readonly ref: string;
  readonly title: string;
  readonly parentRef: string | null;
}

export function readGroups(db: ReadDb, frameworkId: string): GroupRow[] {
  return db.all<GroupRow>(
    `SELECT ref, title, parent_ref AS parentRef FROM framework_groups
     WHERE framework_id = ? AND deleted_at IS NULL ORDER BY position, ref`,
    frameworkId,
  );
}

export interface ControlTotals {
  readonly total: number;
  readonly automated: number;
  readonly counts: Record<ControlStatus, number>;
}

/** Of every control there is, whatever its framework: the figures of the decisions, section 3. */
export function readControlTotals(db: ReadDb): ControlTotals {
  const rows = db.all<{ status: ControlStatus; n: number; automated: number }>(
    `SELECT status, count(*) AS n, sum(is_automated) AS automated FROM controls
     WHERE deleted_at IS NULL GROUP BY status`,
  );
  const counts = { NOT_ASSESSED: 0, COMPLIANT: 0, PARTIALLY_COMPLIANT: 0, NON_COMPLIANT: 0 };
  let [total, automated] = [0, 0];
  for (const row of rows) {
    counts[row.status] = row.n;
    total += row.n;
    automated += row.automated;
  }
  return { total, automated, counts };
}

export const assessedOf = (counts: Readonly<Record<ControlStatus, number>>): number =>
  counts.COMPLIANT + counts.PARTIALLY_COMPLIANT + counts.NON_COMPLIANT;

export const scoreOf = (counts: Readonly<Record<ControlStatus, number>>): number | null =>
  frameworkScore(counts.COMPLIANT, assessedOf(counts));

export interface Figures {
  readonly score: number | null;
  readonly coverage: number | null;
  readonly assurance: number | null;
}

const NO_FIGURES: Figures = { score: null, coverage: null, assurance: null };

/** Of all frameworks together, as of 30 days ago. */
export function readFiguresBefore(db: ReadDb, now: number): Figures {
  const found = db.get<Figures>(
    `SELECT compliance_score AS score, coverage, assurance FROM daily_snapshots
     WHERE day <= ? AND deleted_at IS NULL ORDER BY day DESC LIMIT 1`,
    dayOf(now - CHANGE_MS),
  );
  return found ?? NO_FIGURES;
}

/** Of each framework, as of 30 days ago. */
export function readFrameworkFiguresBefore(db: ReadDb, now: number): Map<string, Figures> {
  const rows = db.all<Figures & { id: string }>(
    `SELECT f.id, s.score, s.coverage, s.assurance FROM compliance_frameworks f
       JOIN framework_snapshots s ON s.framework_id = f.id AND s.day = (
         SELECT max(day) FROM framework_snapshots WHERE framework_id = f.id AND day <= ? AND deleted_at IS NULL)`,
    dayOf(now - CHANGE_MS),
  );
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}

/** Now less then, where both are known. A score of then may have digits, as old snapshots do. */
export function changeOf(now: Figures, before: Figures | undefined): Figures {
  const less = (a: number | null, b: number | null | undefined) =>
    a === null || b === null || b === undefined ? null : a - Math.round(b);
  return {
    score: less(now.score, before?.score),
    coverage: less(now.coverage, before?.coverage),
    assurance: less(now.assurance, before?.assurance),
  };
}

export interface ProofTitle {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly at: number | null;
}

/** What the runs, tests and challenges of a control are called. */
export function readProofTitles(db: ReadDb, controlId: string): ProofTitle[] {
  return db.all<ProofTitle>(
    `SELECT r.id, t.title, r.result AS state, r.ran_at AS at
     FROM control_test_runs r JOIN control_tests t ON t.id = r.test_id
     WHERE r.control_id = ? AND r.deleted_at IS NULL
     UNION ALL
     SELECT id, title, 'ACTIVE', next_due FROM control_tests WHERE control_id = ? AND deleted_at IS NULL
     UNION ALL
     SELECT id, reason, state, created_at FROM control_challenges WHERE control_id = ? AND deleted_at IS NULL`,
    controlId,
    controlId,
    controlId,
  );
}
