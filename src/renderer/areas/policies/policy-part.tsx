import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';

/** A named part of what is shown of one policy. */
export function Part({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <div className="flex min-h-7 flex-wrap items-center gap-2">
        <h3 className="flex-1 text-sm font-semibold text-fg">{title}</h3>
        {actions}
      </div>
      {children}
    </section>
  );
}

export function Hash({ value, label }: { value: string; label: string }) {
  return (
    <span className="flex items-start gap-1">
      <code className="min-w-0 font-mono text-xs leading-5 break-all">{value}</code>
      <CopyButton text={value} label={label} />
    </span>
  );
}
