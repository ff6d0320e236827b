import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import {
  type NewFramework,
  type NewFrameworkInput,
  newFrameworkSchema,
} from '../../../shared/areas/compliance/frameworks.contract.ts';
import { FRAMEWORK_CATEGORIES } from '../../../shared/areas/compliance/frameworks.rules.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useCreateFramework } from './frameworks.queries.ts';
import { useControlNotice } from './use-control-notice.ts';

const FORM = 'create-framework';
const DEFAULTS: NewFrameworkInput = {
  name: '',
  description: '',
  category: 'Security',
  version: '',
};
const CATEGORIES = FRAMEWORK_CATEGORIES.map((value) => ({ value, label: value }));

interface CreateFrameworkDialogProps {
  open: boolean;
  onClose: () => void;
}

export function CreateFrameworkDialog({ open, onClose }: CreateFrameworkDialogProps) {
  const create = useCreateFramework();
  const notice = useControlNotice();
  const form = useForm<NewFrameworkInput, unknown, NewFramework>({
    resolver: zodResolver(newFrameworkSchema),
    defaultValues: DEFAULTS,
  });
  const { errors, isDirty } = form.formState;
  const close = () => {
    form.reset(DEFAULTS);
    onClose();
  };
  const submit = form.handleSubmit((framework) =>
    create.mutate(framework, {
      onSuccess: () => {
        close();
        notice.succeed('Framework created successfully');
      },
      onError: (error) => notice.fail('Failed to create framework', error),
    }),
  );
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Create Framework"
      description="For your own rules. Standards and laws are in the library."
      isDirty={isDirty}
      footer={
        <DialogButtons
          form={FORM}
          label="Create Framework"
          pendingLabel="Creating..."
          isPending={create.isPending}
        />
      }
    >
      <form id={FORM} noValidate onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" isRequired error={errors.name?.message} className="sm:col-span-2">
          {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
        </Field>
        <Field label="Category" isRequired error={errors.category?.message}>
          {(control) => (
            <Select
              {...control}
              value={form.watch('category')}
              options={CATEGORIES}
              onValueChange={(value) => form.setValue('category', value, { shouldDirty: true })}
            />
          )}
        </Field>
        <Field label="Version" isRequired error={errors.version?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('version')}
              placeholder="e.g., 1.0"
              autoComplete="off"
            />
          )}
        </Field>
        <Field
          label="Description"
          isRequired
          error={errors.description?.message}
          className="sm:col-span-2"
        >
          {(control) => <Textarea {...control} {...form.register('description')} rows={4} />}
        </Field>
      </form>
    </Dialog>
  );
}
