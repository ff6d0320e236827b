import { Paperclip, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import type { AuditRequest } from '../../../shared/areas/audits/requests.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { EvidencePicker } from './audit-pickers.tsx';
import { useAuditCall } from './audits.queries.ts';

/** What is attached, what of it is of another period, and the way to attach more. */
export function RequestEvidence({ request }: { request: AuditRequest }) {
  const client = useClient();
  const isRunning = request.audit.status === 'PLANNED' || request.audit.status === 'IN_PROGRESS';
  const mayWrite = useMay('evidence.write') && isRunning && request.status !== 'ACCEPTED';
  const [isPicking, setIsPicking] = useState(false);
  const [asked, setAsked] = useState<string | null>(null);
  const told = { failed: 'Failed to attach evidence' };
  const attach = useAuditCall(async (_: unknown, input: { id: string; isMeant: boolean }) => {
    const body = { evidenceId: input.id, outsidePeriod: input.isMeant };
    try {
      await client.call(auditWorkContract.addRequestEvidence, {
        params: { id: request.id },
        body,
      });
      setAsked(null);
    } catch (error) {
      const isOutside = error instanceof Error && error.message.includes('"outsidePeriod"');
      if (!isOutside) throw error;
      setAsked(input.id);
    }
  }, told);
  const detach = useAuditCall(
    (_: unknown, evidenceId: string) =>
      client.call(auditWorkContract.removeRequestEvidence, {
        params: { id: request.id, evidenceId },
      }),
    { failed: 'Failed to take evidence off' },
  );
  return (
    <section aria-label="Evidence" className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold text-fg">Evidence, {request.evidence.length}</h3>
      {request.evidence.length === 0 && <p className="text-fg-muted">Nothing is attached.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {request.evidence.map(({ id, title, verdict, isInPeriod }) => (
          <li key={id} className="flex items-center gap-2 py-1.5">
            <Link
              to={`/evidence?evidence=${id}`}
              className="min-w-0 flex-1 truncate text-accent-text underline-offset-2 hover:underline"
            >
              <Untrusted text={title} max={160} expand="none" />
            </Link>
            {isInPeriod === false && <Badge tone="warn">Other period</Badge>}
            <Badge
              tone={verdict === 'ACCEPTED' ? 'ok' : verdict === 'REJECTED' ? 'bad' : 'neutral'}
            >
              {verdict === 'ACCEPTED'
                ? 'Reviewed'
                : verdict === 'REJECTED'
                  ? 'Rejected'
                  : 'Review pending'}
            </Badge>
            {mayWrite && (
              <Button
                size="sm"
                variant="ghost"
                icon={<X aria-hidden />}
                label={`Take off ${title}`}
                onClick={() => detach.mutate(id)}
              />
            )}
          </li>
        ))}
      </ul>
      {mayWrite && !isPicking && (
        <Button
          className="self-start"
          icon={<Paperclip aria-hidden />}
          onClick={() => setIsPicking(true)}
        >
          Attach evidence
        </Button>
      )}
      {mayWrite && isPicking && (
        <EvidencePicker
          chosen={null}
          leftOut={request.evidence.map(({ id }) => id)}
          onChoose={(id) => attach.mutate({ id, isMeant: false })}
        />
      )}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Attach evidence of another period?"
        text="Its period does not overlap the one the audit examines. The history will say that it was meant."
        confirmLabel="Attach"
        onConfirm={() => asked !== null && attach.mutate({ id: asked, isMeant: true })}
      />
    </section>
  );
}
