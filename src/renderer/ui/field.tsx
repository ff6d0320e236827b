import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

/** What ties a control to its label, hint and error; spread it onto the control. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-required': boolean | undefined;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Shown under the control, in place of the hint. */
  error?: string | undefined;
  isRequired?: boolean;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

export function Field({ label, hint, error, isRequired = false, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className="text-sm font-medium text-fg">
        {label}
        {isRequired && (
          <span aria-hidden className="ml-0.5 text-bad">
            *
          </span>
        )}
      </label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': note === undefined ? undefined : noteId,
        'aria-required': isRequired || undefined,
      })}
      {note !== undefined && (
        <p
          id={noteId}
          role={error === undefined ? undefined : 'alert'}
          className={cx('text-xs', error === undefined ? 'text-fg-muted' : 'text-bad')}
        >
          {note}
        </p>
      )}
    </div>
  );
}

/** The look of every control that takes input. */
export const CONTROL_STYLES =
  'w-full min-w-0 rounded-md border border-line-strong bg-sunken px-2.5 text-sm text-fg placeholder:text-fg-faint hover:border-fg-faint disabled:cursor-not-allowed disabled:opacity-50 aria-invalid:border-bad-mark';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...rest} className={cx(CONTROL_STYLES, 'h-8', className)} />;
}

export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea {...rest} className={cx(CONTROL_STYLES, 'min-h-20 resize-y py-1.5', className)} />
  );
}
