import {
  histogramAnswerSchema,
  stackAnswerSchema,
  stacksContract,
} from '../../../shared/areas/views/stacks.contract.ts';
import { type Route, route } from '../../http/route.ts';
import type { CountService } from './query-counts.service.ts';

export function countRoutes(counts: CountService): Route[] {
  return [
    route(stacksContract.stack, ({ query: { by, ...filter }, session }) =>
      stackAnswerSchema.parse(counts.stack(filter, by, session.user.id)),
    ),
    route(stacksContract.histogram, ({ query, session }) =>
      histogramAnswerSchema.parse(counts.histogram(query, session.user.id)),
    ),
    route(stacksContract.total, ({ query, session }) =>
      stacksContract.total.response.parse(counts.total(query, session.user.id)),
    ),
    route(stacksContract.values, ({ query }) => counts.values(query.field, query.typed)),
  ];
}
