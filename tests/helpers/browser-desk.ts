/** What an analyst does on the screens, in the words that stand on them. */
import type { Locator, Page } from 'playwright';
import { expect } from './browser-expect.ts';
import type { Product } from './browser-product.ts';

export const ACCOUNT = {
  email: 'ana@example.test',
  firstName: 'Ana',
  lastName: 'Silva',
  password: 'correct horse battery',
} as const;

/** Seconds on a machine of its own; others may work on it, too. */
const SET_UP_MS = 120_000;

export const DASHBOARD = 'Security Operations Dashboard';
export const DESK = 'Alert & Incident Management';

/** Fills the set-up form and sends it; where it goes from there is for the caller to see. */
export async function sendSetUp(
  page: Page,
  workspace: 'Demo workspace' | 'Empty workspace',
  password: string = ACCOUNT.password,
): Promise<void> {
  await page.getByLabel('Email').fill(ACCOUNT.email);
  await page.getByLabel('First name').fill(ACCOUNT.firstName);
  await page.getByLabel('Last name').fill(ACCOUNT.lastName);
  await page.getByLabel('Password').fill(password);
  await page.getByLabel(workspace).check();
  // The click ends with the navigation, that with the demo workspace.
  await page.getByRole('button', { name: 'Create account' }).click({ timeout: SET_UP_MS });
}

/** From a new data folder to the dashboard. */
export async function setUp(
  { page, origin }: Product,
  workspace: 'Demo workspace' | 'Empty workspace' = 'Empty workspace',
): Promise<void> {
  await page.goto(`${origin}/api/login`);
  await sendSetUp(page, workspace);
  await expect(page.getByRole('heading', { name: DASHBOARD })).toBeVisible({ timeout: SET_UP_MS });
}

export async function signIn(
  { page, origin }: Product,
  email: string = ACCOUNT.email,
): Promise<void> {
  await page.goto(`${origin}/api/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: DASHBOARD })).toBeVisible();
}

/** Opens the desk (or an address of it) and waits until it shows alerts or says that it has none. */
export async function openDesk({ page, origin }: Product, query = ''): Promise<void> {
  await page.goto(`${origin}/alerts${query}`);
  await expect(page.getByRole('heading', { name: DESK })).toBeVisible();
  await expect(rows(page).first().or(page.getByText('No Alerts Found'))).toBeVisible();
}

function feed(page: Page): Locator {
  return page.getByRole('feed', { name: 'Alerts' });
}

export function rows(page: Page): Locator {
  return feed(page).getByRole('article');
}

export function row(page: Page, title: string | RegExp): Locator {
  return rows(page).filter({ has: page.getByRole('link', { name: title }) });
}

/** The open alert, beside the list or over it. */
export function pane(page: Page): Locator {
  return page
    .getByRole('complementary', { name: 'Open alert' })
    .or(page.getByRole('dialog', { name: 'Open alert' }));
}

/** A field of the open alert, by its name. */
export function paneField(page: Page, name: string): Locator {
  return pane(page)
    .getByRole('region', { name: 'Details' })
    .locator('dt', { hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]');
}

/** By its place and not by its role: behind a dialog a message is seen, but not in the tree of roles. */
export function toasts(page: Page): Locator {
  return page.locator('[role="region"][aria-label^="Notifications"] li');
}

/** Waits for a toast, and takes it away so that the next one cannot be taken for it. */
export async function expectToast(page: Page, title: string, text: string | RegExp): Promise<void> {
  const toast = toasts(page).filter({ hasText: title }).filter({ hasText: text });
  await expect(toast).toBeVisible();
  await toast.getByLabel('Dismiss').click();
  await expect(toast).toHaveCount(0);
}

export async function choose(page: Page, control: Locator, option: string): Promise<void> {
  await control.click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

export async function filterBy(
  page: Page,
  name: 'Severity' | 'Status',
  option: string,
): Promise<void> {
  await choose(page, page.getByRole('combobox', { name, exact: true }), option);
}

/** How the desk says how many there are. */
export function countText(count: number): string {
  return count === 1 ? '1 alert' : `${count.toLocaleString('en')} alerts`;
}

export async function expectCount(page: Page, text: string): Promise<void> {
  await expect(
    page.getByRole('search', { name: 'Filters' }).getByText(text, { exact: true }),
  ).toBeVisible();
}

/** How many alerts the desk says that there are. */
export async function shownCount(page: Page): Promise<number> {
  const count = page.getByRole('search', { name: 'Filters' }).getByText(/^[\d,]+ alerts?$/);
  return Number((await count.textContent())?.replace(/\D/g, ''));
}

export function dialog(page: Page, name: string): Locator {
  return page.getByRole('dialog', { name, exact: true });
}

/** The figures of the receipt that is shown: `{ Read: '497', Added: '497', … }`. */
async function receiptFigures(page: Page): Promise<Record<string, string>> {
  const receipt = dialog(page, 'Import receipt');
  await expect(receipt).toBeVisible({ timeout: 60_000 });
  const pairs = await receipt
    .locator('dl > div')
    .evaluateAll((parts) =>
      parts.map((part) => [
        part.querySelector('dt')?.textContent ?? '',
        part.querySelector('dd')?.textContent ?? '',
      ]),
    );
  return Object.fromEntries(pairs);
}

/** Chooses a file with the Import button, imports it as detected, and reads the receipt. */
export async function importFile(product: Product, path: string): Promise<Record<string, string>> {
  const { page } = product;
  const button = page.getByRole('button', { name: 'Import', exact: true });
  await product.chooseFiles(() => button.click(), [path]);
  return finishImport(page);
}

/** From the preview to the receipt, which is then closed. */
export async function finishImport(page: Page): Promise<Record<string, string>> {
  await dialog(page, 'Import alerts').getByRole('button', { name: 'Import', exact: true }).click();
  const figures = await receiptFigures(page);
  await dialog(page, 'Import receipt').getByRole('button', { name: 'Done' }).click();
  await expect(dialog(page, 'Import receipt')).toHaveCount(0);
  return figures;
}
