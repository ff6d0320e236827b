/** The grid of events and one of them, for those who look at all of them. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { dropFiles } from '../browser-drop.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import type { Layer } from '../tour.ts';
import { openInvestigation } from './forensics.ts';
import { openFiles } from './intake.ts';

const NAME = 'requests.ndjson';
const STEP_MS = 1_000;
const FROM_MS = Date.UTC(2026, 8, 21, 6);
/** The n-th of them was made by an updater. */
export const isUpdater = (n: number): boolean => n % 500 === 7;

/** An event a line, from three hosts and three people; one in five hundred is of another kind. */
const lineOf = (n: number): string =>
  JSON.stringify({
    '@timestamp': new Date(FROM_MS + n * STEP_MS).toISOString(),
    host: `WS-0${(n % 3) + 1}`,
    user: n === 1_507 ? 'svc_updater' : ['a.berg', 'j.tran', 'm.diaz'][n % 3],
    code: isUpdater(n) ? '7045' : '200',
    message: isUpdater(n) ? `Service updater installed ${n}` : `Request ${n} answered`,
  });

/** The events of an investigation, once a file of so many lines was brought into it. */
export async function openEvents(
  product: Product,
  { title = 'Encryption on FS-01', count = 400 } = {},
): Promise<Locator> {
  const files = await openFiles(product, title);
  const row = files.getByRole('row').filter({ hasText: NAME });
  await product.page.waitForTimeout(300);
  if ((await row.count()) === 0) {
    const path = join(mkdtempSync(join(product.folder, 'events-')), NAME);
    writeFileSync(path, Array.from({ length: count }, (_, n) => lineOf(n)).join('\n'));
    await dropFiles(product.page, [path]);
  }
  await expect(row.getByText('Read', { exact: true })).toBeVisible({ timeout: 20_000 });
  return openEventsOf(product, title);
}

/** The events of an investigation that has some. */
export async function openEventsOf(product: Product, title: string): Promise<Locator> {
  const drawer = await openInvestigation(product, title);
  await drawer.getByRole('tab', { name: 'Events' }).click();
  const grid = drawer.getByRole('grid', { name: 'Events' });
  await expect(grid.getByRole('row').nth(1)).toBeVisible();
  await expect(grid.getByText('Loading')).toHaveCount(0);
  return drawer;
}

export const EVENTS_LAYERS: readonly Layer[] = [
  {
    name: 'events-grid',
    async open(product) {
      const drawer = await openEvents(product);
      await drawer.getByRole('searchbox', { name: 'Search events' }).fill('updater');
      await expect(drawer.getByText('Service updater installed 7')).toBeVisible();
      await drawer.getByRole('button', { name: 'Filter', exact: true }).click();
      await drawer.getByLabel('Value', { exact: true }).fill('ws-02');
      await drawer.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(drawer.getByRole('button', { name: 'Remove Host is ws-02' })).toBeVisible();
      await drawer.getByRole('searchbox', { name: 'Search events' }).fill('');
      await expect(drawer.getByText('Request 1 answered')).toBeVisible();
      await drawer.getByRole('button', { name: 'Filter', exact: true }).click();
    },
  },
  {
    name: 'events-chosen',
    async open(product) {
      const drawer = await openEvents(product);
      await drawer.getByLabel('Choose event 2', { exact: true }).click();
      await drawer.getByText('Gaps and bursts').click();
      await expect(drawer.getByText(/No file is silent|^Gap$|^Burst$/).first()).toBeVisible();
    },
  },
  {
    name: 'events-extract',
    async open(product) {
      const drawer = await openEvents(product);
      await drawer.getByLabel('Choose event 1', { exact: true }).click();
      await drawer.getByRole('button', { name: 'Extract indicators' }).click();
      await expect(product.page.getByText(/found in .* characters/)).toBeVisible();
    },
  },
  {
    name: 'event-open',
    async open(product) {
      const drawer = await openEvents(product);
      await drawer.getByRole('grid', { name: 'Events' }).press('Enter');
      const event = product.page.getByRole('dialog', { name: 'Event', exact: true });
      await expect(event.getByText('Recorded', { exact: true })).toBeVisible();
      await expect(event.getByRole('button', { name: 'Only events with this Kind' })).toBeVisible();
    },
  },
];
