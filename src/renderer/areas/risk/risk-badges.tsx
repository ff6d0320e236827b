import type { Risk } from '../../../shared/areas/risk/risks.contract.ts';
import { RISK_LEVEL_LABELS, type RiskLevel } from '../../../shared/areas/risk/risks.rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { LEVEL_TONES, STATUS_TONES, statusText } from './risks.text.ts';

/** A score with its level as a word. */
export function ScoreBadge({ score, level }: { score: string; level: RiskLevel }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span className="tabular-nums">{score}</span>
      <Badge tone={LEVEL_TONES[level]}>{RISK_LEVEL_LABELS[level]}</Badge>
    </span>
  );
}

export function RiskStatusBadge({ risk }: { risk: Risk }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <Badge tone={risk.isExpired ? 'bad' : STATUS_TONES[risk.status]}>{statusText(risk)}</Badge>
      {risk.isTargetOverdue && <Badge tone="bad">Overdue</Badge>}
      {risk.isReviewOverdue && <Badge tone="warn">Review overdue</Badge>}
    </span>
  );
}
