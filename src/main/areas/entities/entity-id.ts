import { createHash } from 'node:crypto';
import type { EntityKind } from '../../../shared/areas/entities/entities.contract.ts';

/**
 * The id of what is kept about an entity: a UUID of version 8 (RFC 9562, section 5.8) made of kind and
 * value, so that two workstations without a network that mark the same host mean the same row.
 */
export function entityId(kind: EntityKind, value: string): string {
  const bytes = createHash('sha256').update(`watchfloor entity\n${kind}\n${value}`).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  return [0, 8, 12, 16, 20].map((from, i, all) => hex.slice(from, all[i + 1] ?? 32)).join('-');
}
