import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { GapAnalysis, GapEntry } from '../../../shared/areas/compliance/gaps.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { gapPagesQuery } from './gaps.queries.ts';

export interface AllGaps {
  readonly gaps: readonly GapEntry[];
  /** Of the whole analysis, also while the rest of it is on its way. */
  readonly total: number;
  /** The rest could not be had; asks for it again. */
  readonly retry: (() => void) | null;
}

/** Every gap of an analysis: those it came with, and the rest page by page behind them. */
export function useAllGaps(analysis: GapAnalysis): AllGaps {
  const query = useInfiniteQuery(gapPagesQuery(useClient(), analysis));
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  useEffect(() => {
    if (data && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [data, hasNextPage, isFetching, isError, fetchNextPage]);
  const gaps = useMemo(
    () => [...analysis.gaps, ...(data?.pages.flatMap(({ rows }) => rows) ?? [])],
    [analysis, data],
  );
  const retry = () => void (data ? fetchNextPage() : refetch());
  return {
    gaps,
    total: analysis.summary.gaps + analysis.summary.shortcomings,
    retry: isError ? retry : null,
  };
}
