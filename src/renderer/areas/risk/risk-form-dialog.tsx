import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import {
  type NewRisk,
  type NewRiskInput,
  newRiskSchema,
  type Risk,
  type RiskUpdateInput,
  risksContract,
} from '../../../shared/areas/risk/risks.contract.ts';
import {
  RISK_CATEGORIES,
  RISK_CATEGORY_LABELS,
  RISK_LIMITS,
} from '../../../shared/areas/risk/risks.rules.ts';
import { useAccounts } from '../../api/accounts.ts';
import { conflictOf, mergedText } from '../../api/conflicts.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { DraftButton } from '../models/models.embed.tsx';
import { ReviewCadenceField } from './review-cadence-field.tsx';
import { RiskOwnerSelect } from './risk-owner-select.tsx';
import { RiskScaleFields } from './risk-scale-fields.tsx';
import { useRiskCall } from './risks.queries.ts';
import { RISK_FIELD_LABELS } from './risks.text.ts';

const FORM_ID = 'risk-form';
const CATEGORY_OPTIONS = RISK_CATEGORIES.map((value) => ({
  value,
  label: RISK_CATEGORY_LABELS[value],
}));

type RiskForm = UseFormReturn<NewRiskInput, unknown, NewRisk>;

function valuesOf(risk: Risk | null): NewRiskInput {
  return {
    title: risk?.title ?? '',
    description: risk?.description ?? '',
    // Chosen by hand: no category is more likely than another.
    category: (risk?.category ?? '') as NewRiskInput['category'],
    likelihood: risk?.likelihood ?? 1,
    impact: risk?.impact ?? 1,
    owner: risk?.owner ?? null,
    mitigationPlan: risk?.mitigationPlan ?? '',
    targetDate: risk?.targetDate ?? '',
    reviewMonths: risk?.reviewMonths ?? null,
    nextReview: risk?.nextReview ?? '',
  };
}

export function AddRiskDialog({ onClose }: { onClose: () => void }) {
  const create = useRiskCall(
    (client, body: NewRiskInput) => client.call(risksContract.create, { body }),
    { done: 'Risk created successfully', failed: 'Failed to create risk' },
  );
  const form = useForm<NewRiskInput, unknown, NewRisk>({
    resolver: zodResolver(newRiskSchema),
    defaultValues: valuesOf(null),
  });
  const submit = form.handleSubmit(({ riskScore: _, inherentRisk, residualRisk, ...values }) =>
    create.mutate(values, { onSuccess: onClose }),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add Risk"
      description="The residual risk begins at 0.7 of the score."
      size="lg"
      isDirty={form.formState.isDirty}
      footer={
        <DialogButtons
          form={FORM_ID}
          label="Add Risk"
          pendingLabel="Adding..."
          isPending={create.isPending}
        />
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit}>
        <Fields form={form} hasScale />
      </form>
    </Dialog>
  );
}

/** The facts of a risk; scores and status have their own dialogs, which ask for a reason. */
export function EditRiskDialog({ risk, onClose }: { risk: Risk; onClose: () => void }) {
  const { nameOf } = useAccounts();
  const [base, setBase] = useState(risk.revision);
  const update = useRiskCall(
    (client, body: RiskUpdateInput) =>
      client.call(risksContract.update, { params: { id: risk.id }, body }),
    {
      done: ({ merged }) =>
        ['Risk updated successfully', mergedText(merged, RISK_FIELD_LABELS)]
          .filter(Boolean)
          .join('. '),
      failed: 'Failed to update risk',
    },
  );
  const form = useForm<NewRiskInput, unknown, NewRisk>({
    resolver: zodResolver(newRiskSchema),
    defaultValues: valuesOf(risk),
  });
  const conflict = conflictOf(update.error);
  const { dirtyFields } = form.formState;
  const send = (baseRevision: string) =>
    form.handleSubmit((values) => {
      const changed = Object.keys(dirtyFields) as (keyof NewRisk)[];
      if (changed.length === 0) return onClose();
      const body = Object.fromEntries(changed.map((field) => [field, values[field]]));
      update.mutate({ ...body, baseRevision }, { onSuccess: onClose });
    })();
  const keepTheirs = () => {
    for (const { field, value } of conflict?.fields ?? [])
      form.resetField(field as keyof NewRiskInput, { defaultValue: (value ?? '') as never });
    setBase(conflict?.revision ?? base);
    update.reset();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit risk"
      size="lg"
      isDirty={form.formState.isDirty}
      footer={<DialogButtons form={FORM_ID} label="Save" isPending={update.isPending} />}
    >
      <form
        id={FORM_ID}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(base);
        }}
        className="flex flex-col gap-4"
      >
        {conflict && (
          <ConflictNotice
            conflict={conflict}
            labels={RISK_FIELD_LABELS}
            shown={(field, value) =>
              field === 'owner' && typeof value === 'string' ? nameOf(value) : shownText(value)
            }
            isBusy={update.isPending}
            onKeepTheirs={keepTheirs}
            onUseMine={() => void send(conflict.revision)}
          />
        )}
        <Fields form={form} riskId={risk.id} />
      </form>
    </Dialog>
  );
}

function shownText(value: unknown): string {
  return value === null || value === undefined || value === '' ? 'nothing' : String(value);
}

interface FieldsProps {
  form: RiskForm;
  hasScale?: boolean;
  /** Null: not saved yet. */
  riskId?: string | null;
}

function Fields({ form, hasScale = false, riskId = null }: FieldsProps) {
  const { errors } = form.formState;
  const set = (name: keyof NewRiskInput, value: unknown) =>
    form.setValue(name, value as never, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Title" isRequired error={errors.title?.message} className="sm:col-span-2">
        {(control) => <Input {...control} {...form.register('title')} autoComplete="off" />}
      </Field>
      <Field label="Description" error={errors.description?.message} className="sm:col-span-2">
        {(control) => <Textarea {...control} {...form.register('description')} rows={3} />}
      </Field>
      <div className="-mt-2 empty:hidden sm:col-span-2">
        <DraftButton
          kind="risk"
          recordId={riskId}
          current={form.watch('description') ?? ''}
          title={form.watch('title')}
          onAccept={(text) => set('description', text)}
        />
      </div>
      <Field label="Category" isRequired error={errors.category?.message}>
        {(control) => (
          <Select
            {...control}
            value={form.watch('category')}
            options={CATEGORY_OPTIONS}
            placeholder="Choose a category"
            onValueChange={(value) => set('category', value)}
          />
        )}
      </Field>
      <Field label="Owner" error={errors.owner?.message}>
        {(control) => (
          <RiskOwnerSelect
            control={control}
            value={form.watch('owner') ?? null}
            onChange={(id) => set('owner', id)}
          />
        )}
      </Field>
      {hasScale && (
        <div className="sm:col-span-2">
          <RiskScaleFields
            likelihood={Number(form.watch('likelihood'))}
            impact={Number(form.watch('impact'))}
            onChange={({ likelihood, impact }) => {
              if (likelihood !== undefined) set('likelihood', likelihood);
              if (impact !== undefined) set('impact', impact);
            }}
          />
        </div>
      )}
      <Field
        label="Mitigation plan"
        error={errors.mitigationPlan?.message}
        className="sm:col-span-2"
      >
        {(control) => (
          <Textarea
            {...control}
            {...form.register('mitigationPlan')}
            rows={3}
            maxLength={RISK_LIMITS.text}
          />
        )}
      </Field>
      <Field label="Target date" error={errors.targetDate?.message}>
        {(control) => <Input {...control} {...form.register('targetDate')} type="date" />}
      </Field>
      <ReviewCadenceField
        value={form.watch('reviewMonths') ?? null}
        onChange={(months) => set('reviewMonths', months)}
      />
      <Field
        label="Next review"
        hint="By the cadence where it stays empty."
        error={errors.nextReview?.message}
      >
        {(control) => <Input {...control} {...form.register('nextReview')} type="date" />}
      </Field>
    </div>
  );
}
