import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import {
  type FindingDetail,
  type NewFinding,
  type NewFindingInput,
  newFindingSchema,
} from '../../../shared/areas/audits/findings.contract.ts';
import { REMEDIATION_DAYS } from '../../../shared/areas/audits/findings.rules.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { ControlPicker, OwnerSelect } from './audit-pickers.tsx';
import { useAuditCall } from './audits.queries.ts';

const FORM_ID = 'finding-form';
const SEVERITY_OPTIONS = SEVERITIES.map((value) => ({
  value,
  label: `${SEVERITY_LABELS[value]}, due in ${REMEDIATION_DAYS[value]} days`,
}));
const TEXTS = [
  ['description', 'Description'],
  ['criteria', 'Criteria: what should be'],
  ['condition', 'Condition: what is'],
  ['cause', 'Cause'],
  ['effect', 'Effect'],
  ['recommendation', 'Recommendation'],
] as const;

interface FindingFormDialogProps {
  /** Null records a new one. */
  finding: FindingDetail | null;
  auditId: string | null;
  onClose: () => void;
}

function valuesOf(finding: FindingDetail | null, auditId: string | null): NewFindingInput {
  return {
    title: finding?.title ?? '',
    description: finding?.description ?? '',
    criteria: finding?.criteria ?? '',
    condition: finding?.condition ?? '',
    cause: finding?.cause ?? '',
    effect: finding?.effect ?? '',
    recommendation: finding?.recommendation ?? '',
    severity: finding?.severity ?? 'MEDIUM',
    auditId,
    controlId: finding?.control?.id ?? null,
    owner: finding?.owner?.id ?? null,
    due: '',
  };
}

export function FindingFormDialog({ finding, auditId, onClose }: FindingFormDialogProps) {
  const create = useAuditCall(
    (client, body: NewFindingInput) => client.call(auditWorkContract.createFinding, { body }),
    { done: 'Finding created successfully', failed: 'Failed to create finding' },
  );
  const update = useAuditCall(
    (client, body: Partial<NewFindingInput>) =>
      client.call(auditWorkContract.updateFinding, { params: { id: finding?.id ?? '' }, body }),
    { done: 'Finding updated successfully', failed: 'Failed to update finding' },
  );
  const form = useForm<NewFindingInput, unknown, NewFinding>({
    resolver: zodResolver(newFindingSchema),
    defaultValues: valuesOf(finding, auditId),
  });
  const submit = form.handleSubmit((values) => {
    const done = { onSuccess: onClose };
    if (finding === null) return create.mutate(values, done);
    const { auditId: _audit, due, ...fields } = values;
    // An empty date leaves the one it has.
    return update.mutate({ ...fields, ...(due === null ? {} : { due }) }, done);
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={finding === null ? 'Record finding' : 'Edit finding'}
      size="lg"
      isDirty={form.formState.isDirty}
      footer={<Buttons isPending={create.isPending || update.isPending} />}
    >
      <form id={FORM_ID} noValidate onSubmit={submit}>
        <Fields form={form} />
      </form>
    </Dialog>
  );
}

type FindingForm = ReturnType<typeof useForm<NewFindingInput, unknown, NewFinding>>;

function Fields({ form }: { form: FindingForm }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Title" isRequired error={errors.title?.message} className="sm:col-span-2">
        {(control) => <Input {...control} {...form.register('title')} autoComplete="off" />}
      </Field>
      <Field label="Severity">
        {(control) => (
          <Select
            {...control}
            value={form.watch('severity') ?? 'MEDIUM'}
            options={SEVERITY_OPTIONS}
            onValueChange={(value) => form.setValue('severity', value, { shouldDirty: true })}
          />
        )}
      </Field>
      <Field label="Due date" hint="By severity where it stays empty." error={errors.due?.message}>
        {(control) => <Input {...control} {...form.register('due')} type="date" />}
      </Field>
      <Field label="Owner">
        {(control) => (
          <OwnerSelect
            control={control}
            value={form.watch('owner') ?? null}
            onChange={(id) => form.setValue('owner', id, { shouldDirty: true })}
          />
        )}
      </Field>
      {TEXTS.map(([name, label]) => (
        <Field key={name} label={label} error={errors[name]?.message} className="sm:col-span-2">
          {(control) => <Textarea {...control} {...form.register(name)} rows={2} />}
        </Field>
      ))}
      <div className="sm:col-span-2">
        <ControlPicker
          chosen={form.watch('controlId') ?? null}
          onChoose={(id) => form.setValue('controlId', id, { shouldDirty: true })}
        />
      </div>
    </div>
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
        Save
      </Button>
    </>
  );
}
