import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from './cx.ts';
import { Skeleton } from './skeleton.tsx';

interface StatProps {
  label: string;
  /** Null is 'no data' and shows a dash, never a number. */
  value: string | number | null;
  /** A line under the figure; absent keeps the line's height. */
  note?: ReactNode;
  /** A figure is a link to the rows behind it. */
  to?: string;
  icon?: ReactNode;
  loading?: boolean;
}

const FRAME = 'relative block rounded-lg border border-line bg-surface p-4';

/** One figure: what it counts, the count, and what to make of it. */
export function Stat({ label, value, note, to, icon, loading = false }: StatProps) {
  const content = (
    <>
      <span className="flex items-center justify-between gap-2 text-fg-muted">
        <span className="text-sm font-medium">{label}</span>
        {icon !== undefined && (
          <span aria-hidden className="text-fg-faint [&_svg]:size-4">
            {icon}
          </span>
        )}
      </span>
      {loading ? <StatSkeleton /> : <Figure value={value} note={note} />}
    </>
  );
  if (to === undefined || loading) return <div className={FRAME}>{content}</div>;
  return (
    <Link to={to} className={cx(FRAME, 'transition-colors hover:border-line-strong')}>
      {content}
    </Link>
  );
}

function Figure({ value, note }: Pick<StatProps, 'value' | 'note'>) {
  return (
    <>
      <span className="mt-1 block text-xl font-semibold tracking-tight text-fg tabular-nums">
        {typeof value === 'number' ? value.toLocaleString() : (value ?? <NoFigure />)}
      </span>
      <span className="mt-0.5 block min-h-4 text-xs text-fg-muted tabular-nums">{note}</span>
    </>
  );
}

/** A dash for the eye, words for the ear. */
export function NoFigure() {
  return (
    <>
      <span aria-hidden className="font-normal text-fg-faint">
        —
      </span>
      <span className="sr-only">No data</span>
    </>
  );
}

function StatSkeleton() {
  return (
    <>
      <Skeleton className="mt-2 h-7 w-16" />
      <Skeleton className="mt-1.5 h-3.5 w-24" />
    </>
  );
}
