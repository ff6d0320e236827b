import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import {
  countText,
  dialog,
  expectCount,
  filterBy,
  finishImport,
  importFile,
  openDesk,
  pane,
  paneField,
  row,
  rows,
} from '../../helpers/browser-desk.ts';
import { expect } from '../../helpers/browser-expect.ts';
import { hasRealAlerts, linesOf, linesWith, type Story, SURICATA, WAZUH } from './story.ts';

/** Real files of a SIEM and a sensor: in by button and by hand, found, and read. */
export function tellImport(story: () => Story): void {
  // Skipped where the real alerts are not there: they are not part of this repository.
  describe.skipIf(!hasRealAlerts)('with real alerts', () => {
    const wazuh = hasRealAlerts ? linesOf(WAZUH).length : 0;
    const suricata = hasRealAlerts ? linesOf(SURICATA).length : 0;

    test('a file chosen by the button is recognised, shown, and imported with a receipt', async () => {
      const { product } = story();
      const { page } = product;
      await product.chooseFiles(
        () => page.getByRole('button', { name: 'Import', exact: true }).click(),
        [WAZUH],
      );
      const preview = dialog(page, 'Import alerts');
      await expect(preview.getByLabel('Format')).toContainText('Detected: Wazuh alerts.json');
      await expect(preview.getByRole('row').nth(1)).toContainText('Wazuh');
      expect(await finishImport(page)).toMatchObject({
        Read: String(wazuh),
        Added: String(wazuh),
        Merged: '0',
        Rejected: '0',
      });
      await expectCount(page, countText(wazuh));
    });

    test('a file dropped on the window too; that its times name no zone is said', async () => {
      const { product } = story();
      const { page } = product;
      await product.dropFiles([SURICATA]);
      const preview = dialog(page, 'Import alerts');
      await expect(preview.getByLabel('Format')).toContainText('Detected: Suricata fast.log');
      const zone = preview.getByLabel('Time zone of times without one');
      await expect(zone).toContainText('UTC (assumed)');
      const figures = await finishImport(page);
      expect(figures).toMatchObject({ Read: String(suricata), Added: String(suricata) });
      await expectCount(page, countText(wazuh + suricata));
    });

    test('the same file again adds nothing', async () => {
      const { product } = story();
      const { page } = product;
      const figures = await importFile(product, WAZUH);
      expect(figures).toMatchObject({ Read: String(wazuh), Added: '0', Merged: String(wazuh) });
      await expectCount(page, countText(wazuh + suricata));
      await page.getByRole('button', { name: 'More file actions' }).click();
      await page.getByRole('menuitem', { name: 'Import history' }).click();
      const history = dialog(page, 'Import history');
      await expect(history.getByRole('listitem')).toHaveCount(3);
      await history.getByRole('button', { name: 'Close' }).click();
    });

    test('a broken line stops nothing: the receipt names it, the rest is imported', async () => {
      const { product } = story();
      const { page, folder } = product;
      const path = join(folder, 'broken.json');
      const [known = '', other = ''] = linesOf(WAZUH);
      const unknown = other.replaceAll('user-0', 'renamed-host').replaceAll('ColdFusion', 'Other');
      await writeFile(path, `${known}\n{"timestamp": "2020-03-04T13:5\n${unknown}\n`);
      await product.dropFiles([path]);
      const preview = dialog(page, 'Import alerts');
      await preview.getByRole('button', { name: 'Import', exact: true }).click();
      const receipt = dialog(page, 'Import receipt');
      const rejected = receipt.getByRole('region', { name: 'Rejected', exact: true });
      await expect(rejected.getByRole('row')).toHaveCount(2);
      await expect(rejected.getByRole('row').nth(1).getByRole('cell').first()).toHaveText('2');
      await product.saveAs(
        () => receipt.getByRole('button', { name: 'Download rejected records' }).click(),
        join(folder, 'rejected.csv'),
      );
      await receipt.getByRole('button', { name: 'Done' }).click();
      await expectCount(page, countText(wazuh + suricata + 1));
    });

    tellFilters(story, wazuh + suricata + 1);
    tellDetail(story);
  });
}

function tellFilters(story: () => Story, all: number): void {
  test('[PG3] filters find the right alerts, stand in the address, and survive a reload', async () => {
    const { page, origin } = story().product;
    const search = page.getByPlaceholder('Search alerts...');
    await search.fill('coldfusion');
    const found = linesWith(WAZUH, 'coldfusion') + linesWith(SURICATA, 'coldfusion');
    await expectCount(page, countText(found));
    await expect(page).toHaveURL(`${origin}/alerts?q=coldfusion`);
    for (const text of await rows(page).allTextContents()) {
      expect(text.toLowerCase()).toContain('coldfusion');
    }
    await filterBy(page, 'Severity', 'Critical');
    await expect(page).toHaveURL(`${origin}/alerts?q=coldfusion&severity=CRITICAL`);
    await expect(page.getByText('No alerts match your current filters.')).toBeVisible();
    await page.reload();
    await expect(page.getByText('No alerts match your current filters.')).toBeVisible();
    await expect(search).toHaveValue('coldfusion');
    await expect(page.getByRole('combobox', { name: 'Severity' })).toHaveText('Critical');

    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expectCount(page, countText(all));
    await expect(search).toHaveValue('');
    await filterBy(page, 'Status', 'Resolved');
    await expect(page).toHaveURL(`${origin}/alerts?status=RESOLVED`);
    await expect(page.getByText('No Alerts Found')).toBeVisible();
    await filterBy(page, 'Status', 'All Statuses');
    await expectCount(page, countText(all));
  });
}

function tellDetail(story: () => Story): void {
  test('the open alert shows its fields, its raw record, its history and its relatives', async () => {
    const { product } = story();
    const { page } = product;
    await openDesk(product, '?q=componentutils&source=Wazuh');
    const title = /^Suricata: Alert - ET WEB_SERVER ColdFusion componentutils access/;
    await row(page, title).getByRole('link').first().click();
    await expect(page).toHaveURL(/[?&]alert=/);
    await expect(pane(page).getByRole('heading', { name: title })).toBeVisible();
    await expect(paneField(page, 'Source')).toHaveText('Wazuh');

    const history = pane(page).getByRole('region', { name: 'History' });
    await expect(history.getByRole('listitem').first()).toContainText('imported the alert');
    const isIt = (text: string) => /Suricata: Alert.*componentutils access/.test(text);
    const line = linesOf(WAZUH).find(isIt) ?? '';
    const { data } = JSON.parse(line) as { data: { src_ip: string } };
    await expect(paneField(page, 'Source IP')).toHaveText(data.src_ip);
    const related = pane(page).getByRole('region', { name: 'Related alerts' });
    await expect(related.getByRole('heading', { name: `Address ${data.src_ip}` })).toBeVisible();

    const raw = pane(page).getByRole('region', { name: 'Raw record', exact: true }).first();
    await expect(raw.getByText('Wazuh', { exact: false }).first()).toBeVisible();
    await raw.getByRole('button', { name: 'As text' }).click();
    await expect(raw.locator('bdi').last()).toHaveText(line);
    await pane(page).getByRole('button', { name: 'Close alert' }).click();
    await expect(pane(page)).toHaveCount(0);
  });
}
