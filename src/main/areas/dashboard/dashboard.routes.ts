import { dashboardContract } from '../../../shared/areas/dashboard/dashboard.contract.ts';
import { type Route, route } from '../../http/route.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AlertVolumeStore } from './alert-volume.store.ts';
import type { DashboardStore } from './dashboard.store.ts';
import type { SlaStore } from './sla.store.ts';
import type { TechniqueFiguresStore } from './technique-figures.store.ts';

export type DashboardStores = DashboardStore & AlertVolumeStore & TechniqueFiguresStore & SlaStore;

export function dashboardRoutes(store: DashboardStores, clock: Clock): Route[] {
  return [
    route(dashboardContract.metrics, ({ session }) => store.metrics(clock.now(), session.user.id)),
    route(dashboardContract.volume, () => store.volume(clock.now())),
    route(dashboardContract.techniques, () => store.techniques(clock.now())),
    route(dashboardContract.sla, () => store.burn(clock.now())),
  ];
}
