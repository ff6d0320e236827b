import { useQueries } from '@tanstack/react-query';
import { incidentsContract } from '../../../shared/areas/incidents/incidents.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { incidentQuery, useIncidentCall } from './incidents.queries.ts';
import { type NamedReason, NamedReasonForm } from './named-reason-form.tsx';

interface MergeDialogProps {
  ids: readonly string[];
  onClose: () => void;
  onMerged: (id: string) => void;
}

/** Makes one incident of several; the one with most groups goes on, the others go into it. */
export function MergeDialog({ ids, onClose, onMerged }: MergeDialogProps) {
  const client = useClient();
  const found = useQueries({ queries: ids.map((id) => incidentQuery(client, id)) });
  const incidents = found
    .flatMap(({ data }) => data ?? [])
    .sort((a, b) => b.groups - a.groups || (a.firstSeen < b.firstSeen ? -1 : 1));
  const isComplete = incidents.length === ids.length;
  const { mutate, isPending } = useIncidentCall(
    (caller, input: NamedReason) =>
      caller.call(incidentsContract.mergeIncidents, {
        body: {
          ...input,
          incidents: incidents.map(({ id, revision }) => ({ id, baseRevision: revision })),
        },
      }),
    'The incidents are merged',
  );
  const groups = incidents.reduce((sum, incident) => sum + incident.groups, 0);
  return (
    <NamedReasonForm
      title={`Merge ${ids.length.toLocaleString()} incidents`}
      description="Their groups stay together whatever linking says. Undo is in the history of actions."
      label="Merge"
      pendingLabel="Merging..."
      nameHint="Of the merged incident. Empty: it keeps the name of the first."
      isPending={isPending}
      isDisabled={!isComplete}
      onClose={onClose}
      onSubmit={(input) => mutate(input, { onSuccess: ({ id }) => onMerged(id) })}
    >
      {isComplete ? (
        <div>
          <p className="text-fg-muted tabular-nums">{groups.toLocaleString()} groups together</p>
          <ol aria-label="Incidents to merge" className="mt-1 flex list-decimal flex-col pl-5">
            {incidents.map(({ id, name }) => (
              <li key={id} className="text-fg">
                <Untrusted text={name} max={160} expand="none" />
              </li>
            ))}
          </ol>
        </div>
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
    </NamedReasonForm>
  );
}
