import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  /** What the screen is for, in one line. */
  purpose: ReactNode;
  actions?: ReactNode;
}

/** The head of every screen; its title is the only `h1`. */
export function PageHeader({ title, purpose, actions }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-lg font-semibold tracking-tight text-fg">{title}</h1>
        <p className="text-fg-muted">{purpose}</p>
      </div>
      {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
    </header>
  );
}
