import { zodResolver } from '@hookform/resolvers/zod';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type Invitee, inviteeSchema } from '../../../shared/areas/sync/joining.contract.ts';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import { DEFAULT_ROLE } from '../../../shared/contract/permissions.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { describeError } from '../../ui/error-text.ts';
import { Field, Input } from '../../ui/field.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Select } from '../../ui/select.tsx';
import { ROLE_OPTIONS } from './role-dialog.tsx';
import { useSyncCall } from './sync.queries.ts';

const FORM_ID = 'sync-invite';
const formSchema = inviteeSchema.omit({ owner: true });
type FormValues = z.infer<typeof formSchema>;
type InviteForm = UseFormReturn<FormValues>;

/** Asks for the person; shows the invitation, once. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invite = useSyncCall(
    (client, body: Invitee) => client.call(syncContract.invite, { body }),
    { isQuietError: true },
  );
  const form: InviteForm = useForm<FormValues>({
    resolver: zodResolver(formSchema),
    defaultValues: { email: '', name: '', role: DEFAULT_ROLE },
  });
  const made = invite.data;
  const submit = form.handleSubmit((person) => invite.mutate(person));
  if (made) return <Made {...made} name={form.getValues('name')} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite a person"
      description="The invitation is one text. Who has it can join once, as this person."
      isDirty={form.formState.isDirty}
      footer={
        <DialogButtons
          form={FORM_ID}
          label="Make the invitation"
          pendingLabel="Asking the server..."
          isPending={invite.isPending}
        />
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <InviteFields form={form} />
        {invite.isError && (
          <p role="alert" className="text-bad [overflow-wrap:anywhere]">
            {describeError(invite.error).why}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function InviteFields({ form }: { form: InviteForm }) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Name" isRequired error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
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
        label="Email"
        isRequired
        error={errors.email?.message}
        hint="Who has an account here with this address keeps it."
        className="sm:col-span-2"
      >
        {(control) => (
          <Input {...control} {...form.register('email')} type="email" autoComplete="off" />
        )}
      </Field>
    </div>
  );
}

interface MadeProps {
  invitation: string;
  expiresAt: string;
  name: string;
  onClose: () => void;
}

function Made({ invitation, expiresAt, name, onClose }: MadeProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Invitation for ${name}`}
      description="It is shown now and never again. Hand it over in a way that only this person reads."
      footer={
        <>
          <CopyButton text={invitation} />
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ScrollRegion
          label="Invitation"
          className="max-h-48 rounded-md border border-line bg-sunken p-3"
        >
          <code className="font-mono text-xs break-all text-fg select-all">{invitation}</code>
        </ScrollRegion>
        <p className="text-fg-muted">
          Can be used once, until <DateTime value={expiresAt} mode="local" />: on the person's
          workstation, under Settings, Sync.
        </p>
      </div>
    </Dialog>
  );
}
