import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import type { Receipt } from '../../../shared/areas/exchange/exchange.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { receiptsQuery, useSaveFile } from './exchange.queries.ts';
import { formatLabel, ReceiptDetails, StateBadge } from './receipt-details.tsx';

/** Every import and export of the workspace, newest first; one opens in full. */
export function ReceiptsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(receiptsQuery(useClient()));
  const [openId, setOpenId] = useState<string | null>(null);
  const save = useSaveFile();
  const open = data?.find(({ id }) => id === openId) ?? null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={open ? 'Receipt' : 'Imports and exports'}
      description={
        open ? <Untrusted text={open.subject} max={120} expand="none" /> : 'Newest first.'
      }
      size="lg"
      footer={
        open && (
          <>
            <Button icon={<ArrowLeft aria-hidden />} onClick={() => setOpenId(null)}>
              All receipts
            </Button>
            {hasFile(open) && (
              <Button icon={<Download aria-hidden />} onClick={() => void save(open)}>
                Save file
              </Button>
            )}
          </>
        )
      }
    >
      {error && (
        <ErrorState
          title="The receipts could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data?.length === 0 && (
        <EmptyState
          icon={<FileUp />}
          title="No Receipts"
          text="Nothing has been imported or exported yet."
        />
      )}
      {open && <ReceiptDetails receipt={open} />}
      {data && !open && (
        <ul className="divide-y divide-line">
          {data.map((one) => (
            <li key={`${one.kind} ${one.id}`}>
              <ReceiptRow receipt={one} onOpen={() => setOpenId(one.id)} />
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const hasFile = ({ direction, state, file }: Receipt) =>
  direction === 'out' && state === 'DONE' && file !== null && file.expiresAt !== null;

function ReceiptRow({ receipt, onOpen }: { receipt: Receipt; onOpen: () => void }) {
  const { direction, format, subject, state, read, startedAt, startedBy } = receipt;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="flex w-full min-w-0 flex-wrap items-center gap-x-3 gap-y-1 px-1 py-2 text-left hover:bg-raised"
    >
      <span className="w-14 shrink-0 text-fg-muted">
        {direction === 'in' ? 'Import' : 'Export'}
      </span>
      <span className="min-w-0 flex-1 truncate text-fg">
        <Untrusted text={subject} max={120} expand="none" />
      </span>
      <span className="text-fg-muted">{formatLabel(format)}</span>
      {read > 0 && <span className="text-fg-muted tabular-nums">{read.toLocaleString()}</span>}
      <StateBadge state={state} />
      <span className="text-xs text-fg-muted">
        <DateTime value={startedAt} />
        {startedBy !== null && (
          <>
            , <Untrusted text={startedBy} max={60} expand="none" />
          </>
        )}
      </span>
    </button>
  );
}
