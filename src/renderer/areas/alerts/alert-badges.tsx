import { ArrowUpRight } from 'lucide-react';
import type { Alert, AlertStatus } from '../../../shared/areas/alerts/alerts.contract.ts';
import { alertStateLabel, SEVERITY_COLOURS } from '../../../shared/areas/alerts/alerts.rules.ts';
import { SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { SuppressedMark } from '../suppression/suppression.embed.tsx';

const STATUS_TONES: Record<AlertStatus, BadgeTone> = {
  OPEN: 'neutral',
  IN_PROGRESS: 'accent',
  RESOLVED: 'ok',
  FALSE_POSITIVE: 'neutral',
};

/** Severity and state in words and colour; CRITICAL has a pulsing dot. */
export function AlertBadges({ alert }: { alert: Alert }) {
  return (
    <>
      <Badge tone={SEVERITY_COLOURS[alert.severity]} pulse={alert.severity === 'CRITICAL'}>
        {SEVERITY_LABELS[alert.severity]}
      </Badge>
      <Badge tone={alert.aiInvestigation ? 'accent' : STATUS_TONES[alert.status]}>
        {alertStateLabel(alert)}
      </Badge>
      {alert.escalated && (
        <Badge tone="warn" icon={<ArrowUpRight aria-hidden />}>
          Escalated
        </Badge>
      )}
      {alert.suppressedBy !== null && <SuppressedMark />}
    </>
  );
}
