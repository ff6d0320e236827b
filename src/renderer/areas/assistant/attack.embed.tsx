import { lazy, Suspense } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';

const TechniqueList = lazy(async () => ({
  default: (await import('./technique-list.tsx')).TechniqueList,
}));

/** For the pane of an alert: its techniques by name, and what counters each. */
export function AlertTechniques({ ids }: { ids: readonly string[] }) {
  return (
    <Suspense fallback={<Skeleton className="h-8 w-full" />}>
      <TechniqueList ids={ids} />
    </Suspense>
  );
}
