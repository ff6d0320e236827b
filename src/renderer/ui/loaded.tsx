import type { ReactNode } from 'react';
import { ErrorState, StaleNotice } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

interface LoadedProps<T> {
  /** Of TanStack Query. */
  query: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  /** What is said where it failed: 'Trips could not be loaded'. */
  failed: string;
  /** Instead of a grey shape of a table's height. */
  placeholder?: ReactNode;
  children: (data: T) => ReactNode;
}

/**
 * What was asked for, once it is there; why it is not, with the way on, where it failed. What is shown
 * already stays, and what is being written in it, where it could not be read anew.
 */
export function Loaded<T>({ query, failed, placeholder, children }: LoadedProps<T>) {
  const { data, error, isFetching, refetch } = query;
  const retry = () => void refetch();
  if (data !== undefined)
    return (
      <>
        {error ? (
          <StaleNotice title={failed} error={error} onRetry={retry} isRetrying={isFetching} />
        ) : null}
        {children(data)}
      </>
    );
  if (error)
    return <ErrorState title={failed} error={error} onRetry={retry} isRetrying={isFetching} />;
  return placeholder ?? <Skeleton className="h-64 w-full" />;
}
