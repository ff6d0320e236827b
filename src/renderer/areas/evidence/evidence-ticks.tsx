import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Evidence } from '../../../shared/areas/evidence/evidence.contract.ts';
import { useClient } from '../../api/client-context.tsx';
import { Input } from '../../ui/field.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { evidenceSearchQuery } from './mappings.queries.ts';

const OFFERED = 5;

interface EvidenceTicksProps {
  chosen: readonly string[];
  onToggle: (id: string, isOn: boolean) => void;
}

/** Evidence records to tick: found by search, the newest where nothing is typed; what is ticked stays in sight. */
export function EvidenceTicks({ chosen, onToggle }: EvidenceTicksProps) {
  const [typed, setTyped] = useState('');
  const [known, setKnown] = useState<ReadonlyMap<string, Evidence>>(new Map());
  const found = useQuery(evidenceSearchQuery(useClient(), typed.trim())).data ?? [];
  const ticked = chosen.map((id) => ({ id, title: known.get(id)?.title ?? id }));
  const offered = found.filter(({ id }) => !chosen.includes(id)).slice(0, OFFERED);
  const toggle = (id: string, isOn: boolean) => {
    const record = found.find((one) => one.id === id);
    if (record) setKnown((now) => new Map(now).set(id, record));
    onToggle(id, isOn);
  };
  return (
    <div className="flex flex-col gap-1">
      <Input
        type="search"
        aria-label="Search evidence records"
        placeholder="Evidence records: title, file or source"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        autoComplete="off"
      />
      <ul aria-label="Evidence records" className="flex flex-col gap-0.5">
        {[...ticked, ...offered].map(({ id, title }) => (
          <li key={id}>
            <label className="flex min-h-6 cursor-pointer items-center gap-2 rounded-sm px-1 hover:bg-raised">
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                onChange={(event) => toggle(id, event.target.checked)}
                className="shrink-0 accent-accent"
              />
              <span className="w-28 shrink-0 text-fg-muted">Evidence</span>
              <span className="min-w-0 truncate text-fg">
                <Untrusted text={title} max={120} expand="none" />
              </span>
            </label>
          </li>
        ))}
      </ul>
      {typed.trim() !== '' && offered.length === 0 && (
        <p className="px-1 text-fg-muted">No other evidence found</p>
      )}
    </div>
  );
}
