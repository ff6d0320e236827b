/** Reassessments and what asked for them. */
import {
  REASSESSMENT_STATES,
  type ReassessmentState,
  RUNNING_STATES,
} from '../../../shared/areas/vendors/reassessments.rules.ts';
import type {
  Reassessment,
  ReassessmentQuery,
  VendorSignal,
} from '../../../shared/areas/vendors/vendor-signals.contract.ts';
import type { Day } from '../../../shared/kernel/day.ts';
import type { Severity } from '../../../shared/kernel/severity.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { revisionOf } from '../../db/field-merge.ts';
import type { RowOf } from '../../db/statements.ts';
import { vendorReassessmentsTable } from '../../db/tables/vendor-assessments.table.ts';
import { readPeople } from './vendors.store.ts';

export type ReassessmentRow = RowOf<typeof vendorReassessmentsTable>;

export function findReassessment(db: ReadDb, id: string): ReassessmentRow | undefined {
  return db.rows(
    vendorReassessmentsTable,
    'SELECT * FROM vendor_reassessments WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

/** The vendor's last one, whatever became of it. */
export function lastReassessment(db: ReadDb, vendorId: string): ReassessmentRow | undefined {
  return db.rows(
    vendorReassessmentsTable,
    `SELECT * FROM vendor_reassessments INDEXED BY vendor_reassessments_vendor
     WHERE vendor_id = ? AND deleted_at IS NULL ORDER BY id DESC LIMIT 1`,
    vendorId,
  )[0];
}

export function listReassessments(
  db: ReadDb,
  query: ReassessmentQuery,
  { after, limit }: { after: string | null; limit: number },
): { rows: ReassessmentRow[]; total: number } {
  const conditions = ['deleted_at IS NULL'];
  const values: Bound[] = [];
  if (query.vendorId !== undefined) {
    conditions.push('vendor_id = ?');
    values.push(query.vendorId);
  }
  if (query.state) {
    conditions.push('state IN (SELECT value FROM json_each(?))');
    values.push(JSON.stringify(query.state));
  }
  const where = conditions.join(' AND ');
  return {
    rows: db.rows(
      vendorReassessmentsTable,
      `SELECT * FROM vendor_reassessments WHERE ${where} ${after === null ? '' : 'AND id < ?'}
       ORDER BY id DESC LIMIT ?`,
      ...values,
      ...(after === null ? [] : [after]),
      limit,
    ),
    total:
      db.get<{ n: number }>(
        `SELECT count(*) AS n FROM vendor_reassessments WHERE ${where}`,
        ...values,
      )?.n ?? 0,
  };
}

export function countReassessments(db: ReadDb): Record<ReassessmentState, number> {
  const rows = db.all<{ state: ReassessmentState; n: number }>(
    `SELECT state, count(*) AS n FROM vendor_reassessments INDEXED BY vendor_reassessments_state
     WHERE deleted_at IS NULL GROUP BY state`,
  );
  return Object.fromEntries(
    REASSESSMENT_STATES.map((state) => [state, rows.find((row) => row.state === state)?.n ?? 0]),
  ) as Record<ReassessmentState, number>;
}

interface VendorFacts {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly tier: Severity;
}

export function toReassessments(
  db: ReadDb,
  rows: readonly ReassessmentRow[],
  today: Day,
): Reassessment[] {
  const vendors = db.all<VendorFacts>(
    `SELECT id, name, status, risk_tier AS tier FROM vendors
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(rows.map(({ vendorId }) => vendorId)),
  );
  const byId = new Map(vendors.map((vendor) => [vendor.id, vendor]));
  const people = readPeople(
    db,
    rows.flatMap(({ owner, closedBy }) => [owner, closedBy]),
  );
  const nameOf = (id: string | null) => (id === null ? null : (people.get(id) ?? null));
  return rows.map((row) => {
    const vendor = byId.get(row.vendorId);
    return {
      id: row.id,
      vendorId: row.vendorId,
      vendorName: vendor?.name ?? '',
      vendorStatus: vendor?.status ?? 'TERMINATED',
      vendorTier: vendor?.tier ?? 'MEDIUM',
      state: row.state,
      priority: row.priority,
      signalCount: row.signalCount,
      keptCount: row.keptCount,
      owner: row.owner,
      ownerName: nameOf(row.owner),
      due: row.due,
      isOverdue: row.due !== null && row.due < today && RUNNING_STATES.includes(row.state),
      outcome: row.outcome,
      closedByName: nameOf(row.closedBy),
      closedAt: row.closedAt === null ? null : toIso(row.closedAt),
      lastSignalAt: toIso(row.lastSignalAt),
      createdAt: toIso(row.createdAt),
      revision: revisionOf(row),
    };
  });
}

interface SignalRow {
  readonly id: string;
  readonly thing: 'alert' | 'indicator';
  readonly thing_id: string;
  readonly severity: Severity;
  readonly kind: VendorSignal['kind'];
  readonly term: string;
  readonly found: string;
  readonly field: string;
  readonly created_at: number;
  readonly alert_title: string | null;
  readonly alert_status: string | null;
  readonly indicator: string | null;
}

/** The newest first; alerts that retention took keep their line, without a title. */
export function readSignals(db: ReadDb, taskId: string): VendorSignal[] {
  const rows = db.all<SignalRow>(
    `SELECT s.*, a.title AS alert_title, a.status AS alert_status, i.value AS indicator
     FROM vendor_signals s INDEXED BY vendor_signals_task
     LEFT JOIN alerts a ON s.thing = 'alert' AND a.id = s.thing_id AND a.deleted_at IS NULL
     LEFT JOIN indicators i ON s.thing = 'indicator' AND i.id = s.thing_id AND i.deleted_at IS NULL
     WHERE s.task_id = ? AND s.deleted_at IS NULL ORDER BY s.id DESC`,
    taskId,
  );
  return rows.map((row) => ({
    id: row.id,
    thing: row.thing,
    thingId: row.thing_id,
    title: row.thing === 'alert' ? row.alert_title : row.indicator,
    severity: row.severity,
    status: row.alert_status,
    kind: row.kind,
    term: row.term,
    found: row.found,
    field: row.field,
    at: toIso(row.created_at),
  }));
}

export const isActiveAccount = (db: ReadDb, id: string): boolean =>
  db.get(
    'SELECT 1 FROM users WHERE id = ? AND deleted_at IS NULL AND deactivated_at IS NULL',
    id,
  ) !== undefined;
