import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { risksContract } from '../../../shared/areas/risk/risks.contract.ts';
import {
  type NewRiskTask,
  newTaskSchema,
  type RiskTask,
} from '../../../shared/areas/risk/risks.treatment.contract.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { RiskOwnerSelect } from './risk-owner-select.tsx';
import { useRiskCall } from './risks.queries.ts';

type TaskInput = z.input<typeof newTaskSchema>;

interface RiskTaskDialogProps {
  riskId: string;
  /** Null adds one. */
  task: RiskTask | null;
  onClose: () => void;
}

export function RiskTaskDialog({ riskId, task, onClose }: RiskTaskDialogProps) {
  const formId = useId();
  const form = useForm<TaskInput, unknown, NewRiskTask>({
    resolver: zodResolver(newTaskSchema),
    defaultValues: {
      title: task?.title ?? '',
      owner: task?.owner ?? null,
      due: task?.due ?? '',
    },
  });
  const save = useRiskCall(
    (client, body: Partial<TaskInput>) =>
      task === null
        ? client.call(risksContract.addTask, {
            params: { id: riskId },
            body: { title: '', ...body },
          })
        : client.call(risksContract.updateTask, { params: { id: task.id }, body }),
    {
      done: task === null ? 'Task added' : 'Task updated',
      failed: task === null ? 'Failed to add the task' : 'Failed to update the task',
    },
  );
  const { errors, dirtyFields, isDirty } = form.formState;
  const submit = form.handleSubmit((values) => {
    const changed = (Object.keys(dirtyFields) as (keyof TaskInput)[]).map(
      (field) => [field, values[field]] as const,
    );
    if (task !== null && changed.length === 0) return onClose();
    save.mutate(task === null ? values : Object.fromEntries(changed), { onSuccess: onClose });
  });
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={task === null ? 'Add task' : 'Edit task'}
      isDirty={isDirty}
      footer={
        <DialogButtons
          form={formId}
          label={task === null ? 'Add task' : 'Save'}
          isPending={save.isPending}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Title" isRequired error={errors.title?.message}>
          {(control) => <Input {...control} {...form.register('title')} autoComplete="off" />}
        </Field>
        <Field label="Owner" error={errors.owner?.message}>
          {(control) => (
            <RiskOwnerSelect
              control={control}
              value={form.watch('owner') ?? null}
              onChange={(id) => form.setValue('owner', id, { shouldDirty: true })}
            />
          )}
        </Field>
        <Field label="Due date" error={errors.due?.message}>
          {(control) => <Input {...control} {...form.register('due')} type="date" />}
        </Field>
      </form>
    </Dialog>
  );
}
