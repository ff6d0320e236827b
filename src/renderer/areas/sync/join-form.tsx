import { type FormEvent, useState } from 'react';
import type { InvitationPreview, JoinMode } from '../../../shared/areas/sync/joining.contract.ts';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import { useUser } from '../../api/session.tsx';
import { describeError } from '../../ui/error-text.ts';
import { Field, Input } from '../../ui/field.tsx';
import { InvitationFacts } from './invitation-facts.tsx';
import { JoinModeChoice } from './join-mode.tsx';
import { MergeRefusals } from './merge-refusals.tsx';
import { useSyncCall } from './sync.queries.ts';

export const JOIN_FORM_ID = 'sync-join';
const MIN_PASSPHRASE = 12;

/** The button that led here is gone, and the focus with it. */
function focusFirst(field: HTMLInputElement | null): void {
  field?.focus();
}

interface JoinFormProps {
  invitation: string;
  preview: InvitationPreview;
  onPending: (isPending: boolean) => void;
  onJoined: () => void;
}

/** What the invitation says, what becomes of what is here, and what the others call this workstation. */
export function JoinForm({ invitation, preview, onPending, onJoined }: JoinFormProps) {
  const { role } = useUser();
  const [mode, setMode] = useState<JoinMode>(preview.localRows === 0 ? 'fresh' : 'merge');
  const [label, setLabel] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const needsBackup = mode === 'fresh' && preview.localRows > 0;
  const join = useSyncCall(
    (client, _: undefined) =>
      client.call(syncContract.join, {
        body: { invitation, mode, label, ...(needsBackup ? { passphrase } : {}) },
      }),
    { isQuietError: true, done: `This workstation is part of ${preview.workspace.name} now` },
  );
  const labelError = isChecked && label.trim() === '' ? 'Name this workstation' : undefined;
  const passphraseError =
    isChecked && needsBackup && passphrase.length < MIN_PASSPHRASE
      ? `The passphrase needs at least ${MIN_PASSPHRASE} characters`
      : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (label.trim() === '' || (needsBackup && passphrase.length < MIN_PASSPHRASE)) return;
    onPending(true);
    join.mutate(undefined, { onSuccess: onJoined, onSettled: () => onPending(false) });
  };
  return (
    <form id={JOIN_FORM_ID} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <InvitationFacts preview={preview} />
      {role !== preview.person.role && (
        <p className="max-w-prose text-warn">
          {`Your role on this workstation becomes ${preview.person.role}.`}
          {preview.person.role !== 'Administrator' &&
            ' You may pause sync, isolate and leave; inviting people and settings are for its administrators.'}
        </p>
      )}
      {preview.problem === null && (
        <>
          <JoinModeChoice mode={mode} onMode={setMode} preview={preview} />
          {mode === 'merge' && <MergeRefusals preview={preview} />}
          {needsBackup && (
            <Field
              label="Passphrase of the backup"
              isRequired
              error={passphraseError}
              hint="What is here is backed up first, in the data folder. The backup opens with this passphrase only."
            >
              {(control) => (
                <Input
                  {...control}
                  type="password"
                  autoComplete="new-password"
                  value={passphrase}
                  onChange={(event) => setPassphrase(event.target.value)}
                />
              )}
            </Field>
          )}
          <Field
            label="Name of this workstation"
            isRequired
            error={labelError}
            hint="What the others see beside your name: 'desk-2', 'Ada, notebook'."
          >
            {(control) => (
              <Input
                {...control}
                ref={focusFirst}
                autoComplete="off"
                value={label}
                onChange={(event) => setLabel(event.target.value)}
              />
            )}
          </Field>
        </>
      )}
      <p role="status" className="text-fg-muted empty:hidden">
        {join.isPending &&
          (needsBackup
            ? 'Backing up what is here, then asking the server...'
            : 'Asking the server...')}
      </p>
      {join.isError && (
        <p role="alert" className="text-bad [overflow-wrap:anywhere]">
          {describeError(join.error).why}
        </p>
      )}
    </form>
  );
}
