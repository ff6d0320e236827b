/** The Gap Analysis tab: run, read, decide. */
import { describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';
import { measureQueue, openGaps } from '../helpers/tours/gaps.ts';

const USUAL = { width: 1440, height: 900 };
const NARROW = { width: 1024, height: 768 };
const ANALYZE = '**/api/compliance/analyze-gaps';
const product = openSignedIn({
  context: { viewport: USUAL, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const panel = () => page().getByRole('tabpanel', { name: 'Gap Analysis' });
const grid = () => panel().getByRole('grid', { name: 'Gaps' });
const region = (name: string) => panel().getByRole('region', { name, exact: true });
const analyze = () => panel().getByRole('button', { name: 'Analyze gaps' });

describe('the analysis', () => {
  test('[GA1] a command of the palette runs it, and the 12 gaps of the figure stand apart', async () => {
    await openScreen(product(), '/');
    await page().keyboard.press('Control+k');
    await page().getByRole('dialog').getByRole('combobox').fill('Run gap analysis');
    await expect(
      page().getByRole('option', { name: 'Run gap analysis', exact: true }),
    ).toBeVisible();
    await page().keyboard.press('Enter');
    await expectToast(page(), 'Success', 'Gap analysis completed successfully');
    await expect(grid()).toBeVisible();
    await expect(panel().getByRole('link', { name: /^Gaps\s*12/ })).toBeVisible();
    await expect(panel().getByText('not counted as gaps')).toBeVisible();
  });

  test('it is kept, filtered by reason in the address, and opens onto what closes a gap', async () => {
    await openGaps(product());
    await panel()
      .getByRole('link', { name: /^Gaps\s*12/ })
      .click();
    await expect(page()).toHaveURL(/why=NON_COMPLIANT/);
    await expect(grid()).toHaveAttribute('aria-rowcount', '13');
    await grid().getByRole('row').nth(1).getByRole('button').first().click();
    const detail = page().getByRole('dialog');
    for (const part of [
      'Why',
      'Remediation',
      'Evidence that closes it',
      /^Effort: /,
      /^Priority: /,
    ])
      await expect(detail.getByRole('heading', { name: part })).toBeVisible();
    await expect(detail.getByRole('link', { name: 'Open control' })).toHaveAttribute(
      'href',
      /tab=controls&control=/,
    );
    await page().keyboard.press('Escape');
    await expect(detail).toHaveCount(0);
  });

  test('only the chosen frameworks are looked at', async () => {
    await openGaps(product());
    await panel()
      .getByRole('button', { name: /^Scope/ })
      .click();
    await page().getByRole('menuitemcheckbox', { name: 'PCI DSS' }).click();
    await page().keyboard.press('Escape');
    await analyze().click();
    await expect(panel().getByText('over one chosen framework')).toBeVisible();
    await expect(panel().getByText('In one framework')).toBeVisible();
  });

  test('[GA15] a quota that is exceeded has its own toast, another failure the specified one', async () => {
    await openGaps(product());
    for (const [status, title, text] of [
      [429, 'AI Service Unavailable', /quota .* exceeded\. Try again later or contact support/],
      [500, 'Error', 'Failed to run gap analysis'],
    ] as const) {
      await page().route(ANALYZE, (route) => route.fulfill({ status, json: { message: 'No' } }));
      await analyze().click();
      await expectToast(page(), title, text);
      await page().unroute(ANALYZE);
    }
    product().watch.take();
  });
});

describe('what the queue says', () => {
  test('[GA12] a challenge is dismissed for a reason, another confirmed, and the control is put down', async () => {
    await measureQueue(product());
    const rows = region('Challenges').getByRole('listitem');
    const before = await rows.count();
    await rows
      .first()
      .getByRole('button', { name: /^Dismiss/ })
      .click();
    const dismiss = dialog(page(), 'Dismiss challenge');
    await dismiss.getByRole('button', { name: 'Dismiss' }).click();
    await expect(dismiss.getByText('Reason is required')).toBeVisible();
    await dismiss.getByLabel('Reason').fill('Blocked at the gateway before anything ran.');
    await dismiss.getByRole('button', { name: 'Dismiss' }).click();
    await expectToast(page(), 'Success', 'Challenge dismissed');
    await expect(rows).toHaveCount(before - 1);
    await rows
      .first()
      .getByRole('button', { name: /^Confirm/ })
      .click();
    const confirm = dialog(page(), 'Confirm challenge');
    await expect(confirm).toContainText('from Compliant to Partially compliant');
    await confirm.getByRole('button', { name: 'Confirm and downgrade' }).click();
    await expectToast(page(), 'Success', 'Challenge confirmed');
    await expect(rows).toHaveCount(before - 2);
    await region('Challenges').getByRole('radio', { name: 'Confirmed' }).click();
    await expect(rows).toHaveCount(1);
    await openGaps(product());
    await expect(panel().getByText(/Since then .*control.*changed/)).toBeVisible();
  });
});

test('clean in both themes, and nothing is cut off in a narrow window', async () => {
  await openGaps(product());
  await panel()
    .getByRole('button', { name: /^Scope/ })
    .click();
  await page().getByRole('menuitemcheckbox', { name: 'All active frameworks' }).click();
  await page().keyboard.press('Escape');
  await analyze().click();
  await expect(panel().getByText('over all active frameworks')).toBeVisible();

  await page().setViewportSize(NARROW);
  const sideways = await tooWide(page());
  expect(sideways.filter((where) => /^(?:HTML|BODY|MAIN)/.test(where))).toEqual([]);
});
