import { SEVERITY_COLOURS } from '../../../shared/areas/alerts/alerts.rules.ts';
import type { CaseVerdict } from '../../../shared/areas/assistant/agent.types.ts';
import type { Investigation } from '../../../shared/areas/forensics/investigations.contract.ts';
import {
  INVESTIGATION_STATUS_LABELS,
  type InvestigationStatus,
  VERDICT_WORDS,
} from '../../../shared/areas/forensics/investigations.rules.ts';
import { SEVERITY_LABELS, type Severity } from '../../../shared/kernel/severity.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';

const STATUS_TONES: Record<InvestigationStatus, BadgeTone> = {
  PENDING: 'neutral',
  IN_PROGRESS: 'accent',
  COMPLETED: 'ok',
};
const VERDICT_TONES: Record<CaseVerdict, BadgeTone> = {
  malicious: 'bad',
  suspicious: 'warn',
  undetermined: 'neutral',
  benign: 'ok',
};

export function StatusBadge({ status }: { status: InvestigationStatus }) {
  return <Badge tone={STATUS_TONES[status]}>{INVESTIGATION_STATUS_LABELS[status]}</Badge>;
}

export function VerdictBadge({ verdict }: { verdict: CaseVerdict }) {
  return <Badge tone={VERDICT_TONES[verdict]}>{VERDICT_WORDS[verdict]}</Badge>;
}

export function PriorityBadge({ severity }: { severity: Severity }) {
  return <Badge tone={SEVERITY_COLOURS[severity]}>{SEVERITY_LABELS[severity]}</Badge>;
}

/** What became of the last run, where that is not what the status says. */
export function RunBadge({ run, closedAt }: Pick<Investigation, 'run' | 'closedAt'>) {
  if (closedAt !== null) return <Badge>Closed</Badge>;
  switch (run?.state) {
    case 'RUNNING':
      return (
        <Badge tone="accent" pulse>
          Analyzing
        </Badge>
      );
    case 'CANCELLED':
      return <Badge tone="warn">Cancelled</Badge>;
    case 'FAILED':
      return <Badge tone="bad">Failed</Badge>;
    case 'INTERRUPTED':
      return <Badge tone="warn">Interrupted</Badge>;
    default:
      return null;
  }
}
