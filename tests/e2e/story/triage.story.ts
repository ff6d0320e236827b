import { describe, test } from 'vitest';
import {
  dialog,
  expectToast,
  filterBy,
  openDesk,
  pane,
  paneField,
  row,
  rows,
} from '../../helpers/browser-desk.ts';
import { expect } from '../../helpers/browser-expect.ts';
import { hasRealAlerts, type Story } from './story.ts';

const UPDATED = 'Alert updated successfully';
const BRUTE_FORCE = /Dovecot brute force attack/;

/** Every way that an alert can go, and what is left of it in its history. */
export function tellTriage(story: () => Story): void {
  // Skipped where the real alerts are not there: they are not part of this repository.
  describe.skipIf(!hasRealAlerts)('the queue', () => {
    test('Investigate, then Resolve: the badge follows, closed alerts have no buttons', async () => {
      const { product } = story();
      const { page } = product;
      await openDesk(product, '?q=dovecot+brute');
      const first = rows(page).first();
      const id = await first.getAttribute('aria-labelledby');
      const chosen = page.locator(`article[aria-labelledby="${id}"]`);
      await expect(chosen).toContainText('OPEN');
      await chosen.getByRole('button', { name: 'Investigate' }).click();
      await expectToast(page, 'Success', UPDATED);
      await expect(chosen).toContainText('AI Investigating');
      await expect(chosen.getByRole('button', { name: 'Investigate' })).toHaveCount(0);
      await chosen.getByRole('button', { name: 'Resolve' }).click();
      await expectToast(page, 'Success', UPDATED);
      await expect(chosen).toContainText('RESOLVED');
      await expect(chosen.getByRole('button')).toHaveCount(0);
      await page.reload();
      await expect(chosen).toContainText('RESOLVED');
    });

    test('Investigate, then False Positive sets the status and the flag', async () => {
      const { product } = story();
      const { page } = product;
      await openDesk(product, '?q=dovecot+brute&status=OPEN');
      await row(page, BRUTE_FORCE).first().getByRole('link').first().click();
      await pane(page).getByRole('button', { name: 'Investigate' }).click();
      await expectToast(page, 'Success', UPDATED);
      await pane(page).getByRole('button', { name: 'False Positive' }).click();
      await expectToast(page, 'Success', UPDATED);
      await expect(paneField(page, 'False positive')).toHaveText('Yes');
      await expect(paneField(page, 'Resolved')).not.toHaveText('—None');
      await expect(pane(page).getByText('FALSE POSITIVE', { exact: true }).first()).toBeVisible();
    });

    test('Reopen wants a reason, which the history keeps with the name of who gave it', async () => {
      const { page } = story().product;
      await pane(page).getByRole('button', { name: 'Reopen' }).click();
      const reopen = dialog(page, 'Reopen alert');
      await reopen.getByRole('button', { name: 'Reopen' }).click();
      await expect(reopen.getByRole('alert')).toHaveText('Reason is required');
      await reopen.getByLabel('Reason').fill('Seen again from another address');
      await reopen.getByRole('button', { name: 'Reopen' }).click();
      await expectToast(page, 'Success', UPDATED);
      await expect(reopen).toHaveCount(0);
      await expect(paneField(page, 'False positive')).toHaveText('No');
      const newest = pane(page).getByRole('region', { name: 'History' }).locator('ol > li').first();
      await expect(newest).toContainText('Ana Silva reopened it');
      await expect(newest).toContainText('Seen again from another address');
    });

    test('Escalate and Assign are seen in the list, the alert and its history', async () => {
      const { page } = story().product;
      await pane(page).getByRole('button', { name: 'Escalate' }).click();
      await expectToast(page, 'Success', UPDATED);
      await expect(paneField(page, 'Escalated')).toHaveText('Yes');
      await expect(rows(page).filter({ hasText: 'Escalated' })).toHaveCount(1);
      await pane(page).getByRole('button', { name: 'Assign' }).click();
      const assign = dialog(page, 'Assign alert');
      await expect(assign.getByLabel('Assigned to')).toHaveText('Ana Silva (me)');
      await assign.getByRole('button', { name: 'Assign' }).click();
      await expectToast(page, 'Success', UPDATED);
      await expect(paneField(page, 'Assigned to')).toHaveText('Ana Silva');
      const history = pane(page).getByRole('region', { name: 'History' });
      await expect(history.locator('ol > li').first()).toContainText('Assigned to: — → Ana Silva');
      await expect(history.locator('ol > li').nth(1)).toContainText('Escalated: No → Yes');
    });

    test('many alerts are worked on together', async () => {
      const { product } = story();
      const { page } = product;
      await openDesk(product, '?q=dovecot+brute&status=OPEN');
      const before = await rows(page).count();
      await rows(page).nth(0).getByRole('checkbox').check();
      await rows(page).nth(1).getByRole('checkbox').check();
      await expect(page.getByText('2 alerts selected')).toBeVisible();
      await page.getByRole('button', { name: 'Investigate selected' }).click();
      await expectToast(page, 'Success', `${UPDATED} (2 of 2)`);
      await expect(rows(page)).toHaveCount(before - 2);
      await filterBy(page, 'Status', 'In Progress');
      await expect(rows(page)).toHaveCount(2);
    });
  });
}
