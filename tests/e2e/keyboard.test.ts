/** Triage with the keyboard alone: no mouse is moved or pressed in this file. */
import type { Locator, Page } from 'playwright';
import { beforeAll, test } from 'vitest';
import { createAlert } from '../helpers/browser-calls.ts';
import { dialog, openDesk, pane, row, rows, toasts } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const product = openSignedIn();
const COUNT = 8;

beforeAll(async () => {
  for (let n = COUNT; n >= 1; n -= 1) await createAlert(product(), { title: `Beacon ${n}` });
});

const focused = (page: Page): Locator => page.locator(':focus');
const badge = (page: Page, title: string, text: string) =>
  expect(row(page, title).getByText(text, { exact: true })).toBeVisible();

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('[PG7] a queue is worked off: move, investigate, resolve, false positive', async () => {
  const { page } = product();
  await openDesk(product());
  await press(page, 'j');
  await expect(focused(page)).toContainText('Beacon 1');
  await press(page, 'i');
  await badge(page, 'Beacon 1', 'AI Investigating');
  await press(page, 'r');
  await badge(page, 'Beacon 1', 'RESOLVED');
  await press(page, 'j', 'i');
  await badge(page, 'Beacon 2', 'AI Investigating');
  await press(page, 'f');
  await badge(page, 'Beacon 2', 'FALSE POSITIVE');
  await press(page, 'k');
  await expect(focused(page)).toContainText('Beacon 1');
  await press(page, 'i');
  await expect(toasts(page)).toContainText('This alert is RESOLVED. Possible: Reopen');
  await press(page, 'End');
  await expect(focused(page)).toContainText(`Beacon ${COUNT}`);
  await press(page, 'Home');
  await expect(focused(page)).toContainText('Beacon 1');
});

test('[PG7] an alert is opened, read on, escalated, assigned and closed; focus comes back', async () => {
  const { page } = product();
  await openDesk(product());
  await press(page, 'j', 'j', 'j', 'Enter');
  await expect(pane(page).getByRole('heading', { name: 'Beacon 3' })).toBeVisible();
  await press(page, 'j');
  await expect(pane(page).getByRole('heading', { name: 'Beacon 4' })).toBeVisible();
  await press(page, 'e');
  await expect(pane(page).getByText('Escalated').first()).toBeVisible();
  await press(page, 'a');
  const assign = dialog(page, 'Assign alert');
  await expect(assign).toBeVisible();
  await press(page, 'Tab', 'Tab', 'Tab');
  await expect(assign.locator(':focus')).toHaveCount(1);
  await assign.getByRole('button', { name: 'Assign' }).focus();
  await press(page, 'Enter');
  await expect(assign).toHaveCount(0);
  await expect(pane(page)).toContainText('Ana Silva');
  await press(page, 'Escape');
  await expect(pane(page)).toHaveCount(0);
  await press(page, 'j');
  await expect(focused(page)).toContainText('Beacon 5');
});

test('[PG7] several are selected with x and Shift, and investigated at once', async () => {
  const { page } = product();
  await openDesk(product(), '?status=OPEN&q=beacon');
  await press(page, 'j', 'x', 'Shift+J', 'Shift+J');
  await expect(page.getByText('3 alerts selected')).toBeVisible();
  await press(page, 'i');
  await expect(toasts(page)).toContainText('Alert updated successfully (3 of 3)');
  await expect(rows(page)).toHaveCount(COUNT - 2 - 3);
  await press(page, 'x');
  await expect(page.getByText(/selected$/)).toHaveCount(0);
});

test('[PG7] search, create, cancel: keys lead in and out of fields', async () => {
  const { page } = product();
  await openDesk(product());
  await press(page, '/');
  await expect(page.getByPlaceholder('Search alerts...')).toBeFocused();
  await page.keyboard.type('beacon 7');
  await expect(rows(page)).toHaveCount(1);
  await press(page, 'Escape');
  await expect(page.getByPlaceholder('Search alerts...')).toHaveValue('');
  await press(page, 'Escape', 'n');
  const create = dialog(page, 'Create New Security Alert');
  await expect(create.getByLabel('Alert Title')).toBeFocused();
  await page.keyboard.type('nix');
  await expect(create.getByLabel('Alert Title')).toHaveValue('nix');
  await press(page, 'Escape');
  await expect(page.getByRole('alertdialog').locator(':focus')).toHaveText('Keep editing');
  await press(page, 'Tab', 'Enter');
  await expect(create).toHaveCount(0);
});

test('[PG7] the whole desk is reached by Tab, and what has focus is seen', async () => {
  const { page } = product();
  await openDesk(product(), '?q=beacon+7');
  const seen: string[] = [];
  for (let step = 0; step < 45; step += 1) {
    await press(page, 'Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const own = getComputedStyle(element);
      const after = getComputedStyle(element, '::after');
      const isSeen = [own, after].some((style) => style.outlineStyle !== 'none');
      const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
      return { name: name.trim(), isSeen };
    });
    if (stop === null) break;
    expect(stop, `focus on ${stop.name} is not seen`).toMatchObject({ isSeen: true });
    seen.push(stop.name);
  }
  const wanted = [
    'Skip to the content',
    'Dashboard',
    'Log out',
    'Search everything',
    'Theme',
    'Export',
  ];
  expect(seen).toEqual(expect.arrayContaining([...wanted, 'Import', 'Create Alert', 'Severity']));
  expect(seen).toEqual(expect.arrayContaining(['Beacon 7', 'Select alert 1']));
});

test('[PG7] g and a letter go to the screens, Ctrl-K to the search of everything', async () => {
  const { page, origin } = product();
  await openDesk(product());
  await press(page, 'g', 'd');
  await expect(page).toHaveURL(`${origin}/`);
  await press(page, 'g', 'a');
  await expect(page).toHaveURL(`${origin}/alerts`);
  await press(page, 'Control+k');
  const palette = dialog(page, 'Search and commands');
  await expect(palette.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('beacon 6');
  await expect(palette.getByRole('option', { name: /Beacon 6/ })).toBeVisible();
  await press(page, 'Enter');
  await expect(pane(page).getByRole('heading', { name: 'Beacon 6' })).toBeVisible();
});
