import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';

/** A named part of what is shown of one piece of evidence. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm font-semibold text-fg">{title}</h3>
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
