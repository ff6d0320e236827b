import { useQuery } from '@tanstack/react-query';
import type { Destination } from '../../../shared/areas/isolation/isolation.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { destinationsQuery } from './isolation.queries.ts';
import { sizeText } from './size-text.ts';

const COLUMNS: readonly DataColumn<Destination>[] = [
  {
    ...{ id: 'origin', header: 'Destination', minWidth: 160, share: 2, isFixed: true },
    value: ({ origin }) => origin,
    cell: ({ origin }) => <Untrusted text={origin} expand="none" className="block truncate" />,
  },
  figure('connections', 'Connections', ({ connections }) => connections),
  figure('refused', 'Refused', ({ refused }) => refused),
  figure('sent', 'Sent', ({ bytesSent }) => bytesSent, sizeText),
  figure('received', 'Received', ({ bytesReceived }) => bytesReceived, sizeText),
  {
    ...{ id: 'last', header: 'Last', minWidth: 110 },
    value: ({ lastAt }) => lastAt,
    cell: ({ lastAt }) => <DateTime value={lastAt} />,
  },
];

function figure(
  id: string,
  header: string,
  value: (row: Destination) => number,
  text: (value: number) => string = (shown) => shown.toLocaleString(),
): DataColumn<Destination> {
  return {
    ...{ id, header, value, minWidth: 110, align: 'end' },
    cell: (row) => <span className="tabular-nums">{text(value(row))}</span>,
  };
}

/** Totals of the ledger by where connections went. */
export function DestinationsCard() {
  const found = useQuery(destinationsQuery(useClient()));
  return (
    <Card title="Destinations" note="Totals of the connections below, by where they went.">
      {found.isPending ? (
        <Skeleton className="h-52 w-full" />
      ) : found.isError ? (
        <ErrorState
          title="The totals could not be read"
          error={found.error}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      ) : (
        <DataTable
          label="Destinations"
          columns={COLUMNS}
          rows={found.data}
          rowId={({ origin }) => origin}
          rowName={({ origin }) => origin}
          storageKey="egress-destinations"
          className="max-h-72"
          empty={<EmptyState title="No destinations" text="Nothing has tried to leave so far." />}
        />
      )}
    </Card>
  );
}
