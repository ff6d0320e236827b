import {
  type ControlSuggestions,
  suppressionContract,
} from '../../../shared/areas/suppression/suppression.contract.ts';
import { page, type Route, route } from '../../http/route.ts';
import type { SuppressionService } from './suppressions.service.ts';

/** Of the compliance area, handed over by the wiring. */
export type SuggestControls = (techniques: readonly string[]) => ControlSuggestions;

export function suppressionRoutes(rules: SuppressionService, suggest: SuggestControls): Route[] {
  return [
    route(suppressionContract.list, ({ query }) => {
      const { rows, total, nextCursor } = rules.list(query);
      return page(rows, total, nextCursor);
    }),
    route(suppressionContract.create, ({ body, session }) => rules.create(body, session.user.id)),
    route(suppressionContract.preview, ({ body, session }) =>
      rules.preview(body.scope, session.user.id),
    ),
    route(suppressionContract.controls, ({ query }) =>
      suggest(query.techniques.split(',').filter(Boolean)),
    ),
    route(suppressionContract.get, ({ params }) => rules.get(params.id)),
    route(suppressionContract.update, ({ params, body, session }) =>
      rules.update(params.id, body, session.user.id),
    ),
    route(suppressionContract.extend, ({ params, body, session }) =>
      rules.extend(params.id, body, session.user.id),
    ),
    route(suppressionContract.end, ({ params, body, session }) =>
      rules.end(params.id, body, session.user.id),
    ),
    route(suppressionContract.apply, ({ params, session }) =>
      rules.apply(params.id, session.user.id),
    ),
  ];
}
