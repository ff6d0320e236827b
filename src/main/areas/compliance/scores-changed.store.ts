/** Which controls' scores may have changed, from the change log that every write of a record makes. */
import type { ReadDb } from '../../db/database.ts';

/** So many changes are looked into one by one; beyond, every control counts as changed. */
const MAX_LOOKED_INTO = 2_000;

/** From the ids of changed records to the controls that they speak for. */
const CONTROLS_OF = {
  controls:
    'SELECT id, framework_id AS frameworkId FROM controls WHERE id IN (SELECT value FROM json_each(?))',
  control_evidence: `SELECT c.id, c.framework_id AS frameworkId FROM control_evidence l JOIN controls c ON c.id = l.control_id
    WHERE l.id IN (SELECT value FROM json_each(?))`,
  evidence: `SELECT c.id, c.framework_id AS frameworkId FROM control_evidence l JOIN controls c ON c.id = l.control_id
    WHERE l.evidence_id IN (SELECT value FROM json_each(?))`,
  control_tests: `SELECT c.id, c.framework_id AS frameworkId FROM control_tests t JOIN controls c ON c.id = t.control_id
    WHERE t.id IN (SELECT value FROM json_each(?))`,
  control_test_runs: `SELECT c.id, c.framework_id AS frameworkId FROM control_test_runs r JOIN controls c ON c.id = r.control_id
    WHERE r.id IN (SELECT value FROM json_each(?))`,
  control_challenges: `SELECT c.id, c.framework_id AS frameworkId FROM control_challenges x JOIN controls c ON c.id = x.control_id
    WHERE x.id IN (SELECT value FROM json_each(?))`,
} as const;
type Spoken = keyof typeof CONTROLS_OF;

const TABLES = Object.keys(CONTROLS_OF)
  .map((name) => `'${name}'`)
  .join(', ');

export function lastChange(db: ReadDb): number {
  return db.get<{ seq: number | null }>('SELECT max(seq) AS seq FROM change_log')?.seq ?? 0;
}

export interface ChangedControl {
  readonly id: string;
  /** The framework that it is in now. */
  readonly frameworkId: string;
}

/** The controls, also those that were deleted, or 'all' where it cannot be told. */
export function controlsChangedAfter(db: ReadDb, seq: number): readonly ChangedControl[] | 'all' {
  const rows = db.all<{ table_name: Spoken; record_id: string | null }>(
    `SELECT table_name, record_id FROM change_log WHERE seq > ? AND table_name IN (${TABLES}) LIMIT ?`,
    seq,
    MAX_LOOKED_INTO + 1,
  );
  if (rows.length > MAX_LOOKED_INTO || rows.some((row) => row.record_id === null)) return 'all';
  return [...Map.groupBy(rows, (row) => row.table_name)].flatMap(([table, entries]) => {
    const ids = JSON.stringify(entries.map((entry) => entry.record_id));
    return db.all<ChangedControl>(CONTROLS_OF[table], ids);
  });
}
