import type { EntityRef } from '../../../shared/areas/entities/entities.contract.ts';

/** Fields that hold the whole of it; of other kinds, texts name it as well as fields. */
const FIELDS = { host: 'host:', user: 'user:', address: '', hash: '', mailbox: '' } as const;

/**
 * The desk with the alerts that the entity's figure counts: also those that a rule hides, and of addresses,
 * hashes and mailboxes those that name it in a text.
 */
export function deskLink({ kind, value }: EntityRef, more: Record<string, string> = {}): string {
  const quoted = `"${value.replace(/["\\]/g, (character) => `\\${character}`)}"`;
  const query = `${FIELDS[kind]}${quoted}`;
  return `/alerts?${new URLSearchParams({ query, suppressed: 'with', ...more })}`;
}
