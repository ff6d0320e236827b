import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { setUp } from './browser-desk.ts';
import { expect } from './browser-expect.ts';
import { type BrowserProduct, type OpenOptions, openOnBrowser } from './browser-product.ts';
import { launchBrowser } from './electron-double/launch-desktop.ts';

interface SessionOptions extends Pick<OpenOptions, 'context'> {
  readonly workspace?: 'Demo workspace' | 'Empty workspace';
}

/**
 * One browser host for a test file, set up and signed in. After every test, nothing may have
 * happened in the page that must not: errors, dialogs, requests to elsewhere.
 */
export function openSignedIn(options: SessionOptions = {}): () => BrowserProduct {
  let browser: Browser;
  let product: BrowserProduct;
  beforeAll(async () => {
    browser = await launchBrowser();
    product = await openOnBrowser({ browser, context: options.context ?? {} });
    await setUp(product, options.workspace);
  });
  afterEach(() => {
    expect(product.watch.take()).toEqual([]);
  });
  afterAll(async () => {
    await product.close();
    await browser.close();
  });
  return () => product;
}
