import { X } from 'lucide-react';
import type { Job } from '../../../shared/contract/jobs.ts';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useCancelJob } from './data.queries.ts';
import { sizeText } from './data-size.ts';

interface DataJobProps {
  job: Job;
  /** What it does, in words: 'Copying the workspace'. */
  text: string;
}

/** A job of this page at work: how far it is, and the way to stop it. */
export function DataJob({ job, text }: DataJobProps) {
  const cancel = useCancelJob();
  const sayError = useErrorToast();
  const share = job.total ? job.done / job.total : null;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-fg">
          {text}
          <span className="ml-2 text-xs text-fg-muted tabular-nums">
            {sizeText(job.done)}
            {job.total !== null && ` of ${sizeText(job.total)}`}
          </span>
        </p>
        <Button
          size="sm"
          variant="ghost"
          icon={<X aria-hidden />}
          disabled={cancel.isPending}
          onClick={() => cancel.mutate(job.id, { onError: sayError })}
        >
          Cancel
        </Button>
      </div>
      <Progress label={job.title} value={share} />
    </div>
  );
}
