import { X } from 'lucide-react';
import type { Job } from '../../../shared/contract/jobs.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { fileSize } from './reports.format.ts';
import { useCancelMaking } from './reports.queries.ts';

/** A report or a package under way: how far it is, and the way to stop it. */
export function ReportMaking({ job }: { job: Job }) {
  const cancel = useCancelMaking();
  const sayError = useErrorToast();
  const mayCancel = useMay('jobs.cancel');
  const isBytes = job.unit === 'bytes' && job.total !== null;
  return (
    <div className="flex flex-col gap-2 border-b border-line px-4 py-3">
      <div className="flex items-center gap-3">
        <p className="min-w-0 flex-1 text-fg">
          <Untrusted text={job.title} />
          {isBytes && (
            <span className="ml-2 text-xs text-fg-muted tabular-nums">
              {fileSize(job.done)} of {fileSize(job.total ?? 0)}
            </span>
          )}
        </p>
        {mayCancel && (
          <Button
            size="sm"
            variant="ghost"
            icon={<X aria-hidden />}
            disabled={cancel.isPending}
            onClick={() => cancel.mutate(job.id, { onError: sayError })}
          >
            Cancel
          </Button>
        )}
      </div>
      <Progress label={job.title} value={job.total ? job.done / job.total : null} />
    </div>
  );
}
