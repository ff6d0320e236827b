import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import {
  type Integration,
  integrationsContract,
} from '../../../shared/areas/integrations/integrations.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { ConnectorDialog, type Written } from './connector-dialog.tsx';
import { marketplaceQuery, useIntegrationCall } from './integrations.queries.ts';

interface ConfigureDialogProps {
  integration: Integration;
  onClose: () => void;
}

export function ConfigureDialog({ integration, onClose }: ConfigureDialogProps) {
  const { id } = integration;
  // The card behind it is fetched again while this is open.
  const [kept] = useState(integration);
  const { data: offers } = useQuery(marketplaceQuery(useClient()));
  const offer = offers?.find((one) => one.id === kept.connector);
  const save = useIntegrationCall(
    (client, { name, settings, secrets }: Partial<Written>) =>
      client.call(integrationsContract.configure, {
        params: { id },
        body: {
          ...(name?.trim() ? { name } : {}),
          ...(settings ? { settings } : {}),
          ...(secrets && Object.keys(secrets).length > 0 ? { secrets } : {}),
        },
      }),
    { done: 'Integration updated successfully', failed: 'Failed to update integration' },
  );
  if (kept.kind === 'record')
    return (
      <NameDialog
        name={kept.name}
        isPending={save.isPending}
        onSave={(name) => save.mutate({ name }, { onSuccess: onClose })}
        onClose={onClose}
      />
    );
  if (!offer) return null;
  return (
    <ConnectorDialog
      offer={offer}
      id={id}
      title={`Configure ${kept.name}`}
      label="Save"
      kept={kept}
      isPending={save.isPending}
      onSave={(written) => save.mutate(written, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}

interface NameDialogProps {
  name: string;
  isPending: boolean;
  onSave: (name: string) => void;
  onClose: () => void;
}

/** What no connector is behind has a name and nothing else to configure. */
function NameDialog({ name, isPending, onSave, onClose }: NameDialogProps) {
  const formId = useId();
  const [typed, setTyped] = useState(name);
  const [error, setError] = useState<string | undefined>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return setError('Name is required');
    onSave(typed);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Configure ${name}`}
      description="No connector is behind this record. Add the tool from the marketplace to receive its data."
      isDirty={typed !== name}
      footer={<DialogButtons form={formId} label="Save" isPending={isPending} />}
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field label="Name" isRequired error={error}>
          {(control) => (
            <Input
              {...control}
              value={typed}
              maxLength={120}
              autoComplete="off"
              onChange={(event) => {
                setTyped(event.target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
