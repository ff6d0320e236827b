import { useQuery } from '@tanstack/react-query';
import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import type { AuditRequest } from '../../../shared/areas/audits/requests.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { NoFigure } from '../../ui/stat.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useOnceClosed } from '../../ui/use-once-closed.ts';
import { RequestBadge } from './audit-badges.tsx';
import { Facts, fact } from './audit-facts.tsx';
import { requestQuery, useAuditCall } from './audits.queries.ts';
import { RequestActions } from './request-actions.tsx';
import { RequestEvidence } from './request-evidence.tsx';
import { useAuditAddress } from './use-audit-address.ts';

/** The request that the address names, over whatever list it was opened from. */
export function RequestDialog() {
  const address = useAuditAddress();
  const id = address.get('request');
  const close = () => address.set({ request: null });
  const { mutate } = useAuditCall(
    (client, gone: string) =>
      client.call(auditWorkContract.removeRequest, { params: { id: gone } }),
    { done: 'Request withdrawn', failed: 'Failed to withdraw request' },
  );
  const withdraw = useOnceClosed(id, close, mutate);
  if (id === null) return null;
  return <OpenDialog id={id} onClose={close} onWithdraw={() => withdraw(id)} />;
}

interface OpenDialogProps {
  id: string;
  onClose: () => void;
  onWithdraw: () => void;
}

function OpenDialog({ id, onClose, onWithdraw }: OpenDialogProps) {
  const { data, error, refetch } = useQuery(requestQuery(useClient(), id));
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={data ? `Request R${data.number}` : 'Request'}
      description={data && <Untrusted text={data.audit.title} max={160} expand="none" />}
      footer={data && <RequestActions request={data} onWithdraw={onWithdraw} />}
    >
      {error && !data && (
        <ErrorState
          title="The request could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data && <Content request={data} />}
    </Dialog>
  );
}

function Content({ request }: { request: AuditRequest }) {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="text-sm font-semibold text-fg">
          <Untrusted text={request.title} max={255} />
        </h3>
        <RequestBadge status={request.status} isOverdue={request.isOverdue} />
      </div>
      {request.description && (
        <p className="text-fg">
          <Untrusted text={request.description} newlines="keep" max={1000} />
        </p>
      )}
      <Facts
        facts={[
          fact('Due', request.due ?? <NoFigure />),
          fact(
            'Owner',
            request.owner ? <Untrusted text={request.owner.name} max={80} /> : <NoFigure />,
          ),
          fact('Asked', <DateTime key="asked" value={request.createdAt} />),
        ]}
      />
      <Said request={request} />
      <RequestEvidence request={request} />
      {request.controls.length > 0 && (
        <section aria-label="Controls asked about">
          <h3 className="mb-1 text-sm font-semibold text-fg">
            Controls asked about, {request.controls.length}
          </h3>
          <ul className="max-h-40 overflow-y-auto text-fg-muted">
            {request.controls.map(({ id, ref, title, framework }) => (
              <li key={id}>
                <span className="font-medium text-fg">
                  <Untrusted text={ref} max={40} />
                </span>{' '}
                <Untrusted text={title} max={120} /> · <Untrusted text={framework} max={60} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** What was said when it was provided and decided. */
function Said({ request }: { request: AuditRequest }) {
  const { providedBy, decidedBy } = request;
  return (
    <div className="flex flex-col gap-2">
      {providedBy && (
        <p className="text-fg">
          <span className="text-fg-muted">
            Provided by {providedBy.name} <DateTime value={request.providedAt} />
          </span>
          {request.providedNote && (
            <>
              {': '}
              <Untrusted text={request.providedNote} newlines="keep" />
            </>
          )}
        </p>
      )}
      {decidedBy && (
        <p className="text-fg">
          <span className="text-fg-muted">
            {request.status === 'ACCEPTED' ? 'Accepted' : 'Returned'} by {decidedBy.name}{' '}
            <DateTime value={request.decidedAt} />
            {request.isSelfApproved && ', self-approved'}
          </span>
          {request.decisionNote && (
            <>
              {': '}
              <Untrusted text={request.decisionNote} newlines="keep" />
            </>
          )}
        </p>
      )}
    </div>
  );
}
