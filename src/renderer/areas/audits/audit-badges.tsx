import {
  AUDIT_STATUS_LABELS,
  type AuditStatus,
  REQUEST_STATUS_LABELS,
  type RequestStatus,
} from '../../../shared/areas/audits/audits.rules.ts';
import {
  FINDING_STATUS_LABELS,
  type FindingStatus,
} from '../../../shared/areas/audits/findings.rules.ts';
import { SEVERITY_LABELS, type Severity } from '../../../shared/kernel/severity.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { AUDIT_TONES, FINDING_TONES, REQUEST_TONES } from './audits.text.ts';

const SEVERITY_TONES: Record<Severity, BadgeTone> = {
  CRITICAL: 'critical',
  HIGH: 'high',
  MEDIUM: 'medium',
  LOW: 'low',
};

export function AuditBadge({ status }: { status: AuditStatus }) {
  return <Badge tone={AUDIT_TONES[status]}>{AUDIT_STATUS_LABELS[status]}</Badge>;
}

export function RequestBadge({ status, isOverdue }: { status: RequestStatus; isOverdue: boolean }) {
  return (
    <>
      <Badge tone={REQUEST_TONES[status]}>{REQUEST_STATUS_LABELS[status]}</Badge>
      {isOverdue && <Badge tone="bad">Overdue</Badge>}
    </>
  );
}

export function FindingBadge({ status, isOverdue }: { status: FindingStatus; isOverdue: boolean }) {
  return (
    <>
      <Badge tone={FINDING_TONES[status]}>{FINDING_STATUS_LABELS[status]}</Badge>
      {isOverdue && <Badge tone="bad">Overdue</Badge>}
    </>
  );
}

export function SeverityBadge({ severity }: { severity: Severity }) {
  return <Badge tone={SEVERITY_TONES[severity]}>{SEVERITY_LABELS[severity]}</Badge>;
}
