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

/** Above what is shown already and could not be read anew. */
export function StaleNotice({ title, error, onRetry, isRetrying = false }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 bg-bad-soft px-3 py-1.5 text-bad"
    >
      <span className="min-w-0 flex-1 break-words">
        {title}. {describeError(error).why} What is shown may be old.
      </span>
      {onRetry && (
        <Button size="sm" onClick={onRetry} disabled={isRetrying}>
          Try again
        </Button>
      )}
    </div>
  );
}
