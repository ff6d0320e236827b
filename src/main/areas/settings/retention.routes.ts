import { retentionContract } from '../../../shared/areas/settings/retention.contract.ts';
import { type Route, route } from '../../http/route.ts';
import type { RetentionService } from './retention.service.ts';

export function retentionRoutes(retention: RetentionService): Route[] {
  return [
    route(retentionContract.status, () => retention.status()),
    route(retentionContract.run, ({ session }) => ({ job: retention.run(session.user.id) })),
    route(retentionContract.preview, ({ query }) => retention.preview(query)),
  ];
}
