import { beforeAll, describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeFindings } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';
import { openVendor, vendorRow } from '../helpers/tours/vendors.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const card = (label: string) =>
  page().getByRole('region', { name: 'Figures' }).getByRole('link').filter({ hasText: label });
const row = (name: string) => vendorRow(product(), name);
const articles = () => page().getByRole('feed', { name: 'Vendor Registry' }).getByRole('article');

describe('the registry', () => {
  beforeAll(() => openScreen(product(), '/vendors'));

  test('[VE15] title and cards of the specification, each leading to its rows', async () => {
    const title = page().getByRole('heading', { level: 1, name: 'Vendor Risk Management' });
    await expect(title).toBeVisible();
    for (const [label, count] of [
      ['Total Vendors', 18],
      ['Active', 14],
      ['High Risk', 10],
      ['Due Reviews', 3],
    ] as const) {
      const found = card(label).first();
      await expect(found).toContainText(String(count));
      await found.click();
      await expect(page().getByText(`${count} vendors`, { exact: true })).toBeVisible();
    }
    await expect(page()).toHaveURL(/due=1/);
    await expect(articles()).toHaveCount(3);
    await page().getByRole('link', { name: '5 reviews are overdue' }).click();
    await expect(articles()).toHaveCount(5);
  });

  test('what a vendor shows', async () => {
    await openScreen(product(), '/vendors?q=quayside');
    const first = row('Quayside Automation');
    for (const text of ['High', 'Active', 'Software', 'Terminal operating system', 'Overdue'])
      await expect(first).toContainText(text);
    for (const text of ['accounts@quayside-automation.example', 'Contract expiry', 'Next review'])
      await expect(first).toContainText(text);
    await expect(first).toContainText('13.1');
    expect(await axeFindings(page())).toEqual([]);
  });

  test('[VE15] a cell of the matrix filters, by the keyboard too', async () => {
    await openScreen(product(), '/vendors');
    const matrix = page().getByRole('group', { name: 'Vendors by tier and review date' });
    const cell = matrix.getByRole('link', { name: 'High, Overdue: 2 vendors' });
    await cell.focus();
    await page().keyboard.press('Enter');
    await expect(articles()).toHaveCount(2);
  });

  test('[VE7] [VE8] [VE9] reviewed, completed, suspended, terminated', async () => {
    await openScreen(product(), '/vendors?q=scanwell');
    const scanwell = row('Scanwell Devices');
    await scanwell.getByRole('button', { name: 'Review' }).click();
    await expectToast(page(), 'Success', 'Vendor updated successfully');
    await expect(scanwell).toContainText('Under Review');
    await scanwell.getByRole('button', { name: 'Complete review' }).click();
    const done = dialog(page(), "Complete review of 'Scanwell Devices'");
    await expect(done.getByText('Tier Medium: every 18 months')).toBeVisible();
    await done.getByLabel('Next assessment').fill('2031-03-30');
    await done.getByLabel('Outcome').fill('Answers were complete.');
    await done.getByRole('button', { name: 'Complete review' }).click();
    await expect(scanwell).toContainText('2031-03-30');
    await expect(scanwell).toContainText('Active');
    for (const [item, title, status] of [
      ['Suspend', 'Suspend vendor', 'Suspended'],
      ['Terminate', 'Terminate vendor', 'Terminated'],
    ] as const) {
      await scanwell.getByRole('button', { name: 'More for Scanwell Devices' }).click();
      await page().getByRole('menuitem', { name: item }).click();
      const ask = dialog(page(), `${title} 'Scanwell Devices'`);
      await ask.getByRole('button', { name: item }).click();
      await expect(ask.getByText('Reason is required')).toBeVisible();
      await ask.getByLabel('Reason').fill('Firmware was signed by nobody.');
      await ask.getByRole('button', { name: item }).click();
      await expect(scanwell).toContainText(status);
    }
    await expect(scanwell.getByRole('button')).toHaveCount(0);
    const drawer = await openVendor(product(), 'Scanwell Devices');
    const history = drawer.getByRole('list', { name: 'History' });
    await expect(history).toContainText('Firmware was signed by nobody.');
    await expect(history).toContainText('Answers were complete.');
  });

  test('[VE1] added with the dialog, then found', async () => {
    await openScreen(product(), '/vendors');
    await page().getByRole('button', { name: 'Add Vendor' }).click();
    const form = dialog(page(), 'Add Vendor');
    await form.getByRole('button', { name: 'Add Vendor' }).click();
    await expect(form.getByText('Name is required')).toBeVisible();
    await form.getByLabel('Name').fill('Brackwater Dredging');
    await form.getByLabel('Domains').fill('nowhere, brackwater.example');
    await form.getByRole('button', { name: 'Add Vendor' }).click();
    await expect(form.getByText("'nowhere' is not a domain like example.com")).toBeVisible();
    await form.getByLabel('Domains').fill('https://www.brackwater.example/login');
    await form.getByLabel('Contract expiry').fill('2031-02-28');
    await form.getByRole('button', { name: 'Add Vendor' }).click();
    await expectToast(page(), 'Success', 'Vendor created successfully');
    await expect(card('Total Vendors').first()).toContainText('19');
    await expect(row('Brackwater Dredging')).toContainText('2031-02-28');
  });
});

describe('one vendor', () => {
  test('[VE12] edits of two windows: the later sees both values and chooses', async () => {
    const drawer = await openVendor(product(), 'Oakfield Legal');
    await drawer.getByRole('button', { name: 'Edit', exact: true }).click();
    const form = dialog(page(), 'Edit vendor');
    await form.getByLabel('Primary contact').fill('mine@oakfield.example');
    await page().evaluate(async () => {
      const found = await (await fetch('/api/vendors?q=oakfield')).json();
      await fetch(`/api/vendors/${found[0].id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ primaryContact: 'theirs@oakfield.example' }),
      });
    });
    await form.getByRole('button', { name: 'Save' }).click();
    const notice = form.getByRole('alert').filter({ hasText: 'Somebody else changed this' });
    await expect(notice).toContainText('theirs@oakfield.example');
    await expect(notice).toContainText('mine@oakfield.example');
    await notice.getByRole('button', { name: 'Save mine' }).click();
    await expectToast(page(), 'Success', 'Vendor updated successfully');
    await expect(drawer).toContainText('mine@oakfield.example');
    expect(product().watch.take()).toEqual([expect.stringContaining('409 (Conflict)')]);
  });

  test('[VE17] a file becomes evidence and a document with an expiry', async () => {
    const drawer = await openVendor(product(), 'Signet Identity');
    await drawer.getByRole('button', { name: 'Add document' }).click();
    const form = dialog(page(), 'Add document');
    const chooser = page().waitForEvent('filechooser');
    await form.getByRole('button', { name: 'Choose files' }).click();
    await (await chooser).setFiles({
      name: 'soc2-report.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Report'),
    });
    await expect(form.getByText('Stored', { exact: true })).toBeVisible();
    await form.getByLabel('Title').fill('SOC 2 report of Signet');
    await form.getByLabel('Expires').fill('2020-02-29');
    await form.getByRole('button', { name: 'Add document' }).click();
    await expectToast(page(), 'Success', 'Document added');
    const documents = drawer.getByRole('region', { name: 'Documents' });
    await expect(documents).toContainText('SOC 2 report of Signet');
    await expect(documents).toContainText('2020-02-29');
    await expect(documents).toContainText('Expired');
    expect(await axeFindings(page())).toEqual([]);
  });

  test('[VE22] [VE24] [VE25] sub-processors, the chain, and whom many share', async () => {
    const drawer = await openVendor(product(), 'Ledgerwise');
    const part = drawer.getByRole('region', { name: 'Sub-processors' });
    await expect(part).toContainText('shared with 3 other vendors');
    await expect(part).toContainText('through Vaultkeep Backup, step 3');
    await expect(part).toContainText('leads back');
    await part.getByRole('button', { name: 'Add sub-processor' }).click();
    const form = dialog(page(), 'Add sub-processor');
    await form.getByLabel('Name').fill('Lodestar Maps');
    await form.getByLabel('Location').fill('Norway');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(part).toContainText('Lodestar Maps');
    await drawer.getByRole('button', { name: 'Close' }).click();
    const shared = page().getByRole('region', { name: 'Shared sub-processors' });
    await expect(shared).toContainText('Lodestar Maps');
    await shared.getByRole('button', { name: 'Fathom Telematics' }).first().click();
    await expect(page().getByRole('dialog', { name: 'Fathom Telematics' })).toBeVisible();
  });
});
