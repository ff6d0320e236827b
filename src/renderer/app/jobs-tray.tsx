import { useMutation, useQuery } from '@tanstack/react-query';
import { ListChecks, LoaderCircle, X } from 'lucide-react';
import { contract } from '../../shared/contract/index.ts';
import type { Job, JobState } from '../../shared/contract/jobs.ts';
import { useClient } from '../api/client-context.tsx';
import { jobsQuery } from '../api/jobs.queries.ts';
import { useMay } from '../api/session.tsx';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { describeError } from '../ui/error-text.ts';
import { Progress } from '../ui/progress.tsx';
import { useToast } from '../ui/toast.tsx';
import { Untrusted } from '../ui/untrusted.tsx';
import { useNow } from '../ui/use-now.ts';
import { isRunning, jobCount, jobEta, jobShare, trayJobs } from './jobs.format.ts';
import { TopBarPanel } from './top-bar-panel.tsx';

const STATES: Record<JobState, { word: string; tone: BadgeTone }> = {
  QUEUED: { word: 'Waiting', tone: 'neutral' },
  RUNNING: { word: 'Running', tone: 'accent' },
  DONE: { word: 'Done', tone: 'ok' },
  FAILED: { word: 'Failed', tone: 'bad' },
  CANCELLED: { word: 'Cancelled', tone: 'neutral' },
  INTERRUPTED: { word: 'Interrupted', tone: 'warn' },
};

/** Work that takes time: there while there is any, with the way to stop it. */
export function JobsTray() {
  const { data } = useQuery(jobsQuery(useClient()));
  const jobs = trayJobs(data ?? [], useNow());
  if (jobs.length === 0) return null;
  const running = jobs.filter(isRunning).length;
  const label =
    running > 0 ? `${running} ${running === 1 ? 'job' : 'jobs'} running` : 'Recent jobs';
  return (
    <TopBarPanel
      title="Jobs"
      trigger={
        <Button
          variant="ghost"
          label={label}
          icon={
            running > 0 ? (
              <LoaderCircle aria-hidden className="animate-spin text-accent-text" />
            ) : (
              <ListChecks aria-hidden />
            )
          }
        >
          {running > 0 ? <span className="tabular-nums">{running}</span> : null}
        </Button>
      }
    >
      <ul className="min-h-0 divide-y divide-line overflow-y-auto">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
    </TopBarPanel>
  );
}

function JobRow({ job }: { job: Job }) {
  const { word, tone } = STATES[job.state];
  const eta = jobEta(job);
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium text-fg">
          <Untrusted text={job.title} max={120} expand="none" />
        </span>
        <Badge tone={tone}>{word}</Badge>
        {isRunning(job) && <CancelButton job={job} />}
      </div>
      {isRunning(job) && <Progress label={job.title} value={jobShare(job)} />}
      <p className="flex justify-between gap-3 text-xs text-fg-muted tabular-nums">
        <span>{jobCount(job)}</span>
        {eta !== null && <span>{eta}</span>}
      </p>
      {job.message !== null && (
        <p className="text-xs text-fg-muted">
          <Untrusted text={job.message} max={300} />
        </p>
      )}
    </li>
  );
}

function CancelButton({ job }: { job: Job }) {
  const client = useClient();
  const { toast } = useToast();
  const cancel = useMutation({
    mutationFn: () => client.call(contract.jobs.cancel, { params: { id: job.id } }),
    onError: (error) =>
      toast({ title: 'Error', description: describeError(error).why, variant: 'destructive' }),
  });
  if (!useMay('jobs.cancel')) return null;
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={<X aria-hidden />}
      label={`Cancel ${job.title}`}
      title="Cancel"
      disabled={cancel.isPending}
      onClick={() => cancel.mutate()}
    />
  );
}
