/** Bulk actions over the whole filter, their history, Undo and Redo, as a person meets them. */
import type { Page } from 'playwright';
import { beforeAll, test } from 'vitest';
import { createAlert } from '../helpers/browser-calls.ts';
import { dialog, openDesk, rows, toasts } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const product = openSignedIn();
const COUNT = 12;

beforeAll(async () => {
  for (let n = COUNT; n >= 1; n -= 1) await createAlert(product(), { title: `Probe ${n}` });
});

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
const badges = (page: Page, text: string) => rows(page).getByText(text, { exact: true });

test('[AC1][AC2][AC3] all that match are closed by the keyboard alone, with one note, and undone', async () => {
  const { page } = product();
  await openDesk(product(), '?q=probe');
  await press(page, 'Shift+X');
  await expect(page.getByText(`${COUNT} alerts selected`)).toBeVisible();
  await press(page, 'Shift+X');
  await expect(page.getByText(`All ${COUNT} alerts that match`)).toBeVisible();
  await press(page, 'f');
  const bulk = dialog(page, 'False Positive: selected alerts');
  await expect(bulk.getByText(`Applies to 0 of ${COUNT} alerts`)).toBeVisible();
  await bulk.getByText(`Also investigate and close the ${COUNT} that are OPEN.`).click();
  const confirm = bulk.getByRole('button', {
    name: `Investigate and mark ${COUNT} alerts as false positive`,
  });
  await expect(confirm).toBeEnabled();
  await bulk.getByLabel('Note').fill('Scanner of the lab');
  await confirm.focus();
  await press(page, 'Enter');
  await expect(toasts(page)).toContainText(
    `Investigate and mark ${COUNT} alerts as false positive`,
  );
  await expect(badges(page, 'FALSE POSITIVE')).toHaveCount(COUNT);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toasts(page)).toContainText('Undone: Investigate and mark');
  await expect(badges(page, 'FALSE POSITIVE')).toHaveCount(0);
  await press(page, 'Control+Shift+Z');
  await expect(badges(page, 'FALSE POSITIVE')).toHaveCount(COUNT);
  await press(page, 'Control+z');
  await expect(badges(page, 'FALSE POSITIVE')).toHaveCount(0);
});

test('[AC11] a single change is undone from its message and by the keyboard', async () => {
  const { page } = product();
  await openDesk(product(), '?q=probe');
  await press(page, 'j', 'i');
  await expect(badges(page, 'AI Investigating')).toHaveCount(1);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(badges(page, 'AI Investigating')).toHaveCount(0);
  await press(page, 'j', 'i');
  await expect(badges(page, 'AI Investigating')).toHaveCount(1);
  await press(page, '/');
  await page.keyboard.type('x');
  await press(page, 'Control+z', 'Escape', 'Escape');
  await openDesk(product(), '?q=probe');
  await expect(badges(page, 'AI Investigating')).toHaveCount(1);
  await press(page, 'Control+z');
  await expect(badges(page, 'AI Investigating')).toHaveCount(0);
});

test('[AC10][AC14] the history tells what stands, and undoes and does again', async () => {
  const { page } = product();
  await openDesk(product(), '?q=probe');
  await press(page, 'j', 'e');
  await expect(toasts(page)).toContainText('Alert updated successfully');
  await press(page, 'Control+k');
  await page.keyboard.type('history of actions');
  await expect(page.locator('[aria-selected="true"]')).toContainText('History of actions');
  await press(page, 'Enter');
  const history = dialog(page, 'History of actions');
  const first = history.getByRole('listitem').first();
  await expect(first).toContainText('Escalate ‘Probe');
  await expect(first).toContainText('Ana Silva');
  await first.getByRole('button', { name: /^Undo/ }).click();
  await expect(first.getByText('Undone', { exact: true })).toBeVisible();
  await first.getByRole('button', { name: /^Redo/ }).click();
  await expect(first.getByText('Done', { exact: true })).toBeVisible();
  // The first Escape takes the message away, the next one the drawer.
  await press(page, 'Escape', 'Escape');
  await expect(history).toHaveCount(0);
});
