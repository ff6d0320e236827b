import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect } from 'react';
import { type FieldPath, useForm } from 'react-hook-form';
import {
  type Audit,
  auditsContract,
  type NewAudit,
  type NewAuditInput,
  newAuditSchema,
} from '../../../shared/areas/audits/audits.contract.ts';
import {
  AUDIT_FRAMEWORK_LABELS,
  AUDIT_FRAMEWORKS,
  AUDIT_STATUS_LABELS,
  AUDIT_TYPE_LABELS,
  AUDIT_TYPES,
} from '../../../shared/areas/audits/audits.rules.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, type FieldControl, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useUpdateAudit } from './audit-actions.tsx';
import { useAuditCall } from './audits.queries.ts';

const FORM_ID = 'audit-form';
const NO_FRAMEWORK = 'NONE';
const DEFAULTS = {
  title: '',
  description: '',
  type: 'INTERNAL',
  framework: '',
  auditor: '',
  status: 'PLANNED',
  startDate: '',
  endDate: '',
  reportDate: '',
  periodStart: '',
  periodEnd: '',
} as const satisfies NewAuditInput;
const TYPE_OPTIONS = AUDIT_TYPES.map((value) => ({ value, label: AUDIT_TYPE_LABELS[value] }));
const FRAMEWORK_OPTIONS = [
  { value: NO_FRAMEWORK, label: 'None' },
  ...AUDIT_FRAMEWORKS.map((value) => ({ value, label: AUDIT_FRAMEWORK_LABELS[value] })),
];
const STATUS_OPTIONS = (['PLANNED', 'IN_PROGRESS'] as const).map((value) => ({
  value,
  label: AUDIT_STATUS_LABELS[value],
}));

interface AuditFormDialogProps {
  open: boolean;
  /** Null schedules a new one. */
  audit: Audit | null;
  onClose: () => void;
}

function valuesOf(audit: Audit | null): NewAuditInput {
  if (audit === null) return DEFAULTS;
  const { title, type, status } = audit;
  return {
    title,
    type,
    status,
    description: audit.description ?? '',
    framework: audit.framework ?? '',
    auditor: audit.auditor ?? '',
    startDate: audit.startDate ?? '',
    endDate: audit.endDate ?? '',
    reportDate: audit.reportDate ?? '',
    periodStart: audit.periodStart ?? '',
    periodEnd: audit.periodEnd ?? '',
  };
}

/** Schedules an audit, or changes what was said about it. */
export function AuditFormDialog({ open, audit, onClose }: AuditFormDialogProps) {
  const create = useAuditCall(
    (client, body: NewAuditInput) => client.call(auditsContract.create, { body }),
    { done: 'Audit created successfully', failed: 'Failed to create audit' },
  );
  const update = useUpdateAudit();
  const form = useForm<NewAuditInput, unknown, NewAudit>({
    resolver: zodResolver(newAuditSchema),
    defaultValues: valuesOf(audit),
  });
  const { reset } = form;
  useEffect(() => {
    if (open) reset(valuesOf(audit));
  }, [open, audit, reset]);
  const isPending = create.isPending || update.isPending;
  const submit = form.handleSubmit((values) => {
    const done = { onSuccess: onClose };
    if (audit === null) return create.mutate(values, done);
    const { status, scope, assignedTo, frameworkIds, periodStart, periodEnd, ...fields } = values;
    const period = audit.endedAt === null ? { periodStart, periodEnd } : {};
    return update.mutate({ id: audit.id, ...fields, ...period }, done);
  });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={audit === null ? 'Schedule Audit' : 'Edit audit'}
      description="Dates of the audit, and the period whose records it examines."
      isDirty={form.formState.isDirty}
      footer={<Buttons isPending={isPending} label={audit === null ? 'Schedule Audit' : 'Save'} />}
    >
      <form id={FORM_ID} noValidate onSubmit={submit}>
        <Fields form={form} isNew={audit === null} isEnded={audit?.endedAt != null} />
      </form>
    </Dialog>
  );
}

function Buttons({ isPending, label }: { isPending: boolean; label: string }) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose} disabled={isPending}>
        Cancel
      </Button>
      <Button type="submit" form={FORM_ID} variant="primary" disabled={isPending}>
        {isPending ? 'Saving...' : label}
      </Button>
    </>
  );
}

type AuditForm = ReturnType<typeof useForm<NewAuditInput, unknown, NewAudit>>;

function Fields({ form, isNew, isEnded }: { form: AuditForm; isNew: boolean; isEnded: boolean }) {
  const { errors } = form.formState;
  const errorOf = (name: keyof NewAuditInput) => errors[name]?.message;
  const text =
    (name: FieldPath<NewAuditInput>, type: 'text' | 'date') => (control: FieldControl) => (
      <Input {...control} {...form.register(name)} type={type} autoComplete="off" />
    );
  const day = (name: FieldPath<NewAuditInput> & keyof NewAuditInput, label: string) => (
    <Field label={label} error={errorOf(name)}>
      {text(name, 'date')}
    </Field>
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Title" isRequired error={errorOf('title')} className="sm:col-span-2">
        {text('title', 'text')}
      </Field>
      <Field label="Description" error={errorOf('description')} className="sm:col-span-2">
        {(control) => <Textarea {...control} {...form.register('description')} rows={3} />}
      </Field>
      <Field label="Type" error={errorOf('type')}>
        {(control) => (
          <Select
            {...control}
            value={form.watch('type') ?? 'INTERNAL'}
            options={TYPE_OPTIONS}
            onValueChange={(value) => form.setValue('type', value, { shouldDirty: true })}
          />
        )}
      </Field>
      <Field label="Framework" error={errorOf('framework')}>
        {(control) => (
          <Select
            {...control}
            value={form.watch('framework') || NO_FRAMEWORK}
            options={FRAMEWORK_OPTIONS}
            onValueChange={(value) =>
              form.setValue(
                'framework',
                AUDIT_FRAMEWORKS.find((framework) => framework === value) ?? '',
                { shouldDirty: true },
              )
            }
          />
        )}
      </Field>
      <Field label="Auditor" error={errorOf('auditor')}>
        {text('auditor', 'text')}
      </Field>
      {isNew && (
        <Field label="Status" error={errorOf('status')}>
          {(control) => (
            <Select
              {...control}
              value={form.watch('status') === 'IN_PROGRESS' ? 'IN_PROGRESS' : 'PLANNED'}
              options={STATUS_OPTIONS}
              onValueChange={(value) => form.setValue('status', value, { shouldDirty: true })}
            />
          )}
        </Field>
      )}
      {day('startDate', 'Start date')}
      {day('endDate', 'End date')}
      {day('reportDate', 'Report date')}
      {!isEnded && (
        <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
          {day('periodStart', 'First day of the period')}
          {day('periodEnd', 'Last day of the period')}
        </div>
      )}
    </div>
  );
}
