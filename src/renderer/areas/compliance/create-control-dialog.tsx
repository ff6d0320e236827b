import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import {
  type NewControl,
  type NewControlInput,
  newControlSchema,
} from '../../../shared/areas/compliance/controls.contract.ts';
import { CONTROL_CATEGORIES } from '../../../shared/areas/compliance/controls.rules.ts';
import { SEVERITIES, SEVERITY_LABELS } from '../../../shared/kernel/severity.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { facetsQuery, useCreateControl } from './controls.queries.ts';
import { useControlNotice } from './use-control-notice.ts';

const FORM_ID = 'create-control';
const CATEGORIES = CONTROL_CATEGORIES.map((value) => ({ value, label: value }));
const PRIORITIES = SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }));

type FormInput = Omit<NewControlInput, 'category'> & { category: NewControlInput['category'] | '' };
const DEFAULTS: FormInput = {
  controlId: '',
  title: '',
  description: '',
  category: '',
  priority: 'MEDIUM',
  frameworkId: '',
};

interface CreateControlDialogProps {
  /** Chosen already where the list shows one framework. */
  frameworkId?: string | undefined;
  onClose: () => void;
  onCreated: (id: string) => void;
}

export function CreateControlDialog({ frameworkId, onClose, onCreated }: CreateControlDialogProps) {
  const create = useCreateControl();
  const { succeed, fail } = useControlNotice();
  const form = useForm<FormInput, unknown, NewControl>({
    resolver: zodResolver(newControlSchema) as never,
    defaultValues: { ...DEFAULTS, frameworkId: frameworkId ?? '' },
  });
  const submit = form.handleSubmit((control) =>
    create.mutate(control, {
      onSuccess: ({ id }) => {
        onClose();
        onCreated(id);
        succeed('Control created successfully');
      },
      onError: (error) => fail('Failed to create control', error),
    }),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Create Control"
      description="For what no framework pack has: a control of your own."
      isDirty={form.formState.isDirty}
      footer={<Buttons isPending={create.isPending} />}
    >
      <form id={FORM_ID} noValidate onSubmit={submit}>
        <ControlFields form={form} />
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
        {isPending ? 'Creating...' : 'Create Control'}
      </Button>
    </>
  );
}

type ControlForm = ReturnType<typeof useForm<FormInput, unknown, NewControl>>;

function ControlFields({ form }: { form: ControlForm }) {
  const { data } = useQuery(facetsQuery(useClient()));
  const { errors, isSubmitted } = form.formState;
  const errorOf = (name: keyof FormInput) => errors[name]?.message;
  const choose = (name: 'frameworkId' | 'category' | 'priority') => (value: string) =>
    form.setValue(name, value as never, { shouldDirty: true, shouldValidate: isSubmitted });
  const frameworks = (data?.frameworks ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Framework" isRequired error={errorOf('frameworkId')} className="sm:col-span-2">
        {(control) => (
          <Select
            {...control}
            value={form.watch('frameworkId')}
            options={frameworks}
            placeholder="Select framework"
            onValueChange={choose('frameworkId')}
          />
        )}
      </Field>
      <Field label="Control ID" isRequired error={errorOf('controlId')}>
        {(control) => (
          <Input
            {...control}
            {...form.register('controlId')}
            placeholder="e.g., AC-1"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label="Priority" isRequired error={errorOf('priority')}>
        {(control) => (
          <Select
            {...control}
            value={form.watch('priority') ?? 'MEDIUM'}
            options={PRIORITIES}
            onValueChange={choose('priority')}
          />
        )}
      </Field>
      <Field label="Title" isRequired error={errorOf('title')} className="sm:col-span-2">
        {(control) => <Input {...control} {...form.register('title')} autoComplete="off" />}
      </Field>
      <Field label="Category" isRequired error={errorOf('category')} className="sm:col-span-2">
        {(control) => (
          <Select<string>
            {...control}
            value={form.watch('category')}
            options={CATEGORIES}
            placeholder="Select category"
            onValueChange={choose('category')}
          />
        )}
      </Field>
      <Field
        label="Description"
        isRequired
        error={errorOf('description')}
        className="sm:col-span-2"
      >
        {(control) => <Textarea {...control} {...form.register('description')} rows={4} />}
      </Field>
    </div>
  );
}
