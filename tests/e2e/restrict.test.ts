/** An investigation of few, as people meet it. */
import { join } from 'node:path';
import { test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeFindings } from '../helpers/page-checks.ts';
import { openInvestigation } from '../helpers/tours/forensics.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const TITLE = 'Encryption on FS-01';
const page = () => product().page;
/** Pictures for whoever looks at them; nowhere in a run that names no folder. */
const shot = async (name: string) => {
  const folder = process.env.WATCHFLOOR_SHOTS;
  if (folder) await page().screenshot({ path: join(folder, `${name}.png`) });
};

test('[SY150] one restricts it with a reason, sees the mark, and takes it back', async () => {
  const drawer = await openInvestigation(product(), TITLE);
  await drawer.getByRole('button', { name: 'Restrict' }).click();
  const form = dialog(page(), 'Who may see this investigation');
  await form.getByRole('radio', { name: 'Only people I name' }).click();
  await expect(form.getByText('You stay named')).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Reason is required')).toBeVisible();
  await form.getByLabel('Reason').fill('It is about somebody here');
  await shot('restrict-dialog');
  expect(await axeFindings(page())).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  await expectToast(page(), 'Success', 'Only the people named see this investigation now.');
  await expect(drawer.getByText('Restricted', { exact: true })).toBeVisible();
  await shot('restricted-drawer');
  await page().keyboard.press('Escape');
  const row = page().getByRole('listitem').filter({ hasText: TITLE });
  await expect(row.getByText('Restricted', { exact: true })).toBeVisible();
  await shot('restricted-list');
  const again = await openInvestigation(product(), TITLE);
  await again.getByRole('button', { name: 'Restrict' }).click();
  const second = dialog(page(), 'Who may see this investigation');
  await expect(second.getByText('It is about somebody here')).toBeVisible();
  await second.getByRole('radio', { name: 'Everybody whose role may' }).click();
  await second.getByLabel('Reason').fill('It was not');
  await shot('restrict-history');
  await second.getByRole('button', { name: 'Save' }).click();
  await expectToast(page(), 'Success', 'Everybody whose role may sees this investigation now.');
  await expect(again.getByText('Restricted', { exact: true })).toHaveCount(0);
});
