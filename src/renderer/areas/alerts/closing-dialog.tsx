import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { Alert } from '../../../shared/areas/alerts/alerts.contract.ts';
import {
  type DispositionField,
  missingFields,
  missingMessage,
} from '../../../shared/areas/alerts/dispositions.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useWorkspaceSettings } from '../../api/workspace-settings.queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { alertQuery } from './alerts.queries.ts';
import { DispositionFields } from './disposition-fields.tsx';
import {
  type ClosedStatus,
  type DispositionDraft,
  draftOf,
  draftToUpdate,
  emptyDraft,
} from './disposition-form.ts';
import type { DeskActions } from './use-desk-actions.ts';

interface ClosingDialogProps {
  id: string;
  /** Null: the alert is closed already, and its verdict is put right. */
  to: ClosedStatus | null;
  actions: DeskActions;
  onClose: () => void;
}

/** Closes an alert with its verdict, or changes the verdict of one that is closed. */
export function ClosingDialog({ id, to, actions, onClose }: ClosingDialogProps) {
  const { data: alert } = useQuery(alertQuery(useClient(), useQueryClient(), id));
  if (!alert) return null;
  return <ClosingForm key={id} alert={alert} to={to} actions={actions} onClose={onClose} />;
}

function ClosingForm({
  alert,
  to,
  actions,
  onClose,
}: Omit<ClosingDialogProps, 'id'> & { alert: Alert }) {
  const formId = useId();
  const required = useWorkspaceSettings().dispositions;
  const isAmendment = to === null;
  // As the dialog found it: what others change meanwhile must not be overwritten unseen.
  const [begun] = useState(() => ({
    draft: isAmendment ? draftOf(alert) : emptyDraft(to),
    seen: alert.updatedAt,
  }));
  const [draft, setDraft] = useState<DispositionDraft>(begun.draft);
  const [errors, setErrors] = useState<Partial<Record<DispositionField, string>>>({});
  const [isPending, setIsPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const missing = missingFields(required, { ...draft, note: draft.note?.trim() ?? null });
    setErrors(Object.fromEntries(missing.map((field) => [field, missingMessage(field)])));
    if (missing.length > 0) return;
    setIsPending(true);
    const update = draftToUpdate(draft, isAmendment);
    const isDone = await actions.update(
      alert.id,
      isAmendment ? { ...update, seen: begun.seen } : update,
    );
    setIsPending(false);
    if (isDone) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={isAmendment ? 'Change verdict' : 'Close alert'}
      description={<Untrusted text={alert.title} max={120} expand="none" />}
      isDirty={JSON.stringify(draft) !== JSON.stringify(begun.draft)}
      footer={
        <DialogButtons
          form={formId}
          label={isAmendment ? 'Save verdict' : 'Close alert'}
          pendingLabel={isAmendment ? 'Saving...' : 'Closing...'}
          isPending={isPending}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <DispositionFields
          draft={draft}
          onChange={(next) => {
            setDraft(next);
            setErrors({});
          }}
          required={required}
          errors={errors}
          alert={alert}
          isStatusFixed={isAmendment}
        />
      </form>
    </Dialog>
  );
}
