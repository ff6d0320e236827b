import type { ReactNode } from 'react';

/** The head of the drawer: what is explained, and its three figures, each for itself. */
export function DrawerHead({
  kicker,
  title,
  children,
}: {
  kicker: string;
  title: ReactNode;
  children: ReactNode;
}) {
  return (
    <header className="flex flex-col gap-3 border-b border-line px-5 py-4 pr-12">
      <div>
        <p className="text-xs text-fg-muted">{kicker}</p>
        <h2 className="text-lg font-semibold text-fg">{title}</h2>
      </div>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">{children}</dl>
    </header>
  );
}

export function HeadFigure({
  label,
  note,
  children,
}: {
  label: string;
  note: string;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="text-xs text-fg-muted">{label}</dt>
      <dd className="text-base font-semibold text-fg tabular-nums">
        {children}
        <span className="block text-xs font-normal text-fg-muted">{note}</span>
      </dd>
    </div>
  );
}
