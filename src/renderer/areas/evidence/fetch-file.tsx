import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { EvidenceDetail } from '../../../shared/areas/evidence/evidence.contract.ts';
import { sharedFilesContract } from '../../../shared/areas/evidence/shared-files.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { describeError } from '../../ui/error-text.ts';

/** A file that another workstation has: brought here from the workspace's server, checked by its SHA-256. */
export function FetchFile({ evidence: { id } }: { evidence: EvidenceDetail }) {
  const client = useClient();
  const queries = useQueryClient();
  const fetching = useMutation({
    mutationFn: () => client.call(sharedFilesContract.fetch, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['evidence'] }),
  });
  return (
    <>
      <p>
        The file is not on this workstation. Fetch it from the workspace’s server, restore a backup
        that has it, or collect it again as a new revision.
      </p>
      <Button
        size="sm"
        icon={<Download aria-hidden />}
        disabled={fetching.isPending}
        onClick={() => fetching.mutate()}
      >
        {fetching.isPending ? 'Fetching...' : 'Fetch file'}
      </Button>
      {fetching.isError && (
        <p role="alert" className="text-bad">
          {describeError(fetching.error).why}
        </p>
      )}
    </>
  );
}
