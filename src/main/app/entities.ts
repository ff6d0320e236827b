import { domainToASCII } from 'node:url';
import { entityRoutes } from '../areas/entities/entities.routes.ts';
import { createEntityService } from '../areas/entities/entities.service.ts';
import { createEntityOwners } from '../areas/entities/entity-owners.ts';
import type { CoreDeps, WiredArea } from './core-deps.ts';

export function wireEntities({ db, hub, newId, clock }: CoreDeps): WiredArea {
  const owners = createEntityOwners(db, domainToASCII);
  hub.subscribe(owners.follow);
  const entities = createEntityService({ db, newId, clock, ownersOf: owners.of });
  return { routes: entityRoutes(entities), start: () => () => {} };
}
