/** Focus, selection and keys at the desk act on what they were meant for, whatever comes in meanwhile. */
import type { Locator, Page } from 'playwright';
import { beforeAll, test } from 'vitest';
import { alertsContract } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { clientOf, createAlert, importText } from '../helpers/browser-calls.ts';
import {
  dialog,
  expectCount,
  expectToast,
  openDesk,
  pane,
  row,
  rows,
  toasts,
} from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { failRequests, holdRequests } from '../helpers/browser-routes.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const product = openSignedIn({ context: { viewport: { width: 1440, height: 900 } } });

beforeAll(async () => {
  const lines = (count: number, title: string, timestamp: string) =>
    Array.from({ length: count }, (_, n) => JSON.stringify({ timestamp, title: `${title} ${n}` }));
  const text = [
    ...lines(30, 'Ssh far', '2026-11-18T10:00:00Z'),
    // More than the pages that are loaded beside the one in view.
    ...lines(450, 'Filler', '2026-11-19T10:00:00Z'),
    ...lines(2, 'Ssh near', '2026-11-19T11:00:00Z'),
  ].join('\n');
  await importText(product(), 'queue.json', text, {
    fields: { title: 'title', time: 'timestamp' },
  });
});

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
const focused = (page: Page): Locator => page.locator(':focus');
const titleOf = async (place: Locator) => (await place.locator('h3').textContent()) ?? '';
const search = (page: Page) => page.getByPlaceholder('Search alerts...');
const bar = (page: Page) => page.getByRole('region', { name: 'Selected alerts' });

test('[DK1] the search box keeps the focus while rows come and go', async () => {
  const { page } = product();
  await openDesk(product());
  await press(page, 'j', 'j', 'j', 'j', 'j', 'j', '/');
  // Pasted: of what is loaded two rows match, and the core's answer brings the others.
  await page.keyboard.insertText('ssh');
  await expect(row(page, 'Ssh far 29')).toBeVisible();
  await expect(search(page)).toBeFocused();
  await page.keyboard.type(' far 1', { delay: 200 });
  await expect(row(page, /^Ssh far 1$/)).toBeVisible();
  await expect(search(page)).toBeFocused();
  await expect(search(page)).toHaveValue('ssh far 1');
  await expect(toasts(page)).toHaveCount(0);
});

test('[DK2][DK3] one is unticked under all that match; another filter unselects what it hides', async () => {
  const { page } = product();
  await openDesk(product(), '?q=ssh');
  await press(page, 'Shift+X', 'Shift+X');
  await expect(bar(page)).toContainText('All 32 alerts that match');
  await row(page, 'Ssh near 0').getByRole('checkbox').uncheck();
  await expect(bar(page)).toContainText('31 alerts selected');
  await expectToast(page, 'Selection', 'No longer all that match: the 31 others');
  await expect(row(page, 'Ssh near 1').getByRole('checkbox')).toBeChecked();
  await expect(row(page, 'Ssh near 0').getByRole('checkbox')).not.toBeChecked();
  await search(page).fill('near');
  await expect(rows(page)).toHaveCount(2);
  await expectToast(page, 'Selection', '30 alerts that the filter hides are no longer selected.');
  await expect(bar(page)).toContainText('1 alert selected');
  await search(page).fill('far');
  await expect(bar(page)).toHaveCount(0);
});

let tries = 0;
test('[DK4] focus, Enter and a click stay with their alert while others come in above', async () => {
  const { page } = product();
  // A second try finds the alerts of the first.
  tries += 1;
  const titled = (title: string) => `${title} ${tries}`;
  const [pressed, looked] = [titled('Pressed on'), titled('Looked at')];
  const [first, second] = [titled('Came first'), titled('Came second')];
  await createAlert(product(), { title: pressed });
  await createAlert(product(), { title: looked });
  await openDesk(product());
  await press(page, 'j');
  await expect(focused(page)).toContainText(looked);
  await createAlert(product(), { title: first });
  await expect(rows(page).first()).toContainText(first);
  await expect(focused(page)).toContainText(looked);
  await press(page, 'Enter');
  await expect(pane(page).getByRole('heading', { name: looked })).toBeVisible();
  await press(page, 'Escape');

  await row(page, pressed).getByRole('button', { name: 'Investigate' }).hover();
  await page.mouse.down();
  await createAlert(product(), { title: second });
  await expect(row(page, second)).toHaveCount(1);
  await page.mouse.up();
  await expect(row(page, pressed)).toContainText('AI Investigating');
  await expect(row(page, second)).toContainText('OPEN');
  await page.mouse.move(5, 5);
  await expect(row(page, second)).toBeInViewport();
});

test('[DK5] j goes on at the place of an alert that left the list', async () => {
  const { page } = product();
  await openDesk(product(), '?q=far&status=OPEN');
  await expect(rows(page).nth(6)).toBeVisible();
  const [left, next] = [await titleOf(rows(page).nth(4)), await titleOf(rows(page).nth(5))];
  await press(page, 'j', 'j', 'j', 'j', 'j');
  await expect(focused(page)).toContainText(left);
  await press(page, 'i');
  await expect(row(page, left)).toHaveCount(0);
  await press(page, 'j');
  await expect(focused(page)).toContainText(next);
});

test('[DK6] commands of the open alert act on it: in no list, and beside a selection', async () => {
  const { page } = product();
  const { id } = await createAlert(product(), { title: 'Deep link' });
  await openDesk(product(), `?q=far&alert=${id}`);
  await expect(pane(page).getByRole('heading', { name: 'Deep link' })).toBeVisible();
  await press(page, 'i');
  await expectToast(page, 'Success', 'Alert updated successfully');
  await expect(pane(page).getByRole('button', { name: 'Resolve' })).toBeVisible();
  await rows(page).first().getByRole('checkbox').check();
  await press(page, 'Control+k');
  await page.keyboard.type('open alert: escalate');
  await expect(page.locator('[aria-selected="true"]')).toContainText('Open alert: Escalate');
  await press(page, 'Enter');
  await expect(pane(page).getByRole('button', { name: 'Withdraw escalation' })).toBeVisible();
  await expect(bar(page)).toContainText('1 alert selected');
  await expect(rows(page).first()).not.toContainText('Escalated');
});

test('[DK7][DK8] e and a act on the selection; a held key acts once', async () => {
  const { page } = product();
  await openDesk(product(), '?q=near');
  await press(page, 'j', 'x', 'Shift+J');
  await expect(bar(page)).toContainText('2 alerts selected');
  await press(page, 'a');
  const assign = dialog(page, 'Assign: selected alerts');
  await expect(assign.getByText('Applies to all 2.')).toBeVisible();
  await assign.getByRole('button', { name: 'Cancel' }).click();
  await press(page, 'e');
  await expectToast(page, 'Success', '(2 of 2)');
  await expect(row(page, 'Ssh near 0')).toContainText('Escalated');
  await openDesk(product(), '?q=near');
  await press(page, 'j');
  for (let n = 0; n < 4; n += 1) await page.keyboard.down('e');
  await page.keyboard.up('e');
  await expectToast(page, 'Success', 'Alert updated successfully');
  await expect(rows(page).first()).not.toContainText('Escalated');
  await page.keyboard.down('Control');
  for (let n = 0; n < 4; n += 1) await page.keyboard.down('z');
  await page.keyboard.up('z');
  await page.keyboard.up('Control');
  await expect(rows(page).first()).toContainText('Escalated');
  await page.waitForTimeout(500);
  await expect(rows(page).nth(1)).toContainText('Escalated');
});

test('[DK8] keys do nothing behind the history of actions, but Ctrl-Z', async () => {
  const { page, origin } = product();
  await page.goto(`${origin}/alerts?q=near&actions=open`);
  const history = dialog(page, 'History of actions');
  await expect(history.getByRole('listitem').first()).toBeVisible();
  await press(page, 'j', 'i', 'e', 'x');
  await page.waitForTimeout(300);
  await expect(toasts(page)).toHaveCount(0);
  await press(page, 'Control+z');
  await expect(toasts(page)).toContainText('Undone');
  await press(page, 'Escape', 'Escape');
  await expect(history).toHaveCount(0);
  await expect(rows(page).first()).toContainText('OPEN');
});

test('[DK8] i and r pressed faster than the core answers are both done', async () => {
  const { page } = product();
  await createAlert(product(), { title: 'Worked on fast' });
  await openDesk(product(), '?q=worked');
  const release = await holdRequests(page, '**/api/alerts/*', 'PATCH');
  await press(page, 'j', 'i', 'r');
  await page.waitForTimeout(200);
  await expect(toasts(page)).toHaveCount(0);
  await release();
  await expect(row(page, 'Worked on fast')).toContainText('RESOLVED');
});

test('[DK10] a bulk action waits for the count of what was chosen', async () => {
  const { page } = product();
  await openDesk(product(), '?q=near');
  await press(page, 'j', 'x', 'r');
  const bulk = dialog(page, 'Resolve: selected alerts');
  await expect(bulk.getByText('Applies to 0 of 1 alert')).toBeVisible();
  const release = await holdRequests(page, '**/api/alerts/bulk/preview', 'POST');
  await bulk.getByRole('checkbox', { name: /^Also investigate/ }).check();
  await expect(bulk.getByRole('button', { name: 'Counting...' })).toBeDisabled();
  await release();
  await expect(bulk.getByRole('button', { name: 'Investigate and resolve 1 alert' })).toBeEnabled();
  await bulk.getByRole('button', { name: 'Cancel' }).click();
});

test('[DK10] a count that failed says so, and is asked for again', async () => {
  const { page, watch } = product();
  watch.allow(/status of 500/);
  await page.route('**/api/alerts?*', async (route) => {
    const response = await route.fetch();
    const { 'x-total-count': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  const recover = await failRequests(page, '**/api/alert-total?*', 'GET');
  await openDesk(product(), '?q=near');
  await expect(page.getByText('not counted')).toBeVisible();
  await recover();
  await page.getByRole('button', { name: 'Count again' }).click();
  await expectCount(page, '2 alerts');
  await page.unroute('**/api/alerts?*');
});

test('[DK14] the history of actions draws what is in view, however much is loaded', async () => {
  const { page, origin } = product();
  const { id } = await createAlert(product(), { title: 'Much was done to it' });
  const client = clientOf(product());
  for (let n = 0; n < 120; n += 1)
    await client.call(alertsContract.update, { params: { id }, body: { escalated: n % 2 === 0 } });
  await page.goto(`${origin}/alerts?q=near&actions=open`);
  const history = dialog(page, 'History of actions');
  const shown = history.getByRole('listitem');
  for (const loaded of ['100', /^1[2-5]\d$/]) {
    await history.getByRole('button', { name: 'Show older actions' }).click();
    await expect(shown.last()).toHaveAttribute('aria-setsize', loaded);
  }
  expect(await shown.count()).toBeLessThan(60);
  await shown.last().scrollIntoViewIfNeeded();
  await expect(shown.last()).not.toHaveAttribute('aria-posinset', '1');
  await press(page, 'Escape');
});

test('[DK11] a comment that is being written is asked for, and outlives an answer that failed', async () => {
  const { page, watch } = product();
  await openDesk(product(), '?q=near');
  const comment = pane(page).getByLabel('New comment');
  await row(page, 'Ssh near 0').getByRole('link').first().click();
  await comment.fill('Half a thought');
  await row(page, 'Ssh near 1').getByRole('link').first().click();
  const ask = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await ask.getByRole('button', { name: 'Stay' }).click();
  await expect(comment).toHaveValue('Half a thought');

  watch.allow(/status of 500/);
  const recover = await failRequests(page, '**/api/alerts/0*', 'GET');
  await createAlert(product(), { title: 'Has all read anew' });
  await expect(pane(page).getByText('The alert could not be loaded')).toBeVisible();
  await expect(comment).toHaveValue('Half a thought');
  await recover();
  await pane(page).getByRole('button', { name: 'Try again' }).first().click();
  await expect(pane(page).getByText('The alert could not be loaded')).toHaveCount(0);

  await page.setViewportSize({ width: 1100, height: 800 });
  const narrow = dialog(page, 'Open alert');
  await narrow.getByLabel('New comment').fill('@');
  await expect(narrow.getByRole('listbox', { name: 'People' })).toBeVisible();
  await press(page, 'Escape');
  await expect(narrow.getByRole('listbox', { name: 'People' })).toHaveCount(0);
  await press(page, 'Escape');
  await expect(narrow.getByLabel('New comment')).not.toBeFocused();
  await press(page, 'Escape');
  await ask.getByRole('button', { name: 'Leave' }).click();
  await expect(narrow).toHaveCount(0);
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('[DK12] an older answer does not take a change back', async () => {
  const { page } = product();
  await createAlert(product(), { title: 'Not taken back' });
  await openDesk(product(), '?q=taken');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isAnswered, resolve: answered } = Promise.withResolvers<void>();
  await page.route('**/api/alerts?*', async (route) => {
    const answer = await route.fetch();
    answered();
    await released;
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  await createAlert(product(), { title: 'Has the list read anew' });
  await isAnswered;
  await row(page, 'Not taken back').getByRole('button', { name: 'Investigate' }).click();
  await expect(row(page, 'Not taken back')).toContainText('AI Investigating');
  const wasTakenBack = page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const end = performance.now() + 1_500;
        const look = () => {
          const text = document.querySelector('[role="feed"]')?.textContent ?? '';
          if (text.includes('OPEN')) resolve(true);
          else if (performance.now() > end) resolve(false);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  release();
  expect(await wasTakenBack).toBe(false);
  await page.unroute('**/api/alerts?*');
});
