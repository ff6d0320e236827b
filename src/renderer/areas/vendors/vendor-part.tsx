import type { ReactNode } from 'react';

interface PartProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A named part of what is shown of one vendor. */
export function Part({ title, actions, children }: PartProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <h3 className="text-sm font-semibold text-fg">{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  );
}
