/** Two windows decide about one alert: nothing is lost, and the second is told. */
import type { Page } from 'playwright';
import { beforeAll, test } from 'vitest';
import { authContract } from '../../src/shared/areas/auth/auth.contract.ts';
import { clientOf, createAlert } from '../helpers/browser-calls.ts';
import {
  ACCOUNT,
  choose,
  dialog,
  expectToast,
  openDesk,
  pane,
  paneField,
} from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { holdRequests } from '../helpers/browser-routes.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const product = openSignedIn({ context: { viewport: { width: 1440, height: 900 } } });
const UPDATED = 'Alert updated successfully';

beforeAll(async () => {
  for (const firstName of ['Kim', 'Sam'])
    await clientOf(product()).call(authContract.createAccount, {
      body: {
        ...{ email: `${firstName}@example.test`, firstName, lastName: 'Reed' },
        ...{ password: ACCOUNT.password, role: 'SOC Analyst' },
      },
    });
});

/** Opens the dialog and chooses; who confirms, and when, is the test's. */
async function prepare(page: Page, name: string) {
  await pane(page).getByRole('button', { name: 'Assign' }).click();
  const assign = dialog(page, 'Assign alert');
  await expect(assign.getByText('Given to two', { exact: true })).toBeVisible();
  await choose(page, assign.getByLabel('Assigned to'), name);
  return assign;
}

test('[DK9][DK13] of two who assign one alert, the second is told and chooses', async () => {
  const { page, watch } = product();
  watch.allow(/status of 409/);
  const { id } = await createAlert(product(), { title: 'Given to two' });
  await openDesk(product(), `?alert=${id}`);
  const { page: second } = await product().openWindow(`/alerts?alert=${id}`);

  // While the first window's dialog is open, the second one decides: the first sees it at once.
  const open = await prepare(page, 'Sam Reed');
  await (await prepare(second, 'Kim Reed')).getByRole('button', { name: 'Assign' }).click();
  await expectToast(second, 'Success', UPDATED);
  const notice = open.getByRole('alert');
  await expect(notice).toContainText('Somebody else changed this');
  await expect(notice).toContainText('Ana Silva');
  await expect(notice).toContainText('Theirs: Kim Reed');
  await expect(notice).toContainText('Yours: Sam Reed');
  await expect(open.getByRole('button', { name: 'Assign', exact: true })).toBeDisabled();
  await notice.getByRole('button', { name: 'Keep theirs' }).click();
  await expect(paneField(page, 'Assigned to')).toHaveText('Kim Reed');

  // The first window has decided, and its request is overtaken by the second one's.
  const late = await prepare(page, 'Sam Reed');
  const release = await holdRequests(page, '**/api/alerts/*', 'PATCH');
  await late.getByRole('button', { name: 'Assign' }).click();
  await (await prepare(second, 'Nobody')).getByRole('button', { name: 'Assign' }).click();
  await expectToast(second, 'Success', UPDATED);
  await release();
  await expect(late.getByRole('alert')).toContainText('Theirs: Nobody');
  await late.getByRole('button', { name: 'Save mine' }).click();
  await expectToast(page, 'Success', UPDATED);
  await expect(paneField(page, 'Assigned to')).toHaveText('Sam Reed');
  const history = pane(page).getByRole('region', { name: 'History' }).locator('ol > li');
  await expect(history.nth(0)).toContainText('Assigned to: — → Sam Reed');
  await expect(history.nth(1)).toContainText('Assigned to: Kim Reed → —');
  await expect(history.nth(2)).toContainText('Assigned to: — → Kim Reed');

  // What only concerned something else is no conflict.
  const other = await prepare(page, 'Kim Reed');
  const releaseOther = await holdRequests(page, '**/api/alerts/*', 'PATCH');
  await other.getByRole('button', { name: 'Assign' }).click();
  await pane(second).getByRole('button', { name: 'Escalate' }).click();
  await expectToast(second, 'Success', UPDATED);
  await releaseOther();
  await expectToast(page, 'Success', UPDATED);
  await expect(paneField(page, 'Assigned to')).toHaveText('Kim Reed');
  await expect(pane(page).getByRole('button', { name: 'Withdraw escalation' })).toBeVisible();
  await second.close();
});
