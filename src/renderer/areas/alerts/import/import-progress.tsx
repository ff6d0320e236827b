import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Job } from '../../../../shared/contract/jobs.ts';
import type { HostFile } from '../../../../shared/host.ts';
import { useClient } from '../../../api/client-context.tsx';
import { jobsQuery } from '../../../api/jobs.queries.ts';
import { useMay } from '../../../api/session.tsx';
import { Button } from '../../../ui/button.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { useCancelJob } from './imports.queries.ts';

interface ImportProgressProps {
  file: HostFile;
  /** Null until the core has begun. */
  jobId: string | null;
}

/** How far the import is, and the way to stop it. */
export function ImportProgress({ file, jobId }: ImportProgressProps) {
  const { data: jobs = [] } = useQuery(jobsQuery(useClient()));
  const job = jobs.find((one) => one.id === jobId);
  const cancel = useCancelJob();
  const mayCancel = useMay('jobs.cancel');
  const [isCancelling, setIsCancelling] = useState(false);
  return (
    <div className="flex flex-col gap-3 py-6">
      <p className="font-medium text-fg">
        {isCancelling ? 'Stopping the import of' : 'Importing'}{' '}
        <Untrusted text={file.name} max={120} expand="none" />
      </p>
      <Progress label="Import progress" value={shareOf(job)} />
      <div className="flex items-start justify-between gap-4">
        <p role="status" className="text-fg-muted tabular-nums">
          {job ? countText(job) : 'Starting...'}
          {job?.message && (
            <span className="block">
              <Untrusted text={job.message} max={300} />
            </span>
          )}
        </p>
        {mayCancel && (
          <Button
            disabled={!job || isCancelling}
            onClick={() => {
              if (!job) return;
              setIsCancelling(true);
              cancel.mutate(job.id, { onError: () => setIsCancelling(false) });
            }}
          >
            Cancel import
          </Button>
        )}
      </div>
      <p className="text-xs text-fg-muted">
        You can close this and go on working; the import continues, and its receipt is in the import
        history.
      </p>
    </div>
  );
}

function shareOf(job: Job | undefined): number | null {
  return job?.total ? job.done / job.total : null;
}

function countText({ done, total, unit }: Job): string {
  if (unit === 'bytes') {
    const mib = (bytes: number) =>
      (bytes / 2 ** 20).toLocaleString(undefined, {
        minimumFractionDigits: 1,
        maximumFractionDigits: 1,
      });
    return total === null ? `${mib(done)} MiB read` : `${mib(done)} of ${mib(total)} MiB read`;
  }
  const count = done.toLocaleString();
  return total === null ? `${count} ${unit}` : `${count} of ${total.toLocaleString()} ${unit}`;
}
