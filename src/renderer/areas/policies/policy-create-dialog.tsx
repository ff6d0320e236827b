import { type FormEvent, useId, useState } from 'react';
import {
  type NewPolicyInput,
  policiesContract,
} from '../../../shared/areas/policies/policies.contract.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { usePolicyCall } from './policies.queries.ts';
import {
  changedFields,
  EMPTY_FORM,
  errorsOf,
  type FormErrors,
  type FormValues,
  newPolicyOf,
} from './policy-form.ts';
import { PolicyFormFields } from './policy-form-fields.tsx';
import { TemplatePicker } from './template-picker.tsx';

interface CreatePolicyDialogProps {
  onClose: () => void;
  onCreated: (id: string) => void;
}

/** A new draft, empty or from a template. */
export function CreatePolicyDialog({ onClose, onCreated }: CreatePolicyDialogProps) {
  const formId = useId();
  const [values, setValues] = useState<FormValues>(EMPTY_FORM);
  const [errors, setErrors] = useState<FormErrors>({});
  // Of a template: what it suggests to be linked.
  const [controlIds, setControlIds] = useState<readonly string[]>([]);
  const create = usePolicyCall(
    (client, body: NewPolicyInput) => client.call(policiesContract.create, { body }),
    { done: 'Policy created successfully', failed: 'Failed to create policy' },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = errorsOf(values);
    setErrors(wrong);
    if (Object.keys(wrong).length > 0) return;
    create.mutate(
      { ...newPolicyOf(values), controlIds: [...controlIds] },
      { onSuccess: ({ id }) => onCreated(id) },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create Policy"
      description="It begins as a draft: somebody else approves it after its review."
      size="xl"
      isDirty={changedFields(values, EMPTY_FORM).length > 0}
      footer={
        <DialogButtons
          form={formId}
          label="Create Policy"
          pendingLabel="Creating..."
          isPending={create.isPending}
        />
      }
    >
      <div className="flex flex-col gap-4">
        <TemplatePicker
          onPick={({
            title,
            description,
            category,
            content,
            reviewMonths,
            controlIds: suggested,
          }) => {
            setErrors({});
            setControlIds(suggested);
            setValues((now) => ({
              ...now,
              ...{ title, description, category, content },
              reviewMonths: String(reviewMonths),
            }));
          }}
        />
        <form id={formId} noValidate onSubmit={submit}>
          <PolicyFormFields
            values={values}
            errors={errors}
            isFirst
            onChange={(field, value) => {
              setValues((now) => ({ ...now, [field]: value }));
              setErrors((now) => ({ ...now, [field]: undefined }));
            }}
          />
        </form>
      </div>
    </Dialog>
  );
}
