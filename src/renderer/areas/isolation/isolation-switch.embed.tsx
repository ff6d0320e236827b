import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { ConfirmDialog } from '../../ui/confirm.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { isolationQuery, useChangeIsolation } from './isolation.queries.ts';

const ON =
  'Nothing leaves this machine: connections are cut, no name is looked up, and what would have left waits for you.';
const OFF =
  'What you set up may leave: connectors, models, sends. Each connection is in the ledger.';
const FORCED =
  'Watchfloor was started isolated (--isolated or WATCHFLOOR_ISOLATED). Start it without to connect this workspace.';

/** The one switch. Isolating holds at once; connecting asks first. */
export function IsolationSwitch({ hasLocalModel }: { hasLocalModel: boolean }) {
  const isolation = useQuery(isolationQuery(useClient()));
  const mayManage = useMay('workspace.manage');
  const change = useChangeIsolation();
  const sayError = useErrorToast();
  const [isAsking, setIsAsking] = useState(false);
  if (isolation.isError)
    return (
      <ErrorState
        title="The state of isolation could not be read"
        error={isolation.error}
        onRetry={() => void isolation.refetch()}
        isRetrying={isolation.isFetching}
      />
    );
  if (isolation.isPending) return <Skeleton className="h-25 w-full" />;
  const { isIsolated, isForced, allowsLocalModel, maySwitch } = isolation.data;
  const set = (body: { isIsolated?: boolean; allowsLocalModel?: boolean }) =>
    change.mutate(body, { onError: sayError });
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Isolated"
        note={isForced ? FORCED : isIsolated ? ON : OFF}
        isOn={isIsolated}
        isDisabled={!maySwitch || change.isPending || isForced}
        onChange={(isOn) => (isOn ? set({ isIsolated: true }) : setIsAsking(true))}
      />
      {hasLocalModel && (
        <Switch
          label="Model on this machine"
          note="While isolated, a model at 127.0.0.0/8 or ::1 may be called. Its requests do not leave this machine; they are in the ledger, too."
          isOn={allowsLocalModel}
          isDisabled={!mayManage || change.isPending}
          onChange={(isOn) => set({ allowsLocalModel: isOn })}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Connect this workspace?"
        text="Connectors on a schedule begin to call what they are set up for. What was held back stays until you release it, item by item."
        confirmLabel="Connect"
        onConfirm={() => {
          setIsAsking(false);
          set({ isIsolated: false });
        }}
      />
    </div>
  );
}
