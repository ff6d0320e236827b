import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import {
  REASSESSMENT_RULES,
  type ReassessmentStep,
} from '../../../shared/areas/vendors/reassessments.rules.ts';
import { vendorAssessmentsContract as calls } from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import type { ReassessmentDetail } from '../../../shared/areas/vendors/vendor-signals.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { PriorityBadge, TaskBadges } from './reassessment-columns.tsx';
import { ReassessmentFields } from './reassessment-fields.tsx';
import { SignalList } from './signal-list.tsx';
import { reassessmentQuery } from './vendor-assessments.queries.ts';
import { useVendorCall } from './vendors.queries.ts';
import { countOf } from './vendors.text.ts';

/** One reassessment: what asked for it, who does it by when, and its steps. */
export function ReassessmentDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const found = useQuery(reassessmentQuery(useClient(), id));
  const mayWrite = useMay('vendors.write');
  const { data } = found;
  return (
    <Dialog
      open
      onClose={onClose}
      title={data ? `Reassessment of ${data.vendorName}` : 'Reassessment'}
      description={data && countOf(data.signalCount, 'signal touches it', 'signals touch it')}
      size="lg"
      footer={data && mayWrite && !data.closedAt ? <Steps task={data} /> : undefined}
    >
      {found.isPending && <Skeleton className="h-64 w-full" />}
      {found.isError && (
        <ErrorState
          title="This reassessment could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      )}
      {data && (
        <div className="flex flex-col gap-5">
          <p className="flex flex-wrap items-center gap-2">
            <PriorityBadge priority={data.priority} />
            <TaskBadges task={data} />
            <Link
              to={`/vendors?vendor=${data.vendorId}`}
              className="text-accent-text hover:underline"
            >
              Open the vendor
            </Link>
          </p>
          <ReassessmentFields task={data} isReadOnly={!mayWrite || data.closedAt !== null} />
          {data.outcome !== null && (
            <section aria-label="Outcome">
              <h3 className="text-sm font-semibold text-fg">Outcome</h3>
              <p className="text-fg">
                <Untrusted text={data.outcome} newlines="keep" max={1000} />
              </p>
              <p className="text-xs text-fg-muted">
                {data.closedByName}
                {data.closedAt !== null && (
                  <>
                    , <DateTime value={data.closedAt} />
                  </>
                )}
              </p>
            </section>
          )}
          <SignalList task={data} />
        </div>
      )}
    </Dialog>
  );
}

type Asked = Exclude<ReassessmentStep, 'start'>;
const WORDS: Record<Asked, { title: string; description: string; label: string; pending: string }> =
  {
    done: {
      title: 'Close reassessment',
      description: 'Say what was found and what follows from it.',
      label: 'Close',
      pending: 'Closing...',
    },
    dismiss: {
      title: 'Dismiss reassessment',
      description:
        'For 7 days, what is not more severe asks for no other one. Say why none is needed.',
      label: 'Dismiss',
      pending: 'Dismissing...',
    },
  };

function Steps({ task }: { task: ReassessmentDetail }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const params = { id: task.id };
  const step = useVendorCall(
    (client, input: { type: ReassessmentStep; reason: string }) => {
      if (input.type === 'start') return client.call(calls.startReassessment, { params, body: {} });
      const body = { reason: input.reason };
      return input.type === 'done'
        ? client.call(calls.finishReassessment, { params, body })
        : client.call(calls.dismissReassessment, { params, body });
    },
    { done: 'Reassessment updated', failed: 'Failed to update reassessment' },
  );
  return (
    <>
      <Button disabled={step.isPending} onClick={() => setAsked('dismiss')}>
        Dismiss
      </Button>
      {REASSESSMENT_RULES.start.from.includes(task.state) ? (
        <Button
          variant="primary"
          disabled={step.isPending}
          onClick={() => step.mutate({ type: 'start', reason: '' })}
        >
          Start Review
        </Button>
      ) : (
        <Button variant="primary" disabled={step.isPending} onClick={() => setAsked('done')}>
          Close With Outcome
        </Button>
      )}
      {asked !== null && (
        <ReasonDialog
          title={WORDS[asked].title}
          description={WORDS[asked].description}
          label={WORDS[asked].label}
          pendingLabel={WORDS[asked].pending}
          isPending={step.isPending}
          onClose={() => setAsked(null)}
          onReason={(reason) =>
            step.mutate({ type: asked, reason }, { onSuccess: () => setAsked(null) })
          }
        />
      )}
    </>
  );
}
