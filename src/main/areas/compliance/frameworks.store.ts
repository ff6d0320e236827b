/** Reads frameworks with their groups and how their controls stand. */
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import type {
  FrameworkGroup,
  GoneControl,
} from '../../../shared/areas/compliance/frameworks.contract.ts';
import type { PlacedControl } from '../../../shared/areas/compliance/upgrade.rules.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import { frameworkGroupsTable, frameworksTable } from '../../db/tables/compliance.table.ts';

export type FrameworkRow = RowOf<typeof frameworksTable>;
export type GroupRow = RowOf<typeof frameworkGroupsTable>;

export interface FrameworkCounts {
  readonly byStatus: Record<ControlStatus, number>;
  readonly total: number;
  readonly gone: number;
}

const NO_CONTROLS: FrameworkCounts = {
  byStatus: { NOT_ASSESSED: 0, COMPLIANT: 0, PARTIALLY_COMPLIANT: 0, NON_COMPLIANT: 0 },
  total: 0,
  gone: 0,
};

export interface FrameworkPage {
  readonly rows: FrameworkRow[];
  readonly total: number;
  readonly nextCursor: string | null;
}

/** Newest first. `cursor` is `<created_at>.<id>` of the last row before. */
export function readFrameworkPage(
  db: ReadDb,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): FrameworkPage {
  const [at, ...id] = (cursor ?? '').split('.');
  const isAfter = cursor !== undefined && Number.isSafeInteger(Number(at)) && id.length > 0;
  const rows = db.rows(
    frameworksTable,
    `SELECT * FROM compliance_frameworks WHERE deleted_at IS NULL
       AND (? = 0 OR created_at < ? OR (created_at = ? AND id < ?))
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    isAfter ? 1 : 0,
    Number(at),
    Number(at),
    id.join('.'),
    limit + 1,
  );
  const total =
    db.get<{ n: number }>(
      'SELECT count(*) AS n FROM compliance_frameworks WHERE deleted_at IS NULL',
    )?.n ?? 0;
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown, total, nextCursor: last ? `${last.createdAt}.${last.id}` : null };
}

export function readAllFrameworks(db: ReadDb): FrameworkRow[] {
  return db.rows(
    frameworksTable,
    'SELECT * FROM compliance_frameworks WHERE deleted_at IS NULL ORDER BY created_at, id',
  );
}

export function findFramework(db: ReadDb, id: string): FrameworkRow | undefined {
  return db.rows(
    frameworksTable,
    'SELECT * FROM compliance_frameworks WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

export function isNameTaken(
  db: ReadDb,
  { name, version, except }: { name: string; version: string | null; except?: string },
): boolean {
  return (
    db.get(
      `SELECT 1 FROM compliance_frameworks WHERE deleted_at IS NULL AND name = ? COLLATE NOCASE
         AND coalesce(version, '') = ? COLLATE NOCASE AND id <> ?`,
      name,
      version ?? '',
      except ?? '',
    ) !== undefined
  );
}

/** Of every framework; those without controls are not in it. */
export function readFrameworkCounts(
  db: ReadDb,
  frameworkId?: string,
): (id: string) => FrameworkCounts {
  const rows = db.all<{ frameworkId: string; status: ControlStatus; isGone: 0 | 1; n: number }>(
    `SELECT framework_id AS frameworkId, status, gone_in IS NOT NULL AS isGone, count(*) AS n
     FROM controls WHERE deleted_at IS NULL AND (? IS NULL OR framework_id = ?)
     GROUP BY framework_id, status, gone_in IS NOT NULL`,
    frameworkId ?? null,
    frameworkId ?? null,
  );
  const counts = new Map<string, FrameworkCounts>();
  for (const { frameworkId: id, status, isGone, n } of rows) {
    const { byStatus, total, gone } = counts.get(id) ?? NO_CONTROLS;
    counts.set(
      id,
      isGone
        ? { byStatus, total, gone: gone + n }
        : { byStatus: { ...byStatus, [status]: byStatus[status] + n }, total: total + n, gone },
    );
  }
  return (id) => counts.get(id) ?? NO_CONTROLS;
}

export function readGroups(db: ReadDb, frameworkId: string): GroupRow[] {
  return db.rows(
    frameworkGroupsTable,
    'SELECT * FROM framework_groups WHERE framework_id = ? AND deleted_at IS NULL ORDER BY position, ref',
    frameworkId,
  );
}

interface ControlPlace {
  readonly ref: string;
  readonly parentRef: string | null;
  readonly status: ControlStatus;
}

/** The groups of a framework, each with the controls anywhere under it. */
export function readGroupCounts(db: ReadDb, frameworkId: string): FrameworkGroup[] {
  const groups = readGroups(db, frameworkId);
  const controls = db.all<ControlPlace>(
    `SELECT control_id AS ref, parent_ref AS parentRef, status FROM controls
     WHERE framework_id = ? AND deleted_at IS NULL AND gone_in IS NULL`,
    frameworkId,
  );
  const parents = new Map<string, string | null>();
  for (const { ref, parentRef } of controls) parents.set(ref, parentRef);
  for (const { ref, parentRef } of groups) parents.set(ref, parentRef);
  const counts = new Map(groups.map(({ ref }) => [ref, { controlCount: 0, assessedCount: 0 }]));
  for (const { parentRef, status } of controls) {
    const passed = new Set<string>();
    for (let at = parentRef; at !== null && !passed.has(at); at = parents.get(at) ?? null) {
      passed.add(at);
      const count = counts.get(at);
      if (!count) continue;
      count.controlCount += 1;
      if (status !== 'NOT_ASSESSED') count.assessedCount += 1;
    }
  }
  return groups.map(({ ref, parentRef, title }) => ({
    ref,
    parentRef,
    title,
    ...(counts.get(ref) ?? { controlCount: 0, assessedCount: 0 }),
  }));
}

interface PlacedRow extends Omit<PlacedControl, 'isOwn'> {
  readonly isOwn: 0 | 1;
}

/** Every control of a framework where it stands, those that are gone too. */
export function readPlacedControls(db: ReadDb, frameworkId: string): PlacedControl[] {
  // What stands at 0 was there before versions placed anything.
  const rows = db.all<PlacedRow>(
    `SELECT id, control_id AS ref, title, requirement AS text, parent_ref AS parentRef, position,
       is_custom = 1 OR position = 0 AS isOwn, weight, gone_in AS goneIn, status
     FROM controls WHERE framework_id = ? AND deleted_at IS NULL ORDER BY position, control_id, id`,
    frameworkId,
  );
  return rows.map((row) => ({ ...row, isOwn: row.isOwn === 1 }));
}

export function readGoneControls(db: ReadDb, frameworkId: string): GoneControl[] {
  return db.all<GoneControl>(
    `SELECT id, control_id AS controlId, title, status, gone_in AS goneIn FROM controls
     WHERE framework_id = ? AND deleted_at IS NULL AND gone_in IS NOT NULL
     ORDER BY position, control_id, id`,
    frameworkId,
  );
}

/** Something was said of one of its controls: an assessment, evidence, a test, or that it does not apply. */
export function hasAnswers(db: ReadDb, frameworkId: string): boolean {
  return (
    db.get(
      `SELECT 1 FROM controls c WHERE c.framework_id = ? AND c.deleted_at IS NULL AND (
         c.status <> 'NOT_ASSESSED' OR c.is_applicable = 0 OR c.last_assessment IS NOT NULL
         OR EXISTS (SELECT 1 FROM control_evidence e WHERE e.control_id = c.id AND e.deleted_at IS NULL)
         OR EXISTS (SELECT 1 FROM control_tests t WHERE t.control_id = c.id AND t.deleted_at IS NULL))
       LIMIT 1`,
      frameworkId,
    ) !== undefined
  );
}

export interface ExportedControl extends Omit<PlacedControl, 'isOwn'> {
  readonly isAutomated: 0 | 1;
  readonly isApplicable: 0 | 1;
  readonly applicabilityReason: string | null;
  readonly description: string | null;
}

export function readControlsForExport(db: ReadDb, frameworkId: string): ExportedControl[] {
  return db.all<ExportedControl>(
    `SELECT id, control_id AS ref, title, requirement AS text, description, parent_ref AS parentRef,
       position, weight, gone_in AS goneIn, status, is_automated AS isAutomated,
       is_applicable AS isApplicable, applicability_reason AS applicabilityReason
     FROM controls WHERE framework_id = ? AND deleted_at IS NULL AND gone_in IS NULL
     ORDER BY position, control_id, id`,
    frameworkId,
  );
}
