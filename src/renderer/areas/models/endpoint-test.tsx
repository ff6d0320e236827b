import {
  CHECKS,
  type ModelEndpoint,
  type ModelSettings,
  type ProbeCheck,
} from '../../../shared/areas/models/models.contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateTime } from '../../ui/date-time.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { useErrorToast } from '../../ui/use-error-toast.ts';
import { useTestConnection } from './models.queries.ts';
import { CHECK_LABELS, OUTCOMES, STATES } from './models.text.ts';

interface EndpointTestProps {
  settings: ModelSettings;
  endpoint: ModelEndpoint;
}

const IDLE: Pick<ModelSettings['test'], 'isRunning' | 'model' | 'done' | 'problem'> = {
  isRunning: false,
  model: null,
  done: [],
  problem: null,
};

/** 'Test connection': what each check found of each model in use, and when. */
export function EndpointTest({ settings, endpoint }: EndpointTestProps) {
  const { begin, cancel } = useTestConnection();
  const sayError = useErrorToast();
  const { probes } = settings;
  const test = settings.test.endpointId === endpoint.id ? settings.test : IDLE;
  const models = [...new Set([endpoint.model, ...Object.values(endpoint.taskModels)])];
  return (
    <Card
      title="Test connection"
      note="Asks the model eight short questions and a long one. No text of this workspace is in them."
      actions={
        test.isRunning ? (
          <Button size="sm" onClick={() => cancel.mutate(undefined, { onError: sayError })}>
            Cancel test
          </Button>
        ) : (
          <Button
            size="sm"
            disabled={!endpoint.isOn || begin.isPending || settings.test.isRunning}
            onClick={() => begin.mutate(endpoint, { onError: sayError })}
          >
            {endpoint.isInUse ? 'Test connection' : 'Test, then use'}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-5">
        {test.problem !== null && (
          <p role="status" className="text-bad">
            <Untrusted text={test.problem} />
          </p>
        )}
        {test.isRunning && (
          <section aria-label="Running test" aria-live="polite" className="flex flex-col gap-2">
            <p className="text-fg-muted">
              Testing <Untrusted text={test.model ?? ''} />: {test.done.length} of {CHECKS.length}{' '}
              checks done
            </p>
            <Checks checks={test.done} />
          </section>
        )}
        {models
          .filter((model) => !(test.isRunning && test.model === model))
          .map((model) => (
            <Found
              key={model}
              model={model}
              probe={probes.find((one) => one.model === model && one.baseUrl === endpoint.baseUrl)}
            />
          ))}
      </div>
    </Card>
  );
}

function Found({
  model,
  probe,
}: {
  model: string;
  probe: ModelSettings['probes'][number] | undefined;
}) {
  const { label, tone } = STATES[probe?.tier ?? 'untested'];
  return (
    <section aria-label={model} className="flex flex-col gap-2">
      <h3 className="flex flex-wrap items-center gap-2 font-medium text-fg">
        <Untrusted text={model} />
        <Badge tone={tone}>{label}</Badge>
        {probe && (
          <span className="text-xs font-normal text-fg-muted">
            tested <DateTime value={probe.at} />
            {probe.by && ` by ${probe.by.name}`}
          </span>
        )}
      </h3>
      {probe && <Checks checks={probe.checks} />}
    </section>
  );
}

function Checks({ checks }: { checks: readonly ProbeCheck[] }) {
  return (
    <ul className="flex flex-col divide-y divide-line">
      {checks.map(({ check, outcome, detail }) => (
        <li key={check} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-1.5">
          <span className="w-40 shrink-0 text-fg">{CHECK_LABELS[check]}</span>
          <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Badge>
          <span className="min-w-0 flex-1 basis-64 text-fg-muted">
            <Untrusted text={detail} />
          </span>
        </li>
      ))}
    </ul>
  );
}
