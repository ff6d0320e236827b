import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { BadgeCheck, Download, FileCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import {
  type AttestationRequest,
  attestationCalls,
  type OpenAttestation,
} from '../../../shared/areas/policies/attestations.contract.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoFigure, Stat } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useAddressParams } from '../../ui/use-address-params.ts';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { AttestDialog } from './attest-dialog.tsx';
import { AttestationProgress, RequestStateBadge } from './attestation-progress.tsx';
import { AttestationRecord } from './attestation-record.tsx';
import { AttestationRequestDialog } from './attestation-request-dialog.tsx';
import {
  attestationStatsQuery,
  myAttestationsQuery,
  requestListQuery,
} from './attestations.queries.ts';

const READ = 'read';
const REQUEST = 'request';

/** One's own first, then how far every request is, then the record. */
export function AttestationsTab() {
  const [params, setParams] = useAddressParams();
  const put = (name: string, value: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const reading = params.get(READ);
  const shown = params.get(REQUEST);
  return (
    <div className="flex flex-col gap-4">
      <Figures />
      <MyAttestations onRead={(id) => put(READ, id)} />
      <Requests onOpen={(id) => put(REQUEST, id)} />
      <AttestationRecord />
      {reading !== null && <AttestDialog policyId={reading} onClose={() => put(READ, null)} />}
      {shown !== null && <AttestationRequestDialog id={shown} onClose={() => put(REQUEST, null)} />}
    </div>
  );
}

function Figures() {
  const { data, isPending } = useQuery(attestationStatsQuery(useClient()));
  const percent = data?.percent ?? null;
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat label="Yours to attest" value={data?.mine ?? null} loading={isPending} />
      <Stat label="Open requests" value={data?.openRequests ?? null} loading={isPending} />
      <Stat
        label="Attested"
        value={percent === null ? null : `${percent} %`}
        note={percent === null ? undefined : `${data?.attested} of ${data?.asked} asked`}
        loading={isPending}
      />
      <Stat label="Overdue requests" value={data?.overdueRequests ?? null} loading={isPending} />
    </div>
  );
}

function MyAttestations({ onRead }: { onRead: (policyId: string) => void }) {
  const found = useQuery(myAttestationsQuery(useClient()));
  const mayAttest = useMay('policies.attest');
  if (!mayAttest) return null;
  return (
    <Card title="Yours to attest" note="Policies that you are asked to read and confirm">
      {found.isPending ? (
        <Skeleton className="h-12" />
      ) : found.isError ? (
        <ErrorState
          title="Your attestations could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : found.data.length === 0 ? (
        <p className="flex items-center gap-2 text-fg-muted">
          <BadgeCheck aria-hidden className="size-4 text-ok" />
          Nothing is waiting for you.
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {found.data.map((one) => (
            <MyRow key={one.requestId} one={one} onRead={() => onRead(one.policyId)} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function MyRow({ one, onRead }: { one: OpenAttestation; onRead: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 first:pt-0 last:pb-0">
      <span className="min-w-48 flex-1 font-medium text-fg">
        <Untrusted text={one.policyTitle} max={160} expand="none" />
        <span className="font-normal text-fg-muted"> · version {one.version}</span>
      </span>
      {one.isOverdue && <Badge tone="bad">Overdue</Badge>}
      <span className="text-xs text-fg-muted tabular-nums">
        {one.due === null ? 'No day' : `Due ${one.due}`}
      </span>
      <Button size="sm" variant="primary" onClick={onRead}>
        Read and attest
      </Button>
    </li>
  );
}

const COLUMNS: readonly DataColumn<AttestationRequest>[] = [
  {
    id: 'policy',
    header: 'Policy',
    value: ({ policyTitle }) => policyTitle,
    cell: ({ policyTitle }) => <Untrusted text={policyTitle} max={160} expand="none" />,
    share: 3,
    minWidth: 180,
    isFixed: true,
  },
  { id: 'version', header: 'Version', value: ({ version }) => version, minWidth: 92, share: 0.4 },
  {
    id: 'state',
    header: 'State',
    value: ({ state, isOverdue }) => (isOverdue ? 'Overdue' : state),
    cell: (request) => <RequestStateBadge request={request} />,
    minWidth: 100,
    share: 0.6,
  },
  {
    id: 'progress',
    header: 'Attested',
    value: ({ percent }) => percent,
    cell: (request) => <AttestationProgress request={request} className="w-full" />,
    minWidth: 200,
    share: 2,
  },
  {
    id: 'missing',
    header: 'Missing',
    value: ({ missing }) => missing,
    align: 'end',
    minWidth: 96,
    share: 0.4,
  },
  {
    id: 'due',
    header: 'Due',
    value: ({ due }) => due,
    cell: ({ due }) => due ?? <NoFigure />,
    minWidth: 100,
    share: 0.5,
  },
  {
    id: 'asked',
    header: 'Asked',
    value: ({ roles, accounts }) => [...roles, ...accounts.map(({ name }) => name)].join(', '),
    minWidth: 140,
    share: 1.5,
  },
];

function Requests({ onOpen }: { onOpen: (id: string) => void }) {
  const [state, setState] = useState<'open' | 'closed'>('open');
  const found = useInfiniteQuery(requestListQuery(useClient(), state));
  const rows = useMemo(() => found.data?.pages.flatMap((page) => page.rows) ?? [], [found.data]);
  return (
    <Card
      title="Progress by policy"
      note="Enter or a double click shows who has attested and who is missing"
      actions={<SaveCsv />}
    >
      {found.isError ? (
        <ErrorState
          title="Requests could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <DataTable
          label="Attestation requests"
          columns={COLUMNS}
          rows={rows}
          rowId={({ id }) => id}
          rowName={({ policyTitle }) => policyTitle}
          storageKey="attestation-requests"
          onOpen={({ id }) => onOpen(id)}
          toolbar={
            <div className="flex flex-wrap items-center gap-2">
              <Segmented
                label="Which requests"
                size="sm"
                value={state}
                onValueChange={setState}
                segments={[
                  { value: 'open', label: 'Open' },
                  { value: 'closed', label: 'Closed' },
                ]}
              />
              {found.hasNextPage && (
                <Button
                  size="sm"
                  onClick={() => void found.fetchNextPage()}
                  disabled={found.isFetchingNextPage}
                >
                  Show more
                </Button>
              )}
            </div>
          }
          empty={
            found.isPending ? (
              <Skeleton className="m-4 h-20" />
            ) : (
              <EmptyState
                icon={<FileCheck aria-hidden />}
                title={state === 'open' ? 'No Open Requests' : 'No Closed Requests'}
                text="Open an approved policy and request its attestation."
              />
            )
          }
        />
      )}
    </Card>
  );
}

function SaveCsv() {
  const host = useHost();
  const fail = useErrorToast();
  const save = () =>
    host
      .saveAs(endpointPath(attestationCalls.csv, { query: {} }), 'policy-attestations.csv')
      .catch(fail);
  return (
    <Button size="sm" icon={<Download aria-hidden />} onClick={() => void save()}>
      Export record (CSV)
    </Button>
  );
}
