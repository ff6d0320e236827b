import type { Page } from 'playwright';

/** Drops files on the middle of the window with real drag events, as the platform would. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  const size = await page.evaluate(() => ({ x: innerWidth / 2, y: innerHeight / 2 }));
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', { type, ...size, data });
  }
  await cdp.detach();
}
