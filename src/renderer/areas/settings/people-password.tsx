import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { passwordResetSchema } from '../../../shared/areas/auth/accounts.contract.ts';
import { PASSWORD_MIN_LENGTH, type User } from '../../../shared/areas/auth/auth.contract.ts';
import { accountName } from '../../api/accounts.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useResetPassword } from './accounts.queries.ts';
import { placeIssues } from './form-issues.ts';

const FORM_ID = 'reset-password';

export function ResetPasswordDialog({ account, onClose }: { account: User; onClose: () => void }) {
  const { toast } = useToast();
  const reset = useResetPassword();
  const sayError = useErrorToast();
  const form = useForm<z.infer<typeof passwordResetSchema>>({
    resolver: zodResolver(passwordResetSchema),
    defaultValues: { password: '' },
  });
  const { isDirty, errors } = form.formState;
  const name = accountName(account);
  const submit = form.handleSubmit(({ password }) =>
    reset.mutate(
      { id: account.id, password },
      {
        onSuccess: () => {
          onClose();
          toast({ title: 'Success', description: `${name} has a new password` });
        },
        onError: (error) => {
          if (!placeIssues(error, ['password'] as const, form.setError)) sayError(error);
        },
      },
    ),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Reset the password of ${name}`}
      description={`${name} is signed out everywhere at once and signs in with the new one.`}
      size="sm"
      isDirty={isDirty}
      footer={<DialogButtons form={FORM_ID} label="Reset password" isPending={reset.isPending} />}
    >
      <form id={FORM_ID} noValidate onSubmit={submit}>
        <Field
          label="New password"
          isRequired
          error={errors.password?.message}
          hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
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
      </form>
    </Dialog>
  );
}
