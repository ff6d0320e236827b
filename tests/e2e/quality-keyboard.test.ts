/** One shift with the keyboard alone, from the sign-in on: no mouse is moved or pressed in this file. */
import type { Locator, Page } from 'playwright';
import { test } from 'vitest';
import { createAlert } from '../helpers/browser-calls.ts';
import { ACCOUNT, DASHBOARD, DESK, dialog, pane, row, toasts } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const product = openSignedIn();
const focused = (page: Page): Locator => page.locator(':focus');
const shows = (page: Page, title: string, text: string) =>
  expect(row(page, title).getByText(text, { exact: true })).toBeVisible();

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('[UI10] from the sign-in to a resolved alert, found again by the palette', async () => {
  const { page, origin } = product();
  for (const title of ['Quiet noise', 'Mailbox rule', 'Odd sign-in']) {
    await createAlert(product(), { title });
  }
  await page.context().clearCookies();
  await page.goto(`${origin}/api/login`);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(ACCOUNT.email);
  await press(page, 'Tab');
  await page.keyboard.type(ACCOUNT.password);
  await press(page, 'Enter');
  await expect(page.getByRole('heading', { name: DASHBOARD })).toBeVisible();

  await press(page, 'g', 'a');
  await expect(page.getByRole('heading', { name: DESK })).toBeVisible();
  await expect(row(page, 'Odd sign-in')).toBeVisible();
  await press(page, 'j', 'j', 'k');
  await expect(focused(page)).toContainText('Odd sign-in');
  await press(page, 'x', 'Shift+J');
  await expect(page.getByText('2 alerts selected')).toBeVisible();
  await press(page, 'i');
  await expect(toasts(page)).toContainText('Alert updated successfully');
  await shows(page, 'Odd sign-in', 'AI Investigating');
  await shows(page, 'Mailbox rule', 'AI Investigating');
  await press(page, 'Escape');
  await expect(page.getByText(/selected$/)).toHaveCount(0);

  await press(page, 'Home');
  await expect(focused(page)).toContainText('Odd sign-in');
  await press(page, 'r');
  await shows(page, 'Odd sign-in', 'RESOLVED');
  await press(page, 'j', 'f');
  await shows(page, 'Mailbox rule', 'FALSE POSITIVE');

  await press(page, 'g', 'd');
  await expect(page.getByRole('heading', { name: DASHBOARD })).toBeVisible();
  await press(page, 'Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('odd sign');
  await expect(page.getByRole('option', { name: /Odd sign-in/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await press(page, 'Enter');
  await expect(pane(page).getByRole('heading', { name: 'Odd sign-in' })).toBeVisible();
  await expect(pane(page).getByText('RESOLVED').first()).toBeVisible();
});

test('[UI10] a list of choices is opened, searched by letters and closed by key', async () => {
  const { page } = product();
  await press(page, 'Escape', 'n');
  const create = dialog(page, 'Create New Security Alert');
  const severity = create.getByRole('combobox');
  await expect(create.getByLabel('Alert Title')).toBeFocused();
  await press(page, 'Tab');
  await expect(severity).toBeFocused();
  await press(page, 'Enter');
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.type('cr');
  await press(page, 'Enter');
  await expect(severity).toHaveText('Critical');
  await expect(severity).toBeFocused();
  await press(page, 'ArrowDown', 'End', 'Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(severity).toHaveText('Critical');
  await expect(create).toBeVisible();
  await press(page, 'ArrowUp', 'ArrowDown', 'Tab');
  await expect(severity).toHaveText('High');
  await expect(severity).not.toBeFocused();
});

test('[UI6] the chat is opened, written in and closed by key, and keeps what was said', async () => {
  const { page, origin } = product();
  await page.goto(`${origin}/`);
  const toggle = page.getByRole('button', { name: 'Assistant chat' });
  await toggle.focus();
  await press(page, 'Enter');
  const message = page.getByRole('textbox', { name: 'Message' });
  const log = page.getByRole('log');
  await expect(message).toBeFocused();
  await expect(log).toContainText('I answer from this workspace');
  await press(page, 'Space', 'Enter');
  await expect(message).toHaveValue(' ');
  await page.keyboard.type('which alerts?');
  await press(page, 'Shift+Enter');
  await page.keyboard.type('second line');
  await expect(message).toHaveValue(' which alerts?\nsecond line');
  await press(page, 'Enter');
  await expect(message).toHaveValue('');
  await expect(log).toContainText('which alerts?');
  await expect(log.getByRole('button', { name: 'Copy' })).toBeVisible();
  await press(page, 'g', 'a');
  await expect(page).toHaveURL(`${origin}/`);
  await press(page, 'Escape');
  await expect(log).toHaveCount(0);
  await expect(toggle).toBeFocused();
  await page.reload();
  await toggle.focus();
  await press(page, 'Enter');
  await expect(log).toContainText('which alerts?');
});
