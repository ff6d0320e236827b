import { useState } from 'react';
import { openTieringQuestions, tierOf } from '../../../shared/areas/vendors/tiering.rules.ts';
import {
  TIERING_QUESTIONS,
  type TieringAnswers,
  type TieringQuestion,
} from '../../../shared/areas/vendors/tiering-questions.ts';
import { vendorAssessmentsContract } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { SEVERITIES, SEVERITY_LABELS, type Severity } from '../../../shared/kernel/severity.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { TieringOutcome } from './tiering-outcome.tsx';
import type { AssessedVendor } from './vendor-assessment-panel.tsx';
import { useVendorCall } from './vendors.queries.ts';

/** What the questions came to; `POST /api/vendors/{id}/tierings` takes it as it is. */
export interface TierChoice {
  readonly answers: TieringAnswers;
  readonly tier: Severity;
  /** Where a person chose another tier than the rule. */
  readonly overrideReason: string | null;
}

interface TieringDialogProps {
  /** Null for a vendor that is not there yet: nothing is stored, `onTier` hears what to store. */
  vendor: AssessedVendor | null;
  /** To begin with. */
  answers?: TieringAnswers;
  onClose: () => void;
  onTier?: (choice: TierChoice) => void;
}

/** The questions that make a vendor's inherent tier, with the reasons as they are answered. */
export function TieringDialog({
  vendor,
  answers: given = {},
  onClose,
  onTier,
}: TieringDialogProps) {
  const [answers, setAnswers] = useState<TieringAnswers>(given);
  const [chosen, setChosen] = useState<Severity | null>(null);
  const [reason, setReason] = useState('');
  const [isReasonAsked, setIsReasonAsked] = useState(false);
  const result = tierOf(answers);
  const isOverride = result !== null && chosen !== null && chosen !== result.tier;
  const store = useVendorCall(
    (client, body: TierChoice) =>
      client.call(vendorAssessmentsContract.tier, {
        params: { id: vendor?.id ?? '' },
        body: { ...body, answers: { ...body.answers } },
      }),
    { done: 'Tier updated', failed: 'Failed to update tier' },
  );
  const take = () => {
    if (!result) return;
    if (isOverride && reason.trim() === '') return setIsReasonAsked(true);
    const choice: TierChoice = {
      answers,
      tier: chosen ?? result.tier,
      overrideReason: isOverride ? reason.trim() : null,
    };
    if (vendor === null) {
      onTier?.(choice);
      return;
    }
    store.mutate(choice, {
      onSuccess: () => {
        onTier?.(choice);
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={vendor === null ? 'Tier by questions' : `Tier of ${vendor.name}`}
      description="What the vendor could do to us if it failed, before its own security is known."
      size="xl"
      isDirty={answers !== given || chosen !== null}
      footer={
        <>
          <CancelButton />
          <Button variant="primary" disabled={!result || store.isPending} onClick={take}>
            {store.isPending ? 'Saving...' : vendor === null ? 'Use This Tier' : 'Save Tier'}
          </Button>
        </>
      }
    >
      <div className="grid gap-6 lg:grid-cols-[1fr_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          {TIERING_QUESTIONS.map((question, index) => (
            <QuestionChoice
              key={question.id}
              number={index + 1}
              question={question}
              value={answers[question.id]}
              onChoose={(value) => setAnswers({ ...answers, [question.id]: value })}
            />
          ))}
        </div>
        <div className="lg:sticky lg:top-0 lg:self-start">
          <TieringOutcome
            result={result}
            open={openTieringQuestions(answers).length}
            tier={chosen ?? result?.tier ?? 'MEDIUM'}
            tiers={SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }))}
            isOverride={isOverride}
            reason={reason}
            reasonError={isReasonAsked && reason.trim() === '' ? 'Reason is required' : undefined}
            onTier={setChosen}
            onReason={setReason}
          />
        </div>
      </div>
    </Dialog>
  );
}

function CancelButton() {
  return <Button onClick={useDialogClose()}>Cancel</Button>;
}

interface QuestionChoiceProps {
  number: number;
  question: TieringQuestion;
  value: string | undefined;
  onChoose: (value: string) => void;
}

function QuestionChoice({ number, question, value, onChoose }: QuestionChoiceProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-fg">
        {number}. {question.text}
      </legend>
      <div className="grid gap-1.5 sm:grid-cols-2">
        {question.options.map((option) => (
          <label
            key={option.value}
            className="flex cursor-pointer items-start gap-2 rounded-md border border-line px-2.5 py-1.5 text-fg hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={`tiering-${question.id}`}
              value={option.value}
              checked={value === option.value}
              onChange={() => onChoose(option.value)}
              className="mt-0.5 accent-accent"
            />
            <span className="min-w-0">{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
