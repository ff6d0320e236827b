import { CircleAlert } from 'lucide-react';
import { Button } from './button.tsx';
import { describeError } from './error-text.ts';

interface ErrorStateProps {
  /** What failed: 'Alerts could not be loaded'. */
  title: string;
  error: unknown;
  onRetry?: () => void;
  isRetrying?: boolean;
}

/** What failed, why, and the way on. */
export function ErrorState({ title, error, onRetry, isRetrying = false }: ErrorStateProps) {
  const { why, id } = describeError(error);
  return (
    <div
      role="alert"
      className="flex flex-col items-center justify-center gap-1 px-6 py-10 text-center"
    >
      <CircleAlert aria-hidden className="mb-2 size-6 text-bad" />
      <p className="text-sm font-semibold text-fg">{title}</p>
      <p className="max-w-prose break-words text-fg-muted">{why}</p>
      {id !== null && (
        <p className="text-xs text-fg-faint">
          Error id <code className="font-mono select-all">{id}</code>
        </p>
      )}
      {onRetry && (
        <Button className="mt-3" onClick={onRetry} disabled={isRetrying}>
          Try again
        </Button>
      )}
    </div>
  );
}
