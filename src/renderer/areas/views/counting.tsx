import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/client-context.tsx';
import { jobsQuery } from '../../api/jobs.queries.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';

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
