import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import {
  type NewAccount,
  newAccountSchema,
  PASSWORD_MIN_LENGTH,
} from '../../../shared/areas/auth/auth.contract.ts';
import { DEFAULT_ROLE, ROLES } from '../../../shared/contract/permissions.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useCreateAccount } from './accounts.queries.ts';
import { placeIssues } from './form-issues.ts';

type NewAccountInput = z.input<typeof newAccountSchema>;
type AddForm = UseFormReturn<NewAccountInput, unknown, NewAccount>;

const FORM_ID = 'add-account';
const EMPTY: NewAccountInput = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  role: DEFAULT_ROLE,
};
const FIELDS = ['firstName', 'lastName', 'email', 'password', 'role'] as const;
export const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: value }));

export function AddPersonDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { toast } = useToast();
  const create = useCreateAccount();
  const sayError = useErrorToast();
  const form: AddForm = useForm<NewAccountInput, unknown, NewAccount>({
    resolver: zodResolver(newAccountSchema),
    defaultValues: EMPTY,
  });
  const { isDirty } = form.formState;
  const close = () => {
    form.reset(EMPTY);
    onClose();
  };
  const submit = form.handleSubmit((account) =>
    create.mutate(account, {
      onSuccess: () => {
        close();
        toast({
          title: 'Success',
          description: `${account.firstName} ${account.lastName} has an account now`,
        });
      },
      onError: (error) => {
        if (!placeIssues(error, FIELDS, form.setError)) sayError(error);
      },
    }),
  );
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Add account"
      description="Tell the person the initial password in another way than by email. It is changed under Settings, Account."
      isDirty={isDirty}
      footer={<DialogButtons form={FORM_ID} label="Add account" isPending={create.isPending} />}
    >
      <form id={FORM_ID} noValidate onSubmit={submit}>
        <AddFields form={form} />
      </form>
    </Dialog>
  );
}

function AddFields({ form }: { form: AddForm }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="First name" isRequired error={errors.firstName?.message}>
        {(control) => <Input {...control} {...form.register('firstName')} autoComplete="off" />}
      </Field>
      <Field label="Last name" isRequired error={errors.lastName?.message}>
        {(control) => <Input {...control} {...form.register('lastName')} autoComplete="off" />}
      </Field>
      <Field label="Email" isRequired error={errors.email?.message}>
        {(control) => (
          <Input {...control} {...form.register('email')} type="email" autoComplete="off" />
        )}
      </Field>
      <Field label="Role" isRequired error={errors.role?.message}>
        {(control) => (
          <Select
            {...control}
            value={form.watch('role')}
            options={ROLE_OPTIONS}
            onValueChange={(role) => form.setValue('role', role, { shouldDirty: true })}
          />
        )}
      </Field>
      <Field
        label="Initial password"
        isRequired
        error={errors.password?.message}
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        className="sm:col-span-2"
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('password')}
            type="password"
            autoComplete="new-password"
          />
        )}
      </Field>
    </div>
  );
}
