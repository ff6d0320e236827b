import { zodResolver } from '@hookform/resolvers/zod';
import { type FieldPath, useForm } from 'react-hook-form';
import {
  ALERT_DEFAULT_SOURCE,
  type NewAlert,
  type NewAlertInput,
  newAlertSchema,
} from '../../../shared/areas/alerts/alerts.contract.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, type FieldControl, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useCreateAlert } from './alerts.queries.ts';
import { CREATE_FAILED, CREATED, failureText, isSignedOut } from './use-desk-actions.ts';

const FORM_ID = 'create-alert';
const DEFAULTS: NewAlertInput = {
  title: '',
  description: '',
  severity: 'MEDIUM',
  source: ALERT_DEFAULT_SOURCE,
  sourceHost: '',
  sourceUser: '',
  sourceIp: '',
};
const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }));

interface CreateAlertDialogProps {
  open: boolean;
  onClose: () => void;
}

export function CreateAlertDialog({ open, onClose }: CreateAlertDialogProps) {
  const { toast } = useToast();
  const create = useCreateAlert();
  const form = useForm<NewAlertInput, unknown, NewAlert>({
    resolver: zodResolver(newAlertSchema),
    defaultValues: DEFAULTS,
  });
  const { isDirty } = form.formState;
  const close = () => {
    form.reset(DEFAULTS);
    onClose();
  };
  const submit = form.handleSubmit((alert) =>
    create.mutate(alert, {
      onSuccess: () => {
        close();
        toast({ title: 'Success', description: CREATED });
      },
      onError: (error) => {
        if (isSignedOut(error)) return;
        const description = failureText(CREATE_FAILED, error);
        toast({ title: 'Error', description, variant: 'destructive' });
      },
    }),
  );
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Create New Security Alert"
      description="For what a person saw and no detector reported."
      isDirty={isDirty}
      footer={<Buttons isPending={create.isPending} />}
    >
      <form id={FORM_ID} noValidate onSubmit={submit}>
        <AlertFormFields form={form} />
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
        {isPending ? 'Creating...' : 'Create Alert'}
      </Button>
    </>
  );
}

type AlertForm = ReturnType<typeof useForm<NewAlertInput, unknown, NewAlert>>;

function AlertFormFields({ form }: { form: AlertForm }) {
  const { errors } = form.formState;
  const errorOf = (name: keyof NewAlertInput) => errors[name]?.message;
  const text =
    (name: FieldPath<NewAlertInput>, placeholder?: string) => (control: FieldControl) => (
      <Input {...control} {...form.register(name)} placeholder={placeholder} autoComplete="off" />
    );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Alert Title" isRequired error={errorOf('title')} className="sm:col-span-2">
        {text('title')}
      </Field>
      <Field label="Severity" isRequired error={errorOf('severity')}>
        {(control) => (
          <Select
            {...control}
            value={form.watch('severity')}
            options={SEVERITY_OPTIONS}
            onValueChange={(value) => form.setValue('severity', value, { shouldDirty: true })}
          />
        )}
      </Field>
      <Field label="Source" isRequired error={errorOf('source')}>
        {text('source', 'e.g., EDR, SIEM, Manual')}
      </Field>
      <Field
        label="Description"
        isRequired
        error={errorOf('description')}
        className="sm:col-span-2"
      >
        {(control) => <Textarea {...control} {...form.register('description')} rows={4} />}
      </Field>
      <Field label="Source Host" error={errorOf('sourceHost')}>
        {text('sourceHost')}
      </Field>
      <Field label="Source User" error={errorOf('sourceUser')}>
        {text('sourceUser')}
      </Field>
      <Field label="Source IP" error={errorOf('sourceIp')}>
        {text('sourceIp')}
      </Field>
    </div>
  );
}
