import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../api/client-context.tsx';
import { placeQuery, workstationNames } from '../../api/places.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

/** Why there is none: raw records stay on the workstation that imported them. */
export function NoRawRecord({ id }: { id: string }) {
  const place = useQuery(placeQuery(useClient(), 'alerts', id));
  if (place.isPending) return <Skeleton className="h-6 w-full" />;
  if (place.data === undefined || place.data.isHere)
    return <p className="text-fg-muted">None: this alert was created here, not imported.</p>;
  return (
    <p className="text-fg-muted">
      Raw records stay on the workstation that received them. This alert came from{' '}
      <Untrusted text={workstationNames(place.data.others)} max={200} expand="none" />: if it was
      imported there, its record is there.
    </p>
  );
}
