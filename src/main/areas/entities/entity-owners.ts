/** Whose an entity is: vendors by their domains and networks, read once and again when vendors change. */
import type { EntityKind } from '../../../shared/areas/entities/entities.contract.ts';
import { createMatcher, type Matcher } from '../../../shared/areas/vendors/vendor-signals.rules.ts';
import type { ServerEvent } from '../../../shared/contract/events.ts';
import type { Database } from '../../db/database.ts';
import { readVendorTerms } from './entity-links.store.ts';

export function createEntityOwners(db: Database, toAscii: (host: string) => string) {
  let matcher: Matcher | undefined;
  return {
    follow(event: ServerEvent): void {
      if (event.type !== 'changed') return;
      if (event.resource === 'vendors' || event.resource === 'workspace') matcher = undefined;
    },
    /** The vendor's own term by its id. */
    of(kind: EntityKind, value: string): ReadonlyMap<string, string> {
      if (kind === 'hash') return new Map();
      matcher ??= createMatcher(db.read('entities.vendorTerms', readVendorTerms), toAscii);
      const matches = matcher.match([{ field: 'value', text: value }]);
      return new Map(matches.map(({ vendorId, term }) => [vendorId, term]));
    },
  };
}
