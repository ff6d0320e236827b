import { useState } from 'react';
import type { DataInfo } from '../../../shared/areas/settings/data.contract.ts';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { describeError } from '../../ui/error-text.ts';
import { Field, Input } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { isAtWork, useJob, useRestore } from './data.queries.ts';
import { DataJob } from './data-job.tsx';
import { recordsText } from './data-records.ts';
import type { ChosenBackup } from './data-restore.tsx';
import { sizeText } from './data-size.ts';

interface RestoreDialogProps {
  chosen: ChosenBackup;
  records: DataInfo['records'];
  onClose: () => void;
}

const FORM_ID = 'restore';

/** What is in the file, what it replaces, the passphrase; then how far it is, or what was wrong. */
export function RestoreDialog({ chosen, records, onClose }: RestoreDialogProps) {
  const host = useHost();
  const restore = useRestore();
  const [passphrase, setPassphrase] = useState('');
  const job = useJob(restore.data?.id ?? null) ?? restore.data;
  const isRunning = isAtWork(job);
  const isDone = job?.state === 'DONE';
  const failure = restore.isError ? describeError(restore.error).why : endText(job);
  const isBusy = restore.isPending || isRunning;
  return (
    <Dialog
      open
      onClose={() => !isBusy && onClose()}
      title="Restore this backup?"
      footer={
        isDone ? (
          <Button variant="primary" onClick={() => host.navigate('/api/login')}>
            Sign in
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={isBusy}>
              Cancel
            </Button>
            <Button
              type="submit"
              form={FORM_ID}
              variant="destructive"
              disabled={isBusy || passphrase === ''}
            >
              {restore.isPending ? 'Sending...' : 'Replace this workspace'}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        <ChosenFile chosen={chosen} />
        {isDone ? (
          <p className="text-fg">
            The workspace of the backup is in place. Sign in with an account of it.
          </p>
        ) : (
          <>
            <p className="text-fg">
              It replaces everything in this workspace: {recordsText(records)}. What is here now is
              kept aside in the data folder. Everybody is signed out.
            </p>
            <form
              id={FORM_ID}
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                restore.mutate({ file: chosen.file, passphrase });
              }}
            >
              <Field
                label="Passphrase of the backup"
                isRequired
                error={isBusy ? undefined : failure}
              >
                {(control) => (
                  <Input
                    {...control}
                    type="password"
                    autoComplete="off"
                    value={passphrase}
                    disabled={isBusy}
                    onChange={(event) => setPassphrase(event.target.value)}
                  />
                )}
              </Field>
            </form>
          </>
        )}
        {isRunning && job && <DataJob job={job} text="Checking the backup" />}
      </div>
    </Dialog>
  );
}

function endText(job: { state: string; message: string | null } | undefined): string | undefined {
  if (!job || job.state === 'RUNNING' || job.state === 'QUEUED' || job.state === 'DONE')
    return undefined;
  if (job.state === 'CANCELLED') return 'Cancelled. Nothing was changed.';
  return job.message ?? 'The restore failed. Nothing was changed.';
}

function ChosenFile({ chosen: { file, head } }: { chosen: ChosenBackup }) {
  return (
    <div className="rounded-md border border-line bg-sunken px-3 py-2">
      <p className="font-mono text-xs break-all text-fg">
        <Untrusted text={file.name} max={200} />
      </p>
      <p className="text-xs text-fg-muted tabular-nums">
        Made <DateTime value={head.createdAt} mode="local" /> · {sizeText(file.size)}
      </p>
    </div>
  );
}
