/** Compliance, evidence and audits on the desktop: real main entry, preload and page, on the double of Electron. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import { setUp } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openOnDouble, type Product } from '../helpers/browser-product.ts';
import { launchBrowser } from '../helpers/electron-double/launch-desktop.ts';
import { type Layer, openScreen, settle } from '../helpers/tour.ts';
import { AUDITS_LAYERS } from '../helpers/tours/audits.ts';
import { COLLECTION_LAYERS } from '../helpers/tours/collection.ts';
import { CONTROLS_LAYERS } from '../helpers/tours/controls.ts';
import { CROSSWALK_LAYERS } from '../helpers/tours/crosswalks.ts';
import { EVIDENCE_LAYERS } from '../helpers/tours/evidence.ts';
import { FRAMEWORKS_LAYERS } from '../helpers/tours/frameworks.ts';
import { GAPS_LAYERS } from '../helpers/tours/gaps.ts';
import { OVERVIEW_LAYERS } from '../helpers/tours/overview.ts';
import { REPORTS_LAYERS } from '../helpers/tours/reports.ts';

/** Far above what a screen takes: a noisy machine is no defect. */
const SCREEN_MS = 10_000;

const TABS: Readonly<Record<string, readonly string[]>> = {
  '/compliance': ['Overview', 'Frameworks', 'Controls', 'Gap Analysis'],
  '/evidence': ['Evidence Repository', 'Control Mappings', 'Collection Schedule'],
  '/audits': ['Audit Schedule', 'Findings & Issues', 'Evidence Tracking', 'Reports'],
};

/** What lies behind the tabs: one record of each kind, and the layers that read a file or run a job. */
const BEHIND = [
  'framework-detail',
  'framework-import-preview',
  'compliance-why-framework',
  'control-open',
  'controls-tree',
  'gap-detail',
  'crosswalk-results',
  'evidence-csv',
  'evidence-markdown',
  'evidence-pdf',
  'evidence-mapping',
  'collection-task',
  'audit-requests',
  'audit-request',
  'audit-sample',
  'audit-finding',
  'audit-reports',
  'audit-package-verify',
];
const LAYERS: ReadonlyMap<string, Layer> = new Map(
  [
    ...OVERVIEW_LAYERS,
    ...FRAMEWORKS_LAYERS,
    ...CONTROLS_LAYERS,
    ...GAPS_LAYERS,
    ...CROSSWALK_LAYERS,
    ...EVIDENCE_LAYERS,
    ...COLLECTION_LAYERS,
    ...AUDITS_LAYERS,
    ...REPORTS_LAYERS,
  ].map((layer) => [layer.name, layer]),
);

let browser: Browser;
let product: Product;
beforeAll(async () => {
  browser = await launchBrowser();
  product = await openOnDouble({ browser });
  await product.page.setViewportSize({ width: 1440, height: 900 });
  await setUp(product, 'Demo workspace');
});
afterEach(() => {
  expect(product.watch.take()).toEqual([]);
});
afterAll(async () => {
  await product.close();
  await browser.close();
});

describe('[DS19] on the desktop', () => {
  test.each(Object.entries(TABS))('%s opens with each of its tabs', async (path, tabs) => {
    const { page } = product;
    await openScreen(product, path);
    const list = page.getByRole('tablist').first();
    await expect(list.getByRole('tab')).toHaveText([...tabs]);
    for (const name of tabs) {
      const started = performance.now();
      await list.getByRole('tab', { name }).click();
      const panel = page.getByRole('tabpanel', { name });
      await expect(panel).toBeVisible();
      await settle(page);
      await expect(panel.getByRole('alert')).toHaveCount(0);
      expect(performance.now() - started, name).toBeLessThan(SCREEN_MS);
    }
  });

  test.each(BEHIND)('%s opens', { timeout: 60_000 }, async (name) => {
    const layer = LAYERS.get(name);
    if (!layer) throw new Error(`No tour has ${name}`);
    await layer.open(product);
  });

  test('a chosen file becomes evidence, read from the disk, and is saved again as it was', {
    timeout: 60_000,
  }, async () => {
    const { page } = product;
    const content = 'name,right\r\nada,administer\r\n'.repeat(40_000);
    const path = join(product.folder, 'rights_of_the_quay.csv');
    writeFileSync(path, content);
    await openScreen(product, '/evidence?collect=1');
    const form = page.getByRole('dialog', { name: 'Collect Evidence' });
    await product.chooseFiles(
      () => form.getByRole('button', { name: 'Choose files' }).click(),
      [path],
    );
    await expect(form.getByText('Stored', { exact: true })).toBeVisible();
    await form.getByRole('button', { name: 'Collect', exact: true }).click();
    await page.getByRole('link', { name: 'Rights of the quay', exact: true }).click();
    const open = page.getByRole('dialog', { name: 'Rights of the quay', exact: true });
    await expect(open.getByRole('cell', { name: 'administer' }).first()).toBeVisible();
    const saved = join(product.folder, 'saved.csv');
    await product.saveAs(() => open.getByRole('button', { name: /^Download/ }).click(), saved);
    expect(readFileSync(saved, 'utf8')).toBe(content);
  });
});
