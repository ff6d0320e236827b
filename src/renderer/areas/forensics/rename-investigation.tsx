import { type FormEvent, useId, useState } from 'react';
import {
  type InvestigationDetail,
  investigationsContract,
} from '../../../shared/areas/forensics/investigations.contract.ts';
import { INVESTIGATION_LIMITS } from '../../../shared/areas/forensics/investigations.rules.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useInvestigationCall } from './forensics.queries.ts';

const PRIORITIES = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }));

export function RenameInvestigation({
  investigation: one,
  onClose,
}: {
  investigation: InvestigationDetail;
  onClose: () => void;
}) {
  const formId = useId();
  // As it was when it was opened: what somebody else changes meanwhile is told, not overwritten.
  const [before] = useState(one);
  const [title, setTitle] = useState(one.title);
  const [description, setDescription] = useState(one.description ?? '');
  const [priority, setPriority] = useState(one.priority);
  const [isTold, setTold] = useState(false);
  const save = useInvestigationCall(
    (client, _: null) =>
      client.call(investigationsContract.change, {
        params: { id: one.id },
        body: {
          title: title.trim(),
          description: description.trim(),
          priority,
          seen: before.updatedAt,
        },
      }),
    'Investigation saved',
  );
  const missing = (text: string, message: string) =>
    isTold && text.trim() === '' ? message : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTold(true);
    if (title.trim() !== '' && description.trim() !== '') save.mutate(null, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit investigation"
      isDirty={
        title !== before.title ||
        description !== (before.description ?? '') ||
        priority !== before.priority
      }
      footer={<DialogButtons form={formId} label="Save" isPending={save.isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Investigation Title"
          isRequired
          error={missing(title, 'Investigation title is required')}
        >
          {(control) => (
            <Input
              {...control}
              value={title}
              maxLength={INVESTIGATION_LIMITS.title}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <Field
          label="Description"
          isRequired
          error={missing(description, 'Description is required')}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              value={description}
              maxLength={INVESTIGATION_LIMITS.description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        <Field label="Priority">
          {(control) => (
            <Select
              {...control}
              value={priority}
              options={PRIORITIES}
              onValueChange={setPriority}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
