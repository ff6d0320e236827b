import type { Criticality, EntityKind } from './entities.contract.ts';

export const ENTITY_KIND_LABELS: Record<EntityKind, string> = {
  host: 'Host',
  user: 'Account',
  address: 'Address',
  hash: 'File hash',
  mailbox: 'Mailbox',
};

export const CRITICALITY_LABELS: Record<Criticality, string> = {
  CRITICAL: 'Critical asset',
  NORMAL: 'Normal',
  KNOWN_BENIGN: 'Known to be benign',
};

const LABEL_MAX = 120;

/** In a sentence: 'host web-01'. */
export function entityLabel(kind: EntityKind, value: string): string {
  const short = value.length > LABEL_MAX ? `${value.slice(0, LABEL_MAX)}…` : value;
  return `${ENTITY_KIND_LABELS[kind].toLowerCase()} ${short}`;
}

/** The address of an entity's page. */
export function entityLink(kind: EntityKind, value: string): string {
  return `/entity?kind=${kind}&value=${encodeURIComponent(value)}`;
}

/** Shown so that no program makes a link of it: 10[.]0[.]5[.]7, j.doe[@]example[.]com. */
export function defanged(kind: EntityKind, value: string): string {
  if (kind === 'address') return value.replaceAll('.', '[.]').replaceAll(':', '[:]');
  if (kind === 'mailbox') return value.replaceAll('@', '[@]').replaceAll('.', '[.]');
  return value;
}
