import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import type { RiskDetail } from '../../../shared/areas/risk/risks.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { RiskPart } from './risk-part.tsx';
import { RiskReviewDialog } from './risk-review-dialog.tsx';

/** Who looked at the risk when, and what they found. */
export function RiskReviews({ risk }: { risk: RiskDetail }) {
  const mayWrite = useMay('risk.write');
  const [isReviewing, setIsReviewing] = useState(false);
  return (
    <RiskPart
      title="Reviews"
      actions={
        mayWrite && (
          <Button
            size="sm"
            icon={<ClipboardCheck aria-hidden />}
            onClick={() => setIsReviewing(true)}
          >
            Record review
          </Button>
        )
      }
    >
      {risk.reviews.length === 0 ? (
        <p className="text-fg-muted">Not reviewed yet.</p>
      ) : (
        <ol className="flex flex-col gap-2.5">
          {risk.reviews.map((review) => (
            <li key={review.id} className="border-l-2 border-line pl-3">
              <p className="text-xs text-fg-muted tabular-nums">
                {review.reviewedOn} ·{' '}
                <Untrusted text={review.reviewedByName ?? 'Watchfloor'} max={80} />
                {review.residualRisk !== null &&
                  ` · score ${review.riskScore}, residual ${review.residualRisk}`}
                {review.nextReview !== null && ` · next ${review.nextReview}`}
              </p>
              {review.note !== null && (
                <p className="text-fg [overflow-wrap:anywhere]">
                  <Untrusted text={review.note} newlines="keep" max={1000} />
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      {isReviewing && <RiskReviewDialog risk={risk} onClose={() => setIsReviewing(false)} />}
    </RiskPart>
  );
}
