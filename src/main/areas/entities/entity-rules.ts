/** Which suppression rules name an entity: by a pattern of hosts or users, or a network it lies in. */
import type { EntityKind, LinkedRecord } from '../../../shared/areas/entities/entities.contract.ts';
import type { SuppressionScope } from '../../../shared/areas/suppression/suppression.rules.ts';
import {
  maskOf,
  parseAddress,
  parseNetwork,
} from '../../../shared/areas/vendors/addresses.rules.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { type Linked, RULES_ASKED, suppressionRules } from './entity-links.store.ts';

export function rulesNaming(
  db: ReadDb,
  { kind, value }: { readonly kind: EntityKind; readonly value: string },
  limit: number,
): Linked<LinkedRecord> {
  const rules = suppressionRules(db);
  const naming = rules
    .slice(0, RULES_ASKED)
    .filter(({ scope }) => isNamed(JSON.parse(scope) as Partial<SuppressionScope>, kind, value));
  const rows = naming.slice(0, limit).map((rule) => ({
    id: rule.id,
    title: rule.name,
    detail: `${rule.ended_at === null ? 'In force until' : 'Ended, was to expire'} ${toIso(rule.expires_at).slice(0, 10)} · ${rule.reason}`,
    link: `/suppressions?rule=${encodeURIComponent(rule.id)}`,
    at: toIso(rule.ended_at ?? rule.expires_at),
  }));
  return { rows, total: { n: naming.length, isMore: rules.length > RULES_ASKED } };
}

function isNamed(scope: Partial<SuppressionScope>, kind: EntityKind, value: string): boolean {
  switch (kind) {
    case 'host':
      return (scope.hosts ?? []).some((pattern) => matchesPattern(pattern, value));
    case 'user':
    case 'mailbox':
      return (scope.users ?? []).some((pattern) => matchesPattern(pattern, value));
    case 'address':
      return (scope.addresses ?? []).some((network) => liesIn(network, value));
    default:
      return false;
  }
}

/** `*` stands for any characters; parts are looked for one after the other, which is linear. */
function matchesPattern(pattern: string, value: string): boolean {
  const parts = pattern.toLowerCase().split('*');
  const [first = ''] = parts;
  if (parts.length === 1) return value === first;
  const last = parts.at(-1) ?? '';
  if (!value.startsWith(first) || !value.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = value.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= value.length - last.length;
}

function liesIn(network: string, value: string): boolean {
  const wide = parseNetwork(network);
  const address = parseAddress(value);
  if (!wide || !address || wide.family !== address.family) return false;
  return maskOf(address.value, wide.family, wide.prefix) === wide.base;
}
