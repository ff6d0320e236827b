import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface ScrollRegionProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** A part that scrolls by itself: named, and within reach of the keyboard (WCAG 2.1.1). */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must take the keyboard
      tabIndex={0}
      className={cx('overflow-auto outline-offset-[-2px]', className)}
    >
      {children}
    </section>
  );
}
