import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DataInfo } from '../../../shared/areas/settings/data.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { workspaceQuery } from '../../api/workspace.queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useLeaveDemo } from './data.queries.ts';
import { recordsText } from './data-records.ts';

/** There in the demo only. */
export function LeaveDemoCard({ records }: { records: DataInfo['records'] }) {
  const { data: workspace } = useQuery(workspaceQuery(useClient()));
  const [isAsking, setIsAsking] = useState(false);
  const { toast } = useToast();
  const sayError = useErrorToast();
  const leave = useLeaveDemo();
  if (workspace?.kind !== 'demo' || workspace.isShared) return null;
  return (
    <Card
      title="Demo workspace"
      note="Generated when this workspace was made. None of it happened."
      actions={
        <Button variant="destructive" disabled={leave.isPending} onClick={() => setIsAsking(true)}>
          Leave demo
        </Button>
      }
    >
      <p className="text-fg-muted">
        Leaving deletes the demo and starts an empty workspace. Your account stays.
      </p>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Leave the demo workspace?"
        text={`Deleted for good, with what you added yourself: ${recordsText(records)}. The demo's people go with it. Your account, other accounts you made and the audit log stay.`}
        confirmLabel="Delete and start empty"
        tone="destructive"
        onConfirm={() => {
          setIsAsking(false);
          leave.mutate(undefined, {
            onSuccess: () => toast({ title: 'Success', description: 'The workspace is empty now' }),
            onError: sayError,
          });
        }}
      />
    </Card>
  );
}
