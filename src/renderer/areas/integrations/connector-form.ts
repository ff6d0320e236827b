import { useState } from 'react';
import type { SettingValues } from '../../../shared/areas/integrations/integrations.contract.ts';
import type { Offer } from '../../../shared/areas/integrations/marketplace.contract.ts';
import type { FormValue } from './setting-field.tsx';

export interface ConnectorForm {
  readonly name: string;
  readonly values: Readonly<Record<string, FormValue>>;
}

const shownValue = (value: SettingValues[string] | undefined): FormValue | undefined => {
  if (value === undefined || typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.join('\n') : String(value);
};

/** What the form begins with: what is kept, else what the connector begins with. Secrets begin empty. */
function firstForm(offer: Offer, name: string, settings: SettingValues): ConnectorForm {
  const values = offer.fields.map((field) => {
    const empty = field.kind === 'switch' ? false : '';
    const kept = field.kind === 'secret' ? undefined : shownValue(settings[field.name]);
    const initial = field.kind === 'secret' ? null : field.initial;
    const first = field.kind === 'switch' ? initial === true : String(initial ?? empty);
    return [field.name, kept ?? first] as const;
  });
  return { name, values: Object.fromEntries(values) };
}

/** Settings as the core takes them; an empty field is left out, and the connector's default stands. */
function settingsOf(offer: Offer, { values }: ConnectorForm): SettingValues {
  return Object.fromEntries(
    offer.fields.flatMap(({ name, kind }) => {
      const value = values[name] ?? '';
      if (kind === 'secret' || value === '') return [];
      return [[name, kind === 'number' ? Number(value) : value] as const];
    }),
  );
}

/** Only what was written: an empty field keeps what is kept. */
function secretsOf(offer: Offer, { values }: ConnectorForm): Record<string, string> {
  return Object.fromEntries(
    offer.fields.flatMap(({ name, kind }) => {
      const value = values[name];
      return kind === 'secret' && typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
}

export function useConnectorForm(
  offer: Offer,
  kept: {
    readonly name: string;
    readonly settings: SettingValues;
    readonly secrets: readonly string[];
  },
) {
  const [first] = useState(() => firstForm(offer, kept.name, kept.settings));
  const [form, setForm] = useState(first);
  const [missing, setMissing] = useState<readonly string[]>([]);
  return {
    form,
    missing,
    isDirty: JSON.stringify(form) !== JSON.stringify(first),
    settings: () => settingsOf(offer, form),
    secrets: () => secretsOf(offer, form),
    rename: (name: string) => setForm({ ...form, name }),
    put(name: string, value: FormValue) {
      setForm({ ...form, values: { ...form.values, [name]: value } });
      setMissing(missing.filter((one) => one !== name));
    },
    /** Says what is still to be filled in; true where nothing is. */
    check(): boolean {
      const found = offer.fields
        .filter(({ name, kind, isRequired }) => {
          const isKept = kind === 'secret' && kept.secrets.includes(name);
          return isRequired && !isKept && form.values[name] === '';
        })
        .map(({ name }) => name);
      setMissing(found);
      return found.length === 0;
    },
  };
}

export type UsedConnectorForm = ReturnType<typeof useConnectorForm>;
