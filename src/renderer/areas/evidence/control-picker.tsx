import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { controlSearchQuery } from './mappings.queries.ts';

export interface PickedControl {
  readonly id: string;
  readonly controlId: string;
  readonly title: string;
  readonly framework: string;
}

interface ControlPickerProps {
  chosen: readonly string[];
  /** Controls whose names are known before anything was searched for. */
  known: readonly PickedControl[];
  onChange: (ids: readonly string[]) => void;
}

/** Controls by search, one after the other. */
export function ControlPicker({ chosen, known, onChange }: ControlPickerProps) {
  const [typed, setTyped] = useState('');
  const [names, setNames] = useState<ReadonlyMap<string, PickedControl>>(
    () => new Map(known.map((control) => [control.id, control])),
  );
  const found = useQuery(controlSearchQuery(useClient(), typed.trim()));
  const offered = (found.data ?? []).filter(({ id }) => !chosen.includes(id));
  const add = (control: PickedControl) => {
    setNames(new Map(names).set(control.id, control));
    onChange([...chosen, control.id]);
  };
  return (
    <div className="flex flex-col gap-2">
      <Field label="Controls that it proves" hint="Search by id or title.">
        {(control) => (
          <Input
            {...control}
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault();
            }}
            autoComplete="off"
          />
        )}
      </Field>
      {typed.trim() !== '' && (
        <ul
          aria-label="Controls found"
          className="max-h-44 overflow-y-auto rounded-md border border-line"
        >
          {offered.map((control) => (
            <li key={control.id} className="flex items-center gap-2 px-2 py-1">
              <ControlName control={control} />
              <Button
                size="sm"
                variant="ghost"
                icon={<Plus aria-hidden />}
                label={`Add ${control.controlId} of ${control.framework}`}
                onClick={() => add(control)}
              />
            </li>
          ))}
          {offered.length === 0 && (
            <li className="px-2 py-1.5 text-fg-muted">
              {found.isFetching ? 'Searching...' : 'No other control found'}
            </li>
          )}
        </ul>
      )}
      {chosen.length > 0 && (
        <ul aria-label="Chosen controls" className="flex flex-col divide-y divide-line">
          {chosen.map((id) => (
            <li key={id} className="flex items-center gap-2 py-1">
              <ControlName control={names.get(id)} />
              <Button
                size="sm"
                variant="ghost"
                icon={<X aria-hidden />}
                label={`Remove ${names.get(id)?.controlId ?? 'control'}`}
                onClick={() => onChange(chosen.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ControlName({ control }: { control: PickedControl | undefined }) {
  if (!control) return <span className="flex-1 text-fg-muted">Unknown control</span>;
  return (
    <span className="min-w-0 flex-1 truncate">
      <span className="font-medium text-fg">
        <Untrusted text={control.controlId} max={64} expand="none" />
      </span>{' '}
      <Untrusted text={control.title} max={120} expand="none" />{' '}
      <span className="text-xs text-fg-muted">
        <Untrusted text={control.framework} max={60} expand="none" />
      </span>
    </span>
  );
}
