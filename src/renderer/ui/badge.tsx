import { cva, type VariantProps } from 'class-variance-authority';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

const badgeStyles = cva(
  'inline-flex h-5 shrink-0 items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3',
  {
    variants: {
      tone: {
        critical: 'bg-critical-soft text-critical',
        high: 'bg-high-soft text-high',
        medium: 'bg-medium-soft text-medium',
        low: 'bg-low-soft text-low',
        neutral: 'bg-raised text-fg-muted',
        accent: 'bg-accent-soft text-accent-text',
        ok: 'bg-ok-soft text-ok',
        warn: 'bg-warn-soft text-warn',
        bad: 'bg-bad-soft text-bad',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export type BadgeTone = NonNullable<VariantProps<typeof badgeStyles>['tone']>;

interface BadgeProps {
  tone?: BadgeTone;
  icon?: ReactNode;
  /** A pulsing dot before the text (critical alerts); it holds still where motion is reduced. */
  pulse?: boolean;
  className?: string;
  children: ReactNode;
}

/** A word with a colour: the word always carries the meaning. */
export function Badge({ tone, icon, pulse = false, className, children }: BadgeProps) {
  return (
    <span className={cx(badgeStyles({ tone }), className)}>
      {pulse && <span aria-hidden className="size-1.5 animate-pulse-dot rounded-full bg-current" />}
      {icon}
      {children}
    </span>
  );
}
