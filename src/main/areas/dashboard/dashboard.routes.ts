import { dashboardContract } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { type Route, route } from '../../http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DashboardStore } from './dashboard.store.ts';

export function dashboardRoutes(store: DashboardStore, clock: Clock): Route[] {
  return [
    route(dashboardContract.metrics, ({ session }) => store.metrics(clock.now(), session.user.id)),
  ];
}
