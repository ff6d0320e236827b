import { type FormEvent, useId, useState } from 'react';
import { type Policy, policiesContract } from '../../../shared/areas/policies/policies.contract.ts';
import {
  nextVersion,
  POLICY_REASON_MAX,
  type VersionChange,
} from '../../../shared/areas/policies/policies.rules.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { usePolicyCall } from './policies.queries.ts';

interface NewVersionDialogProps {
  policy: Policy;
  onClose: () => void;
  onBegun: () => void;
}

export function NewVersionDialog({ policy, onClose, onBegun }: NewVersionDialogProps) {
  const formId = useId();
  const [change, setChange] = useState<VersionChange>('minor');
  const [note, setNote] = useState('');
  const begin = usePolicyCall(
    (client, body: { change: VersionChange; note: string }) =>
      client.call(policiesContract.newVersion, { params: { id: policy.id }, body }),
    { done: 'Policy updated successfully' },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    begin.mutate(
      { change, note },
      {
        onSuccess: () => {
          onClose();
          onBegun();
        },
      },
    );
  };
  const number = (kind: VersionChange) => nextVersion(policy.version, kind);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`New version of ${policy.title}`}
      description={`It begins with the text of ${policy.version}, which stays in force until the new one is approved.`}
      size="sm"
      isDirty={note.trim() !== ''}
      footer={
        <DialogButtons
          form={formId}
          label="Begin version"
          pendingLabel="Beginning..."
          isPending={begin.isPending}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Segmented
          label="Kind of change"
          value={change}
          onValueChange={setChange}
          segments={[
            { value: 'minor', label: `Minor: ${number('minor')}` },
            { value: 'major', label: `Major: ${number('major')}` },
          ]}
        />
        <Field label="What is new" hint="For those who review and read it.">
          {(control) => (
            <Textarea
              {...control}
              value={note}
              maxLength={POLICY_REASON_MAX}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
