import type { VendorAssessment } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { ASSESSMENT_STATE_LABELS } from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { useToday } from './use-today.ts';
import { STATE_TONES, validityOf } from './vendor-assessments.text.ts';

/** The state of an assessment; a completed one says whether it still holds. */
export function AssessmentBadges({ assessment }: { assessment: VendorAssessment }) {
  const today = useToday();
  const validity = validityOf(assessment, today);
  const isLate = assessment.state === 'SENT' && assessment.due !== null && assessment.due < today;
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5">
      {validity === null ? (
        <Badge tone={STATE_TONES[assessment.state]}>
          {ASSESSMENT_STATE_LABELS[assessment.state]}
        </Badge>
      ) : (
        <Badge tone={validity.tone}>{validity.word}</Badge>
      )}
      {isLate && <Badge tone="bad">Overdue</Badge>}
      {assessment.isSelfApproved && <Badge tone="warn">Self-approved</Badge>}
    </span>
  );
}
