import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/client-context.tsx';
import { jobsQuery } from '../../api/jobs.queries.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { shownTime } from '../../ui/time.ts';
import { useTimeZone } from '../../ui/time-zone.ts';

/** Says of when a count is that is being made anew. */
export function CountedBefore({ oldSince }: { oldSince: string | null }) {
  const zone = useTimeZone();
  if (oldSince === null) return null;
  return <span> As of {shownTime(Date.parse(oldSince), zone)}; counting anew.</span>;
}

interface CountingProps {
  answer:
    | { readonly state: 'working'; readonly jobId: string }
    | { readonly state: 'stopped'; readonly message: string };
  onAgain: () => void;
}

/** A count that takes time, or was stopped; the jobs' list can cancel it. */
export function Counting({ answer, onAgain }: CountingProps) {
  const { data: jobs } = useQuery(jobsQuery(useClient()));
  if (answer.state === 'stopped') {
    return (
      <p className="flex items-center gap-3 p-4 text-fg-muted">
        {answer.message}
        <Button size="sm" onClick={onAgain}>
          Try again
        </Button>
      </p>
    );
  }
  const job = jobs?.find(({ id }) => id === answer.jobId);
  const value = job?.total ? job.done / job.total : null;
  return (
    <div className="p-4">
      <Progress label="Counting..." value={value} />
    </div>
  );
}
