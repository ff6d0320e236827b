import { test } from 'vitest';
import { SIMULATED_ALERT } from '../../../src/shared/areas/alerts/alerts.rules.ts';
import {
  choose,
  countText,
  dialog,
  expectCount,
  expectToast,
  openDesk,
  row,
  rows,
  shownCount,
} from '../../helpers/browser-desk.ts';
import { expect } from '../../helpers/browser-expect.ts';
import type { Story } from './story.ts';

const CREATED = 'Alert created successfully';

/** What a person saw and no detector reported. */
export function tellCreate(story: () => Story): void {
  test('the create dialog says what is missing or too long, then creates, closes and resets', async () => {
    const { product } = story();
    const { page } = product;
    await openDesk(product);
    await page.getByRole('button', { name: 'Create Alert' }).click();
    const create = dialog(page, 'Create New Security Alert');
    const submit = create.getByRole('button', { name: 'Create Alert' });
    await create.getByLabel('Source', { exact: false }).first().fill('');
    await submit.click();
    const messages = create.getByRole('alert');
    await expect(messages).toHaveText([
      'Title is required',
      'Source is required',
      'Description is required',
    ]);
    await create.getByLabel('Alert Title').fill('t'.repeat(101));
    await create.getByLabel('Description').fill('d'.repeat(501));
    await create.getByPlaceholder('e.g., EDR, SIEM, Manual').fill('SIEM');
    await submit.click();
    await expect(messages).toHaveText([
      'Title must be less than 100 characters',
      'Description must be less than 500 characters',
    ]);
    await create.getByLabel('Alert Title').fill('t'.repeat(100));
    await create.getByLabel('Description').fill('d'.repeat(500));
    await expect(messages).toHaveCount(0);

    await create.getByLabel('Alert Title').fill('Badge used twice at once');
    await create.getByLabel('Description').fill('Doors 2 and 7, four seconds apart.');
    await choose(page, create.getByLabel('Severity'), 'High');
    await create.getByLabel('Source Host').fill('door-controller-2');
    await create.getByLabel('Source User').fill('b.okafor');
    await create.getByLabel('Source IP').fill('198.51.100.20');
    await submit.click();
    await expectToast(page, 'Success', CREATED);
    await expect(create).toHaveCount(0);
    const created = row(page, 'Badge used twice at once');
    await expect(created).toContainText('High');
    await expect(created).toContainText('OPEN');
    await expect(created).toContainText('Source: SIEM');
    await expect(created).toContainText('Host: door-controller-2');
    await expect(created).toContainText('User: b.okafor');

    await page.getByRole('button', { name: 'Create Alert' }).click();
    await expect(create.getByLabel('Alert Title')).toHaveValue('');
    await expect(create.getByLabel('Severity')).toHaveText('Medium');
    await expect(create.getByPlaceholder('e.g., EDR, SIEM, Manual')).toHaveValue('Manual');
    await create.getByRole('button', { name: 'Cancel' }).click();
    await expect(create).toHaveCount(0);
  });

  test('[PG10] what was entered is not lost without being asked', async () => {
    const { page } = story().product;
    await page.getByRole('button', { name: 'Create Alert' }).click();
    const create = dialog(page, 'Create New Security Alert');
    await create.getByLabel('Alert Title').fill('Half a');
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard what you entered?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(create.getByLabel('Alert Title')).toHaveValue('Half a');
    await create.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(create).toHaveCount(0);
  });

  test('Simulate Alert makes the fixed critical alert, the newest of all', async () => {
    const { page } = story().product;
    const before = await shownCount(page);
    await page.getByRole('button', { name: 'Simulate Alert' }).click();
    await expectToast(page, 'Success', CREATED);
    const simulated = row(page, SIMULATED_ALERT.title);
    await expect(rows(page).first()).toContainText(SIMULATED_ALERT.title);
    await expect(simulated).toContainText('Critical');
    await expect(simulated).toContainText('Source: EDR');
    await expect(simulated).toContainText(`Host: ${SIMULATED_ALERT.sourceHost}`);
    await expectCount(page, countText(before + 1));
  });
}
