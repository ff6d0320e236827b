/** Exports, imports and receipts as an analyst works with them. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect as expectThat, test } from 'vitest';
import { dialog } from '../helpers/browser-desk.ts';
import { dropFiles } from '../helpers/browser-drop.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { openIocs } from '../helpers/tours/indicators.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const press = (name: string) =>
  page().getByRole('main').getByRole('button', { name, exact: true }).click();

const BUNDLE = {
  type: 'bundle',
  id: 'bundle--8e2e2d2b-17d4-4cbf-938f-98ee46b3cd3f',
  objects: [
    {
      ...{ type: 'indicator', spec_version: '2.1', pattern_type: 'stix' },
      id: 'indicator--8e2e2d2b-17d4-4cbf-938f-98ee46b3cd3f',
      ...{ created: '2026-01-01T00:00:00.000Z', modified: '2026-01-01T00:00:00.000Z' },
      pattern: "[domain-name:value = 'a.example.org'] FOLLOWEDBY [ipv4-addr:value = '192.0.2.77']",
      valid_from: '2026-01-01T00:00:00Z',
    },
  ],
};

/** An entry of a menu of the toolbar; its label is followed by its note. */
async function chooseIn(menu: string, item: string): Promise<void> {
  await press(menu);
  await page().getByRole('menuitem', { name: item }).click();
}

describe('exchange', () => {
  beforeAll(() => openIocs(product()));

  test('[IOC26] the toolbar has eight buttons, two of them menus of what comes in and what goes out', async () => {
    const bar = page().getByRole('main');
    for (const name of [
      'Add indicator',
      'Extract from text',
      'Import',
      'Sweep',
      'Export',
      'Receipts',
    ])
      await expect(bar.getByRole('button', { name, exact: true })).toBeVisible();
    for (const name of ['Import intelligence', 'Share'])
      await expect(bar.getByRole('button', { name, exact: true })).toHaveCount(0);
    const menuOf = async (name: string) => {
      await press(name);
      const items = await page().getByRole('menuitem').allInnerTexts();
      await page().keyboard.press('Escape');
      return items.map((text) => text.split('\n')[0]);
    };
    expectThat(await menuOf('Import')).toEqual(['Import indicators', 'Import intelligence']);
    expectThat(await menuOf('Export')).toEqual([
      ...['List', 'List, defanged', 'CSV', 'STIX 2.1 bundle', 'Share...'],
    ]);
  });

  test('[EX31] a bundle is read, looked at and taken over, with what is lost', async () => {
    await chooseIn('Import', 'Import intelligence');
    await expect(
      dialog(page(), 'Import intelligence').getByText('Choose a File', { exact: true }),
    ).toBeVisible();
    const folder = mkdtempSync(join(tmpdir(), 'watchfloor-exchange-'));
    const path = join(folder, 'bundle.json');
    writeFileSync(path, JSON.stringify(BUNDLE));
    await dropFiles(page(), [path]);
    const receipt = dialog(page(), 'Import receipt');
    await expect(receipt.getByText('Ready', { exact: true })).toBeVisible();
    await expect(receipt.getByText(/order of observations/)).toBeVisible();
    await receipt.getByRole('button', { name: 'Take over' }).click();
    await expect(receipt.getByText('Done', { exact: true }).first()).toBeVisible();
    await expect(receipt.getByText(/2 added/)).toBeVisible();
    await receipt.getByRole('button', { name: 'Done' }).click();
  });

  test('[EX30] indicators leave as a file with its receipt, which stays in the list', async () => {
    await chooseIn('Export', 'Share...');
    const form = dialog(page(), 'Export');
    await form.getByRole('button', { name: 'Export', exact: true }).click();
    const receipt = dialog(page(), 'Export receipt');
    await expect(receipt.getByText(/^SHA-256/)).toBeVisible();
    await expect(receipt.getByRole('button', { name: 'Save file' })).toBeEnabled();
    await receipt.getByRole('button', { name: 'Done' }).click();
    await press('Receipts');
    const list = dialog(page(), 'Imports and exports');
    await expect(list.getByRole('listitem').first()).toContainText('STIX 2.1');
  });
});
