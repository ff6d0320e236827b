import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { RowOf } from '../../db/statements.ts';
import type { alertsTable } from '../../db/tables/alerts.table.ts';

export type AlertRow = RowOf<typeof alertsTable>;

export function rowToAlert(row: AlertRow): Alert {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    severity: row.severity,
    status: row.status,
    source: row.source,
    sourceHost: row.sourceHost,
    sourceUser: row.sourceUser,
    sourceIp: row.sourceIp,
    destIp: row.destIp,
    detector: row.detector,
    category: row.category,
    techniques: row.techniques,
    aiInvestigation: row.aiInvestigation,
    assignedTo: row.assignedTo,
    escalated: row.escalated,
    falsePositive: row.falsePositive,
    verdict: row.verdict,
    reasonCode: row.reasonCode,
    closingNote: row.closingNote,
    closingEvidence: row.closingEvidence ?? [],
    closedBy: row.closedBy,
    timeBasis: row.timeBasis,
    importId: row.importId,
    createdAt: toIso(row.createdAt),
    receivedAt: toIso(row.receivedAt),
    updatedAt: toIso(row.updatedAt),
    resolvedAt: row.resolvedAt === null ? null : toIso(row.resolvedAt),
    firstActionAt: row.firstActionAt === null ? null : toIso(row.firstActionAt),
    suppressedBy: row.suppressedBy,
  };
}

/** A row of an alert that nobody has touched yet. */
export type NewAlertRow = Omit<
  AlertRow,
  'seq' | 'entityTerms' | 'rowVersion' | 'fieldVersions' | 'deletedAt'
>;

/** An alert that nobody has closed, or that was opened again. */
export const UNDISPOSED = {
  verdict: null,
  reasonCode: null,
  closingNote: null,
  closingEvidence: null,
  closedBy: null,
} as const satisfies Partial<NewAlertRow>;

/** What every new alert has in common; the rest comes from who made it. */
export const UNTOUCHED = {
  status: 'OPEN',
  aiInvestigation: null,
  assignedTo: null,
  escalated: false,
  falsePositive: false,
  resolvedAt: null,
  firstActionAt: null,
  inProgressSince: null,
  handlingMs: 0,
  autoClosedAt: null,
  overturnedAt: null,
  suppressedBy: null,
  ...UNDISPOSED,
} as const satisfies Partial<NewAlertRow>;
