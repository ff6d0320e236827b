/** The charts of the dashboard, as a person finds them. */
import type { Locator, Page } from 'playwright';
import { expect } from './browser-expect.ts';

const panel = (page: Page, name: RegExp): Locator => page.getByRole('region', { name });
export const volume = (page: Page): Locator => panel(page, /^Alert volume by hour/);
export const techniques = (page: Page): Locator => panel(page, /^ATT&CK techniques seen/);
export const sla = (page: Page): Locator => panel(page, /^SLA Burn/);
export const brush = (page: Page): Locator => page.getByTestId('volume-brush');
export const end = (page: Page, name: 'Begin' | 'End'): Locator =>
  volume(page).getByRole('slider', { name: `${name} of the stretch` });

/** Opens the dashboard and waits for all of its figures. */
export async function openDashboard(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/`);
  await expect(page.getByText('Live Monitoring')).toBeVisible();
  await expect(brush(page).or(page.getByText('No Alerts in 7 Days'))).toBeVisible();
  await expect(techniques(page)).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** How many alerts the chosen stretch says that it has. */
export async function stretchCount(page: Page): Promise<number> {
  const text = await volume(page).getByRole('status').locator('strong').textContent();
  return Number(text?.replace(/\D/g, ''));
}

/** A place over the bars, as shares of their width and height. */
export async function placeOver(page: Page, x: number, y = 0.5) {
  await brush(page).scrollIntoViewIfNeeded();
  const box = await brush(page).boundingBox();
  if (!box) throw new Error('The volume chart is not there');
  return { x: box.x + box.width * x, y: box.y + box.height * y };
}
