import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useClient } from '../../api/client-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { controlChoicesQuery } from './audits.queries.ts';

/** A control that is asked about. */
export interface AskedControl {
  readonly id: string;
  readonly ref: string;
  readonly title: string;
}

interface RequestControlsProps {
  chosen: readonly AskedControl[];
  onChange: (chosen: readonly AskedControl[]) => void;
}

/** The controls that a request asks about: each can be taken out, and others found and added. */
export function RequestControls({ chosen, onChange }: RequestControlsProps) {
  const [typed, setTyped] = useState('');
  const found = useQuery(controlChoicesQuery(useClient(), typed.trim()));
  const offered = (found.data ?? []).filter(({ id }) => !chosen.some((one) => one.id === id));
  return (
    <div className="flex flex-col gap-2">
      <Field label="Controls" hint="Search by id or title.">
        {(field) => (
          <Input
            {...field}
            type="search"
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
      </Field>
      {typed.trim() !== '' && (
        <ul
          aria-label="Controls found"
          className="max-h-44 overflow-y-auto rounded-md border border-line"
        >
          {offered.map(({ id, controlId: ref, title }) => (
            <Row key={id} control={{ id, ref, title }}>
              <Button
                size="sm"
                variant="ghost"
                icon={<Plus aria-hidden />}
                label={`Add ${ref}`}
                onClick={() => onChange([...chosen, { id, ref, title }])}
              />
            </Row>
          ))}
          {offered.length === 0 && (
            <li className="px-2 py-1.5 text-fg-muted">
              {found.isFetching ? 'Searching...' : 'No other control found'}
            </li>
          )}
        </ul>
      )}
      {chosen.length > 0 && (
        <ul aria-label="Controls asked about" className="max-h-40 overflow-y-auto">
          {chosen.map((control) => (
            <Row key={control.id} control={control}>
              <Button
                size="sm"
                variant="ghost"
                icon={<X aria-hidden />}
                label={`Remove ${control.ref}`}
                onClick={() => onChange(chosen.filter(({ id }) => id !== control.id))}
              />
            </Row>
          ))}
        </ul>
      )}
    </div>
  );
}

function Row({ control, children }: { control: AskedControl; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2 px-2 py-1">
      <span className="min-w-0 flex-1 truncate">
        <span className="font-medium text-fg">
          <Untrusted text={control.ref} max={64} expand="none" />
        </span>{' '}
        <Untrusted text={control.title} max={120} expand="none" />
      </span>
      {children}
    </li>
  );
}
