import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileUp } from 'lucide-react';
import { useState } from 'react';
import type { Import } from '../../../../shared/areas/alerts/imports.contract.ts';
import { IMPORT_FORMAT_LABELS } from '../../../../shared/areas/alerts/imports.contract.ts';
import { useClient } from '../../../api/client-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateTime } from '../../../ui/date-time.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';
import { ImportReceipt, ImportStateBadge } from './import-receipt.tsx';
import { importQuery, importsQuery } from './imports.queries.ts';

interface ImportHistoryDialogProps {
  /** Whose import is shown first; null shows the list. */
  jobId: string | null;
  onClose: () => void;
}

/** All imports of the workspace; one of them opens as its receipt. */
export function ImportHistoryDialog({ jobId, onClose }: ImportHistoryDialogProps) {
  const client = useClient();
  const { data, error, refetch } = useQuery(importsQuery(client));
  const [chosenId, setOpenId] = useState<string | null | undefined>(undefined);
  const asked = jobId === null ? undefined : data?.find((one) => one.jobId === jobId);
  const openId = chosenId === undefined ? (asked?.id ?? null) : chosenId;
  // The list leaves out the rejected records; the receipt has them.
  const { data: receipt } = useQuery({
    ...importQuery(client, openId ?? ''),
    enabled: openId !== null,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={openId ? 'Import receipt' : 'Import history'}
      description={
        openId ? <Untrusted text={receipt?.fileName} max={120} expand="none" /> : 'Newest first.'
      }
      size="xl"
      footer={
        openId && (
          <Button icon={<ArrowLeft aria-hidden />} onClick={() => setOpenId(null)}>
            All imports
          </Button>
        )
      }
    >
      {error && (
        <ErrorState
          title="The imports could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {(openId ? !receipt : !data && !error) && <Skeleton className="h-40 w-full" />}
      {data?.length === 0 && (
        <EmptyState
          icon={<FileUp />}
          title="No Imports"
          text="No file has been imported yet. Drop one on the window, or choose Import."
        />
      )}
      {openId !== null && receipt && <ImportReceipt receipt={receipt} />}
      {data && openId === null && (
        <ul className="divide-y divide-line">
          {data.map((one) => (
            <HistoryRow key={one.id} receipt={one} onOpen={() => setOpenId(one.id)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function HistoryRow({ receipt, onOpen }: { receipt: Import; onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onOpen}
        className="flex w-full flex-wrap items-center gap-x-4 gap-y-1 rounded-md px-2 py-2 text-left hover:bg-raised"
      >
        <span className="min-w-40 flex-1 truncate font-medium text-fg">
          <Untrusted text={receipt.fileName} max={120} expand="none" />
        </span>
        <span className="w-52 text-fg-muted">
          {receipt.format ? IMPORT_FORMAT_LABELS[receipt.format] : '—'}
        </span>
        <span className="w-72 text-fg-muted tabular-nums">
          {receipt.added.toLocaleString()} added · {receipt.merged.toLocaleString()} merged ·{' '}
          {receipt.rejected.toLocaleString()} rejected
        </span>
        <span className="w-20">
          <ImportStateBadge state={receipt.state} />
        </span>
        <DateTime value={receipt.startedAt} className="w-24 text-xs text-fg-muted tabular-nums" />
      </button>
    </li>
  );
}
