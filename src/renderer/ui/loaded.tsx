import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
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

/** What was asked for, once it is there; why it is not, with the way on, where it failed. */
export function Loaded<T>({ query, failed, placeholder, children }: LoadedProps<T>) {
  const { data, error, isFetching, refetch } = query;
  if (error)
    return (
      <ErrorState
        title={failed}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (data === undefined) return placeholder ?? <Skeleton className="h-64 w-full" />;
  return children(data);
}
