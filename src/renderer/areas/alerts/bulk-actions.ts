import type { BulkChange } from '../../../shared/areas/actions/bulk.rules.ts';
import type { AlertStatus } from '../../../shared/areas/alerts/alerts.contract.ts';
import { ALERT_TRANSITIONS } from '../../../shared/areas/alerts/alerts.rules.ts';
import { PAGE_SIZE } from './alerts.queries.ts';
import type { AlertRows } from './use-alert-pages.ts';

/** What can be done with many alerts at once. */
export type BulkAction =
  | 'investigate'
  | 'resolve'
  | 'false-positive'
  | 'reopen'
  | 'escalate'
  | 'deescalate'
  | 'assign';

/** Done at once where a few alerts are selected: nothing is asked, and Undo is a click away. */
export const PLAIN_ACTIONS: ReadonlySet<BulkAction> = new Set(['investigate', 'escalate']);
/** The server changes so many within one call. */
export const FEW_ALERTS = 200;

export const BULK_LABELS: Readonly<Record<BulkAction, string>> = {
  investigate: 'Investigate',
  resolve: 'Resolve',
  'false-positive': 'False Positive',
  reopen: 'Reopen',
  escalate: 'Escalate',
  deescalate: 'Withdraw escalation',
  assign: 'Assign',
};

export function bulkStatus(action: BulkAction): AlertStatus | undefined {
  return ALERT_TRANSITIONS.find((transition) => transition.action === action)?.to;
}

/** Without what is asked for: a verdict, an account. */
export function bulkChange(action: BulkAction): BulkChange {
  const status = bulkStatus(action);
  if (status !== undefined) return { status };
  return action === 'assign' ? { assignedTo: null } : { escalated: action === 'escalate' };
}

/** The first page of the list, as far as it is loaded. */
export function pageIds(rows: Pick<AlertRows, 'count' | 'rowAt'>): string[] {
  const places = Array.from({ length: Math.min(rows.count, PAGE_SIZE) }, (_, index) => index);
  return places.flatMap((index) => rows.rowAt(index)?.id ?? []);
}
