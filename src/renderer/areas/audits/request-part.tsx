import { useQuery } from '@tanstack/react-query';
import { FilePlus2, ListPlus, Upload } from 'lucide-react';
import { useState } from 'react';
import { auditWorkContract } from '../../../shared/areas/audits/audit-work.contract.ts';
import type { Audit } from '../../../shared/areas/audits/audits.contract.ts';
import { isAuditOpen } from '../../../shared/areas/audits/audits.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useToast } from '../../ui/toast.tsx';
import { requestsQuery, useAuditCall } from './audits.queries.ts';
import { countText } from './audits.text.ts';
import { RequestDialog } from './request-dialog.tsx';
import { RequestFormDialog } from './request-form-dialog.tsx';
import { RequestImportDialog } from './request-import-dialog.tsx';
import { RequestList } from './request-list.tsx';

/** What an audit asks for. */
export function RequestPart({ audit }: { audit: Audit }) {
  const requests = useQuery(requestsQuery(useClient(), audit.id));
  const mayWrite = useMay('audits.write') && isAuditOpen(audit.status);
  if (requests.isError)
    return (
      <ErrorState
        title="The requests could not be loaded"
        error={requests.error}
        onRetry={() => void requests.refetch()}
      />
    );
  if (requests.isPending) return <Skeleton className="h-48 w-full" />;
  return (
    <>
      <RequestList
        requests={requests.data.rows}
        isOfAll={false}
        toolbar={mayWrite && <Tools audit={audit} />}
        empty={
          <EmptyState
            title="Nothing has been asked for"
            text="Make requests from the controls in scope, add them one by one, or import the auditor's list."
          />
        }
      />
      <RequestDialog />
    </>
  );
}

function Tools({ audit }: { audit: Audit }) {
  const { toast } = useToast();
  const [open, setOpen] = useState<'add' | 'import' | null>(null);
  const generate = useAuditCall(
    (client, id: string) =>
      client.call(auditWorkContract.generateRequests, { params: { id }, body: {} }),
    { failed: 'Failed to make requests' },
  );
  const make = () =>
    generate.mutate(audit.id, {
      onSuccess: ({ created, controls, alreadyAsked }) =>
        toast({
          title: 'Success',
          description:
            created === 0
              ? `Every one of ${countText(alreadyAsked, 'control')} is asked about already`
              : `${countText(created, 'request')} about ${countText(controls, 'control')} created`,
        }),
    });
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" icon={<FilePlus2 aria-hidden />} onClick={() => setOpen('add')}>
        Add request
      </Button>
      <Button icon={<ListPlus aria-hidden />} disabled={generate.isPending} onClick={make}>
        Make from scope
      </Button>
      <Button icon={<Upload aria-hidden />} onClick={() => setOpen('import')}>
        Import CSV
      </Button>
      {open === 'add' && (
        <RequestFormDialog auditId={audit.id} request={null} onClose={() => setOpen(null)} />
      )}
      {open === 'import' && (
        <RequestImportDialog auditId={audit.id} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}
