import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import type { Attestation } from '../../../shared/areas/policies/attestations.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { attestationRecordQuery } from './attestations.queries.ts';

const HASH_SHOWN = 12;

const COLUMNS: readonly DataColumn<Attestation>[] = [
  {
    id: 'attestedAt',
    header: 'Attested',
    value: ({ attestedAt }) => attestedAt,
    cell: ({ attestedAt }) => <DateTime value={attestedAt} mode="local" />,
    minWidth: 150,
  },
  {
    id: 'account',
    header: 'Account',
    value: ({ accountName }) => accountName,
    cell: ({ accountName }) => <Untrusted text={accountName} max={80} expand="none" />,
    minWidth: 130,
    isFixed: true,
  },
  {
    id: 'policy',
    header: 'Policy',
    value: ({ policyTitle }) => policyTitle,
    cell: ({ policyTitle }) => <Untrusted text={policyTitle} max={120} expand="none" />,
    share: 2,
    minWidth: 160,
  },
  { id: 'version', header: 'Version', value: ({ version }) => version, minWidth: 92, share: 0.4 },
  {
    id: 'sha256',
    header: 'SHA-256',
    value: ({ sha256 }) => sha256,
    cell: ({ sha256 }) => <code className="font-mono text-xs">{sha256.slice(0, HASH_SHOWN)}…</code>,
    minWidth: 120,
  },
  {
    id: 'statement',
    header: 'Statement',
    value: ({ statement }) => statement,
    cell: ({ statement }) => <Untrusted text={statement} max={160} expand="none" />,
    share: 3,
    minWidth: 200,
  },
];

/** What was attested: written once, changed by nobody. */
export function AttestationRecord() {
  const found = useInfiniteQuery(attestationRecordQuery(useClient()));
  const rows = useMemo(() => found.data?.pages.flatMap((page) => page.rows) ?? [], [found.data]);
  return (
    <Card title="Record" note="Each with the hash of the text that was read; nobody can change it">
      {found.isError ? (
        <ErrorState
          title="The record could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <DataTable
          label="Record of attestations"
          columns={COLUMNS}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ accountName, policyTitle }) => `${accountName}: ${policyTitle}`}
          storageKey="attestation-record"
          className="max-h-96"
          toolbar={
            found.hasNextPage && (
              <Button
                size="sm"
                onClick={() => void found.fetchNextPage()}
                disabled={found.isFetchingNextPage}
              >
                Show more
              </Button>
            )
          }
          empty={
            found.isPending ? (
              <Skeleton className="m-4 h-20" />
            ) : (
              <EmptyState
                icon={<ScrollText aria-hidden />}
                title="Nothing Attested Yet"
                text="What readers confirm is listed here."
              />
            )
          }
        />
      )}
    </Card>
  );
}
