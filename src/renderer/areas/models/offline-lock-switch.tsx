import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { workspaceSettingsQuery } from '../../api/workspace-settings.queries.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { IsolationSwitch } from '../isolation/isolation-switch.embed.tsx';
import { useChangeModelSettings } from './redaction.queries.ts';

/** Whether anything may leave this machine for a model, and what of it is hidden. */
export function OfflineLockSwitch() {
  const settings = useQuery(workspaceSettingsQuery(useClient()));
  const mayManage = useMay('workspace.manage');
  const change = useChangeModelSettings();
  const sayError = useErrorToast();
  if (settings.isError)
    return (
      <ErrorState
        title="The settings could not be loaded"
        error={settings.error}
        onRetry={() => void settings.refetch()}
        isRetrying={settings.isFetching}
      />
    );
  return (
    <Card title="What may leave" note="Every change is in the history, with who made it.">
      {settings.data ? (
        <div className="flex flex-col gap-3">
          <IsolationSwitch hasLocalModel />
          <Switch
            label="Hide addresses of others"
            note="Public addresses, domains and mail addresses get pseudonyms, too. Off: a model sees them, as indicators. Your own are always hidden."
            isOn={settings.data.models.hidesExternal}
            isDisabled={!mayManage || change.isPending}
            onChange={(hidesExternal) => change.mutate({ hidesExternal }, { onError: sayError })}
          />
        </div>
      ) : (
        <Skeleton className="h-38 w-full" />
      )}
    </Card>
  );
}
