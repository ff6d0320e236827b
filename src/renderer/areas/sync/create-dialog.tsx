import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import {
  type NewWorkspace,
  newWorkspaceSchema,
} from '../../../shared/areas/sync/joining.contract.ts';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { describeError } from '../../ui/error-text.ts';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { useSyncCall } from './sync.queries.ts';

const FORM_ID = 'sync-create';
const EMPTY: NewWorkspace = { connection: '', name: '', label: '' };

/** Makes the workspace in an empty database, and joins it with what is here. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const create = useSyncCall(
    (client, body: NewWorkspace) => client.call(syncContract.create, { body }),
    { isQuietError: true, done: 'The shared workspace is there. Invite people to it.' },
  );
  const form = useForm<NewWorkspace>({
    resolver: zodResolver(newWorkspaceSchema),
    defaultValues: EMPTY,
  });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit(({ authority, ...asked }) =>
    create.mutate(authority ? { ...asked, authority } : asked, { onSuccess: onClose }),
  );
  return (
    <Dialog
      open
      onClose={() => !create.isPending && onClose()}
      title="Create a shared workspace"
      description="In an empty PostgreSQL database of your organisation. What is on this workstation is the beginning of it."
      isDirty={isDirty}
      footer={
        <DialogButtons
          form={FORM_ID}
          label="Create and join"
          pendingLabel="Creating..."
          isPending={create.isPending}
        />
      }
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name of the workspace" isRequired error={errors.name?.message}>
          {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
        </Field>
        <Field
          label="Name of this workstation"
          isRequired
          error={errors.label?.message}
          hint="What the others see beside your name: 'desk-1'."
        >
          {(control) => <Input {...control} {...form.register('label')} autoComplete="off" />}
        </Field>
        <Field
          label="Connection of the database's owner"
          isRequired
          error={errors.connection?.message}
          hint="postgres://owner:password@host:5432/database. It is used once, to set the database up, and kept nowhere."
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('connection')}
              type="password"
              autoComplete="off"
            />
          )}
        </Field>
        <Field
          label="Certificate of the authority"
          error={errors.authority?.message}
          hint="PEM; only where the server's certificate comes from an authority of your own."
        >
          {(control) => (
            <Textarea
              {...control}
              {...form.register('authority', { setValueAs: (text: string) => text || undefined })}
              rows={3}
              spellCheck={false}
              className="font-mono text-xs"
            />
          )}
        </Field>
        {create.isError && (
          <p role="alert" className="text-bad [overflow-wrap:anywhere]">
            {describeError(create.error).why}
          </p>
        )}
      </form>
    </Dialog>
  );
}
