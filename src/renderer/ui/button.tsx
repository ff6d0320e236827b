import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** Also for links that look like buttons: `<Link className={buttonStyles({ variant: 'ghost' })}>`. */
export const buttonStyles = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-accent text-accent-fg enabled:hover:bg-accent-hover',
        secondary: 'border-line-strong/60 bg-surface text-fg enabled:hover:bg-raised',
        ghost: 'border-transparent text-fg-muted enabled:hover:bg-raised enabled:hover:text-fg',
        destructive:
          'border-transparent bg-destructive text-destructive-fg enabled:hover:bg-destructive-hover',
      },
      size: { sm: 'h-7 text-xs', md: 'h-8 text-sm' },
      shape: { text: '', icon: 'px-0' },
    },
    compoundVariants: [
      { size: 'sm', shape: 'text', class: 'px-2.5' },
      { size: 'md', shape: 'text', class: 'px-3' },
      { size: 'sm', shape: 'icon', class: 'w-7' },
      { size: 'md', shape: 'icon', class: 'w-8' },
    ],
    defaultVariants: { variant: 'secondary', size: 'md', shape: 'text' },
  },
);

type Look = Pick<VariantProps<typeof buttonStyles>, 'variant' | 'size'>;
/** Either a text (with or without an icon), or an icon alone, which then needs a `label`. */
type Content =
  | { children: ReactNode; icon?: ReactNode; label?: string }
  | { children?: undefined; icon: ReactNode; label: string };

export type ButtonProps = Omit<ComponentProps<'button'>, 'children'> & Look & Content;

export function Button({ variant, size, icon, label, children, className, ...rest }: ButtonProps) {
  const shape = children === undefined ? 'icon' : 'text';
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={cx(buttonStyles({ variant, size, shape }), className)}
    >
      {icon}
      {children}
    </button>
  );
}
