import { Download } from 'lucide-react';
import { useState } from 'react';
import {
  type EvidenceDetail,
  evidenceContract,
} from '../../../shared/areas/evidence/evidence.contract.ts';
import { endpointPath } from '../../../shared/contract/client.ts';
import { useMay } from '../../api/session.tsx';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useEvidenceChange } from './evidence.queries.ts';
import { EditDialog } from './evidence-edit-dialog.tsx';
import { RevisionDialog } from './evidence-revision-dialog.tsx';

interface EvidenceActionsProps {
  evidence: EvidenceDetail;
  onOpen: (id: string) => void;
  onClose: () => void;
}

type OpenDialog = 'edit' | 'revise' | 'delete' | null;

/** What can be done with one piece of evidence. */
export function EvidenceActions({ evidence, onOpen, onClose }: EvidenceActionsProps) {
  const mayWrite = useMay('evidence.write');
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const download = useDownload(evidence);
  const { toast } = useToast();
  const remove = useEvidenceChange(
    (client, reason: string) =>
      client.call(evidenceContract.remove, { params: { id: evidence.id }, body: { reason } }),
    {
      onSuccess: () => {
        toast({ title: 'Success', description: 'Evidence deleted' });
        onClose();
      },
      onError: useErrorToast(),
    },
  );
  const isCurrent = evidence.supersededBy === null;
  return (
    <>
      <span className="flex-1" />
      {evidence.file === 'stored' && (
        <Button size="sm" icon={<Download aria-hidden />} onClick={() => void download()}>
          Download
        </Button>
      )}
      {mayWrite && isCurrent && (
        <>
          <Button size="sm" onClick={() => setDialog('edit')}>
            Edit
          </Button>
          <Button size="sm" onClick={() => setDialog('revise')}>
            New revision
          </Button>
        </>
      )}
      {mayWrite && (
        <Button size="sm" variant="ghost" onClick={() => setDialog('delete')}>
          Delete
        </Button>
      )}
      {dialog === 'edit' && <EditDialog evidence={evidence} onClose={() => setDialog(null)} />}
      {dialog === 'revise' && (
        <RevisionDialog evidence={evidence} onOpen={onOpen} onClose={() => setDialog(null)} />
      )}
      {dialog === 'delete' && (
        <ReasonDialog
          title="Delete this evidence?"
          description={`'${evidence.title}' and its file are deleted from this workspace. Its chain of custody stays.`}
          label="Delete"
          pendingLabel="Deleting..."
          isPending={remove.isPending}
          onClose={() => setDialog(null)}
          onReason={(reason) => remove.mutate(reason)}
        />
      )}
    </>
  );
}

function useDownload(evidence: EvidenceDetail): () => Promise<void> {
  const host = useHost();
  const { toast } = useToast();
  const onError = useErrorToast();
  return async () => {
    try {
      const path = endpointPath(evidenceContract.file, { params: { id: evidence.id } });
      const isSaved = await host.saveAs(path, (evidence.fileName ?? 'evidence').slice(0, 200));
      if (isSaved && host.kind === 'desktop')
        toast({ title: 'Success', description: 'File saved' });
    } catch (error) {
      onError(error);
    }
  };
}
