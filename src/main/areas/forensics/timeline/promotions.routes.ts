/** Events that a person promoted into the timeline of a case. */
import { promotionsContract } from '../../../../shared/areas/forensics/timeline/promotions.contract.ts';
import { page, type Route, route } from '../../../http/route.ts';
import type { PromotionService } from './promotions.service.ts';

export function promotionRoutes(promotions: PromotionService): Route[] {
  return [
    route(promotionsContract.list, ({ params: { id }, query }) => {
      const { rows, total, nextCursor } = promotions.list(id, query);
      return page(rows, total, nextCursor);
    }),
    route(promotionsContract.promote, ({ params: { id }, body, session }) =>
      promotions.promote({ investigationId: id, ...body }, session.user.id),
    ),
    route(promotionsContract.change, ({ params: { id, promoted }, body, session }) =>
      promotions.change({ investigationId: id, id: promoted }, body, session.user.id),
    ),
    route(promotionsContract.remove, ({ params: { id, promoted }, session }) => {
      promotions.remove(id, promoted, session.user.id);
      return new Response(null, { status: 204 });
    }),
  ];
}
