/** Collection Schedule and Control Mappings in the browser. */
import { readFile } from 'node:fs/promises';
import { describe, test } from 'vitest';
import { dialog, toasts } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});

describe('the schedule', () => {
  test('[EC2] leads with what is late, and its address opens a task', async () => {
    const { page, origin } = product();
    await page.goto(`${origin}/evidence`);
    await page.getByRole('tab', { name: 'Collection Schedule' }).click();
    await expect(page).toHaveURL(/tab=schedule/);
    const rows = page.getByRole('grid', { name: 'Collection schedule' }).getByRole('row');
    await expect(rows.nth(1)).toContainText('Restore test of the terminal database');
    await expect(rows.nth(1)).toContainText('4 days overdue');
    await rows.nth(1).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page, 'Restore test of the terminal database')).toBeVisible();
    await expect(page).toHaveURL(/task=/);
    await page.reload();
    await expect(dialog(page, 'Restore test of the terminal database')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/task=/);
  });

  test('[EC4] a collector collects on demand, and what it made is a click away', async () => {
    const { page } = product();
    await page.getByRole('button', { name: 'Actions for Accounts of Watchfloor' }).click();
    await page.getByRole('menuitem', { name: 'Collect now' }).click();
    await expect(toasts(page)).toContainText('Evidence collected');
    await page.getByRole('row', { name: /Accounts of Watchfloor/ }).dblclick();
    const task = dialog(page, 'Accounts of Watchfloor');
    await expect(task.getByRole('region', { name: 'Runs' })).toContainText('accounts');
    await task.getByRole('region', { name: 'Runs' }).getByRole('link').first().click();
    await expect(page).toHaveURL(/evidence\?evidence=/);
  });

  test('a task is added, answered with evidence and skipped with a reason', async () => {
    const { page, origin } = product();
    await page.goto(`${origin}/evidence?tab=schedule`);
    await page.getByRole('button', { name: 'Add Task' }).click();
    const form = dialog(page, 'Add collection task');
    await form.getByLabel('Title').fill('Firewall rules');
    await form.getByLabel('Controls that it proves').fill('CC6.6');
    await form
      .getByRole('button', { name: /Add CC6.6/ })
      .first()
      .click();
    await form.getByRole('button', { name: 'Add task' }).click();
    await expect(form).toHaveCount(0);
    const row = page.getByRole('row', { name: /Firewall rules/ });
    await expect(row).toContainText('Due today');
    await page.getByRole('button', { name: 'Actions for Firewall rules' }).click();
    await page.getByRole('menuitem', { name: 'Answer with evidence' }).click();
    const answer = dialog(page, 'Answer with evidence');
    await answer.getByRole('radio').first().check();
    await answer.getByRole('button', { name: 'Answer' }).click();
    await expect(row).not.toContainText('Due today');
    await page.getByRole('button', { name: 'Actions for Firewall rules' }).click();
    await page.getByRole('menuitem', { name: 'Skip this time' }).click();
    const skip = dialog(page, 'Skip this time');
    await skip.getByRole('button', { name: 'Skip' }).click();
    await expect(skip.getByText('Reason is required')).toBeVisible();
    await skip.getByLabel('Reason').fill('No change of rules');
    await skip.getByRole('button', { name: 'Skip' }).click();
    await expect(row).toContainText('Skipped');
  });

  test('[EC7] the calendar file is saved', async () => {
    const { page } = product();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Calendar file (.ics)' }).click();
    const text = await readFile((await (await download).path()) ?? '', 'utf8');
    expect(text).toContain('BEGIN:VCALENDAR');
    expect(text).toContain('Collect evidence: Quarterly access review');
  });
});

describe('[EC9] the mappings', () => {
  test('a figure shows its rows; evidence is linked and unlinked', async () => {
    const { page, origin } = product();
    await page.goto(`${origin}/evidence?tab=mappings`);
    const none = page.getByRole('button', { name: /^No evidence/ });
    await expect(none).toContainText(/\d/);
    const count = Number(((await none.textContent()) ?? '').match(/\d+/)?.[0]);
    await none.click();
    await expect(page).toHaveURL(/state=none/);
    await expect(page.getByText(`${count} controls`, { exact: true })).toBeVisible();
    await page.getByRole('row').nth(1).dblclick();
    const control = page.getByRole('dialog');
    await control.getByRole('radio').first().check();
    await control.getByRole('button', { name: 'Link evidence' }).click();
    await expect(toasts(page)).toContainText('Evidence linked');
    await expect(control.getByRole('region', { name: 'Linked evidence' })).toContainText(
      /Valid|Expired|Pending|Rejected/,
    );
    await control.getByRole('button', { name: /^Unlink/ }).click();
    await expect(control).toContainText('Nothing proves this control yet');
  });
});
