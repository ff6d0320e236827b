import { searchContract } from '../../../shared/areas/search/search.contract.ts';
import { roleMay } from '../../../shared/contract/permissions.ts';
import { type Route, route } from '../../http/route.ts';
import type { SearchService } from './search.service.ts';

export function searchRoutes(service: SearchService): Route[] {
  return [
    route(searchContract.search, ({ query, session }) =>
      service.search(query, (permission) => roleMay(session.user.role, permission)),
    ),
  ];
}
