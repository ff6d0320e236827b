import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { InvitationPreview } from '../../../shared/areas/sync/joining.contract.ts';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { describeError } from '../../ui/error-text.ts';
import { Field, Textarea } from '../../ui/field.tsx';
import { JOIN_FORM_ID, JoinForm } from './join-form.tsx';

const FORM_ID = 'sync-invitation';

/** First what the invitation says, then what becomes of what is here. */
export function JoinDialog({ onClose }: { onClose: () => void }) {
  const [invitation, setInvitation] = useState('');
  const [isJoining, setIsJoining] = useState(false);
  const client = useClient();
  const look = useMutation({
    mutationFn: (text: string) => client.call(syncContract.preview, { body: { invitation: text } }),
  });
  const preview = look.data;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    look.mutate(invitation);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Join a shared workspace"
      description="An administrator of the workspace gives you an invitation: one long line of text."
      isDirty={invitation !== ''}
      footer={
        preview === undefined ? (
          <ReadButtons isPending={look.isPending} isEmpty={invitation.trim() === ''} />
        ) : (
          <JoinButtons preview={preview} isJoining={isJoining} onBack={() => look.reset()} />
        )
      }
    >
      {preview === undefined ? (
        <form id={FORM_ID} noValidate onSubmit={submit}>
          <Field
            label="Invitation"
            isRequired
            hint="It is read here; nothing is sent yet. It can be used once."
            error={look.isError ? describeError(look.error).why : undefined}
          >
            {(control) => (
              <Textarea
                {...control}
                rows={6}
                className="font-mono text-xs break-all"
                spellCheck={false}
                value={invitation}
                onChange={(event) => setInvitation(event.target.value)}
              />
            )}
          </Field>
        </form>
      ) : (
        <JoinForm
          invitation={invitation}
          preview={preview}
          onPending={setIsJoining}
          onJoined={onClose}
        />
      )}
    </Dialog>
  );
}

function ReadButtons({ isPending, isEmpty }: { isPending: boolean; isEmpty: boolean }) {
  const requestClose = useDialogClose();
  return (
    <>
      <Button onClick={requestClose}>Cancel</Button>
      <Button type="submit" form={FORM_ID} variant="primary" disabled={isPending || isEmpty}>
        Read the invitation
      </Button>
    </>
  );
}

interface JoinButtonsProps {
  preview: InvitationPreview;
  isJoining: boolean;
  onBack: () => void;
}

function JoinButtons({ preview, isJoining, onBack }: JoinButtonsProps) {
  return (
    <>
      <Button onClick={onBack} disabled={isJoining}>
        Another invitation
      </Button>
      <Button
        type="submit"
        form={JOIN_FORM_ID}
        variant="primary"
        disabled={isJoining || preview.problem !== null}
      >
        {isJoining ? 'Joining...' : 'Join'}
      </Button>
    </>
  );
}
