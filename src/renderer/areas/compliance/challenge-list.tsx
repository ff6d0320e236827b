import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ScrollRegion } from '../../ui/scroll-region.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ChallengeRow } from './challenge-row.tsx';
import { type ChallengeFilter, challengesQuery } from './gaps.queries.ts';

const FILTERS = [
  { value: 'OPEN', label: 'Open' },
  { value: 'CONFIRMED', label: 'Confirmed' },
  { value: 'DISMISSED', label: 'Dismissed' },
] as const;
const EMPTY: Record<ChallengeFilter, string> = {
  OPEN: 'Nothing that happened in the queue speaks against a control.',
  CONFIRMED: 'No challenge was confirmed.',
  DISMISSED: 'No challenge was dismissed.',
  ALL: 'There was none yet.',
};

export function ChallengeList() {
  const [state, setState] = useState<ChallengeFilter>('OPEN');
  const { data, ...query } = useQuery(challengesQuery(useClient(), state));
  const rest = (data?.total ?? 0) - (data?.rows.length ?? 0);
  return (
    <Card
      title="Challenges"
      note="Proposed only: a control keeps its status until a person confirms"
      actions={
        <Segmented
          label="State of challenges"
          size="sm"
          value={state}
          onValueChange={setState}
          segments={FILTERS}
        />
      }
      bodyClassName="p-0"
    >
      {data && data.rows.length === 0 && <EmptyState title="No challenges" text={EMPTY[state]} />}
      {data && data.rows.length > 0 && (
        <ScrollRegion label="Challenges, newest first" className="max-h-[32rem]">
          <ul className="divide-y divide-line">
            {data.rows.map((challenge) => (
              <ChallengeRow key={challenge.id} challenge={challenge} />
            ))}
          </ul>
          {rest > 0 && (
            <p className="px-4 py-2 text-xs text-fg-muted">
              {rest.toLocaleString('en')} older ones are not shown.
            </p>
          )}
        </ScrollRegion>
      )}
      {!data && query.isError && (
        <ErrorState
          title="The challenges could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      )}
      {!data && !query.isError && (
        <div aria-busy className="p-4">
          <Skeleton className="h-40 w-full" />
        </div>
      )}
    </Card>
  );
}
