import { useState } from 'react';
import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import type {
  AuditRequest,
  NewRequestInput,
} from '../../../shared/areas/audits/requests.contract.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { OwnerSelect } from './audit-pickers.tsx';
import { useAuditCall } from './audits.queries.ts';
import { type AskedControl, RequestControls } from './request-controls.tsx';

const FORM_ID = 'request-form';

interface FormValues {
  readonly title: string;
  readonly description: string;
  readonly owner: string | null;
  readonly due: string;
  readonly controls: readonly AskedControl[];
}

const valuesOf = (request: AuditRequest | null): FormValues => ({
  title: request?.title ?? '',
  description: request?.description ?? '',
  owner: request?.owner?.id ?? null,
  due: request?.due ?? '',
  controls: request?.controls.map(({ id, ref, title }) => ({ id, ref, title })) ?? [],
});

interface RequestFormDialogProps {
  auditId: string;
  /** Null asks for something new. */
  request: AuditRequest | null;
  onClose: () => void;
}

/** What is asked for, of whom and until when, by hand. */
export function RequestFormDialog({ auditId, request, onClose }: RequestFormDialogProps) {
  const [before] = useState(() => valuesOf(request));
  const [values, setValues] = useState(before);
  const [isAsked, setIsAsked] = useState(false);
  const put = (changed: Partial<FormValues>) => setValues((now) => ({ ...now, ...changed }));
  const { save, isPending } = useSaveRequest(auditId, request);
  const { title, description, owner, due, controls } = values;
  const submit = () => {
    setIsAsked(true);
    if (title.trim() === '') return;
    const controlIds = controls.map(({ id }) => id);
    save({ title, description, owner, due, controlIds }, onClose);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={request ? `Edit request R${request.number}` : 'Add request'}
      isDirty={JSON.stringify(values) !== JSON.stringify(before)}
      footer={
        <DialogButtons
          form={FORM_ID}
          label={request ? 'Save' : 'Add request'}
          isPending={isPending}
        />
      }
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
              onChange={(event) => put({ title: event.target.value })}
            />
          )}
        </Field>
        <Field label="Description" className="sm:col-span-2">
          {(field) => (
            <Textarea
              {...field}
              rows={3}
              value={description}
              onChange={(event) => put({ description: event.target.value })}
            />
          )}
        </Field>
        <Field label="Owner">
          {(field) => (
            <OwnerSelect control={field} value={owner} onChange={(id) => put({ owner: id })} />
          )}
        </Field>
        <Field label="Due date">
          {(field) => (
            <Input
              {...field}
              type="date"
              value={due}
              onChange={(event) => put({ due: event.target.value })}
            />
          )}
        </Field>
        <div className="sm:col-span-2">
          <RequestControls chosen={controls} onChange={(chosen) => put({ controls: chosen })} />
        </div>
      </form>
    </Dialog>
  );
}

function useSaveRequest(auditId: string, request: AuditRequest | null) {
  const create = useAuditCall(
    (client, body: NewRequestInput) =>
      client.call(auditWorkContract.createRequest, { params: { id: auditId }, body }),
    { done: 'Request created successfully', failed: 'Failed to create request' },
  );
  const update = useAuditCall(
    (client, body: NewRequestInput) =>
      client.call(auditWorkContract.updateRequest, { params: { id: request?.id ?? '' }, body }),
    { done: 'Request updated successfully', failed: 'Failed to update request' },
  );
  const call = request ? update : create;
  return {
    save: (body: NewRequestInput, onSuccess: () => void) => call.mutate(body, { onSuccess }),
    isPending: call.isPending,
  };
}
