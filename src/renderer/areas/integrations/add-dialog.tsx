import { integrationsContract } from '../../../shared/areas/integrations/integrations.contract.ts';
import type { Offer } from '../../../shared/areas/integrations/marketplace.contract.ts';
import { ConnectorDialog, type Written } from './connector-dialog.tsx';
import { useIntegrationCall } from './integrations.queries.ts';

interface AddDialogProps {
  offer: Offer;
  onClose: () => void;
  onAdded: () => void;
}

export function AddDialog({ offer, onClose, onAdded }: AddDialogProps) {
  const add = useIntegrationCall(
    (client, { name, settings, secrets }: Written) =>
      client.call(integrationsContract.create, {
        body: {
          connector: offer.id,
          ...(name.trim() === '' ? {} : { name }),
          settings,
          secrets,
        },
      }),
    { done: 'Integration added successfully', failed: 'Failed to add integration' },
  );
  return (
    <ConnectorDialog
      offer={offer}
      title={`Add ${offer.name}`}
      label="Add Integration"
      kept={{ name: offer.name, settings: {}, secrets: [] }}
      isPending={add.isPending}
      onSave={(written) => add.mutate(written, { onSuccess: onAdded })}
      onClose={onClose}
    />
  );
}
