import type { Severity } from '../../kernel/severity.ts';
import type { Alert, AlertStatus, NewAlertInput } from './alerts.contract.ts';

/** An action of the desk: its button text, where it may start and where it leads. */
export interface AlertTransition {
  readonly action: 'investigate' | 'resolve' | 'false-positive' | 'reopen';
  readonly label: string;
  readonly from: readonly AlertStatus[];
  readonly to: AlertStatus;
  readonly needsReason: boolean;
}

export const ALERT_TRANSITIONS = [
  {
    action: 'investigate',
    label: 'Investigate',
    from: ['OPEN'],
    to: 'IN_PROGRESS',
    needsReason: false,
  },
  {
    action: 'resolve',
    label: 'Resolve',
    from: ['IN_PROGRESS'],
    to: 'RESOLVED',
    needsReason: false,
  },
  {
    action: 'false-positive',
    label: 'False Positive',
    from: ['IN_PROGRESS'],
    to: 'FALSE_POSITIVE',
    needsReason: false,
  },
  {
    action: 'reopen',
    label: 'Reopen',
    from: ['RESOLVED', 'FALSE_POSITIVE'],
    to: 'OPEN',
    needsReason: true,
  },
] as const satisfies readonly AlertTransition[];

export function transitionsFrom(status: AlertStatus): readonly AlertTransition[] {
  const all: readonly AlertTransition[] = ALERT_TRANSITIONS;
  return all.filter((transition) => transition.from.includes(status));
}

export function findTransition(from: AlertStatus, to: AlertStatus): AlertTransition | undefined {
  return transitionsFrom(from).find((transition) => transition.to === to);
}

export function isActive(status: AlertStatus): boolean {
  return status === 'OPEN' || status === 'IN_PROGRESS';
}

/** Badge text of an alert: what an AI did to it comes before its status. */
export function alertStateLabel(alert: Pick<Alert, 'status' | 'aiInvestigation'>): string {
  if (alert.aiInvestigation) return 'AI Investigated';
  if (alert.status === 'IN_PROGRESS') return 'AI Investigating';
  return statusLabel(alert.status);
}

export function statusLabel(status: AlertStatus): string {
  return status.replaceAll('_', ' ');
}

/** Token of the colour that stands for a severity: red, orange, yellow, blue. */
export const SEVERITY_COLOURS: Record<Severity, 'critical' | 'high' | 'medium' | 'low'> = {
  CRITICAL: 'critical',
  HIGH: 'high',
  MEDIUM: 'medium',
  LOW: 'low',
};

/** What 'Simulate Alert' posts. Addresses are of the documentation ranges (RFC 5737). */
export const SIMULATED_ALERT: NewAlertInput = {
  title: 'Suspicious PowerShell Execution Detected',
  description:
    'An encoded PowerShell command started by a Word document opened a connection to an address outside the organisation. This alert was made by Simulate Alert.',
  severity: 'CRITICAL',
  source: 'EDR',
  sourceHost: 'WS-FIN-042',
  sourceUser: 'j.martin',
  sourceIp: '192.0.2.42',
};
