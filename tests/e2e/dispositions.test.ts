import { beforeAll, describe, test } from 'vitest';
import { choose, dialog, expectToast, openDesk, pane, row } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { openScreen } from '../helpers/tour.ts';

const product = openSignedIn({ context: { viewport: { width: 1440, height: 900 } } });
const page = () => product().page;
const UPDATED = 'Alert updated successfully';
const TITLE = 'Encoded PowerShell on ws-7';

async function post(path: string, body: unknown, method = 'POST'): Promise<{ id: string }> {
  const answer = await page().evaluate(
    async ([to, sent, verb]) => {
      const headers = { 'Content-Type': 'application/json' };
      const response = await fetch(to, { method: verb, headers, body: sent });
      return [response.status, await response.text()] as const;
    },
    [path, JSON.stringify(body), method] as const,
  );
  expect(answer[0]).toBeLessThan(300);
  return JSON.parse(answer[1]) as { id: string };
}

beforeAll(async () => {
  const alert = {
    title: TITLE,
    description: 'winword.exe started powershell.exe -enc',
    severity: 'HIGH',
    source: 'EDR',
    sourceHost: 'ws-7',
    sourceUser: 'm.ito',
  };
  const { id } = await post('/api/alerts', alert);
  await post(`/api/alerts/${id}`, { status: 'IN_PROGRESS' }, 'PATCH');
  const second = await post('/api/alerts', { ...alert, title: 'Second one' });
  await post(`/api/alerts/${second.id}`, { status: 'IN_PROGRESS' }, 'PATCH');
  const text = 'Script of {user} on {host}';
  await post('/api/note-templates', { name: 'Own script', text });
});

describe('closing', () => {
  test('[DP1] takes verdict, reason, note from a template and evidence, and shows them', async () => {
    await openDesk(product());
    await row(page(), TITLE).getByRole('link').first().click();
    await page().keyboard.press('v');
    const form = dialog(page(), 'Close alert');
    await form.getByLabel('Benign true positive').check();
    await choose(page(), form.getByLabel('Reason code'), 'Administrator activity');
    await form.getByRole('button', { name: 'Insert template' }).click();
    await page().getByRole('menuitem', { name: 'Own script' }).click();
    await expect(form.getByLabel('Note')).toHaveValue('Script of m.ito on ws-7');
    await form.getByLabel('Source host').check();
    await form.getByRole('button', { name: 'Close alert', exact: true }).click();
    await expectToast(page(), 'Success', UPDATED);
    const verdict = pane(page()).getByRole('region', { name: 'Verdict' });
    await expect(verdict).toContainText('Benign true positive');
    await expect(verdict).toContainText('Administrator activity');
    await expect(verdict).toContainText('Script of m.ito on ws-7');
    const history = pane(page()).getByRole('region', { name: 'History' });
    await expect(history).toContainText('Verdict: — → Benign true positive');
  });

  test('[DP5] the verdict of a closed alert is put right', async () => {
    await page().keyboard.press('v');
    const form = dialog(page(), 'Change verdict');
    await form.getByLabel('Undetermined').check();
    await form.getByRole('button', { name: 'Save verdict' }).click();
    await expectToast(page(), 'Success', UPDATED);
    const verdict = pane(page()).getByRole('region', { name: 'Verdict' });
    await expect(verdict).toContainText('Undetermined');
    await page().keyboard.press('Escape');
  });

  test('[DP3] one key closes, unless something is required: then it asks', async () => {
    await openScreen(product(), '/settings/closing');
    await page().getByRole('switch', { name: 'Note' }).click();
    await expect(page().getByRole('switch', { name: 'Note' })).toBeChecked();
    await openDesk(product());
    await row(page(), 'Second one').getByRole('link').first().focus();
    await page().keyboard.press('f');
    const form = dialog(page(), 'Close alert');
    await form.getByRole('button', { name: 'Close alert', exact: true }).click();
    await expect(form.getByText('Note is required to close an alert')).toBeVisible();
    await form.getByLabel('Note').fill('Test data');
    await form.getByRole('button', { name: 'Close alert', exact: true }).click();
    await expectToast(page(), 'Success', UPDATED);
    await post('/api/settings', { dispositions: { note: false } }, 'PATCH');
  });
});

describe('around an alert', () => {
  test('[DI1] [DI2] a comment mentions by completion, is text, is edited and deleted', async () => {
    await openDesk(product());
    await row(page(), TITLE).getByRole('link').first().click();
    await page().keyboard.press('c');
    const field = pane(page()).getByLabel('New comment');
    await expect(field).toBeFocused();
    await field.pressSequentially('<b>Ask</b> @an');
    await expect(page().getByRole('option', { name: /Ana Silva/ })).toBeVisible();
    await page().keyboard.press('Enter');
    await expect(field).toHaveValue('<b>Ask</b> @Ana Silva ');
    await page().keyboard.press('Control+Enter');
    const item = pane(page()).getByRole('list', { name: 'Comments' }).getByRole('listitem');
    await expect(item).toContainText('<b>Ask</b> @Ana Silva');
    await expect(field).toHaveValue('');
    await item.getByRole('button', { name: 'Edit' }).click();
    await expect(item.getByLabel('Edit comment')).toHaveValue('<b>Ask</b> @Ana Silva');
    await item.getByLabel('Edit comment').fill('Asked');
    await item.getByRole('button', { name: 'Save' }).click();
    await expect(item).toContainText('edited');
    await item.getByRole('button', { name: 'Delete' }).click();
    await page().getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(pane(page()).getByText('No comments yet.')).toBeVisible();
    const history = pane(page()).getByRole('region', { name: 'History' });
    await expect(history).toContainText('deleted a comment');
  });

  test('[DI4] it is watched and no longer', async () => {
    await pane(page()).getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(pane(page()).getByRole('button', { name: 'Unwatch (1)' })).toBeVisible();
    await page().keyboard.press('w');
    await expectToast(page(), 'Success', 'You no longer watch this alert');
  });

  test('[DI6] [DI8] steps are ticked, and the row says how far', async () => {
    const list = pane(page()).getByRole('region', { name: 'Checklists' });
    await list.getByLabel(/^Keep the hash/).click();
    await expect(list.getByText('1 of 9')).toBeVisible();
    await expect(row(page(), TITLE).getByText('1/9')).toBeVisible();
  });

  test('[DP11] its time limits stand in the pane', async () => {
    const limits = pane(page()).getByRole('region', { name: 'Time limits' });
    await expect(limits.getByText(/^After .*, in time$/).first()).toBeVisible();
  });
});
