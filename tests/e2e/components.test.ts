/** Every part of the design system, on its own page: no finding of axe, and what each part promises. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, test } from 'vitest';
import { setUp } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { type BrowserProduct, openOnBrowser } from '../helpers/browser-product.ts';
import {
  buildWithComponents,
  COMPONENTS_PATH,
  type ComponentsBuild,
} from '../helpers/components-build.ts';
import { launchBrowser } from '../helpers/electron-double/launch-desktop.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen, settle } from '../helpers/tour.ts';

const GROUPS = ['Controls', 'States and words', 'Data', 'Layers'];
const NARROW = { width: 1024, height: 700 };
const USUAL = { width: 1440, height: 900 };
const ROWS = 2_000;

let built: ComponentsBuild;
let browser: Browser;
let product: BrowserProduct;
let page: Page;

beforeAll(async () => {
  built = await buildWithComponents();
  browser = await launchBrowser();
  product = await openOnBrowser({
    browser,
    root: built.root,
    context: { viewport: USUAL, reducedMotion: 'reduce' },
  });
  page = product.page;
  await setUp(product);
});

beforeEach(() => openScreen(product, COMPONENTS_PATH));

afterEach(() => {
  expect(product.watch.take()).toEqual([]);
});

afterAll(async () => {
  await product.close();
  await browser.close();
  built.remove();
});

async function openGroup(name: string): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await settle(page);
}

const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const grid = (): Locator => page.getByRole('grid', { name: 'Example hosts' });
const rowOf = (name: string): Locator => grid().getByRole('row', { name });
const columnNames = () => grid().getByRole('columnheader').allInnerTexts();
const firstHosts = async (count: number) => {
  const cells = grid().locator('tbody tr td:nth-child(2)');
  return (await cells.allInnerTexts()).slice(0, count);
};

test.each(GROUPS)('[UI1] [UI2] %s', async (group) => {
  await openGroup(group);
  expect(await axeInBothThemes(page)).toEqual([]);
  await page.setViewportSize(NARROW);
  expect(await tooWide(page)).toEqual([]);
  await page.setViewportSize(USUAL);
});

test.each(['Dialog', 'Question', 'Drawer', 'Menu', 'Message of a failure'])(
  '[UI1] open: %s',
  async (name) => {
    await openGroup('Layers');
    await page.getByRole('button', { name, exact: true }).click();
    await settle(page);
    expect(await axeInBothThemes(page)).toEqual([]);
  },
);

test('[UI3] a table draws the rows in view and says how many there are', async () => {
  await openGroup('Data');
  await expect(grid()).toHaveAttribute('aria-rowcount', String(ROWS + 1));
  expect(await grid().getByRole('row').count()).toBeLessThan(50);
  await rowOf('WS-1.corp').focus();
  await press('End');
  const last = rowOf(`WS-${ROWS}.corp`);
  await expect(last).toBeFocused();
  await expect(last).toHaveAttribute('aria-rowindex', String(ROWS + 1));
  await expect(grid().getByRole('columnheader', { name: 'Host' })).toBeInViewport();
  await press('Home', 'ArrowDown', 'ArrowDown');
  await expect(rowOf('WS-3.corp')).toBeFocused();
});

test('[UI3] rows are selected one by one, as a range and all together', async () => {
  await openGroup('Data');
  const says = (count: string) => expect(page.getByText(`${count} selected`)).toBeVisible();
  await rowOf('WS-1.corp').focus();
  await press(' ');
  await expect(rowOf('WS-1.corp')).toHaveAttribute('aria-selected', 'true');
  await says('2');
  await press('ArrowDown', 'ArrowDown', 'ArrowDown', ' ', 'Shift+ArrowDown', 'Shift+ArrowDown');
  await says('5');
  await press('Control+a');
  await says('2,000');
  await page.getByRole('checkbox', { name: 'Select all' }).first().click();
  await says('0');
});

test('[UI3] a head sorts up, down and not at all, and says so', async () => {
  await openGroup('Data');
  const alerts = grid().getByRole('columnheader', { name: 'Alerts' });
  await expect(grid().getByRole('columnheader', { name: 'Host' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  );
  await alerts.getByRole('button').focus();
  await press('Enter');
  await expect(alerts).toHaveAttribute('aria-sort', 'ascending');
  expect(await firstHosts(2)).toEqual(['WS-1.corp.example', 'WS-102.corp.example']);
  await press('Enter');
  await expect(alerts).toHaveAttribute('aria-sort', 'descending');
  await press('Enter');
  await expect(alerts).toHaveAttribute('aria-sort', 'none');
  expect(await firstHosts(2)).toEqual(['WS-1.corp.example', 'WS-2.corp.example']);
});

test('[UI3] widths and columns are changed by key and by mouse, and outlive a reload', async () => {
  await openGroup('Data');
  const owner = () => grid().getByRole('columnheader', { name: 'Owner' });
  const widthOf = async () => Math.round((await owner().boundingBox())?.width ?? 0);
  const before = await widthOf();
  await owner().getByRole('separator').focus();
  await press('ArrowLeft', 'Shift+ArrowLeft');
  expect(await widthOf()).toBe(before - 60);
  const box = await owner().getByRole('separator').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 2, (box?.y ?? 0) + 5);
  await page.mouse.down();
  await page.mouse.move((box?.x ?? 0) + 42, (box?.y ?? 0) + 5);
  await page.mouse.up();
  const after = await widthOf();
  expect(Math.abs(after - (before - 20))).toBeLessThanOrEqual(1);
  await page.getByRole('button', { name: 'Columns' }).first().click();
  await page.getByRole('menuitemcheckbox', { name: 'State' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Identifier' }).click();
  await press('Escape');
  expect(await columnNames()).toEqual(['', 'Host', 'Owner', 'Alerts', 'Identifier']);
  await openScreen(product, COMPONENTS_PATH);
  await openGroup('Data');
  expect(await columnNames()).toEqual(['', 'Host', 'Owner', 'Alerts', 'Identifier']);
  expect(await widthOf()).toBe(after);
  await page.getByRole('button', { name: 'Columns' }).first().click();
  await page.getByRole('menuitem', { name: 'as at first' }).click();
  expect(await columnNames()).toEqual(['', 'Host', 'Owner', 'Alerts', 'State']);
});

test('[UI4] Markdown of others: no HTML, no image, hidden characters named, links asked about', async () => {
  await openGroup('Data');
  const card = page.getByRole('region', { name: 'Markdown of others' });
  await expect(card).toContainText('Raw <b>HTML</b> is text');
  await expect(card).toContainText('a⟨U+202E⟩b');
  await expect(card).toContainText('Image not loaded: a picture');
  expect(await card.locator('img, a[href^="http"], b').count()).toBe(0);
  await card.getByRole('button', { name: 'this report' }).click();
  const asked = page.getByRole('dialog', { name: 'This link leads out of Watchfloor' });
  await expect(asked).toContainText('https://example.test/report');
  expect(await axeInBothThemes(page)).toEqual([]);
  await press('Escape');
  await expect(card.getByRole('button', { name: 'this report' })).toBeFocused();
  await card.getByRole('link', { name: 'the alerts' }).click();
  await expect(page).toHaveURL(`${product.origin}/alerts`);
});

test('[UI11] a chart is read as a table and saved with its colours and fonts', async () => {
  await openGroup('Data');
  const frame = page.getByRole('region', { name: 'Example of a chart' });
  const save = async (kind: 'SVG' | 'PNG') => {
    const path = join(product.folder, `chart.${kind.toLowerCase()}`);
    await frame.getByRole('button', { name: /^Save/ }).click();
    await product.saveAs(
      () => page.getByRole('menuitem', { name: `Save as ${kind}` }).click(),
      path,
    );
    return readFile(path);
  };
  const svg = (await save('SVG')).toString('utf8');
  expect(svg).toMatch(/^<svg /);
  expect(svg).toContain('Example of a chart (alerts per hour)');
  expect(svg).toContain('@font-face{font-family:"Inter Variable"');
  expect(svg).toContain('url(data:font/woff2;base64,');
  expect(svg).toMatch(/<rect [^>]*fill="rgb\(240, 128, 48\)"/);
  expect(svg).not.toMatch(/class=|var\(--|https?:\/\/(?!www\.w3\.org)/);
  const png = await save('PNG');
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  const size = await frame.locator('svg[role="img"]').boundingBox();
  expect(png.readUInt32BE(16)).toBe(Math.floor((size?.width ?? 0) + 32) * 2);
  await frame.getByRole('radio', { name: 'Table' }).click();
  await expect(frame.getByRole('row')).toHaveCount(9);
  await expect(frame.getByRole('row').nth(7)).toHaveText('69');
  expect(await axeInBothThemes(page)).toEqual([]);
});
