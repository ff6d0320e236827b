import { useQuery } from '@tanstack/react-query';
import type { ControlBatch } from '../../../shared/areas/compliance/controls.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { batchesQuery } from './controls.queries.ts';
import { undoneText, useUndo } from './use-undo.ts';

/** The last bulk changes, each with what came of it and the way back. */
export function BulkHistoryDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(batchesQuery(useClient()));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Bulk changes"
      size="lg"
      description="The last 30, newest first."
    >
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {error && (
        <ErrorState
          title="Bulk changes could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && (
        <EmptyState title="No bulk changes yet" text="Select controls and change them together." />
      )}
      <ul className="flex flex-col gap-3">
        {data?.map((batch) => (
          <Batch key={batch.id} batch={batch} />
        ))}
      </ul>
    </Dialog>
  );
}

function Batch({ batch }: { batch: ControlBatch }) {
  const mayWrite = useMay('compliance.write');
  const { undo, isPending } = useUndo();
  const skipped = batch.skipped.length;
  return (
    <li className="rounded-md border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 font-medium text-fg">{batch.summary}</h3>
        {batch.state === 'RUNNING' && <Badge tone="accent">Under way</Badge>}
        {batch.state === 'UNDONE' && <Badge>Undone</Badge>}
        {batch.state === 'DONE' && mayWrite && (
          <Button size="sm" className="ml-auto" disabled={isPending} onClick={() => undo(batch.id)}>
            Undo
          </Button>
        )}
      </div>
      <p className="text-xs text-fg-muted">
        <Untrusted text={batch.actorName} max={80} /> · <DateTime value={batch.createdAt} /> ·{' '}
        {batch.changed.toLocaleString()} changed
        {skipped > 0 && `, ${skipped} could not be`}
      </p>
      {batch.reason && (
        <p className="text-fg">
          “<Untrusted text={batch.reason} newlines="keep" />”
        </p>
      )}
      {batch.state === 'UNDONE' && (
        <p className="text-xs text-fg-muted">
          {undoneText(batch)} by <Untrusted text={batch.undoneByName} max={80} />
        </p>
      )}
      {skipped > 0 && (
        <details className="text-xs text-fg-muted">
          <summary className="cursor-pointer text-accent-text">What could not be changed</summary>
          <ul className="mt-1 flex flex-col gap-0.5">
            {batch.skipped.map(({ controlId, reason }) => (
              <li key={controlId}>
                <Untrusted text={controlId} max={64} />: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
