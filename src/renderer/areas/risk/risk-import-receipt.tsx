import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  IMPORT_OUTCOMES,
  type ImportOutcome,
  type RiskImport,
} from '../../../shared/areas/risk/risk-exchange.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { importQuery, importRowsQuery } from './quant.queries.ts';
import { ImportRows } from './risk-import-rows.tsx';

type Shown = ImportOutcome | 'all';

/** The receipt of one import, also while it fills. */
export function RiskImportReceipt({ id }: { id: string }) {
  const found = useQuery(importQuery(useClient(), id));
  if (found.data) return <Receipt receipt={found.data} />;
  if (found.isError)
    return (
      <ErrorState
        title="The receipt could not be loaded"
        error={found.error}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      />
    );
  return <Skeleton className="h-40 w-full" />;
}

export function countsText({ created, updated, unchanged, skipped }: RiskImport): string {
  const parts = { created, updated, unchanged, skipped };
  return Object.entries(parts)
    .map(([word, n]) => `${n.toLocaleString()} ${word}`)
    .join(', ');
}

function Receipt({ receipt }: { receipt: RiskImport }) {
  const { state, total, notes, message } = receipt;
  const done = receipt.created + receipt.updated + receipt.unchanged + receipt.skipped;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-fg">
        {countsText(receipt)}
        <span className="text-fg-muted"> of {total.toLocaleString()} rows</span>
      </p>
      {state === 'RUNNING' && (
        <Progress label="Import of risks" value={total === 0 ? 1 : done / total} />
      )}
      {message !== null && <p className="text-warn">{message}</p>}
      <p className="text-xs text-fg-muted">
        <Untrusted text={receipt.fileName} max={120} expand="none" /> by{' '}
        <Untrusted text={receipt.startedBy ?? 'Unknown account'} max={80} expand="none" />{' '}
        <DateTime value={receipt.startedAt} />
      </p>
      {notes.map((note) => (
        <p key={note} className="text-fg-muted [overflow-wrap:anywhere]">
          <Untrusted text={note} max={300} />
        </p>
      ))}
      <Rows receipt={receipt} />
    </div>
  );
}

function Rows({ receipt }: { receipt: RiskImport }) {
  const [shown, setShown] = useState<Shown>('all');
  const outcome = shown === 'all' ? null : shown;
  const list = useInfiniteQuery(importRowsQuery(useClient(), receipt.id, outcome));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const kinds = IMPORT_OUTCOMES.filter((kind) => receipt[kind] > 0);
  return (
    <div className="flex flex-col gap-2">
      <Segmented<Shown>
        label="Rows"
        size="sm"
        value={shown}
        onValueChange={setShown}
        segments={[
          { value: 'all', label: 'All' },
          ...kinds.map((kind) => ({
            value: kind,
            label: `${kind} (${receipt[kind].toLocaleString()})`,
          })),
        ]}
      />
      {rows.length > 0 && <ImportRows label="Rows of the import" rows={rows} />}
      {list.hasNextPage && (
        <Button
          size="sm"
          className="self-center"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchingNextPage ? 'Loading rows...' : 'Show more rows'}
        </Button>
      )}
    </div>
  );
}
