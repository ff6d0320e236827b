import { useState } from 'react';
import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import type { AuditRequest } from '../../../shared/areas/audits/requests.contract.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { ReasonDialog } from './audit-reason-dialog.tsx';
import { useAuditCall } from './audits.queries.ts';
import { RequestFormDialog } from './request-form-dialog.tsx';

const VERBS = {
  provide: {
    label: 'Provide',
    title: 'Provide what was asked for',
    description: 'A note is required where no evidence is attached.',
    field: 'Note',
    isOptional: true,
  },
  accept: {
    label: 'Accept',
    title: 'Accept what was provided',
    description: 'Somebody else than the one who provided it accepts.',
    field: 'Note',
    isOptional: true,
  },
  return: {
    label: 'Return',
    title: 'Return the request',
    description: 'Its owner sees the reason and can provide again.',
    field: 'Reason',
    isOptional: false,
  },
} as const;
type Verb = keyof typeof VERBS;

/** What is asked for, of whom and until when, as long as it was not accepted. */
function EditButton({ request }: { request: AuditRequest }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      <Button onClick={() => setIsEditing(true)}>Edit</Button>
      {isEditing && (
        <RequestFormDialog
          auditId={request.audit.id}
          request={request}
          onClose={() => setIsEditing(false)}
        />
      )}
    </>
  );
}

function WithdrawButton({ request, onWithdraw }: RequestActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Withdraw</Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Withdraw request R${request.number}`}
        text="Nothing was provided for it yet. It leaves the list; the history of the audit keeps that it was asked for."
        confirmLabel="Withdraw"
        tone="destructive"
        onConfirm={onWithdraw}
      />
    </>
  );
}

interface RequestActionsProps {
  request: AuditRequest;
  onWithdraw: () => void;
}

/** What those who may can do with a request of an audit that has not ended. */
export function RequestActions({ request, onWithdraw }: RequestActionsProps) {
  const mayProvide = useMay('evidence.write');
  const mayDecide = useMay('audits.write');
  const [verb, setVerb] = useState<Verb | null>(null);
  const act = useAuditCall(
    (client, { verb: name, text }: { verb: Verb; text: string }) => {
      const params = { id: request.id };
      const calls = auditWorkContract;
      if (name === 'return')
        return client.call(calls.returnRequest, { params, body: { reason: text } });
      const body = { note: text };
      return client.call(name === 'accept' ? calls.acceptRequest : calls.provideRequest, {
        params,
        body,
      });
    },
    { done: 'Request updated successfully', failed: 'Failed to update request' },
  );
  const { status } = request;
  const isRunning = request.audit.status === 'PLANNED' || request.audit.status === 'IN_PROGRESS';
  const offered: Verb[] = !isRunning
    ? []
    : [
        ...(mayProvide && (status === 'OPEN' || status === 'RETURNED') ? ['provide' as const] : []),
        ...(mayDecide && (status === 'PROVIDED' || status === 'ACCEPTED')
          ? ['return' as const]
          : []),
        ...(mayDecide && status === 'PROVIDED' ? ['accept' as const] : []),
      ];
  const chosen = verb === null ? null : VERBS[verb];
  const mayChange = mayDecide && isRunning && status !== 'ACCEPTED';
  const isUntouched = status === 'OPEN' && request.evidence.length === 0;
  return (
    <>
      {mayChange && isUntouched && <WithdrawButton request={request} onWithdraw={onWithdraw} />}
      {mayChange && <EditButton request={request} />}
      {offered.map((name, place) => (
        <Button
          key={name}
          variant={place === offered.length - 1 ? 'primary' : 'secondary'}
          onClick={() => setVerb(name)}
        >
          {VERBS[name].label}
        </Button>
      ))}
      {chosen && verb && (
        <ReasonDialog
          open
          onClose={() => setVerb(null)}
          title={chosen.title}
          description={chosen.description}
          label={chosen.field}
          isOptional={chosen.isOptional}
          confirmLabel={chosen.label}
          isPending={act.isPending}
          onConfirm={(text) => act.mutate({ verb, text }, { onSuccess: () => setVerb(null) })}
        />
      )}
    </>
  );
}
