import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { importsQuery } from './quant.queries.ts';
import { countsText, RiskImportReceipt } from './risk-import-receipt.tsx';

const TONES: Record<string, BadgeTone> = {
  RUNNING: 'accent',
  DONE: 'ok',
  CANCELLED: 'neutral',
  FAILED: 'bad',
};

/** Receipts of earlier imports, newest first. */
export function RiskImportsDialog({ onClose }: { onClose: () => void }) {
  const [openId, setOpenId] = useState<string | null>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title={openId === null ? 'Import receipts' : 'Import receipt'}
      size="xl"
      footer={
        <>
          {openId !== null && (
            <Button
              variant="ghost"
              className="mr-auto"
              icon={<ArrowLeft aria-hidden />}
              onClick={() => setOpenId(null)}
            >
              All receipts
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      {openId === null ? <List onOpen={setOpenId} /> : <RiskImportReceipt id={openId} />}
    </Dialog>
  );
}

function List({ onOpen }: { onOpen: (id: string) => void }) {
  const found = useQuery(importsQuery(useClient()));
  if (!found.data)
    return found.isError ? (
      <ErrorState
        title="The receipts could not be loaded"
        error={found.error}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      />
    ) : (
      <Skeleton className="h-32 w-full" />
    );
  if (found.data.length === 0)
    return <EmptyState title="No Imports Yet" text="The receipt of every import is kept here." />;
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {found.data.map((receipt) => (
        <li key={receipt.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
          <Badge tone={TONES[receipt.state] ?? 'neutral'}>{receipt.state}</Badge>
          <button
            type="button"
            onClick={() => onOpen(receipt.id)}
            className="min-w-0 text-left text-accent-text hover:underline"
          >
            <Untrusted text={receipt.fileName} max={80} expand="none" />
          </button>
          <span className="min-w-0 flex-1 basis-56 text-fg-muted">{countsText(receipt)}</span>
          <span className="text-xs text-fg-muted">
            <DateTime value={receipt.startedAt} />
          </span>
        </li>
      ))}
    </ul>
  );
}
