/** Identifiers of what leaves: the same for the same record, also those that lists of indicators bear. */
import { createHash } from 'node:crypto';
import type { StixPorts } from '../../../shared/areas/exchange/stix/ids.ts';

/** RFC 9562, 5.5, with SHA-256 in place of SHA-1: the version's bits say 5. */
export function ownId(name: string): string {
  const hex = createHash('sha256').update(`watchfloor ${name}`).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) & 3];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export const STIX_PORTS: StixPorts = {
  ownId,
  sha1: (bytes) => createHash('sha1').update(bytes).digest(),
};
