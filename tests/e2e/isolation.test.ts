/** Isolation on the page, against a real host with the guard in it: the pill, the palette, the ledger. */
import { expect as expectThat, test } from 'vitest';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { startMockModel } from '../helpers/mock-model/mock-model.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';

const product = openSignedIn({
  context: { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Empty workspace',
});
const page = () => product().page;
const pill = (word: string) => page().getByRole('button', { name: `Connection: ${word}` });

test('[IS7] a workspace begins isolated, is connected on a second word, and isolated by the palette', async () => {
  await expect(pill('Isolated')).toBeVisible();
  await pill('Isolated').click();
  const panel = page().getByRole('dialog', { name: 'Connection' });
  await expect(panel.getByText('Nothing', { exact: true })).toBeVisible();
  await panel.getByRole('switch', { name: 'Isolated' }).click();
  await page().getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(
    page().getByRole('button', { name: /^Connection: (Local|No network)$/ }),
  ).toBeVisible();
  await page().keyboard.press('Escape');
  await page().keyboard.press('Control+k');
  await page().keyboard.type('isolate this');
  await page()
    .getByRole('option', { name: /Isolate this workspace/ })
    .click();
  await expect(pill('Isolated')).toBeVisible();
});

test('[IS9] the page of the network shows what was tried, and its totals', async () => {
  const mock = await startMockModel();
  const headers = { origin: product().origin };
  const at = (path: string) => `${product().origin}${path}`;
  const data = { name: 'M', preset: 'compatible', baseUrl: mock.baseUrl, model: 'mock-large' };
  await page().request.put(at('/api/models/endpoint'), { headers, data });
  await page().request.post(at('/api/models/test'), { headers });
  await openScreen(product(), '/settings/network');
  await expect(page().getByRole('heading', { name: 'Held back' })).toBeVisible();
  const ledger = page().getByRole('region', { name: 'Connections' });
  await expect(ledger.getByText('Answered, 200').first()).toBeVisible({ timeout: 15_000 });
  await expect(page().getByRole('region', { name: 'Destinations' })).toContainText('127.0.0.1');
  await ledger.getByLabel('Search connections').fill('nowhere.example.org');
  await expect(ledger.getByText('Nothing found')).toBeVisible();
  await ledger.getByLabel('Search connections').fill('127.0.0');
  await expect(ledger.getByText('Answered, 200').first()).toBeVisible();
  await expect(page()).toHaveURL(/q=127\.0\.0/);
  expectThat(await tooWide(page())).toEqual([]);
  expectThat(await axeInBothThemes(page())).toEqual([]);
  await mock.close();
});
