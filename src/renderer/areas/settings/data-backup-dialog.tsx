import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { backupRequestSchema } from '../../../shared/areas/settings/data.contract.ts';
import { MIN_PASSPHRASE_LENGTH } from '../../../shared/areas/settings/data.rules.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useStartBackup } from './data.queries.ts';

const formSchema = backupRequestSchema
  .extend({ again: z.string() })
  .refine(({ passphrase, again }) => passphrase === again, {
    path: ['again'],
    message: 'The two passphrases are not the same',
  });
type FormValues = z.infer<typeof formSchema>;

const FORM_ID = 'back-up';
const EMPTY: FormValues = { passphrase: '', again: '' };

/** Asks for the passphrase, twice: nobody can tell it afterwards. */
export function BackupDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const start = useStartBackup();
  const sayError = useErrorToast();
  const form = useForm<FormValues>({ resolver: zodResolver(formSchema), defaultValues: EMPTY });
  const { errors, isDirty } = form.formState;
  const close = () => {
    form.reset(EMPTY);
    onClose();
  };
  const submit = form.handleSubmit(({ passphrase }) =>
    start.mutate(passphrase, { onSuccess: close, onError: sayError }),
  );
  return (
    <Dialog
      open={open}
      onClose={close}
      size="sm"
      title="Back up the workspace"
      description="The file opens with this passphrase only, on this computer or another one. Nobody can find it out: keep it apart from the file."
      isDirty={isDirty}
      footer={<Foot isPending={start.isPending} />}
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Passphrase"
          isRequired
          error={errors.passphrase?.message}
          hint={`At least ${MIN_PASSPHRASE_LENGTH} characters; a few words are best.`}
        >
          {(control) => (
            <Input
              {...control}
              {...form.register('passphrase')}
              type="password"
              autoComplete="new-password"
            />
          )}
        </Field>
        <Field label="Passphrase again" isRequired error={errors.again?.message}>
          {(control) => (
            <Input
              {...control}
              {...form.register('again')}
              type="password"
              autoComplete="new-password"
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

function Foot({ isPending }: { isPending: boolean }) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose} disabled={isPending}>
        Cancel
      </Button>
      <Button type="submit" form={FORM_ID} variant="primary" disabled={isPending}>
        {isPending ? 'Starting...' : 'Back up'}
      </Button>
    </>
  );
}
