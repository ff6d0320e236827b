import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  text: ReactNode;
  /** What fills the emptiness: a button, mostly. */
  action?: ReactNode;
  icon?: ReactNode;
}

export function EmptyState({ title, text, action, icon }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center justify-center gap-1 px-6 py-8 text-center">
      {icon !== undefined && (
        <span aria-hidden className="mb-2 text-fg-faint [&_svg]:size-6">
          {icon}
        </span>
      )}
      <p className="text-sm font-semibold text-fg">{title}</p>
      <p className="max-w-prose text-fg-muted">{text}</p>
      {action !== undefined && (
        <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>
      )}
    </div>
  );
}
