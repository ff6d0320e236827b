import { Suspense } from 'react';
import { Playbooks } from '../discussion/discussion.embed.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

export function ChecklistsPage() {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Playbooks />
    </Suspense>
  );
}
