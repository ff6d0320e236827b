/** Controls as a tree: frameworks with their counts, and one framework's groups and controls. */
import type {
  ControlCounts,
  ControlFacets,
  ControlFilter,
  TreeBranch,
  TreeFramework,
} from '../../../shared/areas/compliance/controls.contract.ts';
import { DUE_WINDOW_MS } from '../../../shared/areas/compliance/controls.rules.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { controlsTable, frameworkGroupsTable } from '../../db/tables/compliance.table.ts';
import { filterCondition, IN_SCOPE_SQL, scanOf } from './control-filter.store.ts';

const COUNTS_SQL = `count(*) AS total,
  ifnull(sum(${IN_SCOPE_SQL} AND c.status = 'COMPLIANT'), 0) AS COMPLIANT,
  ifnull(sum(${IN_SCOPE_SQL} AND c.status = 'PARTIALLY_COMPLIANT'), 0) AS PARTIALLY_COMPLIANT,
  ifnull(sum(${IN_SCOPE_SQL} AND c.status = 'NON_COMPLIANT'), 0) AS NON_COMPLIANT,
  ifnull(sum(${IN_SCOPE_SQL} AND c.status = 'NOT_ASSESSED'), 0) AS NOT_ASSESSED,
  ifnull(sum(NOT (${IN_SCOPE_SQL})), 0) AS outside`;

const NO_COUNTS: ControlCounts = {
  total: 0,
  COMPLIANT: 0,
  PARTIALLY_COMPLIANT: 0,
  NON_COMPLIANT: 0,
  NOT_ASSESSED: 0,
  outside: 0,
};

interface FrameworkRow {
  readonly id: string;
  readonly name: string;
  readonly version: string | null;
  readonly is_active: number;
}

function readFrameworks(db: ReadDb): FrameworkRow[] {
  return db.all<FrameworkRow>(
    `SELECT id, name, version, is_active FROM compliance_frameworks WHERE deleted_at IS NULL
     ORDER BY name COLLATE NOCASE, version, id`,
  );
}

/** Every framework; under a filter only those that hold something of it. */
export function readTree(db: ReadDb, filter: ControlFilter, now: number): TreeFramework[] {
  const { sql, values } = filterCondition(filter, now);
  const rows = db.all<ControlCounts & { framework: string }>(
    `SELECT c.framework_id AS framework, ${COUNTS_SQL} FROM ${scanOf(filter)} WHERE ${sql}
     GROUP BY c.framework_id`,
    ...values,
  );
  const counts = new Map(rows.map(({ framework, ...count }) => [framework, count]));
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return readFrameworks(db)
    .filter(({ id }) => !isFiltered || counts.has(id))
    .map(({ id, name, version, is_active }) => ({
      id,
      name,
      version,
      isActive: is_active === 1,
      counts: counts.get(id) ?? NO_COUNTS,
    }));
}

export function readBranch(
  db: ReadDb,
  frameworkId: string,
  filter: ControlFilter,
  now: number,
): TreeBranch {
  const { sql, values } = filterCondition({ ...filter, framework: frameworkId }, now);
  const groups = db.rows(
    frameworkGroupsTable,
    `SELECT * FROM framework_groups WHERE framework_id = ? AND deleted_at IS NULL
     ORDER BY position, ref`,
    frameworkId,
  );
  const controls = db.rows(
    controlsTable,
    `SELECT c.* FROM controls c WHERE ${sql} ORDER BY c.position, c.control_id, c.id`,
    ...values,
  );
  return {
    groups: groups.map(({ ref, parentRef, title }) => ({ ref, parentRef, title })),
    controls: controls.map((row) => ({
      id: row.id,
      controlId: row.controlId,
      title: row.title,
      status: row.status,
      owner: row.owner,
      parentRef: row.parentRef,
      isApplicable: row.isApplicable,
      goneIn: row.goneIn,
      nextAssessment: row.nextAssessment === null ? null : toIso(row.nextAssessment),
    })),
  };
}

export function readFacets(db: ReadDb, now: number): ControlFacets {
  const column = (name: 'category' | 'owner') =>
    db
      .all<{ value: string }>(
        `SELECT DISTINCT ${name} AS value FROM controls INDEXED BY controls_newest
         WHERE deleted_at IS NULL AND ${name} IS NOT NULL AND ${name} <> '' ORDER BY ${name}`,
      )
      .map(({ value }) => value);
  const figures = db.get<ControlCounts & { overdue: number; dueSoon: number }>(
    `SELECT ${COUNTS_SQL},
       ifnull(sum(${IN_SCOPE_SQL} AND c.next_assessment <= ?), 0) AS overdue,
       ifnull(sum(${IN_SCOPE_SQL} AND c.next_assessment > ? AND c.next_assessment <= ?), 0) AS dueSoon
     FROM controls c INDEXED BY controls_newest WHERE c.deleted_at IS NULL`,
    now,
    now,
    now + DUE_WINDOW_MS,
  );
  const overdueTests = db.get<{ n: number }>(
    'SELECT count(*) AS n FROM control_tests WHERE is_active = 1 AND deleted_at IS NULL AND next_due <= ?',
    now,
  );
  const { overdue, dueSoon, ...counts } = figures ?? { ...NO_COUNTS, overdue: 0, dueSoon: 0 };
  return {
    frameworks: readFrameworks(db).map(({ id, name, is_active }) => ({
      id,
      name,
      isActive: is_active === 1,
    })),
    categories: column('category'),
    owners: column('owner'),
    counts,
    overdue,
    dueSoon,
    overdueTests: overdueTests?.n ?? 0,
  };
}
