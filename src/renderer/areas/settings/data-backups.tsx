import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Backup, dataContract } from '../../../shared/areas/settings/data.contract.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import { useClient } from '../../api/client-context.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { backupsQuery, isAtWork, useDeleteBackup, useNewestJob } from './data.queries.ts';
import { BackupDialog } from './data-backup-dialog.tsx';
import { DataJob } from './data-job.tsx';
import { sizeText } from './data-size.ts';

/** Makes backups and keeps the list of those in the data folder. */
export function DataBackups() {
  const [isAsking, setIsAsking] = useState(false);
  const queries = useQueryClient();
  const backups = useQuery(backupsQuery(useClient()));
  const job = useNewestJob('backup');
  const isRunning = isAtWork(job);
  useEndOf(job, () => void queries.invalidateQueries({ queryKey: ['data'] }));
  return (
    <Card
      title="Backup"
      note="One encrypted file of the whole workspace, made while everybody goes on working."
      actions={
        <Button variant="primary" disabled={isRunning} onClick={() => setIsAsking(true)}>
          Back up
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {isRunning && job && <DataJob job={job} text="Copying the workspace" />}
        {backups.isError && (
          <ErrorState
            title="The backups could not be listed"
            error={backups.error}
            onRetry={() => void backups.refetch()}
          />
        )}
        {backups.data && <BackupList backups={backups.data} />}
      </div>
      <BackupDialog open={isAsking} onClose={() => setIsAsking(false)} />
    </Card>
  );
}

/** Says how a backup ended, once, where its beginning was seen. */
function useEndOf(job: Job | undefined, onEnd: () => void): void {
  const { toast } = useToast();
  const seen = useRef<string | null>(null);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    if (!job) return;
    if (isAtWork(job)) {
      seen.current = job.id;
      return;
    }
    if (seen.current !== job.id) return;
    seen.current = null;
    end.current();
    if (job.state === 'DONE')
      toast({ title: 'Success', description: 'The backup is made. Save it to another place.' });
    else if (job.state !== 'CANCELLED')
      toast({
        title: 'Error',
        description: job.message ?? 'The backup failed',
        variant: 'destructive',
      });
  }, [job, toast]);
}

function BackupList({ backups }: { backups: readonly Backup[] }) {
  const [toDelete, setToDelete] = useState<Backup | null>(null);
  const remove = useDeleteBackup();
  const sayError = useErrorToast();
  if (backups.length === 0) {
    return (
      <p className="text-fg-muted">
        There is no backup in the data folder. What is only on this disk is lost with it.
      </p>
    );
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {backups.map((backup) => (
          <BackupRow key={backup.id} backup={backup} onDelete={() => setToDelete(backup)} />
        ))}
      </ul>
      <ConfirmDialog
        open={toDelete !== null}
        onClose={() => setToDelete(null)}
        title="Delete this backup?"
        text={`${toDelete?.name ?? ''} is deleted from the data folder. Copies of it elsewhere stay.`}
        confirmLabel="Delete backup"
        tone="destructive"
        onConfirm={() => {
          if (toDelete) remove.mutate(toDelete.id, { onError: sayError });
          setToDelete(null);
        }}
      />
    </>
  );
}

function BackupRow({ backup, onDelete }: { backup: Backup; onDelete: () => void }) {
  const host = useHost();
  const sayError = useErrorToast();
  const path = endpointPath(dataContract.backupFile, { params: { id: backup.id } });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1">
        <p className="truncate font-mono text-xs text-fg">{backup.name}</p>
        <p className="text-xs text-fg-muted tabular-nums">
          <DateTime value={backup.createdAt} /> · {sizeText(backup.bytes)}
        </p>
      </div>
      <Button
        size="sm"
        icon={<Download aria-hidden />}
        label={`Save ${backup.name}`}
        onClick={() => host.saveAs(path, backup.name).catch(sayError)}
      >
        Save
      </Button>
      <Button
        size="sm"
        variant="ghost"
        icon={<Trash2 aria-hidden />}
        label={`Delete ${backup.name}`}
        title="Delete"
        onClick={onDelete}
      />
    </li>
  );
}
