/** Integrations against a vendor's server: added, fetched, failing, configured, removed. */
import { afterAll, beforeAll, describe, test } from 'vitest';
import { dialog, expectToast, rows } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { LOG_TOKEN, type LogVendor, openLogVendor } from '../helpers/log-vendor.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';
import { openVendorServer, type VendorServer } from '../helpers/vendor-server.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const card = (name: string) => page().getByRole('article', { name, exact: true });
const figures = () => page().getByRole('region', { name: 'Figures' });

let vendor: LogVendor;
beforeAll(async () => {
  vendor = await openLogVendor(Date.now() - 3_600_000);
  vendor.write(12);
});
afterAll(() => vendor.close());

/** A workspace is isolated until somebody says otherwise. */
async function connectWorkspace(): Promise<void> {
  const status = await page().evaluate(async () => {
    const body = JSON.stringify({ models: { isIsolated: false } });
    const headers = { 'content-type': 'application/json' };
    return (await fetch('/api/settings', { method: 'PATCH', headers, body })).status;
  });
  expect(status).toBe(200);
}

describe('the page', () => {
  test('[IG17] title, cards and tabs of the specification', async () => {
    await openScreen(product(), '/integrations');
    await expect(
      page().getByRole('heading', { level: 1, name: 'Security Integrations' }),
    ).toBeVisible();
    for (const label of ['Total Integrations', 'Connected', 'Disconnected', 'Errors'])
      await expect(figures().getByText(label, { exact: true })).toBeVisible();
    for (const tab of ['Active Integrations', 'Integration Marketplace', 'Configuration'])
      await expect(page().getByRole('tab', { name: tab })).toBeVisible();
    expect(await axeInBothThemes(page())).toEqual([]);
    expect(await tooWide(page())).toEqual([]);
  });

  test('[IG1] [IG17] a record says that nothing is behind it, and its toggle toggles', async () => {
    const first = page().getByRole('article').first();
    await expect(first).toContainText('Not configured: no connector is behind it.');
    const name = (await first.getAttribute('aria-label')) ?? '';
    const was = (await first.getByRole('button', { name: /^Disconnect / }).count()) === 1;
    await first
      .getByRole('button', { name: was ? `Disconnect ${name}` : `Connect ${name}` })
      .click();
    await expectToast(page(), 'Success', 'Integration updated successfully');
    await expect(
      card(name).getByRole('button', { name: was ? `Connect ${name}` : `Disconnect ${name}` }),
    ).toBeVisible();
  });
});

describe('a connector', () => {
  test('[IG2] [IG17] is tested, added from the marketplace, and brings its alerts', async () => {
    await connectWorkspace();
    await openScreen(product(), '/integrations?tab=marketplace&q=okta');
    await page().getByRole('button', { name: 'Add Integration: Okta system log' }).click();
    const form = dialog(page(), 'Add Okta system log');
    await form.getByLabel('Name').fill('Directory');
    await form.getByRole('button', { name: 'Add Integration' }).click();
    await expect(form.getByRole('alert').first()).toContainText('is required');
    await form.locator('input[inputmode="url"]').fill(vendor.origin);
    await form.locator('input[type="password"]').fill('wrong-token');
    await form.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(form.getByRole('status')).toContainText('refuses the credentials (401)');
    await form.locator('input[type="password"]').fill(LOG_TOKEN);
    await form.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(form.getByRole('status')).toContainText('can be read');
    expect(await axeInBothThemes(page())).toEqual([]);
    await form.getByRole('button', { name: 'Add Integration' }).click();
    await expectToast(page(), 'Success', 'Integration added successfully');
    await openScreen(product(), '/integrations?q=directory');
    await expect(card('Directory')).toContainText('12 records', { timeout: 15_000 });
    await expect(card('Directory')).toContainText('Connected');
    expect(await page().content()).not.toContain(LOG_TOKEN);
  });

  test('[IG6] a failure is on the card with cause and cure, each run with its receipt', async () => {
    vendor.fault({ status: 403, json: { errorSummary: 'No permission' } });
    await card('Directory').getByRole('button', { name: 'More for Directory' }).click();
    await page().getByRole('menuitem', { name: 'Sync now' }).click();
    await expect(card('Directory')).toContainText('(403)', { timeout: 15_000 });
    await expect(card('Directory')).toContainText('Give the account the right that is named');
    await expect(figures().getByText('Errors')).toBeVisible();
    vendor.fault(null);
    await card('Directory').getByRole('button', { name: 'Details of Directory' }).click();
    const drawer = page().getByRole('dialog', { name: 'Integration Directory' });
    await expect(drawer.getByRole('article')).toHaveCount(2);
    await expect(drawer.getByRole('article').last()).toContainText('Kept');
    expect(await axeInBothThemes(page())).toEqual([]);
    await page().keyboard.press('Escape');
  });

  test('[IG4] removed with a question', async () => {
    await card('Directory').getByRole('button', { name: 'More for Directory' }).click();
    await page().getByRole('menuitem', { name: 'Remove' }).click();
    await page().getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expectToast(page(), 'Success', 'Integration removed');
    await expect(card('Directory')).toHaveCount(0);
  });
});

describe('sending', () => {
  let hive: VendorServer;
  beforeAll(async () => {
    hive = await openVendorServer();
    hive.on('GET', '/api/v1/user/current', () => ({ json: { login: 'watchfloor' } }));
    hive.on('GET', '/api/v1/status', () => ({ json: { versions: {} } }));
    hive.on('POST', '/api/v1/query', () => ({ json: [] }));
    hive.on('POST', '/api/v1/alert', () => ({ status: 201, json: { _id: '~4711' } }));
  });
  afterAll(() => hive.close());

  test('[IG18] an alert is sent on a person’s word, and says where it went', async () => {
    await openScreen(product(), '/alerts');
    await expect(page().getByRole('button', { name: 'Send to…' })).toHaveCount(0);
    const settings = { address: hive.origin };
    const body = {
      connector: 'thehive',
      name: 'Cases',
      settings,
      secrets: { apiKey: 'k-not-to-be-seen' },
    };
    const made = await page().evaluate(async (text) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch('/api/integrations', { method: 'POST', headers, body: text });
      return `${answer.status} ${await answer.text()}`;
    }, JSON.stringify(body));
    expect(made).toMatch(/^201 /);
    await openScreen(product(), '/alerts');
    await rows(page()).first().click();
    await page().getByRole('button', { name: 'Send to…' }).click();
    await page()
      .getByRole('menuitem', { name: /^Cases/ })
      .click();
    const question = page().getByRole('alertdialog', { name: 'Send this alert to Cases?' });
    expect(await axeInBothThemes(page())).toEqual([]);
    expect(hive.requests.filter(({ path }) => path === '/api/v1/alert')).toEqual([]);
    await question.getByRole('button', { name: 'Send' }).click();
    await expectToast(page(), 'Success', 'Sent to Cases as ~4711');
    await expect(page().getByRole('list', { name: 'Sent' })).toContainText(
      'Sent to Cases as ~4711',
    );
  });
});

test('[IG16] Configuration begins with the specified values and is kept', async () => {
  await openScreen(product(), '/integrations?tab=configuration');
  await expect(page().getByLabel('Sync every')).toHaveValue('5');
  await expect(page().getByLabel('Batch size')).toHaveValue('1000');
  await expect(page().getByLabel('Data retention', { exact: true })).toHaveValue('90');
  expect(await axeInBothThemes(page())).toEqual([]);
  await page().getByLabel('Sync every').fill('15');
  await page().getByRole('button', { name: 'Save configuration' }).click();
  await expectToast(page(), 'Success', 'Configuration saved');
  await openScreen(product(), '/integrations?tab=configuration');
  await expect(page().getByLabel('Sync every')).toHaveValue('15');
});
