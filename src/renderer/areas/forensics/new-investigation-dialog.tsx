import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { type FieldPath, useForm } from 'react-hook-form';
import {
  type InvestigationDetail,
  type NewInvestigation,
  type NewInvestigationInput,
  newInvestigationSchema,
} from '../../../shared/areas/forensics/investigations.contract.ts';
import {
  INVESTIGATION_TYPE_LABELS,
  INVESTIGATION_TYPES,
} from '../../../shared/areas/forensics/investigations.rules.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useClient } from '../../api/client-context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, type FieldControl, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useStartInvestigation } from './forensics.queries.ts';
import { BLANK, type InvestigationOrigin, type Prefill, prefillQuery } from './prefill.queries.ts';

const FORM_ID = 'new-investigation';
/** From the least to the most, as the specification lists them. */
const PRIORITY_OPTIONS = SEVERITIES.toReversed().map((value) => ({
  value,
  label: SEVERITY_LABELS[value],
}));
const TYPE_OPTIONS = INVESTIGATION_TYPES.map((value) => ({
  value,
  label: INVESTIGATION_TYPE_LABELS[value],
}));

interface NewInvestigationProps {
  origin: InvestigationOrigin;
  onClose: () => void;
  onStarted: (investigation: InvestigationDetail) => void;
}

/** Of the alert, incident or entity it is begun from, as far as that can be read. */
export function NewInvestigationDialog({ origin, onClose, onStarted }: NewInvestigationProps) {
  const prefill = useQuery(prefillQuery(useClient(), origin));
  if (prefill.isFetching && prefill.data === undefined)
    return (
      <Dialog open onClose={onClose} title="New AI Investigation">
        <Skeleton className="h-64 w-full" />
      </Dialog>
    );
  return (
    <InvestigationForm
      prefill={prefill.data ?? BLANK}
      failed={
        prefill.isError ? 'What it is begun from could not be read; fill the form in yourself.' : ''
      }
      onClose={onClose}
      onStarted={onStarted}
    />
  );
}

type Form = ReturnType<typeof useForm<NewInvestigationInput, unknown, NewInvestigation>>;

function InvestigationForm({
  prefill,
  failed,
  onClose,
  onStarted,
}: Omit<NewInvestigationProps, 'origin'> & { prefill: Prefill; failed: string }) {
  const start = useStartInvestigation();
  const form = useForm<NewInvestigationInput, unknown, NewInvestigation>({
    resolver: zodResolver(newInvestigationSchema),
    defaultValues: prefill,
  });
  const { isDirty } = form.formState;
  const submit = form.handleSubmit((body) => start.mutate(body, { onSuccess: onStarted }));
  return (
    <Dialog
      open
      onClose={onClose}
      title="New AI Investigation"
      description="Watchfloor collects what belongs to it, reconstructs the timeline and weighs hypotheses, on this workstation."
      isDirty={isDirty}
      footer={
        <DialogButtons
          form={FORM_ID}
          label="Start Investigation"
          pendingLabel="Starting..."
          isPending={start.isPending}
        />
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit}>
        {failed !== '' && (
          <p role="status" className="mb-4 text-warn">
            {failed}
          </p>
        )}
        <Fields form={form} />
      </form>
    </Dialog>
  );
}

function Fields({ form }: { form: Form }) {
  const { errors } = form.formState;
  const text =
    (name: FieldPath<NewInvestigationInput>, placeholder?: string) => (control: FieldControl) => (
      <Input {...control} {...form.register(name)} placeholder={placeholder} autoComplete="off" />
    );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label="Incident ID"
        isRequired
        error={errors.incidentId?.message}
        hint="Of an incident or an alert here, or a number of yours"
      >
        {text('incidentId')}
      </Field>
      <Field label="Priority" isRequired error={errors.priority?.message}>
        {(control) => (
          <Select
            {...control}
            value={form.watch('priority') ?? 'MEDIUM'}
            options={PRIORITY_OPTIONS}
            onValueChange={(value) => form.setValue('priority', value, { shouldDirty: true })}
          />
        )}
      </Field>
      <Field
        label="Investigation Title"
        isRequired
        error={errors.title?.message}
        className="sm:col-span-2"
      >
        {text('title')}
      </Field>
      <Field
        label="Investigation Type"
        isRequired
        error={errors.investigationType?.message}
        className="sm:col-span-2"
      >
        {(control) => (
          <Select
            {...control}
            value={form.watch('investigationType') ?? ''}
            options={TYPE_OPTIONS}
            placeholder="Select type"
            onValueChange={(value) => {
              const type = INVESTIGATION_TYPES.find((one) => one === value);
              if (type)
                form.setValue('investigationType', type, {
                  shouldDirty: true,
                  shouldValidate: form.formState.isSubmitted,
                });
            }}
          />
        )}
      </Field>
      <Field
        label="Description"
        isRequired
        error={errors.description?.message}
        className="sm:col-span-2"
        hint="Hosts, accounts and addresses that it names are looked for"
      >
        {(control) => <Textarea {...control} {...form.register('description')} rows={4} />}
      </Field>
    </div>
  );
}
