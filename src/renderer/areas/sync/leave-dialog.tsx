import { type FormEvent, useState } from 'react';
import {
  LEAVE_WORDS,
  type LeaveMode,
  type Membership,
} from '../../../shared/areas/sync/joining.contract.ts';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { describeError } from '../../ui/error-text.ts';
import { Field, Input, Textarea } from '../../ui/field.tsx';
import { useSyncCall } from './sync.queries.ts';

const FORM_ID = 'sync-leave';
const REASON_MAX = 500;

interface LeaveDialogProps {
  mode: LeaveMode;
  membership: Membership;
  onClose: () => void;
}

/** Asks why, and for the word: neither way can be taken back. */
export function LeaveDialog({ mode, membership, onClose }: LeaveDialogProps) {
  const host = useHost();
  const [reason, setReason] = useState('');
  const [word, setWord] = useState('');
  const leave = useSyncCall(
    (client, _: undefined) => client.call(syncContract.leave, { body: { mode, reason, word } }),
    { isQuietError: true, done: `This workstation has left ${membership.workspace.name}` },
  );
  const isReady = reason.trim() !== '' && word === LEAVE_WORDS[mode];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    leave.mutate(undefined, {
      onSuccess: () => (mode === 'wipe' ? host.navigate('/api/login') : onClose()),
    });
  };
  return (
    <Dialog
      open
      onClose={() => !leave.isPending && onClose()}
      title={mode === 'keep' ? 'Leave and keep a copy?' : 'Leave and wipe this workstation?'}
      description={
        mode === 'keep'
          ? 'What is here stays and is on this workstation alone from now on. Nothing comes in or goes out any more.'
          : 'Everything of the workspace is deleted from this workstation: records, files and accounts of others. The workspace on the server is untouched.'
      }
      isDirty={reason !== ''}
      footer={<Buttons mode={mode} isPending={leave.isPending} isReady={isReady} />}
    >
      <form id={FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Reason" isRequired hint="It is kept in the audit log.">
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={REASON_MAX}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <Field label={`Type ${LEAVE_WORDS[mode]}`} isRequired>
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              value={word}
              onChange={(event) => setWord(event.target.value)}
            />
          )}
        </Field>
        {leave.isError && (
          <p role="alert" className="text-bad [overflow-wrap:anywhere]">
            {describeError(leave.error).why}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function Buttons(props: { mode: LeaveMode; isPending: boolean; isReady: boolean }) {
  const { mode, isPending, isReady } = props;
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose} disabled={isPending}>
        Cancel
      </Button>
      <Button
        type="submit"
        form={FORM_ID}
        variant={mode === 'wipe' ? 'destructive' : 'primary'}
        disabled={isPending || !isReady}
      >
        {isPending ? 'Leaving...' : mode === 'wipe' ? 'Leave and wipe' : 'Leave'}
      </Button>
    </>
  );
}
