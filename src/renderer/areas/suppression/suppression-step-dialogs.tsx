import { type FormEvent, useState } from 'react';
import {
  type Reopening,
  type Suppression,
  suppressionContract,
} from '../../../shared/areas/suppression/suppression.contract.ts';
import { useWorkspaceSettings } from '../../api/workspace-settings.queries.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useNow } from '../../ui/use-now.ts';
import { alertsText, dayOf, expiryOf, REOPENING_TEXT } from './suppression.text.ts';
import { ExpiryField } from './suppression-dialogs.tsx';
import { useSuppressionCall } from './suppressions.queries.ts';

const FORM_ID = 'suppression-step';
const REOPENINGS = (['ALERTS', 'NEW'] as const).map((value) => ({
  value: value as Reopening,
  label: REOPENING_TEXT[value],
}));

interface ReasonFieldProps {
  reason: string;
  error: string | undefined;
  onChange: (reason: string) => void;
}

function ReasonField({ reason, error, onChange }: ReasonFieldProps) {
  return (
    <Field label="Reason" isRequired error={error}>
      {(control) => (
        <Textarea
          {...control}
          value={reason}
          maxLength={1000}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface StepProps {
  rule: Suppression;
  onClose: () => void;
}

export function ExtendDialog({ rule, onClose }: StepProps) {
  const now = useNow();
  const { maxDays } = useWorkspaceSettings().suppression;
  const [day, setDay] = useState('');
  const [reason, setReason] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const extend = useSuppressionCall(
    (client, body: { expiresAt: string; reason: string; baseRevision: string }) =>
      client.call(suppressionContract.extend, { params: { id: rule.id }, body }),
    {
      done: 'Suppression rule extended successfully',
      failed: 'Failed to extend suppression rule',
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const expiresAt = expiryOf(day, now, maxDays);
    const found = {
      ...(expiresAt === '' ? { expiresAt: 'Expiry is required' } : {}),
      ...(reason.trim() === '' ? { reason: 'Reason is required' } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    extend.mutate(
      { expiresAt, reason: reason.trim(), baseRevision: rule.revision },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Extend suppression rule"
      description={
        <>
          <Untrusted text={rule.name} max={120} expand="none" /> expires on{' '}
          {dayOf(Date.parse(rule.expiresAt))} now.
        </>
      }
      size="sm"
      isDirty={day !== '' || reason.trim() !== ''}
      footer={<DialogButtons form={FORM_ID} label="Extend" isPending={extend.isPending} />}
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <ExpiryField
          day={day}
          now={now}
          maxDays={maxDays}
          error={errors.expiresAt}
          onChange={setDay}
        />
        <ReasonField reason={reason} error={errors.reason} onChange={setReason} />
      </form>
    </Dialog>
  );
}

export function EndDialog({ rule, onClose }: StepProps) {
  const { reopening: setting } = useWorkspaceSettings().suppression;
  const [reopening, setReopening] = useState<Reopening>(setting);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>();
  const end = useSuppressionCall(
    (client, body: { reason: string; reopening: Reopening }) =>
      client.call(suppressionContract.end, { params: { id: rule.id }, body }),
    {
      done: ({ job }) =>
        job === null
          ? 'Suppression rule ended successfully'
          : 'Suppression rule ended. Its alerts are coming back',
      failed: 'Failed to end suppression rule',
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setError('Reason is required');
    end.mutate({ reason: reason.trim(), reopening }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="End suppression rule"
      description={
        <>
          <Untrusted text={rule.name} max={120} expand="none" /> hides {alertsText(rule.hiddenOpen)}{' '}
          that {rule.hiddenOpen === 1 ? 'is' : 'are'} open.
        </>
      }
      size="sm"
      isDirty={reason.trim() !== ''}
      footer={
        <DialogButtons
          form={FORM_ID}
          label="End rule"
          pendingLabel="Ending..."
          isPending={end.isPending}
        />
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="At its end" isRequired>
          {(control) => (
            <Select
              {...control}
              value={reopening}
              options={REOPENINGS}
              onValueChange={setReopening}
            />
          )}
        </Field>
        <ReasonField
          reason={reason}
          error={error}
          onChange={(text) => {
            setReason(text);
            setError(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
