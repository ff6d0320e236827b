/** Audits: their words, their transitions, and what is asked before one ends. */
export const AUDIT_TYPES = ['INTERNAL', 'EXTERNAL', 'REGULATORY', 'CERTIFICATION'] as const;
export type AuditType = (typeof AUDIT_TYPES)[number];
export const AUDIT_TYPE_LABELS: Record<AuditType, string> = {
  INTERNAL: 'Internal',
  EXTERNAL: 'External',
  REGULATORY: 'Regulatory',
  CERTIFICATION: 'Certification',
};

export const AUDIT_FRAMEWORKS = ['SOC2', 'ISO27001', 'PCI-DSS', 'HIPAA', 'GDPR', 'NIST'] as const;
export type AuditFramework = (typeof AUDIT_FRAMEWORKS)[number];
export const AUDIT_FRAMEWORK_LABELS: Record<AuditFramework, string> = {
  SOC2: 'SOC 2',
  ISO27001: 'ISO 27001',
  'PCI-DSS': 'PCI DSS',
  HIPAA: 'HIPAA',
  GDPR: 'GDPR',
  NIST: 'NIST',
};

export const AUDIT_STATUSES = ['PLANNED', 'IN_PROGRESS', 'COMPLETED', 'FAILED'] as const;
export type AuditStatus = (typeof AUDIT_STATUSES)[number];
export const AUDIT_STATUS_LABELS: Record<AuditStatus, string> = {
  PLANNED: 'Planned',
  IN_PROGRESS: 'In Progress',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
};

export interface AuditTransition {
  readonly from: AuditStatus;
  readonly to: AuditStatus;
  readonly label: string;
  /** The verb of the audit log: `audits.<action>`. */
  readonly action: 'start' | 'complete' | 'fail';
  readonly needsReason: boolean;
}

export const AUDIT_TRANSITIONS: readonly AuditTransition[] = [
  {
    from: 'PLANNED',
    to: 'IN_PROGRESS',
    label: 'Start Audit',
    action: 'start',
    needsReason: false,
  },
  {
    from: 'IN_PROGRESS',
    to: 'COMPLETED',
    label: 'Complete',
    action: 'complete',
    needsReason: false,
  },
  { from: 'IN_PROGRESS', to: 'FAILED', label: 'Mark Failed', action: 'fail', needsReason: true },
];

export function auditTransitionsFrom(status: AuditStatus): readonly AuditTransition[] {
  return AUDIT_TRANSITIONS.filter(({ from }) => from === status);
}

/** Work on an audit (requests, samples) is possible until it has ended. */
export function isAuditOpen(status: AuditStatus): boolean {
  return status === 'PLANNED' || status === 'IN_PROGRESS';
}

/** What stands open when an audit is completed. */
export interface OpenItems {
  /** Requests that are not accepted. */
  readonly requests: number;
  /** CRITICAL findings that are neither closed nor accepted. */
  readonly criticalFindings: number;
}

const counted = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`;

/** '2 open requests and 1 open critical finding'; null where nothing is open. */
export function openItemsText({ requests, criticalFindings }: OpenItems): string | null {
  const parts = [
    ...(requests > 0 ? [counted(requests, 'open request')] : []),
    ...(criticalFindings > 0 ? [counted(criticalFindings, 'open critical finding')] : []),
  ];
  return parts.length === 0 ? null : parts.join(' and ');
}

export const REQUEST_STATUSES = ['OPEN', 'PROVIDED', 'ACCEPTED', 'RETURNED'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];
export const REQUEST_STATUS_LABELS: Record<RequestStatus, string> = {
  OPEN: 'Open',
  PROVIDED: 'Provided',
  ACCEPTED: 'Accepted',
  RETURNED: 'Returned',
};

/** Where a request may go: provided by those who have the evidence, decided by somebody else. */
export const REQUEST_TRANSITIONS: Record<RequestStatus, readonly RequestStatus[]> = {
  OPEN: ['PROVIDED'],
  RETURNED: ['PROVIDED'],
  PROVIDED: ['ACCEPTED', 'RETURNED'],
  // An acceptance can be taken back while the audit runs, with its reason.
  ACCEPTED: ['RETURNED'],
};

/** Still to be provided. */
export function isRequestMissing(status: RequestStatus): boolean {
  return status === 'OPEN' || status === 'RETURNED';
}

export interface Period {
  /** ms, included. */
  readonly start: number;
  /** ms, not included. */
  readonly end: number;
}

/** Both days belong to the period; a day is one of UTC. Null where a day is missing. */
export function periodOf(first: string | null, last: string | null): Period | null {
  if (first === null || last === null) return null;
  return { start: Date.parse(first), end: Date.parse(last) + 86_400_000 };
}

/** Evidence without a period counts for the moment it was collected. Null: nothing to compare. */
export function overlapsPeriod(
  audit: { periodStart: string | null; periodEnd: string | null },
  evidence: { from: number | null; to: number | null },
): boolean | null {
  const period = periodOf(audit.periodStart, audit.periodEnd);
  const from = evidence.from ?? evidence.to;
  const to = evidence.to ?? evidence.from;
  if (period === null || from === null || to === null) return null;
  return from < period.end && to >= period.start;
}
