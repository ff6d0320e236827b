import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { integrationsContract } from '../../../shared/areas/integrations/integrations.contract.ts';
import {
  type SyncSettings,
  syncSettingsSchema,
} from '../../../shared/areas/integrations/runs.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { useMay } from '../../api/session.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useUnsaved } from '../../ui/unsaved-forms.tsx';
import { EnrichmentSetsCard } from '../enrichment/enrichment-sets.embed.tsx';
import { syncSettingsQuery, useIntegrationCall } from './integrations.queries.ts';

const NUMBERS = [
  ['everyMinutes', 'Sync every', 'Minutes between two syncs of an integration.'],
  ['batchSize', 'Batch size', 'Records that a source is asked for at once.'],
  [
    'retentionDays',
    'Data retention',
    'Days that runs, receipts and what was sent stay in the history.',
  ],
] as const;

/** What holds for every integration. */
export function ConfigurationTab() {
  const query = useQuery(syncSettingsQuery(useClient()));
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <Loaded query={query} failed="The configuration could not be loaded">
        {(settings) => <ConfigurationForm key={JSON.stringify(settings)} settings={settings} />}
      </Loaded>
      <EnrichmentSetsCard />
    </div>
  );
}

function ConfigurationForm({ settings }: { settings: SyncSettings }) {
  const mayManage = useMay('integrations.manage');
  const [form, setForm] = useState(settings);
  const [error, setError] = useState<{ readonly field: string; readonly text: string } | null>(
    null,
  );
  const isDirty = JSON.stringify(form) !== JSON.stringify(settings);
  useUnsaved(isDirty);
  const save = useIntegrationCall(
    (client, body: SyncSettings) => client.call(integrationsContract.saveSettings, { body }),
    { done: 'Configuration saved', failed: 'The configuration could not be saved' },
  );
  const put = (patch: Partial<SyncSettings>) => {
    setForm({ ...form, ...patch });
    setError(null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = syncSettingsSchema.safeParse(form);
    const [issue] = read.error?.issues ?? [];
    if (issue) setError({ field: String(issue.path[0]), text: issue.message });
    else save.mutate(form);
  };
  return (
    <form noValidate onSubmit={submit}>
      <Card title="Synchronisation" note="Holds for every integration of this workspace.">
        <div className="flex flex-col gap-5">
          <Switch
            label="Real-time streaming"
            note="A source that has more is asked again at once, and receivers listen. Off: everything waits for the next sync, and receivers are closed."
            isOn={form.isStreaming}
            isDisabled={!mayManage}
            onChange={(isStreaming) => put({ isStreaming })}
          />
          <Switch
            label="API rate limiting"
            note="At most 20 requests at once and two a second for each integration. A vendor that asks for fewer is obeyed either way."
            isOn={form.isRateLimited}
            isDisabled={!mayManage}
            onChange={(isRateLimited) => put({ isRateLimited })}
          />
          <div className="grid gap-4 sm:grid-cols-3">
            {NUMBERS.map(([name, label, hint]) => (
              <Field
                key={name}
                label={label}
                hint={hint}
                error={error?.field === name ? error.text : undefined}
              >
                {(control) => (
                  <Input
                    {...control}
                    type="number"
                    value={Number.isNaN(form[name]) ? '' : form[name]}
                    disabled={!mayManage}
                    onChange={(event) => put({ [name]: event.target.valueAsNumber })}
                  />
                )}
              </Field>
            ))}
          </div>
          <p className="text-xs text-fg-muted">
            How long alerts themselves are kept is set under{' '}
            <Link to="/settings/retention" className="text-accent-text underline">
              Data retention
            </Link>
            .
          </p>
        </div>
        {mayManage && (
          <div className="mt-5 flex justify-end gap-2 border-t border-line pt-4">
            {isDirty && <Button onClick={() => setForm(settings)}>Discard changes</Button>}
            <Button type="submit" variant="primary" disabled={!isDirty || save.isPending}>
              {save.isPending ? 'Saving...' : 'Save configuration'}
            </Button>
          </div>
        )}
      </Card>
    </form>
  );
}
