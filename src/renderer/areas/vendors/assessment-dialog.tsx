import { useQuery } from '@tanstack/react-query';
import type { VendorAssessmentDetail } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { AssessmentBadges } from './assessment-badges.tsx';
import { AssessmentQuestions } from './assessment-questions.tsx';
import { AssessmentScore } from './assessment-score.tsx';
import { AssessmentSteps } from './assessment-steps.tsx';
import { AssessmentWorkbooks } from './assessment-workbooks.tsx';
import { modeOf, useAssessmentEdits } from './use-assessment.ts';
import { assessmentQuery } from './vendor-assessments.queries.ts';
import { TierBadge } from './vendor-badges.tsx';

/** One assessment: its questions and answers, the score with its inputs, and its steps. */
export function AssessmentDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useQuery(assessmentQuery(useClient(), id));
  const edits = useAssessmentEdits();
  const mayWrite = useMay('vendors.write');
  const { data } = found;
  return (
    <Dialog
      open
      onClose={onClose}
      title={data ? `Assessment of ${data.vendorName}` : 'Assessment'}
      description={data && `${data.questionnaire.title}, version ${data.questionnaire.version}`}
      size="xl"
      isDirty={edits.isDirty}
      footer={
        data && mayWrite && data.allowed.length > 0 ? (
          <AssessmentSteps assessment={data} edits={edits} />
        ) : undefined
      }
    >
      {found.isPending && <Skeleton className="h-96 w-full" />}
      {found.isError && (
        <ErrorState
          title="This assessment could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      )}
      {data && (
        <div className="grid gap-6 lg:grid-cols-[1fr_19rem]">
          <div className="min-w-0 lg:order-last">
            <div className="flex flex-col gap-5 lg:sticky lg:top-0">
              <Facts assessment={data} />
              <AssessmentScore assessment={data} />
              <AssessmentWorkbooks assessment={data} mayWrite={mayWrite} />
            </div>
          </div>
          <AssessmentQuestions assessment={data} edits={edits} mode={modeOf(data, mayWrite)} />
        </div>
      )}
    </Dialog>
  );
}

function Facts({ assessment }: { assessment: VendorAssessmentDetail }) {
  const { sentOn, sentTo, due, answeredOn, reviewedOn, reviewedByName, completedOn } = assessment;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Sent', sentOn === null ? null : [sentOn, sentTo].filter(Boolean).join(', to ')],
    ['Answers wanted by', due],
    ['Answered', answeredOn],
    [
      'Reviewed',
      reviewedOn === null ? null : [reviewedOn, reviewedByName].filter(Boolean).join(', '),
    ],
    ['Review note', assessment.reviewNote],
    [
      'Completed',
      completedOn === null
        ? null
        : [completedOn, assessment.completedByName].filter(Boolean).join(', '),
    ],
    ['Valid until', assessment.expiresOn],
  ];
  return (
    <section aria-label="Facts" className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <AssessmentBadges assessment={assessment} />
        <TierBadge tier={assessment.tier} />
        <span className="text-xs text-fg-muted tabular-nums">
          {assessment.answered} of {assessment.questions} answered
        </span>
      </p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts
          .filter(([label, value]) => value !== null || label === 'Sent')
          .map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-fg-muted">{label}</dt>
              <dd className="min-w-0 text-fg tabular-nums">
                {value === null ? <NoFigure /> : <Untrusted text={value} max={200} />}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
