import { useId } from 'react';
import type {
  DraftModifier,
  DraftSource,
} from '../../../../shared/areas/forensics/rules/rule.schemas.ts';
import { Input } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { Untrusted } from '../../../ui/untrusted.tsx';

export interface TickedField {
  readonly isTicked: boolean;
  readonly modifier: DraftModifier;
  readonly value: string;
}

const MODIFIERS = [
  { value: 'is', label: 'is' },
  { value: 'contains', label: 'contains' },
  { value: 'startswith', label: 'starts with' },
  { value: 'endswith', label: 'ends with' },
  { value: 'exists', label: 'is there' },
] as const;

interface DraftFieldsProps {
  fields: DraftSource['fields'];
  ticked: ReadonlyMap<string, TickedField>;
  onChange: (name: string, field: TickedField) => void;
  error: string | undefined;
}

/** The event's fields, those ticked with how they are compared and with what. */
export function DraftFields({ fields, ticked, onChange, error }: DraftFieldsProps) {
  const noteId = useId();
  return (
    <fieldset className="min-w-0" aria-describedby={error === undefined ? undefined : noteId}>
      <legend className="mb-1 text-sm font-medium text-fg">Fields</legend>
      <ul className="max-h-72 divide-y divide-line overflow-auto rounded-md border border-line">
        {fields.map(({ name, values }) => {
          const field = ticked.get(name) ?? {
            isTicked: false,
            modifier: 'is',
            value: values[0] ?? '',
          };
          return (
            <li key={name} className="flex flex-wrap items-center gap-2 px-2 py-1.5">
              <label className="flex min-w-0 flex-1 basis-56 items-center gap-2">
                <input
                  type="checkbox"
                  className="size-4 shrink-0 accent-accent"
                  checked={field.isTicked}
                  onChange={({ target }) => onChange(name, { ...field, isTicked: target.checked })}
                />
                <span className="min-w-0">
                  <Untrusted text={name} max={80} expand="none" className="font-medium" />
                  {!field.isTicked && (
                    <Untrusted
                      text={values[0] ?? ''}
                      max={100}
                      expand="none"
                      className="block text-xs text-fg-muted"
                    />
                  )}
                </span>
              </label>
              {field.isTicked && (
                <>
                  <div className="w-32">
                    <Select
                      label={`How ${name} is compared`}
                      value={field.modifier}
                      options={MODIFIERS}
                      onValueChange={(modifier) => onChange(name, { ...field, modifier })}
                    />
                  </div>
                  {field.modifier !== 'exists' && (
                    <Input
                      aria-label={`Value of ${name}`}
                      className="min-w-0 flex-1 basis-56"
                      value={field.value}
                      maxLength={10_000}
                      onChange={({ target }) => onChange(name, { ...field, value: target.value })}
                    />
                  )}
                </>
              )}
            </li>
          );
        })}
      </ul>
      {error !== undefined && (
        <p id={noteId} role="alert" className="mt-1 text-xs text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}
