import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AttestationPerson,
  type AttestationRequestDetail,
  attestationCalls,
} from '../../../shared/areas/policies/attestations.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog, useDialogClose } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import type { DataColumn } from '../../ui/use-data-table.ts';
import { AttestationProgress, RequestStateBadge } from './attestation-progress.tsx';
import { requestQuery } from './attestations.queries.ts';
import { usePolicyCall } from './policies.queries.ts';

const COLUMNS: readonly DataColumn<AttestationPerson>[] = [
  {
    id: 'name',
    header: 'Name',
    value: ({ name }) => name,
    cell: ({ name }) => <Untrusted text={name} max={80} expand="none" />,
    share: 2,
    minWidth: 140,
    isFixed: true,
  },
  { id: 'role', header: 'Role', value: ({ role }) => role, minWidth: 130 },
  {
    id: 'email',
    header: 'Account',
    value: ({ email }) => email,
    cell: ({ email }) => <Untrusted text={email} max={80} expand="none" />,
    share: 2,
    minWidth: 150,
    isHiddenAtFirst: true,
  },
  {
    id: 'attestedAt',
    header: 'Attested',
    value: ({ attestedAt }) => attestedAt,
    cell: ({ attestedAt }) =>
      attestedAt === null ? (
        <Badge tone="warn">Missing</Badge>
      ) : (
        <DateTime value={attestedAt} mode="local" />
      ),
    minWidth: 160,
  },
];

interface AttestationRequestDialogProps {
  id: string;
  onClose: () => void;
}

/** Who has attested and who is missing. */
export function AttestationRequestDialog({ id, onClose }: AttestationRequestDialogProps) {
  const found = useQuery(requestQuery(useClient(), id));
  const request = found.data;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Attestation request"
      description={
        request ? (
          <Untrusted text={`${request.policyTitle}, version ${request.version}`} expand="none" />
        ) : (
          'Who was asked, and who has attested'
        )
      }
      size="lg"
      footer={<Buttons request={request} />}
    >
      {found.isError ? (
        <ErrorState
          title="This request could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : request ? (
        <Content request={request} />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Dialog>
  );
}

function Content({ request }: { request: AttestationRequestDetail }) {
  const asked = [...request.roles, ...request.accounts.map(({ name }) => name)].join(', ');
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <RequestStateBadge request={request} />
        <AttestationProgress request={request} className="min-w-56 flex-1" />
      </div>
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1">
        <dt className="text-fg-muted">Asked</dt>
        <dd>
          <Untrusted text={asked} max={200} />
        </dd>
        <dt className="text-fg-muted">By</dt>
        <dd>
          <Untrusted text={request.createdByName ?? 'Watchfloor'} max={80} expand="none" />,{' '}
          <DateTime value={request.createdAt} mode="local" />
        </dd>
        <dt className="text-fg-muted">Due</dt>
        <dd>{request.due ?? 'No day'}</dd>
        <dt className="text-fg-muted">Statement</dt>
        <dd>
          <Untrusted text={request.statement} />
        </dd>
        {request.closedAt !== null && (
          <>
            <dt className="text-fg-muted">Closed</dt>
            <dd>
              <DateTime value={request.closedAt} mode="local" />:{' '}
              <Untrusted text={request.closedReason} />
            </dd>
          </>
        )}
      </dl>
      <DataTable
        label="People asked"
        columns={COLUMNS}
        rows={request.people}
        rowId={({ accountId }) => accountId}
        rowName={({ name }) => name}
        storageKey="attestation-people"
        className="max-h-72"
        empty={<p className="p-4 text-fg-muted">No active account is asked.</p>}
      />
    </div>
  );
}

function Buttons({ request }: { request: AttestationRequestDetail | undefined }) {
  const requestClose = useDialogClose();
  const mayWrite = useMay('policies.write');
  const [isAsking, setIsAsking] = useState(false);
  const withdraw = usePolicyCall(
    (client, input: { id: string; reason: string }) =>
      client.call(attestationCalls.withdraw, {
        params: { id: input.id },
        body: { reason: input.reason },
      }),
    { done: 'Request withdrawn', failed: 'Failed to withdraw the request' },
  );
  return (
    <>
      {request?.state === 'OPEN' && mayWrite && (
        <Button variant="ghost" className="mr-auto" onClick={() => setIsAsking(true)}>
          Withdraw
        </Button>
      )}
      <Button onClick={requestClose}>Close</Button>
      {isAsking && request && (
        <ReasonDialog
          title="Withdraw request"
          description="Nobody is asked any more. What was attested stays."
          label="Withdraw"
          pendingLabel="Withdrawing..."
          isPending={withdraw.isPending}
          onClose={() => setIsAsking(false)}
          onReason={(reason) =>
            withdraw.mutate({ id: request.id, reason }, { onSuccess: () => setIsAsking(false) })
          }
        />
      )}
    </>
  );
}
