import { type FormEvent, useState } from 'react';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { describeError } from '../../ui/error-text.ts';
import { Field, Input } from '../../ui/field.tsx';
import { useSyncCall } from './sync.queries.ts';

/** The workstation has joined, this account has not: what it writes is not sent under its name. */
export function OwnInvitationCard() {
  const [invitation, setInvitation] = useState('');
  const add = useSyncCall(
    (client, text: string) => client.call(syncContract.addOwn, { body: { invitation: text } }),
    { isQuietError: true, done: 'You are part of the shared workspace now' },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(invitation, { onSuccess: () => setInvitation('') });
  };
  return (
    <Card
      title="You are not in the shared workspace yet"
      note="This workstation has joined it; your account has not. Until it does, what you change is sent without your name."
    >
      <form noValidate onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <Field
          label="Your invitation"
          className="min-w-60 flex-1"
          error={add.isError ? describeError(add.error).why : undefined}
          hint="An administrator of the workspace gives it to you."
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              value={invitation}
              onChange={(event) => setInvitation(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="mt-6"
          disabled={add.isPending || invitation.trim() === ''}
        >
          {add.isPending ? 'Asking the server...' : 'Use it'}
        </Button>
      </form>
    </Card>
  );
}
