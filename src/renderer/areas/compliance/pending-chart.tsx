import { Card } from '../../ui/card.tsx';
import { ChartFrame } from '../../ui/chart-frame.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';

interface PendingChartProps {
  /** Title, unit and height of the chart that will stand here. */
  frame: { readonly title: string; readonly unit: string; readonly bodyClassName: string };
  query: {
    readonly isError: boolean;
    readonly isFetching: boolean;
    readonly error: unknown;
    refetch(): unknown;
  };
}

/** In place of a chart without its figures: why there are none, or a frame of the same size. */
export function PendingChart({ frame, query }: PendingChartProps) {
  if (query.isError) {
    return (
      <Card title={frame.title}>
        <ErrorState
          title="These figures could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      </Card>
    );
  }
  return (
    <ChartFrame
      {...frame}
      description={<Skeleton className="h-4 w-56" />}
      table={{ columns: [], rows: [] }}
    >
      <Skeleton className="h-full w-full" />
    </ChartFrame>
  );
}
