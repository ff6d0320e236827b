import { useQuery } from '@tanstack/react-query';
import type { LastPreview } from '../../../shared/areas/models/redaction.contract.ts';
import type { ModelTask } from '../../../shared/areas/models/tasks.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { TASK_LABELS } from './models.text.ts';
import { lastPreviewQuery, useAgree } from './redaction.queries.ts';
import { ShownPreview } from './redaction-preview.tsx';

interface LastPreviewProps {
  task: ModelTask;
  /** After a person has agreed that this kind of use may begin. */
  onAgreed: () => void;
}

/** Exactly what left in the last run of a kind, or what waits for somebody to look at it. */
export function LastPreviewView({ task, onAgreed }: LastPreviewProps) {
  const last = useQuery(lastPreviewQuery(useClient(), task));
  if (last.isError && /^404:/.test(last.error.message))
    return (
      <EmptyState
        title="Nothing was asked yet"
        text="The first request of this kind is shown here, exactly as it leaves."
      />
    );
  if (last.isError)
    return (
      <ErrorState
        title="What leaves could not be shown"
        error={last.error}
        onRetry={() => void last.refetch()}
        isRetrying={last.isFetching}
      />
    );
  if (!last.data) return <Skeleton className="h-40 w-full" />;
  return <Shown last={last.data} onAgreed={onAgreed} />;
}

function Shown({ last, onAgreed }: { last: LastPreview; onAgreed: () => void }) {
  const agree = useAgree();
  const sayError = useErrorToast();
  const { task, host, model, isHeld, receipt, at } = last;
  const confirm = (seen: string) =>
    // By then this may be gone from the page, and what waits for it must go on all the same.
    agree.mutateAsync({ task, receipt: seen }).then(onAgreed, sayError);
  return (
    <section
      aria-label={isHeld ? 'What would leave' : 'What left last'}
      className="flex min-w-0 flex-col gap-4"
    >
      <p className={isHeld ? 'text-warn' : 'text-fg-muted'}>
        {isHeld ? 'Nothing was sent. This is exactly what would leave for ' : 'This left for '}
        <Untrusted text={host} /> (<Untrusted text={model} />, <DateTime value={at} />
        ).
      </p>
      <ShownPreview preview={last} />
      {isHeld && receipt === null && (
        <p className="text-fg-muted">
          Somebody who works with this kind of use must agree before it begins.
        </p>
      )}
      {isHeld && receipt !== null && (
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" disabled={agree.isPending} onClick={() => confirm(receipt)}>
            {agree.isPending ? 'Saving...' : 'Let this kind of use begin'}
          </Button>
          <p className="min-w-0 flex-1 basis-64 text-xs text-fg-muted">
            {TASK_LABELS[task]}: from now on such requests leave for this address without asking
            again. It is kept with your name.
          </p>
        </div>
      )}
    </section>
  );
}
