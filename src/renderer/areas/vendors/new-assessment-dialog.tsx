import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import {
  DEFAULT_QUESTIONNAIRE,
  questionsOf,
} from '../../../shared/areas/vendors/questionnaire.rules.ts';
import { vendorAssessmentsContract } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { AssessedVendor } from './vendor-assessment-panel.tsx';
import { questionnairesQuery } from './vendor-assessments.queries.ts';
import { useVendorCall } from './vendors.queries.ts';

interface NewAssessmentDialogProps {
  vendor: AssessedVendor;
  onClose: () => void;
  onMade: (id: string) => void;
}

/** Begins an assessment: which questions, and until when answers are wanted. */
export function NewAssessmentDialog({ vendor, onClose, onMade }: NewAssessmentDialogProps) {
  const formId = useId();
  const forms = useQuery(questionnairesQuery(useClient()));
  const [questionnaire, setQuestionnaire] = useState(DEFAULT_QUESTIONNAIRE);
  const [due, setDue] = useState('');
  const create = useVendorCall(
    (client, body: { vendorId: string; questionnaire: string; due: string | null }) =>
      client.call(vendorAssessmentsContract.create, { body }),
    { done: 'Assessment begun', failed: 'Failed to begin assessment' },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { vendorId: vendor.id, questionnaire, due: due || null },
      { onSuccess: ({ id }) => onMade(id) },
    );
  };
  const chosen = forms.data?.find(({ id }) => id === questionnaire);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Begin assessment"
      description={`Of ${vendor.name}`}
      isDirty={due !== ''}
      footer={
        <DialogButtons
          form={formId}
          label="Begin"
          pendingLabel="Beginning..."
          isPending={create.isPending}
          isDisabled={!forms.data}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Questionnaire"
          hint={chosen && `${questionsOf(chosen).length} questions. ${chosen.description}`}
        >
          {(control) => (
            <Select
              {...control}
              value={questionnaire}
              options={(forms.data ?? []).map(({ id, title }) => ({ value: id, label: title }))}
              onValueChange={setQuestionnaire}
            />
          )}
        </Field>
        <Field label="Answers wanted by" hint="Stands in the workbook for the vendor.">
          {(control) => (
            <Input
              {...control}
              type="date"
              value={due}
              onChange={(event) => setDue(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
