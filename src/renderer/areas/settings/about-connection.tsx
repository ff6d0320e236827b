import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Connections } from '../../../shared/areas/settings/about.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { connectionsQuery } from './about.queries.ts';
import { PageSkeleton } from './page-skeleton.tsx';

/** Loads what the workspace is connected to, and shows a part of it. */
export function ConnectionPage({ children }: { children: (found: Connections) => ReactNode }) {
  const found = useQuery(connectionsQuery(useClient()));
  if (found.isPending) return <PageSkeleton />;
  if (found.isError) {
    return (
      <ErrorState
        title="The connections could not be looked up"
        error={found.error}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      />
    );
  }
  return children(found.data);
}
