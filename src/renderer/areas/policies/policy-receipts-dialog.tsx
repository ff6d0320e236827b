import { useQuery } from '@tanstack/react-query';
import { FileClock } from 'lucide-react';
import { POLICY_IMPORT_LABELS } from '../../../shared/areas/policies/policy-exchange.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { ImportNotes } from './policy-import-notes.tsx';
import { policyReceiptsQuery } from './policy-texts.queries.ts';

/** What became of every file that was imported. */
export function PolicyReceiptsDialog({ onClose }: { onClose: () => void }) {
  const found = useQuery(policyReceiptsQuery(useClient()));
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import receipts"
      description="Files that became policies, newest first."
      size="lg"
    >
      {found.isError ? (
        <ErrorState
          title="Receipts could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : !found.data ? (
        <Skeleton className="h-40" />
      ) : found.data.length === 0 ? (
        <EmptyState
          icon={<FileClock aria-hidden />}
          title="No Imports Yet"
          text="The receipt of every file that becomes a policy is kept here."
        />
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {found.data.map((receipt) => (
            <li key={receipt.id} className="flex flex-col gap-1.5 py-3 first:pt-0">
              <p className="flex flex-wrap items-baseline gap-x-3">
                <span className="font-semibold text-fg">
                  <Untrusted text={receipt.policyTitle} max={120} expand="none" />
                </span>
                <span className="text-xs text-fg-muted">
                  <Untrusted text={receipt.fileName} max={120} expand="none" /> ·{' '}
                  {POLICY_IMPORT_LABELS[receipt.format]} ·{' '}
                  <DateTime value={receipt.createdAt} mode="local" />
                </span>
              </p>
              <ImportNotes counts={receipt.counts} notes={receipt.notes} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
