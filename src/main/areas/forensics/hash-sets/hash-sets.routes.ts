import { hashSetsContract } from '../../../../shared/areas/forensics/hash-sets/hash-sets.contract.ts';
import { page, type Route, route } from '../../../http/route.ts';
import type { HashSetService } from './hash-sets.service.ts';

export function hashSetRoutes(sets: HashSetService): Route[] {
  return [
    route(hashSetsContract.list, () => {
      const rows = sets.list();
      return page(rows, rows.length, null);
    }),
    route(hashSetsContract.add, ({ query, request, session }) =>
      sets.add(query, request, session.user.id),
    ),
    route(hashSetsContract.remove, ({ params, session }) => {
      sets.remove(params.id, session.user.id);
      return new Response(null, { status: 204 });
    }),
  ];
}
