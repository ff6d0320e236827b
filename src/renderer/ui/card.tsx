import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface CardProps {
  title?: ReactNode;
  /** One line under the title. */
  note?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  className?: string;
  /** Replaces the padding of the body, for rows that run to the edge: `bodyClassName="p-0"`. */
  bodyClassName?: string;
  children: ReactNode;
}

/** A section of a screen, named by its title. */
export function Card({ title, note, actions, className, bodyClassName, children }: CardProps) {
  const titleId = useId();
  const hasHead = title !== undefined || actions !== undefined;
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      className={cx('min-w-0 rounded-lg border border-line bg-surface', className)}
    >
      {hasHead && (
        <header className="flex min-h-12 items-center gap-3 border-b border-line px-4 py-2">
          <div className="min-w-0 flex-1">
            {title !== undefined && (
              <h2 id={titleId} className="text-sm font-semibold text-fg">
                {title}
              </h2>
            )}
            {note !== undefined && <p className="text-xs text-fg-muted">{note}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className={bodyClassName ?? 'p-4'}>{children}</div>
    </section>
  );
}
