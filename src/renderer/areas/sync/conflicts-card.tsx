import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SyncConflict } from '../../../shared/areas/sync/sync-state.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ConflictItem } from './conflict-item.tsx';
import { conflictsQuery } from './sync.queries.ts';

const FIRST_SHOWN = 20;
const SEGMENTS = [
  { value: 'open', label: 'Open' },
  { value: 'all', label: 'All' },
] as const;

/** Fields that two people changed without knowing of each other: what stands, and what could. */
export function ConflictsCard() {
  const [view, setView] = useState<'open' | 'all'>('open');
  const found = useQuery(conflictsQuery(useClient(), view === 'open' ? 'open' : undefined));
  return (
    <Card
      title="Conflicts"
      note="Two people changed the same field while they were apart. The later change stands until somebody says otherwise."
      actions={
        <Segmented
          label="Conflicts shown"
          size="sm"
          value={view}
          onValueChange={setView}
          segments={SEGMENTS}
        />
      }
    >
      <Loaded
        query={found}
        failed="The conflicts could not be read"
        placeholder={<Skeleton className="h-40 w-full" />}
      >
        {({ conflicts, total }) =>
          conflicts.length === 0 ? (
            <EmptyState
              title={view === 'open' ? 'No open conflicts' : 'No conflicts'}
              text="When two people change one field while they are apart, both values are shown here."
            />
          ) : (
            <Conflicts conflicts={conflicts} total={total} />
          )
        }
      </Loaded>
    </Card>
  );
}

function Conflicts({ conflicts, total }: { conflicts: readonly SyncConflict[]; total: number }) {
  const [count, setCount] = useState(FIRST_SHOWN);
  return (
    <>
      <ul aria-label="Conflicts" className="divide-y divide-line">
        {conflicts.slice(0, count).map((conflict) => (
          <li key={conflict.id} className="py-4 first:pt-0 last:pb-0">
            <ConflictItem conflict={conflict} hasRecord />
          </li>
        ))}
      </ul>
      {conflicts.length > count && (
        <Button size="sm" className="mt-4" onClick={() => setCount(count + FIRST_SHOWN)}>
          Show more
        </Button>
      )}
      {total > conflicts.length && (
        <p className="mt-3 text-xs text-fg-muted tabular-nums">
          {`The newest ${conflicts.length.toLocaleString('en')} of ${total.toLocaleString('en')} are listed.`}
        </p>
      )}
    </>
  );
}
