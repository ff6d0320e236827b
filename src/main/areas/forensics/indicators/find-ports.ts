/** What the reading of indicators (src/shared/areas/forensics/indicators) is given in Node. */
import { createHash } from 'node:crypto';
import type { FindPorts } from '../../../../shared/areas/forensics/indicators/find.ts';

/** Loaded where it is used: start-up does not pay for the public suffix list. */
export async function loadFindPorts(): Promise<FindPorts> {
  const { parse } = await import('tldts');
  return {
    sha256: (bytes) => createHash('sha256').update(bytes).digest(),
    isPublicName(name) {
      const { domain, isIcann, isPrivate } = parse(name, { allowPrivateDomains: true });
      return domain !== null && (isIcann === true || isPrivate === true);
    },
  };
}
