import type { Notification } from '../../shared/areas/notifications/notifications.contract.ts';
import { DAY_MS } from '../../shared/kernel/time.ts';
import type { ShownZone } from '../ui/time-zone.ts';

export interface Day {
  readonly title: string;
  readonly notifications: readonly Notification[];
}

/** Newest first, under the days that they came on: in the zone in which the page shows times. */
export function byDay(
  notifications: readonly Notification[],
  now: number,
  zone: ShownZone,
  locale?: string,
): Day[] {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    ...(zone ? { timeZone: zone } : {}),
  });
  const [today, yesterday] = [format.format(now), format.format(now - DAY_MS)];
  const days = Map.groupBy(notifications, ({ createdAt }) => format.format(Date.parse(createdAt)));
  return [...days].map(([date, ofDay]) => ({
    title: date === today ? 'Today' : date === yesterday ? 'Yesterday' : date,
    notifications: ofDay,
  }));
}
