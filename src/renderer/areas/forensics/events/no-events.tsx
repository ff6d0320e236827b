import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../../api/client-context.tsx';
import { placeQuery, workstationNames } from '../../../api/places.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

/** Event stores stay on the workstation that read the files; what was promoted from them travels. */
export function NoEvents({ investigationId }: { investigationId: string }) {
  const place = useQuery(placeQuery(useClient(), 'forensic_investigations', investigationId));
  if (place.isPending) return <Skeleton className="h-64 w-full" />;
  const others = place.data?.others ?? [];
  if (others.length === 0)
    return (
      <EmptyState
        title="No events yet"
        text="Events come from evidence files. Bring logs, captures or disk listings into this investigation."
      />
    );
  return (
    <EmptyState
      title="The events are on another workstation"
      text={`Its files were read on ${workstationNames(others)}, where their events stay. What was promoted, found and concluded is here; to search the events here, fetch the evidence files and have them read again.`}
    />
  );
}
