/** What is found, but says nothing: ours, inside, or a part of every system. */
import { isInnerIp } from './addresses.ts';
import type { IndicatorType } from './extract.ts';
import { INNER_DOMAINS, SYSTEM_FILES } from './names.table.ts';

function isUnder(domain: string, owns: readonly string[]): boolean {
  return owns.some((own) => domain === own || domain.endsWith(`.${own}`));
}

export function isKnownGood(
  { type, value }: { readonly type: IndicatorType; readonly value: string },
  ownDomains: readonly string[],
): boolean {
  switch (type) {
    case 'ip':
      return isInnerIp(value);
    case 'domain':
      return (
        INNER_DOMAINS.has(value.slice(value.lastIndexOf('.') + 1)) || isUnder(value, ownDomains)
      );
    case 'email':
      return isUnder(value.slice(value.lastIndexOf('@') + 1), ownDomains);
    case 'url': {
      const host = /^[a-z]+:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(value)?.[1]?.toLowerCase() ?? '';
      return isInnerIp(host) || isUnder(host, ownDomains);
    }
    case 'file':
      return SYSTEM_FILES.has(
        value.slice(Math.max(value.lastIndexOf('\\'), value.lastIndexOf('/')) + 1).toLowerCase(),
      );
    case 'technique':
      return true;
    default:
      return false;
  }
}
