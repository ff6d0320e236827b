import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { PLACE_TEXTS } from '../../../shared/areas/models/address.rules.ts';
import {
  type ModelSettings,
  modelsContract,
} from '../../../shared/areas/models/models.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Badge } from '../../ui/badge.tsx';
import { buttonStyles } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointList } from './endpoint-list.tsx';
import { EndpointTest } from './endpoint-test.tsx';
import { LimitsForm } from './limits-form.tsx';
import { modelSettingsQuery } from './models.queries.ts';
import { STATES } from './models.text.ts';
import { OfflineLockSwitch } from './offline-lock-switch.tsx';
import { PreviewCard } from './preview-card.tsx';
import { UsesCard } from './uses-card.tsx';

/** Which model helps, for everybody; what it is and may cost, for administrators. */
export function ModelsPage() {
  const mayManage = useMay('workspace.manage');
  return (
    <>
      <StateCard isLinked={mayManage} />
      {mayManage && <Managed />}
    </>
  );
}

function StateCard({ isLinked }: { isLinked: boolean }) {
  const client = useClient();
  const state = useQuery({
    queryKey: ['model_endpoints', 'state'],
    queryFn: () => client.call(modelsContract.state, {}),
    staleTime: 0,
  });
  if (state.isError)
    return (
      <ErrorState
        title="The state of the model could not be read"
        error={state.error}
        onRetry={() => void state.refetch()}
        isRetrying={state.isFetching}
      />
    );
  if (state.isPending) return <Skeleton className="h-28 w-full" />;
  const { label, tone, text } = STATES[state.data.state];
  const { place } = state.data;
  return (
    <Card
      title="Language model"
      actions={
        <>
          <Badge tone={tone}>{label}</Badge>
          {isLinked && (
            <Link
              to="/settings/models/calls"
              className={buttonStyles({ variant: 'secondary', size: 'sm' })}
            >
              Log of calls
            </Link>
          )}
        </>
      }
    >
      <div className="flex max-w-prose flex-col gap-2 text-fg-muted">
        <p>{text}</p>
        {place && <p>{PLACE_TEXTS[place]}</p>}
        <p>
          A model writes and proposes. It closes nothing, changes nothing, and everything here works
          without one.
        </p>
      </div>
    </Card>
  );
}

function Managed() {
  const settings = useQuery(modelSettingsQuery(useClient()));
  if (settings.isPending) return <Skeleton className="h-96 w-full" />;
  if (settings.isError)
    return (
      <ErrorState
        title="The settings of the model could not be read"
        error={settings.error}
        onRetry={() => void settings.refetch()}
        isRetrying={settings.isFetching}
      />
    );
  return <Parts settings={settings.data} />;
}

function Parts({ settings }: { settings: ModelSettings }) {
  const { endpoints } = settings;
  /** Undefined: the one in use, as long as nobody has chosen; null: a new one. */
  const [chosen, setChosen] = useState<string | null>();
  const inUse = settings.endpoint ?? endpoints[0] ?? null;
  const shown = chosen === null ? null : (endpoints.find(({ id }) => id === chosen) ?? inUse);
  return (
    <>
      <OfflineLockSwitch />
      {endpoints.length > 0 && (
        <EndpointList endpoints={endpoints} chosen={shown?.id ?? null} onChoose={setChosen} />
      )}
      <EndpointForm
        key={shown?.id ?? 'new'}
        endpoint={shown}
        onSaved={({ id }) => setChosen(id)}
        onRemoved={() => setChosen(undefined)}
      />
      {shown && <EndpointTest settings={settings} endpoint={shown} />}
      {settings.endpoint && <UsesCard settings={settings} />}
      <LimitsForm limits={settings.limits} today={settings.today} />
      <PreviewCard />
    </>
  );
}
