import type { ReactNode } from 'react';

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

export function fact(label: string, value: ReactNode): Fact {
  return { label, value };
}

interface FactsProps {
  facts: readonly Fact[];
  className?: string;
}

/** Labels and values side by side, wrapping where there is no room. */
export function Facts({ facts, className }: FactsProps) {
  return (
    <dl className={className ?? 'flex flex-wrap gap-x-6 gap-y-2'}>
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-xs text-fg-muted">{label}</dt>
          <dd className="text-fg tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
