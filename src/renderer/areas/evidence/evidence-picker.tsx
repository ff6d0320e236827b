import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Evidence } from '../../../shared/areas/evidence/evidence.contract.ts';
import { VALIDITY_LABELS } from '../../../shared/areas/evidence/evidence.rules.ts';
import { useClient } from '../../api/client-context.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { evidenceSearchQuery } from './mappings.queries.ts';

interface EvidencePickerProps {
  chosen: string | null;
  onChoose: (evidence: Evidence) => void;
  /** Not offered: what is linked already. */
  leftOut?: readonly string[];
  error?: string | undefined;
}

/** One piece of evidence by search; the newest where nothing is typed. */
export function EvidencePicker({ chosen, onChoose, leftOut, error }: EvidencePickerProps) {
  const [typed, setTyped] = useState('');
  const found = useQuery(evidenceSearchQuery(useClient(), typed.trim()));
  const offered = (found.data ?? []).filter(({ id }) => !leftOut?.includes(id));
  return (
    <div className="flex flex-col gap-2">
      <Field label="Evidence" isRequired hint="Search by title, file or source." error={error}>
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
      <div
        role="radiogroup"
        aria-label="Evidence found"
        aria-busy={found.isFetching}
        className="max-h-64 overflow-y-auto rounded-md border border-line"
      >
        {offered.map((evidence) => (
          <label
            key={evidence.id}
            className="flex cursor-pointer items-center gap-2.5 px-2.5 py-1.5 hover:bg-raised has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="evidence"
              checked={evidence.id === chosen}
              onChange={() => onChoose(evidence)}
              className="size-4 shrink-0 accent-(--color-accent)"
            />
            <span className="min-w-0 flex-1 truncate text-fg">
              <Untrusted text={evidence.title} max={120} expand="none" />
            </span>
            <Badge tone={evidence.isValid ? 'ok' : 'neutral'}>
              {VALIDITY_LABELS[evidence.validity]}
            </Badge>
          </label>
        ))}
        {offered.length === 0 && (
          <p className="px-2.5 py-2 text-fg-muted">
            {found.isFetching ? 'Searching...' : 'No other evidence found'}
          </p>
        )}
      </div>
    </div>
  );
}
