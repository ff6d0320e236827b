/** An entity as a query of the search index (SQLite, "FTS5 Extension", section 3): it finds at least its alerts. */
import { isIPv4 } from 'node:net';
import type { EntityKind } from '../../../shared/areas/entities/entities.contract.ts';

const HAS_TOKEN = /[\p{L}\p{N}]/u;
const COLUMNS: Readonly<Record<Exclude<EntityKind, 'address'>, string>> = {
  host: 'source_host',
  user: 'source_user',
  hash: '{title description}',
  mailbox: '{title description source_user}',
};

/** Null where the index has no word for it: an address of IPv6, which sources write in several ways. */
export function entityQuery(kind: EntityKind, value: string): string | null {
  if (kind === 'address')
    return isIPv4(value) ? `entity_terms : "${value.replaceAll('.', 'x')}"` : null;
  if (!HAS_TOKEN.test(value)) return null;
  return `${COLUMNS[kind]} : "${value.replaceAll('"', ' ').replaceAll('\0', ' ')}"`;
}
