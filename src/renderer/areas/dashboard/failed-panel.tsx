import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

interface FailedPanelProps {
  title: string;
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
  className?: string;
}

/** In the place of a panel whose figures did not come. */
export function FailedPanel({ title, query, className }: FailedPanelProps) {
  return (
    <Card title={title} {...(className === undefined ? {} : { className })}>
      <ErrorState
        title="These figures could not be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    </Card>
  );
}
