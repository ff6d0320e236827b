import { useQueryClient } from '@tanstack/react-query';
import { fieldText } from '../../../shared/areas/sync/record-words.ts';
import { syncContract } from '../../../shared/areas/sync/sync.contract.ts';
import { mayDecideConflict } from '../../../shared/areas/sync/sync.rules.ts';
import type { SyncConflict } from '../../../shared/areas/sync/sync-state.contract.ts';
import { useUser } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useSyncCall } from './sync.queries.ts';

type Decision = 'take' | 'accept' | 'undo';

/** The other value is one click away, and so is the way back. */
export function ConflictActions({ conflict }: { conflict: SyncConflict }) {
  const { role } = useUser();
  const decide = useDecide(conflict);
  if (!mayDecideConflict(role, conflict.table)) return null;
  const put = (decision: Decision) => () => decide.mutate(decision);
  if (conflict.state !== 'open')
    return (
      <div>
        <Button size="sm" disabled={decide.isPending || conflict.isGone} onClick={put('undo')}>
          Undo
        </Button>
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="primary"
        disabled={decide.isPending || conflict.isGone}
        onClick={put('take')}
      >
        Use the other value
      </Button>
      <Button size="sm" disabled={decide.isPending} onClick={put('accept')}>
        Let it stand
      </Button>
    </div>
  );
}

function useDecide(conflict: SyncConflict) {
  const queries = useQueryClient();
  const { toast } = useToast();
  const { id, table } = conflict;
  const undo = useSyncCall((client, _: undefined) =>
    client.call(syncContract.undo, { params: { id } }),
  );
  return useSyncCall(async (client, decision: Decision) => {
    const decided = await client.call(syncContract[decision], { params: { id } });
    // What the record's own screen shows comes from elsewhere.
    void queries.invalidateQueries({ queryKey: [table] });
    if (decision !== 'undo')
      toast({
        title: 'Success',
        description:
          decision === 'take'
            ? `${fieldText(conflict.table, conflict.field)} has the other value now`
            : `${fieldText(conflict.table, conflict.field)} stays as it is`,
        action: { label: 'Undo', run: () => undo.mutate(undefined) },
      });
    return decided;
  });
}
