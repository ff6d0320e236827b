/**
 * `npm run screenshots [-- FOLDER]`: every screen in both themes, of the demo and of an empty
 * workspace, into FOLDER (out/screenshots), and those that README shows into docs/images.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright';
import { buildIfNeeded } from '../../scripts/support/build-if-needed.ts';
import { ROOT, say } from '../../scripts/support/project.ts';
import { dialog, openDesk, pane, rows, sendSetUp, setUp } from '../helpers/browser-desk.ts';
import { openOnBrowser, type Product } from '../helpers/browser-product.ts';
import { launchBrowser } from '../helpers/electron-double/launch-desktop.ts';

const THEMES = ['dark', 'light'] as const;
const IN_README = ['dashboard-dark', 'alerts-dark'];
const VIEWPORT = { width: 1440, height: 900 };
const SAMPLE = join(ROOT, 'tests/fixtures/import/table.csv');

type Shoot = (name: string) => Promise<void>;

async function main(): Promise<void> {
  const folder = resolve(process.argv[2] ?? join(ROOT, 'out/screenshots'));
  mkdirSync(folder, { recursive: true });
  buildIfNeeded();
  const browser = await launchBrowser();
  try {
    await shootWorkspace(browser, folder, 'Demo workspace');
    await shootWorkspace(browser, folder, 'Empty workspace');
  } finally {
    await browser.close();
  }
  const images = join(ROOT, 'docs/images');
  mkdirSync(images, { recursive: true });
  for (const name of IN_README) {
    copyFileSync(join(folder, `${name}.png`), join(images, `${name}.png`));
  }
  say(`Screens are in ${folder}, those of README in ${images}.`);
}

async function shootWorkspace(
  browser: Browser,
  folder: string,
  workspace: 'Demo workspace' | 'Empty workspace',
): Promise<void> {
  const product = await openOnBrowser({ browser, context: { viewport: VIEWPORT } });
  const { page } = product;
  const isDemo = workspace === 'Demo workspace';
  const shootAs = (theme: string): Shoot => {
    return async (name) => {
      await page.mouse.move(0, 0);
      await settle(page);
      const suffix = isDemo ? '' : '-empty';
      await page.screenshot({ path: join(folder, `${name}${suffix}-${theme}.png`) });
    };
  };
  if (!isDemo) await shootOutside(product, shootAs);
  await setUp(product, workspace);
  for (const theme of THEMES) {
    await page.evaluate((chosen) => localStorage.setItem('watchfloor.theme', chosen), theme);
    await shootScreens(product, shootAs(theme), isDemo);
  }
  await product.close();
}

/** What is seen before anybody has signed in. */
async function shootOutside(
  { page, origin }: Product,
  shootAs: (theme: string) => Shoot,
): Promise<void> {
  for (const theme of THEMES) {
    const shoot = shootAs(theme);
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate((chosen) => localStorage.setItem('watchfloor.theme', chosen), theme);
    await page.goto(`${origin}/`);
    await shoot('landing');
    await page.goto(`${origin}/api/login`);
    await shoot('set-up');
    await sendSetUp(page, 'Empty workspace', 'too short');
    await shoot('set-up-refused');
    await page.goto(`${origin}/`);
  }
}

async function shootScreens(product: Product, shoot: Shoot, isDemo: boolean): Promise<void> {
  const { page, origin } = product;
  await page.goto(`${origin}/`);
  await page.getByText('Live Monitoring').waitFor();
  await shoot('dashboard');
  await openDesk(product);
  await shoot('alerts');
  await page.getByRole('button', { name: 'Create Alert' }).click();
  await dialog(page, 'Create New Security Alert')
    .getByRole('button', { name: 'Create Alert' })
    .click();
  await shoot('create-alert');
  await page.keyboard.press('Escape');
  await product.dropFiles([SAMPLE]);
  await dialog(page, 'Import alerts').getByText('First records').waitFor();
  await shoot('import-preview');
  await page.keyboard.press('Escape');
  await page.goto(`${origin}/forensics`);
  await shoot('not-built');
  await page.goto(`${origin}/no-such-screen`);
  await shoot('not-found');
  if (isDemo) await shootAlert(product, shoot);
}

async function shootAlert(product: Product, shoot: Shoot): Promise<void> {
  const { page } = product;
  await openDesk(product);
  await rows(page).first().getByRole('link').click();
  await pane(page).getByRole('region', { name: 'History' }).waitFor();
  await shoot('alert-open');
  await page.getByRole('button', { name: 'Close alert' }).click();
  await rows(page).nth(0).getByRole('checkbox').check();
  await rows(page).nth(1).getByRole('checkbox').check();
  await shoot('alerts-selected');
  await page.setViewportSize({ width: 1024, height: 700 });
  await openDesk(product);
  await shoot('alerts-narrow');
  await rows(page).first().getByRole('link').click();
  await shoot('alert-open-narrow');
  await page.setViewportSize(VIEWPORT);
}

/** Until fonts are there, nothing is loading, and what fades in has done so. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(400);
}

await main();
