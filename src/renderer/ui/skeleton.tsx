import { cx } from './cx.ts';

/** A grey shape of the size of what will come; hidden from assistive technology. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cx('block animate-shimmer rounded-sm bg-raised', className ?? 'h-4 w-full')}
    />
  );
}
