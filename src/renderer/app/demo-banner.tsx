import { useMutation, useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { settingsContract } from '../../shared/areas/settings/settings.contract.ts';
import { useClient } from '../api/client-context.tsx';
import { type Command, useCommand } from '../api/commands.tsx';
import { useMay } from '../api/session.tsx';
import { workspaceQuery } from '../api/workspace.queries.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm.tsx';
import { describeError } from '../ui/error-text.ts';
import { useToast } from '../ui/toast.tsx';

const LEAVE: Omit<Command, 'run'> = {
  id: 'workspace.leave-demo',
  title: 'Leave the demo workspace',
  words: 'empty start delete',
  kind: 'action',
  icon: FlaskConical,
  needs: 'workspace.manage',
};

/** Names the demo workspace for what it is, on every screen, and is the way out of it. */
export function DemoBanner() {
  const { data: workspace } = useQuery(workspaceQuery(useClient()));
  const mayLeave = useMay('workspace.manage');
  if (workspace?.kind !== 'demo') return null;
  return (
    <aside
      aria-label="Demo workspace"
      className="flex min-h-8 shrink-0 items-center gap-2 border-b border-line bg-accent-soft px-5 py-0.5 text-xs text-accent-text"
    >
      <FlaskConical aria-hidden className="size-3.5 shrink-0" />
      <p className="min-w-0 flex-1">
        <strong className="font-semibold">Demo workspace.</strong> What you see is generated, none
        of it happened.
      </p>
      {mayLeave && !workspace.isShared && <LeaveDemo />}
    </aside>
  );
}

function LeaveDemo() {
  const client = useClient();
  const { toast } = useToast();
  const [isAsking, setIsAsking] = useState(false);
  useCommand(LEAVE, () => setIsAsking(true));
  const leave = useMutation({
    mutationFn: () => client.call(settingsContract.leaveDemo, {}),
    onSuccess: () => toast({ title: 'Success', description: 'The workspace is empty now' }),
    onError: (error) =>
      toast({ title: 'Error', description: describeError(error).why, variant: 'destructive' }),
    onSettled: () => setIsAsking(false),
  });
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        disabled={leave.isPending}
        onClick={() => setIsAsking(true)}
      >
        Leave demo
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Leave the demo workspace?"
        text="Everything in it is deleted: its alerts, imports and history, also what you added yourself. Accounts stay. This cannot be taken back."
        confirmLabel="Delete and start empty"
        tone="destructive"
        onConfirm={() => leave.mutate()}
      />
    </>
  );
}
