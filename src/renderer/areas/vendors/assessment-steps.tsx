import { useState } from 'react';
import type { VendorAssessmentDetail } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { type AskedStep, AssessmentStepDialog } from './assessment-step-dialogs.tsx';
import { type AssessmentEdits, useAssessmentStep } from './use-assessment.ts';

interface AssessmentStepsProps {
  assessment: VendorAssessmentDetail;
  edits: AssessmentEdits;
}

/** What may be done with an assessment now: the way on at the right. */
export function AssessmentSteps({ assessment, edits }: AssessmentStepsProps) {
  const step = useAssessmentStep(assessment);
  const { toast } = useToast();
  const [asked, setAsked] = useState<AskedStep | null>(null);
  const may = (name: string) => assessment.allowed.includes(name);
  const hasAnswers = Object.keys(edits.answers).length > 0;
  const corrections = Object.entries(edits.corrections);
  const review = () => {
    if (corrections.some(([, { reason }]) => reason.trim() === '')) {
      const description = 'Each correction needs a reason';
      toast({ title: 'Error', description, variant: 'destructive' });
      return;
    }
    setAsked('review');
  };
  const isPending = step.isPending;
  return (
    <>
      {may('cancel') && (
        <Button variant="ghost" disabled={isPending} onClick={() => setAsked('cancel')}>
          Cancel Assessment
        </Button>
      )}
      {may('return') && (
        <Button disabled={isPending} onClick={() => setAsked('return')}>
          Send Back
        </Button>
      )}
      {may('send') && (
        <Button disabled={isPending || edits.isDirty} onClick={() => setAsked('send')}>
          Mark as Sent
        </Button>
      )}
      {hasAnswers && (
        <Button
          variant="primary"
          disabled={isPending}
          onClick={() =>
            step.mutate(
              { type: 'answers', answers: edits.answers },
              { onSuccess: () => edits.clear() },
            )
          }
        >
          {isPending ? 'Saving...' : 'Save Answers'}
        </Button>
      )}
      {may('submit') && !hasAnswers && (
        <Button
          variant="primary"
          disabled={isPending || assessment.answered === 0}
          onClick={() => step.mutate({ type: 'submit' })}
        >
          Close Answers
        </Button>
      )}
      {may('review') && (
        <Button variant="primary" disabled={isPending} onClick={review}>
          {corrections.length === 0
            ? 'Accept Answers'
            : `Accept With ${corrections.length} Corrected`}
        </Button>
      )}
      {may('complete') && (
        <Button variant="primary" disabled={isPending} onClick={() => setAsked('complete')}>
          Complete
        </Button>
      )}
      {asked !== null && (
        <AssessmentStepDialog
          asked={asked}
          assessment={assessment}
          isPending={isPending}
          onClose={() => setAsked(null)}
          onStep={(input) =>
            step.mutate(
              input.type === 'review'
                ? {
                    type: 'review',
                    body: {
                      ...input.body,
                      corrections: corrections.map(([questionId, { answer, reason }]) => ({
                        ...{ questionId, answer, reason: reason.trim() },
                      })),
                    },
                  }
                : input,
              {
                onSuccess: () => {
                  setAsked(null);
                  edits.clear();
                },
              },
            )
          }
        />
      )}
    </>
  );
}
