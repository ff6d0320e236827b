import { Calculator } from 'lucide-react';
import { useState } from 'react';
import type { RiskDetail } from '../../../shared/areas/risk/risks.contract.ts';
import { IMPACT_LABELS, LIKELIHOOD_LABELS } from '../../../shared/areas/risk/risks.rules.ts';
import { Button } from '../../ui/button.tsx';
import { ResidualDialog } from './residual-dialog.tsx';
import { ScoreBadge } from './risk-badges.tsx';
import { RiskPart } from './risk-part.tsx';
import { BASIS_LABELS } from './risks.text.ts';

/** Inherent and residual risk, and the way to what they are computed from. */
export function RiskScores({ risk }: { risk: RiskDetail }) {
  const [isExplaining, setIsExplaining] = useState(false);
  return (
    <RiskPart
      title="Scores"
      actions={
        <Button size="sm" icon={<Calculator aria-hidden />} onClick={() => setIsExplaining(true)}>
          How this is computed
        </Button>
      }
    >
      <div className="grid grid-cols-2 gap-3">
        <div className="rounded-md border border-line p-3">
          <p className="text-xs text-fg-muted">Inherent risk</p>
          <p className="mt-1 text-base font-semibold">
            <ScoreBadge score={risk.inherentRisk} level={risk.level} />
          </p>
          <p className="mt-1 text-xs text-fg-muted">
            {LIKELIHOOD_LABELS[risk.likelihood - 1]} ({risk.likelihood}) ×{' '}
            {IMPACT_LABELS[risk.impact - 1]} ({risk.impact})
          </p>
        </div>
        <div className="rounded-md border border-line p-3">
          <p className="text-xs text-fg-muted">Residual risk</p>
          <p className="mt-1 text-base font-semibold">
            <ScoreBadge score={risk.residualRisk} level={risk.residualLevel} />
          </p>
          <p className="mt-1 text-xs text-fg-muted">From {BASIS_LABELS[risk.residualBasis]}</p>
        </div>
      </div>
      {isExplaining && <ResidualDialog risk={risk} onClose={() => setIsExplaining(false)} />}
    </RiskPart>
  );
}
