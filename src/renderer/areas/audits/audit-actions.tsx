import { Check, CircleX, Play } from 'lucide-react';
import { useState } from 'react';
import {
  type Audit,
  type AuditUpdateInput,
  auditsContract,
} from '../../../shared/areas/audits/audits.contract.ts';
import { openItemsText } from '../../../shared/areas/audits/audits.rules.ts';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { ReasonDialog } from './audit-reason-dialog.tsx';
import { useAuditCall } from './audits.queries.ts';

/** Changes an audit, with the toasts of the product. */
export function useUpdateAudit() {
  return useAuditCall(
    (client, { id, ...body }: AuditUpdateInput & { id: string }) =>
      client.call(auditsContract.update, { params: { id }, body }),
    { done: 'Audit updated successfully', failed: 'Failed to update audit' },
  );
}

type Asking = 'complete' | 'fail' | null;

/** 'Start Audit', 'Complete' and 'Mark Failed', as far as the status allows them. */
export function AuditActions({ audit }: { audit: Audit }) {
  const mayWrite = useMay('audits.write');
  const update = useUpdateAudit();
  const [asking, setAsking] = useState<Asking>(null);
  if (!mayWrite) return null;
  const { requests, findings } = audit.progress;
  const open = openItemsText({
    requests: requests.total - requests.accepted,
    criticalFindings: findings.openCritical,
  });
  const move = (body: AuditUpdateInput) =>
    update.mutate({ id: audit.id, ...body }, { onSuccess: () => setAsking(null) });
  return (
    <>
      {audit.status === 'PLANNED' && (
        <Button
          icon={<Play aria-hidden />}
          disabled={update.isPending}
          onClick={() => move({ status: 'IN_PROGRESS' })}
        >
          Start Audit
        </Button>
      )}
      {audit.status === 'IN_PROGRESS' && (
        <>
          <Button
            icon={<Check aria-hidden />}
            disabled={update.isPending}
            onClick={() => (open === null ? move({ status: 'COMPLETED' }) : setAsking('complete'))}
          >
            Complete
          </Button>
          <Button
            variant="ghost"
            icon={<CircleX aria-hidden />}
            disabled={update.isPending}
            onClick={() => setAsking('fail')}
          >
            Mark Failed
          </Button>
        </>
      )}
      <ReasonDialog
        open={asking === 'complete'}
        onClose={() => setAsking(null)}
        title="Complete with open work"
        description={`This audit has ${open ?? 'nothing open'}. The reason goes to its history.`}
        label="Reason"
        confirmLabel="Complete"
        isPending={update.isPending}
        onConfirm={(reason) => move({ status: 'COMPLETED', acknowledgeOpen: true, reason })}
      />
      <ReasonDialog
        open={asking === 'fail'}
        onClose={() => setAsking(null)}
        title="Mark audit as failed"
        description="A failed audit stays in the record and cannot be started again."
        label="Reason"
        confirmLabel="Mark Failed"
        tone="destructive"
        isPending={update.isPending}
        onConfirm={(reason) => move({ status: 'FAILED', reason })}
      />
    </>
  );
}
