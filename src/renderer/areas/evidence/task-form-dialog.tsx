import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import {
  type CollectionTask,
  type NewCollectionTask,
  type NewCollectionTaskInput,
  newCollectionTaskSchema,
} from '../../../shared/areas/evidence/collection.contract.ts';
import {
  CADENCE_LABELS,
  CADENCES,
  COLLECTOR_LABELS,
  COLLECTOR_NOTES,
  COLLECTORS,
} from '../../../shared/areas/evidence/collection.rules.ts';
import {
  EVIDENCE_TYPE_LABELS,
  EVIDENCE_TYPES,
} from '../../../shared/areas/evidence/evidence.rules.ts';
import { accountName, useAccounts } from '../../api/accounts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { localToday } from './collection.text.ts';
import { ControlPicker } from './control-picker.tsx';
import { useTaskChange } from './use-task-change.ts';

type TaskForm = UseFormReturn<NewCollectionTaskInput, unknown, NewCollectionTask>;

const FORM_ID = 'collection-task';
const NOBODY = 'nobody';
const CADENCE_OPTIONS = CADENCES.map((value) => ({ value, label: CADENCE_LABELS[value] }));
const COLLECTOR_OPTIONS = COLLECTORS.map((value) => ({ value, label: COLLECTOR_LABELS[value] }));
const TYPE_OPTIONS = EVIDENCE_TYPES.map((value) => ({ value, label: EVIDENCE_TYPE_LABELS[value] }));

function valuesOf(task: CollectionTask | null): NewCollectionTaskInput {
  return {
    title: task?.title ?? '',
    description: task?.description ?? '',
    type: task?.type ?? 'DOCUMENT',
    owner: task?.owner ?? null,
    cadence: task?.cadence ?? 'QUARTERLY',
    startsOn: task?.startsOn ?? localToday(Date.now()),
    collector: task?.collector ?? 'manual',
    validityDays: task === null ? 90 : task.validityDays,
    controlIds: task?.controls.map(({ id }) => id) ?? [],
  };
}

interface TaskFormDialogProps {
  /** Null adds one. */
  task: CollectionTask | null;
  onClose: () => void;
}

export function TaskFormDialog({ task, onClose }: TaskFormDialogProps) {
  const form: TaskForm = useForm<NewCollectionTaskInput, unknown, NewCollectionTask>({
    resolver: zodResolver(newCollectionTaskSchema),
    defaultValues: valuesOf(task),
  });
  const { send, isPending } = useTaskChange(onClose);
  const submit = form.handleSubmit((values) =>
    send(
      task === null
        ? { type: 'create', task: values }
        : { type: 'update', id: task.id, patch: values },
    ),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={task === null ? 'Add collection task' : 'Edit collection task'}
      size="lg"
      isDirty={form.formState.isDirty}
      footer={
        <DialogButtons
          form={FORM_ID}
          label={task === null ? 'Add task' : 'Save'}
          isPending={isPending}
        />
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <WhatFields form={form} />
        <WhenFields form={form} />
        <ControlPicker
          chosen={form.watch('controlIds') ?? []}
          known={task?.controls ?? []}
          onChange={(ids) => form.setValue('controlIds', [...ids], { shouldDirty: true })}
        />
      </form>
    </Dialog>
  );
}

function WhatFields({ form }: { form: TaskForm }) {
  const { errors } = form.formState;
  const collector = form.watch('collector') ?? 'manual';
  return (
    <>
      <Field label="Title" isRequired error={errors.title?.message}>
        {(control) => <Input {...control} {...form.register('title')} autoComplete="off" />}
      </Field>
      <Field label="Description" error={errors.description?.message}>
        {(control) => <Textarea {...control} {...form.register('description')} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Collected" hint={COLLECTOR_NOTES[collector]}>
          {(control) => (
            <Select
              {...control}
              value={collector}
              options={COLLECTOR_OPTIONS}
              onValueChange={(value) => form.setValue('collector', value, { shouldDirty: true })}
            />
          )}
        </Field>
        <Field label="Type" isRequired error={errors.type?.message}>
          {(control) => (
            <Select
              {...control}
              value={form.watch('type')}
              options={TYPE_OPTIONS}
              onValueChange={(value) => form.setValue('type', value, { shouldDirty: true })}
            />
          )}
        </Field>
      </div>
    </>
  );
}

function WhenFields({ form }: { form: TaskForm }) {
  const { errors } = form.formState;
  const accounts = useAccounts();
  const owners = [
    { value: NOBODY, label: 'Nobody: everybody is reminded' },
    ...accounts.all
      .filter(({ deactivatedAt }) => deactivatedAt === null)
      .map((account) => ({ value: account.id, label: accountName(account) })),
  ];
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Owner" error={errors.owner?.message}>
        {(control) => (
          <Select
            {...control}
            value={form.watch('owner') ?? NOBODY}
            options={owners}
            onValueChange={(value) =>
              form.setValue('owner', value === NOBODY ? null : value, { shouldDirty: true })
            }
          />
        )}
      </Field>
      <Field label="Cadence" isRequired error={errors.cadence?.message}>
        {(control) => (
          <Select
            {...control}
            value={form.watch('cadence')}
            options={CADENCE_OPTIONS}
            onValueChange={(value) => form.setValue('cadence', value, { shouldDirty: true })}
          />
        )}
      </Field>
      <Field
        label="First due"
        isRequired
        hint="Every later day is counted from this one."
        error={errors.startsOn?.message}
      >
        {(control) => <Input {...control} {...form.register('startsOn')} type="date" />}
      </Field>
      <Field
        label="Valid for days"
        hint="From its collection; empty is for ever."
        error={errors.validityDays?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('validityDays', {
              setValueAs: (text: string | number | null) =>
                text === '' || text === null ? null : Number(text),
            })}
            inputMode="numeric"
          />
        )}
      </Field>
    </div>
  );
}
