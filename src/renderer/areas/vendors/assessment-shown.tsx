import type { GivenAnswer } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { ANSWER_LABELS } from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import { Badge } from '../../ui/badge.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ANSWER_TONES } from './vendor-assessments.text.ts';

/** An answer as it stands: what the vendor said, and what the reviewer made of it. */
export function AnswerShown({ given }: { given: GivenAnswer | undefined }) {
  if (!given) return <Badge>No answer</Badge>;
  const { answer, comment, evidenceRef, correctedAnswer, correctionReason } = given;
  return (
    <div className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-2">
        {answer === null ? (
          <Badge>No answer</Badge>
        ) : (
          <Badge tone={ANSWER_TONES[answer]}>{ANSWER_LABELS[answer]}</Badge>
        )}
        <span className="text-xs text-fg-muted">
          {given.source === 'workbook' ? 'by workbook' : 'by hand'}
          {given.recordedByName !== null && (
            <>
              , <Untrusted text={given.recordedByName} max={60} expand="none" />
            </>
          )}
        </span>
      </p>
      {comment !== null && (
        <p className="text-fg">
          <Untrusted text={comment} newlines="keep" max={600} />
        </p>
      )}
      {evidenceRef !== null && (
        <p className="text-xs text-fg-muted">
          Evidence: <Untrusted text={evidenceRef} max={300} />
        </p>
      )}
      {correctedAnswer !== null && (
        <p className="flex flex-wrap items-center gap-2 text-fg">
          Reviewed as{' '}
          <Badge tone={ANSWER_TONES[correctedAnswer]}>{ANSWER_LABELS[correctedAnswer]}</Badge>
          <Untrusted text={correctionReason} max={300} />
        </p>
      )}
    </div>
  );
}
