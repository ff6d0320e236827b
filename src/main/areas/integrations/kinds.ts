import type { z } from 'zod';
import type { Offer } from '../../../shared/areas/integrations/marketplace.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { IntegrationType } from '../../db/tables/integrations.table.ts';
import type { Catalogue } from './catalogue.ts';
import type { Connector, SettingField } from './connector.types.ts';

/** What waits for what is sent here; its work is elsewhere (receivers/). */
export interface ReceiverKind {
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly type: IntegrationType;
  readonly summary: string;
  readonly schema: z.ZodType;
  readonly fields: readonly SettingField[];
}

export type Kind =
  | { readonly type: 'connector'; readonly of: Connector }
  | { readonly type: 'receiver'; readonly of: ReceiverKind };

export interface Kinds {
  all(): Promise<readonly Kind[]>;
  find(id: string): Promise<Kind | null>;
}

export function createKinds(catalogue: Catalogue, receivers: readonly ReceiverKind[]): Kinds {
  const all = async (): Promise<readonly Kind[]> => [
    ...(await catalogue.all()).map((of) => ({ type: 'connector', of }) as const),
    ...receivers.map((of) => ({ type: 'receiver', of }) as const),
  ];
  return { all, find: async (id) => (await all()).find(({ of }) => of.id === id) ?? null };
}

export function offerOf(kind: Kind): Offer {
  const { id, name, vendor, type, summary, fields } = kind.of;
  const isConnector = kind.type === 'connector';
  return {
    ...{ id, name, vendor, type, summary, kind: kind.type },
    delivers: isConnector ? kind.of.delivers : 'alerts',
    canPush: isConnector && kind.of.push !== undefined,
    fields: fields.map((field) => ({
      name: field.name,
      label: field.label,
      hint: field.hint,
      kind: field.kind,
      isRequired: field.isRequired,
      choices: (field.choices ?? []).map(([value, label]) => [value, label]),
      initial: field.initial ?? null,
    })),
  };
}

/** What its secrets are bound to: where settings move, they are not taken along. @throws AppError */
export function originsOfKind(kind: Kind, settings: unknown): readonly string[] {
  if (kind.type === 'receiver') return [`receiver:${kind.of.id}`];
  return kind.of.origins(checkedSettings(kind, settings));
}

/** @throws AppError 'bad-input' that names the field */
export function checkedSettings(kind: Kind, settings: unknown): unknown {
  const read = kind.of.schema.safeParse(settings);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const name = String(issue?.path[0] ?? '');
  const label = kind.of.fields.find((field) => field.name === name)?.label ?? name;
  throw new AppError(
    'bad-input',
    label === '' ? 'The settings are not valid' : `${label}: ${issue?.message ?? 'not valid'}`,
  );
}

/** Names of secrets that the form has. */
export const secretNames = ({ of }: Kind): string[] =>
  of.fields.filter(({ kind }) => kind === 'secret').map(({ name }) => name);

/** A secret that is needed and not there: its label. */
export function missingSecret(kind: Kind, given: readonly string[]): string | null {
  const missing = kind.of.fields.find(
    ({ kind: of, isRequired, name }) => of === 'secret' && isRequired && !given.includes(name),
  );
  return missing?.label ?? null;
}
