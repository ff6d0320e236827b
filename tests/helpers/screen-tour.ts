/** Every screen and layer of the signed-in page: for those who look at all of them. */
import { join } from 'node:path';

import { ROOT } from '../../scripts/support/project.ts';
import { SCREENS } from '../../src/renderer/app/screens.ts';
import { SETTINGS_PAGES } from '../../src/renderer/areas/settings/settings.pages.ts';
import { dialog, openDesk, pane, row, rows } from './browser-desk.ts';
import { expect } from './browser-expect.ts';
import type { Product } from './browser-product.ts';
import { type Layer, openScreen, settle } from './tour.ts';
import { ACTIONS_LAYERS } from './tours/actions.ts';
import { ASSISTANT_LAYERS } from './tours/assistant.ts';
import { AUDITS_LAYERS } from './tours/audits.ts';
import { AUTOMATION_LAYERS } from './tours/automation.ts';
import { CALENDAR_LAYERS } from './tours/calendar.ts';
import { COLLECTION_LAYERS } from './tours/collection.ts';
import { CONTROLS_LAYERS } from './tours/controls.ts';
import { CROSSWALK_LAYERS } from './tours/crosswalks.ts';
import { DISCUSSION_LAYERS } from './tours/discussion.ts';
import { ENTITIES_LAYERS } from './tours/entities.ts';
import { EVENTS_LAYERS } from './tours/events.ts';
import { EVIDENCE_LAYERS } from './tours/evidence.ts';
import { EXCHANGE_LAYERS } from './tours/exchange.ts';
import { FORENSICS_LAYERS } from './tours/forensics.ts';
import { FRAMEWORKS_LAYERS } from './tours/frameworks.ts';
import { GAPS_LAYERS } from './tours/gaps.ts';
import { GROUPS_LAYERS } from './tours/groups.ts';
import { INCIDENTS_LAYERS } from './tours/incidents.ts';
import { INDICATORS_LAYERS } from './tours/indicators.ts';
import { INTAKE_LAYERS } from './tours/intake.ts';
import { INTEGRATIONS_LAYERS } from './tours/integrations.ts';
import { ISOLATION_LAYERS } from './tours/isolation.ts';
import { MALWARE_LAYERS } from './tours/malware.ts';
import { MODELS_LAYERS } from './tours/models.ts';
import { OVERVIEW_LAYERS } from './tours/overview.ts';
import { POLICIES_LAYERS } from './tours/policies.ts';
import { POLICY_TEXTS_LAYERS } from './tours/policy-texts.ts';
import { REPORTS_LAYERS } from './tours/reports.ts';
import { RISK_LAYERS } from './tours/risk.ts';
import { RISK_QUANT_LAYERS } from './tours/risk-quant.ts';
import { RULES_LAYERS } from './tours/rules.ts';
import { SUPPRESSION_LAYERS } from './tours/suppression.ts';
import { SYNC_LAYERS } from './tours/sync.ts';
import { TIMELINE_LAYERS } from './tours/timeline.ts';
import { TOOLS_LAYERS } from './tours/tools.ts';
import { VENDOR_ASSESSMENTS_LAYERS } from './tours/vendor-assessments.ts';
import { VENDORS_LAYERS } from './tours/vendors.ts';
import { VIEWS_LAYERS } from './tours/views.ts';

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
      await rows(product.page).first().getByRole('link').first().click();
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
      await rows(product.page).first().getByRole('link').first().click();
      await pane(product.page).getByRole('button', { name: 'Assign' }).click();
      await expect(dialog(product.page, 'Assign alert')).toBeVisible();
    },
  },
  {
    name: 'reopen',
    async open(product) {
      await openDesk(product, '?status=RESOLVED');
      await rows(product.page).first().getByRole('link').first().click();
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
  ...ASSISTANT_LAYERS,
  ...ISOLATION_LAYERS,
  ...SYNC_LAYERS,
  ...MODELS_LAYERS,
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

/** The queue and what stands around every screen. */
export const QUEUE_LAYERS: readonly Layer[] = [
  ...DESK_LAYERS,
  ...ACTIONS_LAYERS,
  ...DISCUSSION_LAYERS,
  ...VIEWS_LAYERS,
];

/** Repeats, incidents, what they name, and what is kept out of the queue. */
export const INCIDENT_LAYERS: readonly Layer[] = [
  ...GROUPS_LAYERS,
  ...INCIDENTS_LAYERS,
  ...INDICATORS_LAYERS,
  ...EXCHANGE_LAYERS,
  ...INTAKE_LAYERS,
  ...EVENTS_LAYERS,
  ...MALWARE_LAYERS,
  ...ENTITIES_LAYERS,
  ...AUTOMATION_LAYERS,
  ...RULES_LAYERS,
  ...SUPPRESSION_LAYERS,
];

export const COMPLIANCE_LAYERS: readonly Layer[] = [
  ...OVERVIEW_LAYERS,
  ...FORENSICS_LAYERS,
  ...TIMELINE_LAYERS,
  ...FRAMEWORKS_LAYERS,
  ...CONTROLS_LAYERS,
  ...GAPS_LAYERS,
  ...CROSSWALK_LAYERS,
  ...EVIDENCE_LAYERS,
  ...COLLECTION_LAYERS,
  ...AUDITS_LAYERS,
  ...REPORTS_LAYERS,
];

export const REGISTER_LAYERS: readonly Layer[] = [
  ...CALENDAR_LAYERS,
  ...POLICY_TEXTS_LAYERS,
  ...TOOLS_LAYERS,
  ...VENDOR_ASSESSMENTS_LAYERS,
  ...VENDORS_LAYERS,
  ...INTEGRATIONS_LAYERS,
  ...POLICIES_LAYERS,
  ...RISK_LAYERS,
  ...RISK_QUANT_LAYERS,
];

export const ALL_LAYERS: readonly Layer[] = [
  ...QUEUE_LAYERS,
  ...INCIDENT_LAYERS,
  ...COMPLIANCE_LAYERS,
  ...REGISTER_LAYERS,
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
  await row(product.page, /^Long/).getByRole('link').first().click();
  await pane(product.page).getByRole('region', { name: 'History' }).waitFor();
}
