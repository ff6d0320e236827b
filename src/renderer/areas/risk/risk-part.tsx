import type { ReactNode } from 'react';

interface RiskPartProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A named part of what is shown of one risk. */
export function RiskPart({ title, actions, children }: RiskPartProps) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold text-fg">{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  );
}
