/** What holds on every screen, whoever built it: one walk through all of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, test } from 'vitest';
import { ROOT } from '../../scripts/support/project.ts';
import { SCREENS } from '../../src/renderer/app/screens.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { watchPage } from '../helpers/browser-watch.ts';
import { axeInBothThemes, layoutShift, tooWide } from '../helpers/page-checks.ts';
import { ALL_SCREENS } from '../helpers/screen-tour.ts';
import { openScreen, settle } from '../helpers/tour.ts';

const USUAL = { width: 1440, height: 900 };
const NARROW = { width: 1024, height: 700 };
/** What is left of the usual window for a page at 200 %. */
const ZOOMED = { width: 720, height: 450 };
const MAX_SHIFT = 0.02;
const MAX_FIRST_SCREEN_BYTES = 250_000;

const product = openSignedIn({
  context: { viewport: USUAL, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});

describe('every screen', () => {
  test.each(ALL_SCREENS)('[UI1] [UI2] [UI5] $name', async ({ path }) => {
    const { page } = product();
    await openScreen(product(), path);
    const { score, moved } = await layoutShift(page);
    expect(score, `moved while loading: ${moved.join(', ')}`).toBeLessThanOrEqual(MAX_SHIFT);
    expect(await axeInBothThemes(page)).toEqual([]);
    for (const size of [NARROW, ZOOMED]) {
      await page.setViewportSize(size);
      await settle(page);
      await expect.poll(() => tooWide(page), { message: `at ${size.width}` }).toEqual([]);
    }
    await page.setViewportSize(USUAL);
  });
});

test('[UI8] a screen that breaks names an id; the layout and the other screens live on', async () => {
  const { page, watch } = product();
  watch.allow(/net::ERR_FAILED|Failed to fetch dynamically|Screen error|error boundary/i);
  watch.allow(/^uncaught: Screen error/);
  await openScreen(product(), '/no-such-screen');
  const built = SCREENS.filter((screen) => screen.isBuilt);
  const nav = page.getByRole('navigation').first();
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const screen of built) {
    await nav.getByRole('link', { name: screen.label }).click();
    const broken = page.getByRole('main').getByRole('alert');
    await expect(broken).toContainText('This screen stopped working');
    await expect(broken.locator('code')).toHaveText(/^[0-9a-f]{8}$/);
    await expect(page.getByText('Live Monitoring')).toBeVisible();
  }
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Reload' }).click();
  await settle(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(built.at(-1)?.title ?? '');
});

test('[UI7] what every test of this page fails by does see a request that leaves', async () => {
  const { origin } = product();
  const browser = product().page.context().browser();
  const context = await browser?.newContext({ bypassCSP: true, offline: false });
  const page = await context?.newPage();
  if (!page) throw new Error('No window was opened');
  await page.route('https://elsewhere.example/**', (route) => route.abort());
  const watch = watchPage(page, origin);
  await page.goto(`${origin}/`);
  await page.evaluate(() => fetch('https://elsewhere.example/beacon').catch(() => undefined));
  expect(watch.take()).toContain('request: GET https://elsewhere.example/beacon');
  await context?.close();
});

test('[UI9] all scripts of the first screen together are at most 250 kB compressed', async () => {
  const { page, origin } = product();
  const scripts = new Map<string, number>();
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith('.js')) return;
    scripts.set(pathname, gzipSync(readFileSync(join(ROOT, 'out/renderer', pathname))).length);
  });
  await page.goto(`${origin}/`);
  await settle(page);
  const total = [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
  expect(scripts.size).toBeGreaterThan(1);
  expect(total, [...scripts].join('\n')).toBeLessThanOrEqual(MAX_FIRST_SCREEN_BYTES);
});

test('[UI9] the page of the design system is in no build for users', async () => {
  const folder = join(ROOT, 'out/renderer/assets');
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const mentions = scripts.filter((name) =>
    readFileSync(join(folder, name), 'utf8').includes('Every part of the design system'),
  );
  expect(mentions).toEqual([]);
  await openScreen(product(), '/settings/about/components');
  await expect(product().page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
});
