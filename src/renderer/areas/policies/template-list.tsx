import { useState } from 'react';
import { POLICY_CATEGORY_LABELS } from '../../../shared/areas/policies/policies.rules.ts';
import type { PolicyTemplate } from '../../../shared/areas/policies/policy-templates.contract.ts';
import { Badge } from '../../ui/badge.tsx';
import { Field, Input } from '../../ui/field.tsx';

interface TemplateListProps {
  templates: readonly PolicyTemplate[];
  onChoose: (key: string) => void;
}

export function TemplateList({ templates, onChoose }: TemplateListProps) {
  const [typed, setTyped] = useState('');
  const words = typed.trim().toLowerCase();
  const found = templates.filter(({ title, summary, category }) =>
    `${title} ${summary} ${POLICY_CATEGORY_LABELS[category]}`.toLowerCase().includes(words),
  );
  return (
    <div className="flex flex-col gap-4">
      <Field label="Find a template">
        {(control) => (
          <Input
            {...control}
            value={typed}
            placeholder="Backup, vendor, privacy..."
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      {found.length === 0 && <p className="text-fg-muted">No template is about this.</p>}
      <ul className="grid gap-2 sm:grid-cols-2">
        {found.map(({ key, title, category, summary, words: length }) => (
          <li key={key}>
            <button
              type="button"
              onClick={() => onChoose(key)}
              className="flex h-full w-full flex-col gap-1 rounded-md border border-line bg-surface p-3 text-left hover:border-line-strong hover:bg-raised"
            >
              <span className="flex w-full items-start gap-2">
                <span className="flex-1 font-semibold text-fg">{title}</span>
                <Badge>{POLICY_CATEGORY_LABELS[category]}</Badge>
              </span>
              <span className="text-fg-muted">{summary}</span>
              <span className="text-xs text-fg-faint tabular-nums">{length} words</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
