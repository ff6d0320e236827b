import { X } from 'lucide-react';
import { useState } from 'react';
import { Field, Input } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';

interface ScopeValuesProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  values: readonly string[];
  onChange: (values: string[]) => void;
}

/** Values of one condition: typed one after the other, taken off by a click. */
export function ScopeValues({ label, hint, error, values, onChange }: ScopeValuesProps) {
  const [typed, setTyped] = useState('');
  const add = () => {
    const value = typed.trim();
    if (value === '') return;
    setTyped('');
    if (!values.includes(value)) onChange([...values, value]);
  };
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className="flex flex-col gap-1">
          <Input
            {...control}
            value={typed}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            placeholder={values.length === 0 ? 'Any' : 'Add another'}
            onChange={(event) => setTyped(event.target.value)}
            onBlur={add}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && typed.trim() !== '') {
                event.preventDefault();
                add();
              }
              if (event.key === 'Backspace' && typed === '') onChange(values.slice(0, -1));
            }}
          />
          {values.length > 0 && (
            <ul aria-label={`${label} chosen`} className="flex min-w-0 flex-wrap gap-1">
              {values.map((value) => (
                <li
                  key={value}
                  className="flex max-w-full min-w-0 items-center rounded-sm bg-raised pl-1.5 text-xs text-fg"
                >
                  <span className="min-w-0 truncate">
                    <Untrusted text={value} max={80} expand="none" />
                  </span>
                  <button
                    type="button"
                    aria-label={`Remove ${value}`}
                    className="flex size-6 shrink-0 items-center justify-center rounded-sm hover:bg-sunken"
                    onClick={() => onChange(values.filter((one) => one !== value))}
                  >
                    <X aria-hidden className="size-3" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Field>
  );
}
