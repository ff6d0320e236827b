import type { EntityRef } from '../../../shared/areas/entities/entities.contract.ts';

const FIELDS = {
  host: 'host',
  user: 'user',
  address: 'ip',
  hash: 'text',
  mailbox: 'text',
} as const;

/** The desk with the alerts of an entity: a term of its query language, the value in quotes. */
export function deskLink({ kind, value }: EntityRef): string {
  const quoted = `"${value.replace(/["\\]/g, (character) => `\\${character}`)}"`;
  return `/alerts?${new URLSearchParams({ query: `${FIELDS[kind]}:${quoted}` })}`;
}
