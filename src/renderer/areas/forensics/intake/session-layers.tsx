import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import {
  intakeContract,
  type ReaderChoice,
  type Session,
  type SessionDetail,
} from '../../../../shared/areas/forensics/intake/intake.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../../ui/field.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { readersQuery, sessionQuery } from './intake.queries.ts';
import { type SessionLayer, useSessionCall } from './session-actions.tsx';
import { SessionReceipt } from './session-receipt.tsx';

interface SessionLayersProps {
  kind: SessionLayer;
  id: string;
  mayWrite: boolean;
  onLayer: (layer: SessionLayer, session: Pick<Session, 'id'>) => void;
  onClose: () => void;
}

/** What opens over the list of files for one of them. */
export function SessionLayers({ kind, id, mayWrite, onLayer, onClose }: SessionLayersProps) {
  const found = useQuery(sessionQuery(useClient(), id));
  const name = found.data?.innerPath ?? found.data?.fileName ?? 'File';
  if (kind === 'password') return <PasswordDialog id={id} session={found.data} onClose={onClose} />;
  if (kind === 'read-as') return <ReadAsDialog id={id} session={found.data} onClose={onClose} />;
  if (kind === 'remove') return <RemoveDialog id={id} name={name} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Receipt" description={<FileName name={name} />} size="xl">
      <Loaded query={found} failed="The receipt could not be loaded">
        {(session) => <SessionReceipt session={session} mayWrite={mayWrite} onLayer={onLayer} />}
      </Loaded>
    </Dialog>
  );
}

const FileName = ({ name }: { name: string }) => <Untrusted text={name} max={200} expand="none" />;

interface LayerProps {
  id: string;
  session: SessionDetail | undefined;
  onClose: () => void;
}

function PasswordDialog({ id, session, onClose }: LayerProps) {
  const formId = useId();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | undefined>();
  const give = useSessionCall(async (client, given: string | null) => {
    await client.call(intakeContract.passwordFile, {
      params: { id },
      body: { password: given },
    });
    onClose();
  }, 'The file is read again');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password === '') return setError('Password is required');
    give.mutate(password);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Password of the archive"
      description={session?.problem ?? 'This archive is encrypted.'}
      size="sm"
      isDirty={password !== '' && !give.isPending}
      footer={
        <>
          <Button onClick={() => give.mutate(null)} disabled={give.isPending}>
            Read the rest without
          </Button>
          <DialogButtons
            form={formId}
            label="Unlock and read"
            pendingLabel="Unlocking..."
            isPending={give.isPending}
          />
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field
          label="Password"
          hint="It opens the archive and is not kept."
          error={error}
          isRequired
        >
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="off"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

function ReadAsDialog({ id, session, onClose }: LayerProps) {
  const readers = useQuery(readersQuery(useClient()));
  const formId = useId();
  const read = useSessionCall(async (client, chosen: readonly string[]) => {
    await client.call(intakeContract.readAs, { params: { id }, body: { readers: [...chosen] } });
    onClose();
  }, 'The file is read again');
  return (
    <Dialog
      open
      onClose={onClose}
      title="Read as"
      description={<FileName name={session?.innerPath ?? session?.fileName ?? ''} />}
      footer={
        <DialogButtons
          form={formId}
          label="Read again"
          pendingLabel="Reading..."
          isPending={read.isPending}
        />
      }
    >
      <Loaded query={readers} failed="The readers could not be loaded">
        {(all) => (
          <ReadAsForm
            id={formId}
            all={all}
            before={session?.chosen ?? []}
            onRead={(chosen) => read.mutate(chosen)}
          />
        )}
      </Loaded>
    </Dialog>
  );
}

interface ReadAsFormProps {
  id: string;
  all: readonly ReaderChoice[];
  before: readonly string[];
  onRead: (readers: readonly string[]) => void;
}

function ReadAsForm({ id, all, before, onRead }: ReadAsFormProps) {
  const [chosen, setChosen] = useState(before);
  const toggle = (reader: string) =>
    setChosen((now) =>
      now.includes(reader) ? now.filter((one) => one !== reader) : [...now, reader],
    );
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault();
        onRead(chosen);
      }}
    >
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 text-fg-muted">
          Its events are replaced. With no reader chosen, the content decides.
        </legend>
        {all.map(({ id: reader, label, version }) => (
          <label key={reader} className="flex items-center gap-2 rounded-sm px-1 py-0.5 text-fg">
            <input
              type="checkbox"
              checked={chosen.includes(reader)}
              onChange={() => toggle(reader)}
            />
            <span className="min-w-0 flex-1">{label}</span>
            <span className="text-xs text-fg-muted">
              {reader} {version}
            </span>
          </label>
        ))}
      </fieldset>
    </form>
  );
}

function RemoveDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const remove = useSessionCall(
    async (client) => client.call(intakeContract.removeFile, { params: { id } }),
    'File taken out of the investigation',
  );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Take this file out?"
      text={
        <>
          <FileName name={name} /> leaves the investigation with all its events. The evidence and
          its chain of custody are kept.
        </>
      }
      confirmLabel="Take out"
      tone="destructive"
      onConfirm={() => {
        remove.mutate(undefined);
        onClose();
      }}
    />
  );
}
