/** Everything that the exports say of frameworks, read in a few queries whatever their size. */
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import type { ReadDb } from '../../db/database.ts';
import { isEvidenceValid } from '../../db/evidence-reader.ts';
import { evidenceTable } from '../../db/tables/evidence.table.ts';

export interface ExportEvidence {
  readonly id: string;
  readonly title: string;
  readonly type: string;
  readonly description: string | null;
  readonly isValid: boolean;
  /** ms since the epoch. */
  readonly collectedAt: number;
  readonly expiresAt: number | null;
}

export interface ExportRun {
  readonly id: string;
  readonly title: string;
  readonly steps: string;
  readonly result: 'PASS' | 'FAIL' | 'INCONCLUSIVE';
  readonly notes: string | null;
  readonly ranAt: number;
}

export interface ExportException {
  readonly id: string;
  readonly reason: string;
  readonly expiresAt: number;
}

export interface ExportControl {
  readonly id: string;
  readonly ref: string;
  readonly parentRef: string | null;
  readonly position: number;
  readonly title: string;
  readonly text: string | null;
  readonly description: string | null;
  readonly weight: number;
  readonly status: ControlStatus;
  readonly isAutomated: boolean;
  readonly isApplicable: boolean;
  readonly applicabilityReason: string | null;
  readonly ownerId: string | null;
  readonly owner: string | null;
  readonly lastAssessment: number | null;
  readonly nextAssessment: number | null;
  readonly evidence: readonly ExportEvidence[];
  /** Approved ones, the newest of each test. */
  readonly runs: readonly ExportRun[];
  readonly exception: ExportException | null;
}

export interface ExportFramework {
  readonly id: string;
  readonly name: string;
  readonly version: string | null;
  readonly description: string | null;
  readonly category: string | null;
  readonly publisher: string | null;
  readonly licence: string | null;
  readonly source: string | null;
  readonly pack: string | null;
  readonly groups: readonly {
    ref: string;
    parentRef: string | null;
    title: string;
    position: number;
  }[];
  /** Those that are gone from the pack are left out. */
  readonly controls: readonly ExportControl[];
}

type FrameworkRow = Omit<ExportFramework, 'groups' | 'controls'>;
type ControlRow = Omit<
  ExportControl,
  'evidence' | 'runs' | 'exception' | 'isAutomated' | 'isApplicable'
> & { readonly isAutomated: 0 | 1; readonly isApplicable: 0 | 1 };

/** One framework, or every active one in the order of their making. */
export function findExportFrameworks(db: ReadDb, frameworkId: string | undefined): FrameworkRow[] {
  return db.all<FrameworkRow>(
    `SELECT id, name, version, description, category, publisher, licence, source, pack_id AS pack
     FROM compliance_frameworks
     WHERE deleted_at IS NULL AND (id = ? OR (? IS NULL AND is_active = 1))
     ORDER BY created_at, id`,
    frameworkId ?? null,
    frameworkId ?? null,
  );
}

function grouped<T extends { control: string }, R>(
  rows: readonly T[],
  toItem: (row: T) => R,
): (id: string) => readonly R[] {
  const lists = new Map<string, R[]>();
  for (const row of rows) {
    const list = lists.get(row.control);
    if (list) list.push(toItem(row));
    else lists.set(row.control, [toItem(row)]);
  }
  return (id) => lists.get(id) ?? [];
}

function readEvidence(db: ReadDb, frameworkId: string, now: number) {
  const links = db.all<{ control: string; evidence: string }>(
    `SELECT l.control_id AS control, l.evidence_id AS evidence FROM controls c
     JOIN control_evidence l ON l.control_id = c.id AND l.deleted_at IS NULL
     WHERE c.framework_id = ? AND c.deleted_at IS NULL ORDER BY l.created_at, l.id`,
    frameworkId,
  );
  const rows = db.rows(
    evidenceTable,
    `SELECT * FROM evidence WHERE deleted_at IS NULL AND superseded_by IS NULL AND id IN (
       SELECT l.evidence_id FROM control_evidence l JOIN controls c ON c.id = l.control_id
       WHERE c.framework_id = ? AND l.deleted_at IS NULL)`,
    frameworkId,
  );
  const byId = new Map(
    rows.map((row): [string, ExportEvidence] => [
      row.id,
      {
        ...{ id: row.id, title: row.title, type: row.type, description: row.description },
        isValid: isEvidenceValid(row, now),
        collectedAt: row.collectionDate ?? row.createdAt,
        expiresAt: row.expirationDate,
      },
    ]),
  );
  const known = links.flatMap(({ control, evidence }) => {
    const found = byId.get(evidence);
    return found ? [{ control, found }] : [];
  });
  return grouped(known, ({ found }) => found);
}

function readRuns(db: ReadDb, frameworkId: string) {
  const rows = db.all<ExportRun & { control: string }>(
    `SELECT t.control_id AS control, r.id, t.title, t.steps, r.result, r.notes, r.ran_at AS ranAt
     FROM controls c
     JOIN control_tests t ON t.control_id = c.id AND t.deleted_at IS NULL
     JOIN control_test_runs r ON r.id = (
       SELECT n.id FROM control_test_runs n WHERE n.test_id = t.id AND n.approved_at IS NOT NULL
         AND n.deleted_at IS NULL ORDER BY n.ran_at DESC, n.id DESC LIMIT 1)
     WHERE c.framework_id = ? AND c.deleted_at IS NULL ORDER BY r.ran_at, r.id`,
    frameworkId,
  );
  return grouped(rows, ({ control: _, ...run }) => run);
}

function readExceptions(db: ReadDb, frameworkId: string, now: number) {
  const rows = db.all<ExportException & { control: string }>(
    `SELECT e.control_id AS control, e.id, e.reason, e.expires_at AS expiresAt
     FROM control_exceptions e JOIN controls c ON c.id = e.control_id
     WHERE c.framework_id = ? AND e.deleted_at IS NULL AND e.ended_at IS NULL AND e.expires_at > ?
     ORDER BY e.expires_at`,
    frameworkId,
    now,
  );
  return grouped(rows, ({ control: _, ...exception }) => exception);
}

/** @param now Decides which evidence is valid and which exception is in force, ms since the epoch. */
export function readExportFramework(db: ReadDb, row: FrameworkRow, now: number): ExportFramework {
  const evidenceOf = readEvidence(db, row.id, now);
  const runsOf = readRuns(db, row.id);
  const exceptionsOf = readExceptions(db, row.id, now);
  const controls = db.all<ControlRow>(
    `SELECT c.id, c.control_id AS ref, c.parent_ref AS parentRef, c.position, c.title,
       c.requirement AS text, c.description, c.weight, c.status, c.is_automated AS isAutomated,
       c.is_applicable AS isApplicable, c.applicability_reason AS applicabilityReason,
       u.id AS ownerId,
       coalesce(nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), u.email) AS owner,
       c.last_assessment AS lastAssessment, c.next_assessment AS nextAssessment
     FROM controls c LEFT JOIN users u ON u.id = c.owner
     WHERE c.framework_id = ? AND c.deleted_at IS NULL AND c.gone_in IS NULL
     ORDER BY c.position, c.control_id, c.id`,
    row.id,
  );
  return {
    ...row,
    groups: db.all(
      `SELECT ref, parent_ref AS parentRef, title, position FROM framework_groups
       WHERE framework_id = ? AND deleted_at IS NULL ORDER BY position, ref`,
      row.id,
    ),
    controls: controls.map((control) => ({
      ...control,
      isAutomated: control.isAutomated === 1,
      isApplicable: control.isApplicable === 1,
      evidence: evidenceOf(control.id),
      runs: runsOf(control.id),
      exception: exceptionsOf(control.id)[0] ?? null,
    })),
  };
}

/** Names this workspace among others; never shown. */
export function readWorkspaceId(db: ReadDb): string {
  return db.get<{ value: string }>("SELECT value FROM meta WHERE key = 'node_id'")?.value ?? '';
}
