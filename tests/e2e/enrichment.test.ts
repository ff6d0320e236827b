/** Imported sets as an administrator brings them in and an analyst sees what they say. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect as expectThat, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { dropFiles } from '../helpers/browser-drop.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const card = () => page().getByRole('region', { name: 'Offline enrichment' });
const TABLE =
  'network,autonomous_system_number,autonomous_system_organization,country\n198.51.100.0/24,64496,Example Transit,DE\n192.0.2.0/24,64497,Test Net,US\n10.0.0.0/8,64498,Own,DE\n';

describe('offline enrichment', () => {
  beforeAll(() => openScreen(product(), '/integrations?tab=configuration'));

  test('[LE3] [LE6] a table is imported with its source, licence and date, and shows its age', async () => {
    await expect(card().getByText('No sets')).toBeVisible();
    await card().getByRole('button', { name: 'Import file' }).click();
    const form = dialog(page(), 'Import an enrichment set');
    await form.getByLabel('Source').fill('Registry of tests');
    await form.getByLabel('Licence').fill('CC BY 4.0');
    await form.getByLabel('Published on').fill('2025-01-10');
    const path = join(mkdtempSync(join(tmpdir(), 'watchfloor-enrichment-')), 'asn.csv');
    writeFileSync(path, TABLE);
    await dropFiles(page(), [path]);
    await expectToast(page(), 'Success', 'Set imported');
    const row = card().getByRole('listitem');
    await expect(row).toContainText('Networks (ASN)');
    await expect(row).toContainText(/\d+ (months|years) old/);
    await expect(row).toContainText('3 ranges');
    await expect(row).toContainText('(as typed)');
    expectThat(await axeInBothThemes(page())).toEqual([]);
    expectThat(await tooWide(page())).toEqual([]);
  });

  test('[LE3] the page of an address says what the set has, as local and with its age', async () => {
    await openScreen(product(), '/entity?kind=address&value=198.51.100.7');
    const local = page().getByRole('region', { name: 'Local enrichment' });
    await expect(local).toContainText('AS64496 Example Transit · DE');
    await expect(local).toContainText('Registry of tests');
    await expect(local).toContainText(/\d+ (months|years) old/);
    await expect(local).toContainText('Nobody was asked.');
  });
});
