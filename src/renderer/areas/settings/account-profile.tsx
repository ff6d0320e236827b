import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { emailSchema, nameSchema, type User } from '../../../shared/areas/auth/auth.contract.ts';
import { useUser } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useUnsaved } from '../../ui/unsaved-forms.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useUpdateOwnAccount } from './accounts.queries.ts';
import { placeIssues } from './form-issues.ts';
import { SaveBar } from './save-bar.tsx';

const profileSchema = z.object({
  firstName: nameSchema('First name'),
  lastName: nameSchema('Last name'),
  email: emailSchema,
  currentPassword: z.string(),
});
type ProfileInput = z.input<typeof profileSchema>;
type Profile = z.output<typeof profileSchema>;
const FIELDS = ['firstName', 'lastName', 'email', 'currentPassword'] as const;

function inputOf({ firstName, lastName, email }: User): ProfileInput {
  return { firstName: firstName ?? '', lastName: lastName ?? '', email, currentPassword: '' };
}

export function AccountProfile() {
  const user = useUser();
  const { toast } = useToast();
  const update = useUpdateOwnAccount();
  const sayError = useErrorToast();
  const saved = inputOf(user);
  const form = useForm<ProfileInput, unknown, Profile>({
    resolver: zodResolver(profileSchema),
    values: saved,
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, errors } = form.formState;
  useUnsaved(isDirty);
  const hasNewEmail = form.watch('email').trim().toLowerCase() !== user.email;
  const submit = form.handleSubmit(({ currentPassword, ...profile }) =>
    update.mutate(hasNewEmail ? { ...profile, currentPassword } : profile, {
      onSuccess: (now) => {
        form.reset(inputOf(now), { keepDirtyValues: false });
        toast({ title: 'Success', description: 'Your account is saved' });
      },
      onError: (error) => {
        if (!placeIssues(error, FIELDS, form.setError)) sayError(error);
      },
    }),
  );
  return (
    <Card title="Profile" note="How others see you." actions={<Badge>{user.role}</Badge>}>
      <form noValidate onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" isRequired error={errors.firstName?.message}>
            {(control) => (
              <Input {...control} {...form.register('firstName')} autoComplete="given-name" />
            )}
          </Field>
          <Field label="Last name" isRequired error={errors.lastName?.message}>
            {(control) => (
              <Input {...control} {...form.register('lastName')} autoComplete="family-name" />
            )}
          </Field>
          <Field
            label="Email"
            isRequired
            error={errors.email?.message}
            hint="You sign in with it."
            className="sm:col-span-2"
          >
            {(control) => (
              <Input
                {...control}
                {...form.register('email')}
                type="email"
                autoComplete="username"
              />
            )}
          </Field>
          {hasNewEmail && (
            <Field
              label="Current password"
              isRequired
              error={errors.currentPassword?.message}
              hint="Another email needs your password."
              className="sm:col-span-2"
            >
              {(control) => (
                <Input
                  {...control}
                  {...form.register('currentPassword')}
                  type="password"
                  autoComplete="current-password"
                />
              )}
            </Field>
          )}
        </div>
        <SaveBar
          label="Save profile"
          isDirty={isDirty}
          isPending={update.isPending}
          onDiscard={() => form.reset(saved, { keepDirtyValues: false })}
        />
      </form>
    </Card>
  );
}
