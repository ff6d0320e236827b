import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { passwordChangeSchema } from '../../../shared/areas/auth/accounts.contract.ts';
import { PASSWORD_MIN_LENGTH } from '../../../shared/areas/auth/auth.contract.ts';
import { useUser } from '../../api/session.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/unsaved-forms.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useChangePassword } from './accounts.queries.ts';
import { placeIssues } from './form-issues.ts';
import { SaveBar } from './save-bar.tsx';

const formSchema = passwordChangeSchema
  .extend({ repeated: z.string() })
  .refine(({ newPassword, repeated }) => newPassword === repeated, {
    path: ['repeated'],
    message: 'The passwords are not the same',
  });
type FormValues = z.infer<typeof formSchema>;

const EMPTY: FormValues = { currentPassword: '', newPassword: '', repeated: '' };
const FIELDS = ['currentPassword', 'newPassword'] as const;

export function AccountPassword() {
  const { email } = useUser();
  const { toast } = useToast();
  const change = useChangePassword();
  const sayError = useErrorToast();
  const form = useForm<FormValues>({ resolver: zodResolver(formSchema), defaultValues: EMPTY });
  const { isDirty, errors } = form.formState;
  useUnsaved(isDirty);
  const submit = form.handleSubmit(({ repeated: _, ...body }) =>
    change.mutate(body, {
      onSuccess: ({ ended }) => {
        form.reset(EMPTY);
        toast({ title: 'Success', description: changedText(ended) });
      },
      onError: (error) => {
        if (!placeIssues(error, FIELDS, form.setError)) sayError(error);
      },
    }),
  );
  const password = (name: keyof FormValues, autoComplete: string) => (control: object) => (
    <Input {...control} {...form.register(name)} type="password" autoComplete={autoComplete} />
  );
  return (
    <Card title="Password" note="A new one ends your sessions on other computers.">
      <form noValidate onSubmit={submit}>
        {/* For password managers, which keep a password with its name. */}
        <input hidden readOnly autoComplete="username" value={email} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label="Current password"
            isRequired
            error={errors.currentPassword?.message}
            className="sm:col-span-2"
          >
            {password('currentPassword', 'current-password')}
          </Field>
          <Field
            label="New password"
            isRequired
            error={errors.newPassword?.message}
            hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
          >
            {password('newPassword', 'new-password')}
          </Field>
          <Field label="New password again" isRequired error={errors.repeated?.message}>
            {password('repeated', 'new-password')}
          </Field>
        </div>
        <SaveBar
          label="Change password"
          isDirty={isDirty}
          isPending={change.isPending}
          onDiscard={() => form.reset(EMPTY)}
        />
      </form>
    </Card>
  );
}

function changedText(ended: number): string {
  if (ended === 0) return 'Your password is changed';
  const sessions = ended === 1 ? 'One other session was' : `${ended} other sessions were`;
  return `Your password is changed. ${sessions} ended.`;
}
