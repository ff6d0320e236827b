import { useState } from 'react';
import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import type { NewRequestInput } from '../../../shared/areas/audits/requests.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { ControlPicker, OwnerSelect } from './audit-pickers.tsx';
import { useAuditCall } from './audits.queries.ts';

const FORM_ID = 'request-form';

/** Asks for something by hand. */
export function RequestFormDialog({ auditId, onClose }: { auditId: string; onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [owner, setOwner] = useState<string | null>(null);
  const [due, setDue] = useState('');
  const [control, setControl] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const create = useAuditCall(
    (client, body: NewRequestInput) =>
      client.call(auditWorkContract.createRequest, { params: { id: auditId }, body }),
    { done: 'Request created successfully', failed: 'Failed to create request' },
  );
  const submit = () => {
    setIsAsked(true);
    if (title.trim() === '') return;
    const controlIds = control === null ? [] : [control];
    create.mutate({ title, description, owner, due, controlIds }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add request"
      isDirty={title !== '' || description !== '' || due !== '' || control !== null}
      footer={<Buttons isPending={create.isPending} />}
    >
      <form
        id={FORM_ID}
        noValidate
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          label="Title"
          isRequired
          className="sm:col-span-2"
          error={isAsked && title.trim() === '' ? 'Title is required' : undefined}
        >
          {(field) => (
            <Input
              {...field}
              value={title}
              maxLength={255}
              onChange={(event) => setTitle(event.target.value)}
            />
          )}
        </Field>
        <Field label="Description" className="sm:col-span-2">
          {(field) => (
            <Textarea
              {...field}
              rows={3}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        <Field label="Owner">
          {(field) => <OwnerSelect control={field} value={owner} onChange={setOwner} />}
        </Field>
        <Field label="Due date">
          {(field) => (
            <Input
              {...field}
              type="date"
              value={due}
              onChange={(event) => setDue(event.target.value)}
            />
          )}
        </Field>
        <div className="sm:col-span-2">
          <ControlPicker chosen={control} onChoose={setControl} />
        </div>
      </form>
    </Dialog>
  );
}

function Buttons({ isPending }: { isPending: boolean }) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose} disabled={isPending}>
        Cancel
      </Button>
      <Button type="submit" form={FORM_ID} variant="primary" disabled={isPending}>
        Add request
      </Button>
    </>
  );
}
