import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo } from 'react';
import {
  isolationContract,
  LEDGER_FILTERS,
  LEDGER_PURPOSES,
  type LedgerFilter,
} from '../../../shared/areas/isolation/isolation.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAddressParams, useSearchText } from '../../ui/use-address-params.ts';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { ledgerQuery } from './isolation.queries.ts';
import { LEDGER_COLUMNS, PURPOSE_LABELS } from './ledger-columns.tsx';

const OUTCOMES = [
  { value: 'all', label: 'Every outcome' },
  { value: 'answered', label: 'Answered' },
  { value: 'refused', label: 'Refused' },
  { value: 'failed', label: 'Failed' },
] as const;
const PURPOSES = [
  { value: 'all', label: 'Every purpose' },
  ...LEDGER_PURPOSES.map((value) => ({ value, label: PURPOSE_LABELS[value] })),
] as const;

/** Every connection that was tried, newest first. */
export function LedgerCard() {
  const [params, putParams] = useAddressParams();
  const filter = filterOf(params);
  const [typed, type] = useSearchText(params.get('q') ?? '', (text) =>
    putParams(
      (now) => {
        if (text.trim() === '') now.delete('q');
        else now.set('q', text.trim());
        return now;
      },
      { replace: true },
    ),
  );
  const entries = useInfiniteQuery(ledgerQuery(useClient(), filter));
  const rows = useMemo(
    () => entries.data?.pages.flatMap(({ rows: some }) => some) ?? [],
    [entries.data],
  );
  const put = (name: string, value: string) =>
    putParams((now) => {
      if (value === 'all') now.delete(name);
      else now.set(name, value);
      return now;
    });
  return (
    <Card
      title="Connections"
      note="Every one that was tried, also those that were refused. The newest 25,000 are kept; neither a path, a query nor a key is among them."
      actions={<ExportButton filter={filter} />}
    >
      <div className="flex flex-col gap-3">
        <div className="grid gap-3 sm:grid-cols-3">
          <Input
            type="search"
            aria-label="Search connections"
            placeholder="Where to, or for whom"
            value={typed}
            maxLength={200}
            onChange={(event) => type(event.target.value)}
          />
          <Select
            label="Purpose"
            value={filter.purpose ?? 'all'}
            options={PURPOSES}
            onValueChange={(value) => put('purpose', value)}
          />
          <Select
            label="Outcome"
            value={filter.outcome ?? 'all'}
            options={OUTCOMES}
            onValueChange={(value) => put('outcome', value)}
          />
        </div>
        {entries.isPending ? (
          <Skeleton className="h-64 w-full" />
        ) : entries.isError ? (
          <ErrorState
            title="The ledger could not be read"
            error={entries.error}
            onRetry={() => void entries.refetch()}
            isRetrying={entries.isFetching}
          />
        ) : (
          <DataTable
            label="Connections"
            columns={LEDGER_COLUMNS}
            rows={rows}
            rowId={({ id }) => id}
            rowName={({ origin }) => origin}
            storageKey="egress-ledger"
            className="max-h-160"
            empty={
              <EmptyState
                title={Object.keys(filter).length === 0 ? 'No connections' : 'Nothing found'}
                text={
                  Object.keys(filter).length === 0
                    ? 'Whatever tries to leave this machine is listed here, connection by connection.'
                    : 'No connection that is kept fits this search.'
                }
              />
            }
          />
        )}
        {entries.hasNextPage && (
          <Button
            className="self-center"
            disabled={entries.isFetchingNextPage}
            onClick={() => void entries.fetchNextPage()}
          >
            Show older connections
          </Button>
        )}
      </div>
    </Card>
  );
}

function filterOf(params: URLSearchParams): LedgerFilter {
  const purpose = LEDGER_PURPOSES.find((one) => one === params.get('purpose'));
  const outcome = LEDGER_FILTERS.find((one) => one === params.get('outcome'));
  const q = params.get('q')?.slice(0, 200) ?? '';
  return {
    ...(q === '' ? {} : { q }),
    ...(purpose ? { purpose } : {}),
    ...(outcome ? { outcome } : {}),
  };
}

function ExportButton({ filter }: { filter: LedgerFilter }) {
  const host = useHost();
  const sayError = useErrorToast();
  const query = new URLSearchParams(filter as Record<string, string>).toString();
  const path = `${isolationContract.exportLedger.path}${query === '' ? '' : `?${query}`}`;
  return (
    <Button
      size="sm"
      icon={<Download aria-hidden />}
      onClick={() => host.saveAs(path, 'connections.csv').catch(sayError)}
    >
      Export CSV
    </Button>
  );
}
