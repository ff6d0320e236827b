import { type ReactNode, useId } from 'react';

interface ControlSectionProps {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** One part of what is shown about a control. */
export function ControlSection({ title, actions, children }: ControlSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line px-4 py-3">
      <header className="mb-2 flex min-h-7 items-center justify-between gap-2">
        <h3 id={id} className="text-sm font-semibold text-fg">
          {title}
        </h3>
        {actions !== undefined && <div className="flex flex-wrap gap-1">{actions}</div>}
      </header>
      {children}
    </section>
  );
}
