/** What one change of many alerts is: where it applies, which steps it takes, how it is said. */
import type { AlertStatus, AlertUpdate } from '../alerts/alerts.contract.ts';
import { ALERT_STATUSES } from '../alerts/alerts.contract.ts';
import { type AlertTransition, findTransition, transitionsFrom } from '../alerts/alerts.rules.ts';

/** The fields of an alert's update that one bulk action may set; its note is said apart. */
export type BulkChange = Pick<
  AlertUpdate,
  'status' | 'verdict' | 'reasonCode' | 'evidence' | 'assignedTo' | 'escalated'
>;

export interface BulkStep {
  readonly change: BulkChange;
  /** Alerts that are OPEN are investigated first where the change needs that; the history shows both. */
  readonly investigateFirst: boolean;
}

export function isClosing(status: AlertStatus | undefined): boolean {
  return status === 'RESOLVED' || status === 'FALSE_POSITIVE';
}

/** The statuses that the change leads through from `from`; null where it does not apply. */
export function stepsOf(
  { change, investigateFirst }: BulkStep,
  from: AlertStatus,
): AlertStatus[] | null {
  const { status } = change;
  if (status === undefined) return isVerdictAlone(change) && !isClosing(from) ? null : [];
  if (findTransition(from, status)) return [status];
  const isReachable = from === 'OPEN' && findTransition('IN_PROGRESS', status) !== undefined;
  return investigateFirst && isReachable ? ['IN_PROGRESS', status] : null;
}

function isVerdictAlone({ status, verdict, reasonCode, evidence }: BulkChange): boolean {
  return (
    status === undefined && [verdict, reasonCode, evidence].some((value) => value !== undefined)
  );
}

export function applicableStatuses(step: BulkStep): AlertStatus[] {
  return ALERT_STATUSES.filter((status) => stepsOf(step, status) !== null);
}

/** Whether investigating open alerts first would make the change apply to them. */
export function mayInvestigateFirst(change: BulkChange): boolean {
  return isClosing(change.status);
}

/** As the history calls the action: 'alerts.resolve'. */
export function bulkKind(change: BulkChange): string {
  const transition = change.status && transitionTo(change.status);
  if (transition) return `alerts.${transition.action}`;
  if (change.escalated !== undefined)
    return change.escalated ? 'alerts.escalate' : 'alerts.deescalate';
  return change.assignedTo !== undefined ? 'alerts.assign' : 'alerts.dispose';
}

function transitionTo(to: AlertStatus): AlertTransition | undefined {
  return ALERT_STATUSES.flatMap((from) => transitionsFrom(from)).find((one) => one.to === to);
}

export function countedAlerts(n: number): string {
  return n === 1 ? '1 alert' : `${n.toLocaleString('en-US')} alerts`;
}

/** In words: 'Investigate and resolve 312 alerts'. */
export function bulkSummary({ change, investigateFirst }: BulkStep, count: string): string {
  const { status, assignedTo, escalated } = change;
  const first = investigateFirst && isClosing(status) ? 'Investigate and ' : '';
  const verb = (text: string) =>
    first ? first + text.charAt(0).toLowerCase() + text.slice(1) : text;
  if (status === 'IN_PROGRESS') return `Investigate ${count}`;
  if (status === 'RESOLVED') return verb(`Resolve ${count}`);
  if (status === 'FALSE_POSITIVE') return verb(`Mark ${count} as false positive`);
  if (status === 'OPEN') return `Reopen ${count}`;
  if (escalated !== undefined)
    return escalated ? `Escalate ${count}` : `Withdraw the escalation of ${count}`;
  if (assignedTo !== undefined)
    return assignedTo === null ? `Unassign ${count}` : `Assign ${count}`;
  return `Change the verdict of ${count}`;
}
