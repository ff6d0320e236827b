import { useMutation } from '@tanstack/react-query';
import { ArrowRight, ListChecks, X } from 'lucide-react';
import { Link } from 'react-router-dom';
import {
  type Job,
  type JobState,
  jobResultLink,
  jobsContract,
} from '../../shared/contract/jobs.ts';
import { useClient } from '../api/client-context.tsx';
import { useMay } from '../api/session.tsx';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Button, buttonStyles } from '../ui/button.tsx';
import { DateTime } from '../ui/date-time.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Progress } from '../ui/progress.tsx';
import { Untrusted } from '../ui/untrusted.tsx';
import { useErrorToast } from '../ui/use-error-toast.ts';
import { isRunning, jobCount, jobEta, jobPercent, jobShare } from './jobs.format.ts';
import { useServices } from './services-context.tsx';

const STATES: Record<JobState, { word: string; tone: BadgeTone }> = {
  QUEUED: { word: 'Waiting', tone: 'neutral' },
  RUNNING: { word: 'Running', tone: 'accent' },
  DONE: { word: 'Done', tone: 'ok' },
  FAILED: { word: 'Failed', tone: 'bad' },
  CANCELLED: { word: 'Cancelled', tone: 'neutral' },
  INTERRUPTED: { word: 'Interrupted', tone: 'warn' },
};

interface JobsTrayListProps {
  jobs: readonly Job[];
  /** A link was followed: the tray is in the way. */
  onLeave: () => void;
}

export function JobsTrayList({ jobs, onLeave }: JobsTrayListProps) {
  if (jobs.length === 0) {
    return (
      <EmptyState
        icon={<ListChecks />}
        title="No jobs"
        text="Imports and other work that takes time show here how far they are."
      />
    );
  }
  return (
    <ul className="min-h-0 divide-y divide-line overflow-y-auto">
      {jobs.map((job) => (
        <JobRow key={job.id} job={job} onLeave={onLeave} />
      ))}
    </ul>
  );
}

function JobRow({ job, onLeave }: { job: Job; onLeave: () => void }) {
  const { word, tone } = STATES[job.state];
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3">
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate font-medium text-fg">
          <Untrusted text={job.title} max={120} expand="none" />
        </span>
        <Badge tone={tone}>{word}</Badge>
        {isRunning(job) && <CancelButton job={job} />}
      </div>
      {isRunning(job) ? <HowFar job={job} /> : <HowItEnded job={job} onLeave={onLeave} />}
      {job.message !== null && (
        <p className={job.state === 'FAILED' ? 'text-xs text-bad' : 'text-xs text-fg-muted'}>
          <Untrusted text={job.message} max={300} />
        </p>
      )}
    </li>
  );
}

function HowFar({ job }: { job: Job }) {
  const { jobRates } = useServices();
  const eta = jobEta(job, jobRates.rateOf(job));
  const percent = jobPercent(job);
  return (
    <>
      <Progress label={job.title} value={jobShare(job)} />
      <p className="flex justify-between gap-3 text-xs text-fg-muted tabular-nums">
        <span>
          {jobCount(job)}
          {percent !== null && ` · ${percent}`}
        </span>
        {eta !== null && <span>{eta}</span>}
      </p>
    </>
  );
}

function HowItEnded({ job, onLeave }: { job: Job; onLeave: () => void }) {
  const result = job.state === 'DONE' ? jobResultLink(job) : null;
  return (
    <p className="flex items-center justify-between gap-3 text-xs text-fg-muted tabular-nums">
      <span>
        {jobCount(job)} · <DateTime value={job.finishedAt} />
      </span>
      {result !== null && (
        <Link
          to={result}
          onClick={onLeave}
          className={buttonStyles({ variant: 'ghost', size: 'sm' })}
        >
          Show result
          <ArrowRight aria-hidden />
        </Link>
      )}
    </p>
  );
}

function CancelButton({ job }: { job: Job }) {
  const client = useClient();
  const cancel = useMutation({
    mutationFn: () => client.call(jobsContract.cancel, { params: { id: job.id } }),
    onError: useErrorToast(),
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
