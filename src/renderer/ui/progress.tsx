import { Progress as Radix } from 'radix-ui';
import { cx } from './cx.ts';

interface ProgressProps {
  /** What is progressing; read out, not shown. */
  label: string;
  /** 0 to 1, or null where the end is not known. */
  value: number | null;
  className?: string;
}

const PERCENT = 100;

export function Progress({ label, value, className }: ProgressProps) {
  const percent = value === null ? null : Math.round(Math.min(1, Math.max(0, value)) * PERCENT);
  return (
    <Radix.Root
      aria-label={label}
      value={percent}
      max={PERCENT}
      className={cx('h-1.5 w-full overflow-hidden rounded-full bg-raised', className)}
    >
      <Radix.Indicator
        className={cx(
          'h-full origin-left rounded-full bg-accent-text transition-transform',
          percent === null && 'w-1/3 animate-shimmer',
        )}
        style={percent === null ? undefined : { transform: `scaleX(${percent / PERCENT})` }}
      />
    </Radix.Root>
  );
}
