import {
  type IncidentDetail,
  incidentsContract,
} from '../../../shared/areas/incidents/incidents.contract.ts';
import { useIncidentCall } from './incidents.queries.ts';
import { type NamedReason, NamedReasonForm } from './named-reason-form.tsx';

interface SplitDialogProps {
  incident: IncidentDetail;
  /** Keys of the chosen ones. */
  groups: readonly string[];
  onClose: () => void;
  onSplit: (id: string) => void;
}

/** Makes an incident of the chosen groups. */
export function SplitDialog({ incident, groups, onClose, onSplit }: SplitDialogProps) {
  const { mutate, isPending } = useIncidentCall(
    (client, input: NamedReason) =>
      client.call(incidentsContract.splitIncident, {
        params: { id: incident.id },
        body: { ...input, groups: [...groups], baseRevision: incident.revision },
      }),
    'The incident is split',
  );
  const goes =
    groups.length === 1 ? 'One group goes' : `${groups.length.toLocaleString()} groups go`;
  const stays = (incident.groups - groups.length).toLocaleString();
  return (
    <NamedReasonForm
      title="Split this incident"
      description={`${goes} into an incident of its own, ${stays} stay. Linking does not put them together again.`}
      label="Split"
      pendingLabel="Splitting..."
      nameHint="Of the new incident. Empty: by what happened."
      isPending={isPending}
      onClose={onClose}
      onSubmit={(input) => mutate(input, { onSuccess: ({ id }) => onSplit(id) })}
    />
  );
}
