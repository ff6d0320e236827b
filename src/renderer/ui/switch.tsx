import { Switch as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface SwitchProps {
  label: ReactNode;
  /** One line under the label. */
  note?: ReactNode;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  isDisabled?: boolean;
  className?: string;
}

/** A setting that holds at once, with its words at the left. */
export function Switch({
  label,
  note,
  isOn,
  onChange,
  isDisabled = false,
  className,
}: SwitchProps) {
  const id = useId();
  return (
    <div
      className={cx(
        'flex justify-between gap-4',
        note === undefined ? 'items-center' : 'items-start',
        className,
      )}
    >
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium text-fg">
          {label}
        </label>
        {note !== undefined && (
          <p id={`${id}-note`} className="text-xs text-fg-muted">
            {note}
          </p>
        )}
      </div>
      <Radix.Root
        id={id}
        checked={isOn}
        onCheckedChange={onChange}
        disabled={isDisabled}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        className="relative h-5 w-9 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Radix.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-fg-muted transition-transform data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-accent-fg" />
      </Radix.Root>
    </div>
  );
}
