import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useClient } from '../../api/client-context.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { unlinkedQuery } from './mappings.queries.ts';

/** Evidence that proves nothing yet; each opens where it can be linked. */
export function UnlinkedEvidenceDialog({ onClose }: { onClose: () => void }) {
  const unlinked = useQuery(unlinkedQuery(useClient()));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Evidence without a control"
      description="Open it to link it to the controls that it proves."
      size="lg"
    >
      {unlinked.isPending && <Skeleton className="h-24 w-full" />}
      {unlinked.data?.rows.length === 0 && (
        <p className="text-fg-muted">All evidence is linked to a control.</p>
      )}
      <ul className="flex flex-col divide-y divide-line">
        {unlinked.data?.rows.map((evidence) => (
          <li key={evidence.id} className="flex items-center gap-3 py-1.5">
            <Link
              to={`/evidence?evidence=${evidence.id}`}
              className="min-w-0 flex-1 truncate text-accent-text hover:underline"
            >
              <Untrusted text={evidence.title} max={120} expand="none" />
            </Link>
            <span className="text-xs text-fg-muted">
              <DateTime value={evidence.collectionDate} mode="local" />
            </span>
          </li>
        ))}
      </ul>
      {unlinked.data?.nextCursor && (
        <p className="mt-2 text-xs text-fg-muted">
          These are the newest {unlinked.data.rows.length.toLocaleString()}; there are more.
        </p>
      )}
    </Dialog>
  );
}
