import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { SESSION_COOKIE } from '../../src/main/http/session.ts';
import { DASHBOARD, setUp } from './browser-desk.ts';
import { expect } from './browser-expect.ts';
import { type BrowserProduct, type OpenOptions, openOnBrowser } from './browser-product.ts';
import { launchBrowser } from './electron-double/launch-desktop.ts';
import { type PreparedFolder, takePrepared } from './prepared-folder.ts';

interface SessionOptions extends Pick<OpenOptions, 'context'> {
  readonly workspace?: 'Demo workspace' | 'Empty workspace';
  /** Set up by its own form instead of a copy of what was set up minutes ago. */
  readonly isFresh?: boolean;
}

/**
 * One browser host for a test file, set up and signed in. After every test, nothing may have
 * happened in the page that must not: errors, dialogs, requests to elsewhere.
 */
export function openSignedIn(options: SessionOptions = {}): () => BrowserProduct {
  const { context = {}, workspace = 'Empty workspace', isFresh = false } = options;
  let browser: Browser;
  let product: BrowserProduct;
  let prepared: PreparedFolder | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
    if (!isFresh) prepared = await takePrepared(workspace === 'Demo workspace' ? 'demo' : 'empty');
    product = await openOnBrowser({ browser, context, ...prepared });
    if (prepared) await enter(product, prepared.token);
    else await setUp(product, workspace);
  });
  afterEach(() => {
    expect(product.watch.take()).toEqual([]);
  });
  afterAll(async () => {
    await product.close();
    await prepared?.remove();
    await browser.close();
  });
  return () => product;
}

/** Goes on with the session of who set the folder up. */
async function enter({ page, origin }: BrowserProduct, token: string): Promise<void> {
  const cookie = { name: SESSION_COOKIE, value: token, url: origin };
  await page.context().addCookies([{ ...cookie, httpOnly: true, sameSite: 'Strict' }]);
  await page.goto(origin);
  await expect(page.getByRole('heading', { name: DASHBOARD })).toBeVisible({ timeout: 30_000 });
}
