/**
 * `npm run screenshots [-- FOLDER]`: every screen, dialog and state in both themes, of the demo and
 * of an empty workspace, at the usual size, at 1024 × 700 and at 200 %, and the page of the design
 * system, into FOLDER (out/screenshots); those that README shows into docs/images.
 */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright';
import { buildIfNeeded } from '../../scripts/support/build-if-needed.ts';
import { ROOT, say } from '../../scripts/support/project.ts';
import { ACCOUNT, openDesk, sendSetUp, setUp } from '../helpers/browser-desk.ts';
import { openOnBrowser, type Product } from '../helpers/browser-product.ts';
import { chooseTheme } from '../helpers/browser-theme.ts';
import { buildWithComponents, COMPONENTS_PATH } from '../helpers/components-build.ts';
import { launchBrowser } from '../helpers/electron-double/launch-desktop.ts';
import { ALL_LAYERS, ALL_SCREENS } from '../helpers/screen-tour.ts';
import { openScreen, settle } from '../helpers/tour.ts';

const THEMES = ['dark', 'light'] as const;
const IN_README = ['dashboard-dark', 'alerts-dark'];
const USUAL = { width: 1440, height: 900 };
/** Beside the usual size: the smallest window, and what is left of the usual one at 200 %. */
const SIZES = [
  { name: 'narrow', viewport: { width: 1024, height: 700 } },
  { name: 'zoomed', viewport: { width: 720, height: 450 } },
];
const IN_EVERY_SIZE = ['alert-open', 'create-alert', 'import-mapping', 'chat', 'palette'];
const IN_EMPTY = ['dashboard', 'alerts', 'training', 'settings-data', 'settings-people'];
const HIDDEN_PX = 20;

type Shoot = (name: string) => Promise<void>;

async function main(): Promise<void> {
  const folder = resolve(process.argv[2] ?? join(ROOT, 'out/screenshots'));
  mkdirSync(folder, { recursive: true });
  buildIfNeeded();
  const built = await buildWithComponents();
  const browser = await launchBrowser();
  try {
    await shootDemo(browser, built.root, folder);
    await shootEmpty(browser, built.root, folder);
  } finally {
    await browser.close();
    built.remove();
  }
  const images = join(ROOT, 'docs/images');
  mkdirSync(images, { recursive: true });
  for (const name of IN_README) {
    copyFileSync(join(folder, `${name}.png`), join(images, `${name}.png`));
  }
  say(`Screens are in ${folder}, those of README in ${images}.`);
}

function shooter(page: Page, folder: string, suffix: string): Shoot {
  return async (name) => {
    await page.mouse.move(0, 0);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.waitForTimeout(300);
    await page.screenshot({ path: join(folder, `${name}${suffix}.png`) });
  };
}

async function shootDemo(browser: Browser, root: string, folder: string): Promise<void> {
  const product = await openOnBrowser({ browser, root, context: { viewport: USUAL } });
  const { page } = product;
  await setUp(product, 'Demo workspace');
  for (const theme of THEMES) {
    await chooseTheme(page, theme);
    await shootScreens(product, folder, theme);
    await shootLayers(product, folder, theme);
    await shootComponents(product, shooter(page, folder, `-${theme}`));
  }
  await product.close();
}

async function shootScreens(product: Product, folder: string, theme: string): Promise<void> {
  const { page } = product;
  for (const { name, path } of ALL_SCREENS) {
    await openScreen(product, path);
    await shooter(page, folder, `-${theme}`)(name);
    await shootWhole(page, shooter(page, folder, `-whole-${theme}`), name);
    for (const size of SIZES) {
      await page.setViewportSize(size.viewport);
      await shooter(page, folder, `-${size.name}-${theme}`)(name);
    }
    await page.setViewportSize(USUAL);
  }
}

/** A screen that is longer than the window, in a window as long as the screen. */
async function shootWhole(page: Page, shoot: Shoot, name: string): Promise<void> {
  const hidden = await page.evaluate(() => {
    const area = document.querySelector('#main');
    return area ? area.scrollHeight - area.clientHeight : 0;
  });
  if (hidden < HIDDEN_PX) return;
  await page.setViewportSize({ width: USUAL.width, height: USUAL.height + hidden });
  await shoot(name);
  await page.setViewportSize(USUAL);
}

async function shootLayers(product: Product, folder: string, theme: string): Promise<void> {
  const { page } = product;
  for (const layer of ALL_LAYERS) {
    await layer.open(product);
    await shooter(page, folder, `-${theme}`)(layer.name);
    if (!IN_EVERY_SIZE.includes(layer.name)) continue;
    for (const size of SIZES) {
      await page.setViewportSize(size.viewport);
      await shooter(page, folder, `-${size.name}-${theme}`)(layer.name);
    }
    await page.setViewportSize(USUAL);
  }
}

async function shootComponents(product: Product, shoot: Shoot): Promise<void> {
  const { page } = product;
  await openScreen(product, COMPONENTS_PATH);
  const groups = page.getByRole('tablist', { name: 'Groups of components' }).getByRole('tab');
  for (const group of await groups.allTextContents()) {
    await groups.filter({ hasText: group }).click();
    await settle(page);
    const name = `components-${group.toLowerCase().replaceAll(' ', '-')}`;
    await shoot(name);
    await shootWhole(page, shoot, `${name}-whole`);
  }
}

async function shootEmpty(browser: Browser, root: string, folder: string): Promise<void> {
  const product = await openOnBrowser({ browser, root, context: { viewport: USUAL } });
  const { page } = product;
  await shootOutside(product, folder);
  await setUp(product, 'Empty workspace');
  for (const theme of THEMES) {
    await chooseTheme(page, theme);
    const shoot = shooter(page, folder, `-empty-${theme}`);
    for (const { name, path } of ALL_SCREENS) {
      if (!IN_EMPTY.includes(name)) continue;
      await openScreen(product, path);
      await shoot(name);
    }
    await openDesk(product);
  }
  await page.context().clearCookies();
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`${product.origin}/api/login`);
    await shooter(page, folder, `-${theme}`)('login');
    await page.getByLabel('Email').fill(ACCOUNT.email);
    await page.getByLabel('Password').fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await shooter(page, folder, `-${theme}`)('login-refused');
  }
  await product.close();
}

/** What is seen before anybody has signed in. */
async function shootOutside({ page, origin }: Product, folder: string): Promise<void> {
  for (const theme of THEMES) {
    const shoot = shooter(page, folder, `-${theme}`);
    await page.emulateMedia({ colorScheme: theme });
    await page.evaluate((chosen) => localStorage.setItem('watchfloor.theme', chosen), theme);
    await page.goto(`${origin}/`);
    await shoot('landing');
    await page.goto(`${origin}/no-such-page`);
    await shoot('not-found-outside');
    await page.goto(`${origin}/api/login`);
    await shoot('set-up');
    await sendSetUp(page, 'Empty workspace', 'too short');
    await shoot('set-up-refused');
    await page.goto(`${origin}/`);
  }
}

await main();
