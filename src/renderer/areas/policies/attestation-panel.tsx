import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, Send } from 'lucide-react';
import { useState } from 'react';
import type { AttestationRequest } from '../../../shared/areas/policies/attestations.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AskAttestationDialog } from './ask-attestation-dialog.tsx';
import { AttestDialog } from './attest-dialog.tsx';
import { AttestationProgress, RequestStateBadge } from './attestation-progress.tsx';
import { AttestationRequestDialog } from './attestation-request-dialog.tsx';
import { attestationTextQuery, requestsOfPolicyQuery } from './attestations.queries.ts';
import { Part } from './policy-part.tsx';

/** What the panel needs to know of a policy; a row of the list has it. */
export interface AttestationPolicy {
  readonly id: string;
  readonly title: string;
  readonly version: string;
  readonly status: string;
}

/** Who was asked to attest this policy, who has, and one's own attestation. */
export function AttestationPanel({ policy }: { readonly policy: AttestationPolicy }) {
  const found = useQuery(requestsOfPolicyQuery(useClient(), policy.id));
  const mayWrite = useMay('policies.write');
  const isInForce = policy.status === 'APPROVED';
  const [isAsking, setIsAsking] = useState(false);
  const [shownId, setShownId] = useState<string | null>(null);
  const requests = found.data ?? [];
  return (
    <Part
      title="Attestation"
      actions={
        isInForce &&
        mayWrite && (
          <Button size="sm" icon={<Send aria-hidden />} onClick={() => setIsAsking(true)}>
            Request attestation
          </Button>
        )
      }
    >
      {isInForce && <OwnPart policyId={policy.id} />}
      {found.isPending && <Skeleton className="h-12" />}
      {found.isError && (
        <ErrorState
          title="Requests could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.isSuccess && requests.length === 0 && (
        <p className="text-fg-muted">
          {isInForce
            ? 'Nobody has been asked to attest this policy.'
            : 'A policy is attested once it is approved.'}
        </p>
      )}
      <ul className="flex flex-col gap-1.5">
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} onOpen={() => setShownId(request.id)} />
        ))}
      </ul>
      {isAsking && <AskAttestationDialog policy={policy} onClose={() => setIsAsking(false)} />}
      {shownId !== null && (
        <AttestationRequestDialog id={shownId} onClose={() => setShownId(null)} />
      )}
    </Part>
  );
}

interface RequestRowProps {
  request: AttestationRequest;
  onOpen: () => void;
}

function RequestRow({ request, onOpen }: RequestRowProps) {
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line px-2.5 py-1.5">
      <RequestStateBadge request={request} />
      <span className="text-xs text-fg-muted">
        Version {request.version}
        {request.due !== null && ` · due ${request.due}`}
      </span>
      <AttestationProgress request={request} className="min-w-40 flex-1" />
      <Button size="sm" variant="ghost" onClick={onOpen}>
        Who
      </Button>
    </li>
  );
}

/** One's own attestation of the version in force. */
function OwnPart({ policyId }: { policyId: string }) {
  const found = useQuery(attestationTextQuery(useClient(), policyId));
  const mayAttest = useMay('policies.attest');
  const [isReading, setIsReading] = useState(false);
  const own = found.data;
  if (!own || !mayAttest) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {own.attestedAt === null ? (
        <>
          <span className="text-fg-muted">
            {own.requestId === null
              ? 'You have not attested this version.'
              : `You are asked to attest this version${own.due === null ? '' : ` by ${own.due}`}.`}
          </span>
          <Button
            size="sm"
            variant={own.requestId === null ? 'secondary' : 'primary'}
            onClick={() => setIsReading(true)}
          >
            Read and attest
          </Button>
        </>
      ) : (
        <>
          <Badge tone="ok" icon={<BadgeCheck aria-hidden />}>
            Attested by you
          </Badge>
          <DateTime value={own.attestedAt} mode="local" className="text-fg-muted" />
        </>
      )}
      {isReading && <AttestDialog policyId={policyId} onClose={() => setIsReading(false)} />}
    </div>
  );
}
