/** The calendar and its states, for those who look at all of them. */
import { expect } from '../browser-expect.ts';
import { type Layer, openScreen } from '../tour.ts';

export const CALENDAR_LAYERS: readonly Layer[] = [
  {
    name: 'calendar',
    async open(product) {
      await openScreen(product, '/calendar');
      await expect(product.page.getByRole('table')).toBeVisible();
    },
  },
  {
    name: 'calendar-overdue',
    async open(product) {
      await openScreen(product, '/calendar?view=overdue');
      await expect(product.page.getByRole('list', { name: 'Overdue' })).toBeVisible();
    },
  },
  {
    name: 'calendar-empty-day',
    async open(product) {
      await openScreen(product, '/calendar?day=2001-02-03&group=Vendors');
      await expect(product.page.getByText('Nothing is due on this day.')).toBeVisible();
    },
  },
];
