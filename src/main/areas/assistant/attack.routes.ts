import { attackContract } from '../../../shared/areas/assistant/attack.contract.ts';
import { roleMay } from '../../../shared/contract/permissions.ts';
import { type Route, route } from '../../http/route.ts';
import type { AttackService } from './attack.service.ts';

export function attackRoutes(attack: AttackService): Route[] {
  return [
    route(attackContract.state, () => attack.state()),
    route(attackContract.preview, ({ query, request, session }) =>
      attack.preview(query, request, session.user.id),
    ),
    route(attackContract.apply, ({ body, session }) => attack.apply(body.token, session.user.id)),
    route(attackContract.reset, ({ session }) => attack.reset(session.user.id)),
    route(attackContract.technique, ({ params, query, session }) =>
      attack.technique(
        params.id,
        query.controls === 'true' && roleMay(session.user.role, 'compliance.read'),
      ),
    ),
  ];
}
