import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountName, useAccounts } from '../../api/accounts.ts';
import { useClient } from '../../api/client-context.tsx';
import { Field, type FieldControl, Input } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { Untrusted } from '../../ui/untrusted.tsx';
import { controlChoicesQuery, evidenceChoicesQuery } from './audits.queries.ts';

const NOBODY = 'nobody';

interface OwnerSelectProps {
  control: FieldControl;
  value: string | null;
  onChange: (id: string | null) => void;
}

/** One of those who have an account, or nobody. */
export function OwnerSelect({ control, value, onChange }: OwnerSelectProps) {
  const { all } = useAccounts();
  const options = [
    { value: NOBODY, label: 'Nobody' },
    ...all
      .filter(({ id, deactivatedAt }) => deactivatedAt === null || id === value)
      .map((account) => ({ value: account.id, label: accountName(account) })),
  ];
  return (
    <Select
      {...control}
      value={value ?? NOBODY}
      options={options}
      onValueChange={(id) => onChange(id === NOBODY ? null : id)}
    />
  );
}

interface PickerProps {
  chosen: string | null;
  onChoose: (id: string) => void;
  /** Ids that are not offered. */
  leftOut?: readonly string[];
}

interface Choice {
  readonly id: string;
  readonly label: string;
  readonly note: string;
}

export function EvidencePicker({ chosen, onChoose, leftOut = [] }: PickerProps) {
  const [typed, setTyped] = useState('');
  const found = useQuery(evidenceChoicesQuery(useClient(), typed.trim()));
  const choices = (found.data ?? [])
    .filter(({ id }) => !leftOut.includes(id))
    .map(({ id, title, type }): Choice => ({ id, label: title, note: type }));
  return (
    <Choices
      label="Evidence"
      hint="Search the repository; the newest where nothing is typed."
      typed={typed}
      onType={setTyped}
      choices={choices}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}

export function ControlPicker({ chosen, onChoose, leftOut = [] }: PickerProps) {
  const [typed, setTyped] = useState('');
  const found = useQuery(controlChoicesQuery(useClient(), typed.trim()));
  const choices = (found.data ?? [])
    .filter(({ id }) => !leftOut.includes(id))
    .map(({ id, controlId, title }): Choice => ({ id, label: `${controlId} ${title}`, note: '' }));
  return (
    <Choices
      label="Control"
      hint="Search by id or title."
      typed={typed}
      onType={setTyped}
      choices={choices}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}

interface ChoicesProps {
  label: string;
  hint: string;
  typed: string;
  onType: (typed: string) => void;
  choices: readonly Choice[];
  chosen: string | null;
  onChoose: (id: string) => void;
}

function Choices({ label, hint, typed, onType, choices, chosen, onChoose }: ChoicesProps) {
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} hint={hint}>
        {(control) => (
          <Input
            {...control}
            type="search"
            value={typed}
            autoComplete="off"
            onChange={(event) => onType(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
      </Field>
      <div
        role="radiogroup"
        aria-label={`${label} found`}
        className="max-h-48 overflow-y-auto rounded-md border border-line"
      >
        {choices.map(({ id, label: name, note }) => (
          <label
            key={id}
            className="flex cursor-pointer items-center gap-2.5 px-2.5 py-1.5 hover:bg-raised has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={label}
              checked={id === chosen}
              onChange={() => onChoose(id)}
              className="size-4 shrink-0 accent-(--color-accent)"
            />
            <span className="min-w-0 flex-1 truncate text-fg">
              <Untrusted text={name} max={120} expand="none" />
            </span>
            <span className="text-xs text-fg-muted">{note}</span>
          </label>
        ))}
        {choices.length === 0 && <p className="px-2.5 py-2 text-fg-muted">Nothing found</p>}
      </div>
    </div>
  );
}
