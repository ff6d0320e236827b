/** What a walk through the screens is made of. */
import type { Page } from 'playwright';
import { expect } from './browser-expect.ts';
import type { Product } from './browser-product.ts';

/** Something over a screen, or a state of it, and how to get there from anywhere. */
export interface Layer {
  readonly name: string;
  open(product: Product): Promise<void>;
}

/** Until there is a heading, fonts are there, nothing is loading, and what fades in has done so. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator('#main')).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(page.locator('#main h1').first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations === 1)
        .map((animation) => animation.finished.catch(() => undefined)),
    ).then(() => undefined),
  );
}

export async function openScreen({ page, origin }: Product, path: string): Promise<void> {
  await page.goto(`${origin}${path}`);
  await settle(page);
}
