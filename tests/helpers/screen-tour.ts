/** Every screen and layer of the signed-in page: for those who look at all of them. */
import { join } from 'node:path';

import { ROOT } from '../../scripts/support/project.ts';
import { SCREENS } from '../../src/renderer/app/screens.ts';
import { SETTINGS_PAGES } from '../../src/renderer/areas/settings/settings.pages.ts';
import { dialog, openDesk, pane, row, rows } from './browser-desk.ts';
import { expect } from './browser-expect.ts';
import type { Product } from './browser-product.ts';
import { type Layer, openScreen, settle } from './tour.ts';
import { AUDITS_LAYERS } from './tours/audits.ts';
import { COLLECTION_LAYERS } from './tours/collection.ts';
import { CONTROLS_LAYERS } from './tours/controls.ts';
import { CROSSWALK_LAYERS } from './tours/crosswalks.ts';
import { EVIDENCE_LAYERS } from './tours/evidence.ts';
import { FRAMEWORKS_LAYERS } from './tours/frameworks.ts';
import { GAPS_LAYERS } from './tours/gaps.ts';
import { OVERVIEW_LAYERS } from './tours/overview.ts';
import { REPORTS_LAYERS } from './tours/reports.ts';

/** A screen by its address. */
export interface Screen {
  readonly name: string;
  readonly path: string;
}

const FIXTURES = join(ROOT, 'tests/fixtures/import');

export const ALL_SCREENS: readonly Screen[] = [
  ...SCREENS.map(({ path }) => ({ name: path === '/' ? 'dashboard' : path.slice(1), path })),
  ...SETTINGS_PAGES.map(({ name }) => ({ name: `settings-${name}`, path: `/settings/${name}` })),
  { name: 'not-found', path: '/no-such-screen' },
];

const DESK_LAYERS: readonly Layer[] = [
  { name: 'alerts-none-found', open: (product) => openDesk(product, '?q=nothinglikeit') },
  {
    name: 'alert-open',
    async open(product) {
      await openDesk(product);
      await rows(product.page).first().getByRole('link').click();
      await pane(product.page).getByRole('region', { name: 'History' }).waitFor();
    },
  },
  {
    name: 'alerts-selected',
    async open(product) {
      await openDesk(product);
      await rows(product.page).nth(0).getByRole('checkbox').check();
      await rows(product.page).nth(1).getByRole('checkbox').check();
    },
  },
  {
    name: 'create-alert',
    async open(product) {
      await openDesk(product);
      await product.page.getByRole('button', { name: 'Create Alert' }).click();
      const create = dialog(product.page, 'Create New Security Alert');
      await create.getByRole('button', { name: 'Create Alert' }).click();
      await expect(create.getByText('Title is required')).toBeVisible();
    },
  },
  {
    name: 'create-alert-list',
    async open(product) {
      await openDesk(product);
      await product.page.getByRole('button', { name: 'Create Alert' }).click();
      await dialog(product.page, 'Create New Security Alert').getByRole('combobox').click();
      await expect(product.page.getByRole('listbox')).toBeVisible();
    },
  },
  {
    name: 'create-alert-discard',
    async open(product) {
      await openDesk(product);
      await product.page.getByRole('button', { name: 'Create Alert' }).click();
      const create = dialog(product.page, 'Create New Security Alert');
      await create.getByLabel('Alert Title').fill('Half');
      await product.page.keyboard.press('Escape');
      await expect(product.page.getByRole('alertdialog')).toBeVisible();
    },
  },
  {
    name: 'filter-list',
    async open(product) {
      await openDesk(product);
      await product.page.getByRole('combobox', { name: 'Severity' }).click();
      await expect(product.page.getByRole('listbox')).toBeVisible();
    },
  },
  { name: 'import-preview', open: (product) => dropFile(product, 'suricata-eve.json') },
  { name: 'import-mapping', open: (product) => dropFile(product, 'table.csv') },
  {
    name: 'import-history',
    async open(product) {
      await openDesk(product);
      await product.page.getByRole('button', { name: 'More file actions' }).click();
      await product.page.getByRole('menuitem', { name: 'Import history' }).click();
      await expect(dialog(product.page, 'Import history')).toBeVisible();
    },
  },
  {
    name: 'assign',
    async open(product) {
      await openDesk(product);
      await rows(product.page).first().getByRole('link').click();
      await pane(product.page).getByRole('button', { name: 'Assign' }).click();
      await expect(dialog(product.page, 'Assign alert')).toBeVisible();
    },
  },
  {
    name: 'reopen',
    async open(product) {
      await openDesk(product, '?status=RESOLVED');
      await rows(product.page).first().getByRole('link').click();
      await pane(product.page).getByRole('button', { name: 'Reopen' }).click();
      await expect(dialog(product.page, 'Reopen alert')).toBeVisible();
    },
  },
  {
    name: 'leave-demo',
    async open(product) {
      await openScreen(product, '/');
      await product.page.getByRole('button', { name: 'Leave demo' }).click();
      await expect(product.page.getByRole('alertdialog')).toBeVisible();
    },
  },
  { name: 'export-menu', open: (product) => openMenu(product, 'Export') },
  { name: 'theme-menu', open: (product) => openMenu(product, 'Theme') },
  {
    name: 'chat',
    async open(product) {
      await openScreen(product, '/');
      await product.page.getByRole('button', { name: 'Assistant chat' }).click();
      await product.page.getByRole('textbox', { name: 'Message' }).fill('Which alerts are open?');
      await product.page.keyboard.press('Enter');
      await expect(product.page.getByRole('log')).toContainText('I cannot answer this');
      await product.page.keyboard.press('Escape');
      await product.page.getByRole('button', { name: 'Assistant chat' }).click();
      await expect(product.page.getByRole('log')).toBeVisible();
    },
  },
  {
    name: 'notifications',
    async open(product) {
      await openScreen(product, '/');
      await product.page.getByRole('button', { name: /^Notifications/ }).click();
      await expect(product.page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'palette', open: (product) => openByKey(product, 'Control+k') },
  {
    name: 'palette-results',
    async open(product) {
      await openByKey(product, 'Control+k');
      await product.page.keyboard.type('phish', { delay: 20 });
      await expect(product.page.getByRole('option').first()).toBeVisible();
    },
  },
  { name: 'shortcuts', open: (product) => openByKey(product, '?') },
  { name: 'jobs-tray', open: (product) => openPanel(product, /job/i) },
  { name: 'connection', open: (product) => openPanel(product, /^Connection:/) },
  { name: 'add-account', open: (product) => openFrom(product, '/settings/people', 'Add account') },
  { name: 'back-up', open: (product) => openFrom(product, '/settings/data', 'Back up') },
  {
    name: 'exercise',
    async open(product) {
      await openScreen(product, '/training');
      await product.page
        .getByRole('button', { name: /Open exercise/ })
        .or(product.page.getByRole('link', { name: /Open exercise/ }))
        .first()
        .click();
      await expect(product.page).toHaveURL(/exercise=/);
      await settle(product.page);
    },
  },
];

export const ALL_LAYERS: readonly Layer[] = [
  ...DESK_LAYERS,
  ...OVERVIEW_LAYERS,
  ...FRAMEWORKS_LAYERS,
  ...CONTROLS_LAYERS,
  ...GAPS_LAYERS,
  ...CROSSWALK_LAYERS,
  ...EVIDENCE_LAYERS,
  ...COLLECTION_LAYERS,
  ...AUDITS_LAYERS,
  ...REPORTS_LAYERS,
];

async function dropFile(product: Product, name: string): Promise<void> {
  await openDesk(product);
  await product.dropFiles([join(FIXTURES, name)]);
  await dialog(product.page, 'Import alerts').getByText('First records').waitFor();
}

async function openMenu(product: Product, name: string): Promise<void> {
  await openDesk(product);
  await product.page.getByRole('button', { name }).click();
  await expect(product.page.getByRole('menu')).toBeVisible();
}

async function openPanel(product: Product, name: RegExp): Promise<void> {
  await openScreen(product, '/');
  await product.page.getByRole('banner').getByRole('button', { name }).click();
  await expect(product.page.getByRole('dialog')).toBeVisible();
}

async function openFrom(product: Product, path: string, name: string): Promise<void> {
  await openScreen(product, path);
  await product.page.getByRole('main').getByRole('button', { name, exact: true }).click();
  await expect(product.page.getByRole('dialog')).toBeVisible();
}

async function openByKey(product: Product, key: string): Promise<void> {
  await openScreen(product, '/');
  await product.page.keyboard.press(key);
  await expect(product.page.getByRole('dialog')).toBeVisible();
}

/** An alert whose every field is as long as it may be. */
export async function openLongAlert(product: Product): Promise<void> {
  await openDesk(product, '?q=long');
  await row(product.page, /^Long/).getByRole('link').click();
  await pane(product.page).getByRole('region', { name: 'History' }).waitFor();
}
