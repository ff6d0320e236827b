/** The repository: figures, search, a file in by picker and drop, previews of hostile files, review, custody. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { hostilePdf } from '../helpers/hostile-pdf.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});

const page = () => product().page;
const drawer = (name: string): Locator => page().getByRole('dialog', { name, exact: true });
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(product().folder, name);
  writeFileSync(path, content);
  return path;
};

describe('the repository', () => {
  test('[EV20] figures lead to the rows behind them; search and type filter narrow the list', async () => {
    await openScreen(product(), '/evidence');
    const total = page().getByRole('link', { name: /Total Evidence/ });
    await expect(total).toContainText('54');
    await page()
      .getByRole('link', { name: /^Expired/ })
      .click();
    await expect(page().getByRole('grid').getByText('Expired').first()).toBeVisible();
    await expect(page().getByRole('grid').getByText('Valid', { exact: true })).toHaveCount(0);
    await total.click();
    await page()
      .getByRole('searchbox', { name: 'Search evidence' })
      .fill('review of rights quarter');
    await expect(page().getByText('2 items')).toBeVisible();
    await page().getByRole('searchbox', { name: 'Search evidence' }).fill('nothing like it');
    await expect(page().getByText('No Evidence Found')).toBeVisible();
    expect(await tooWide(page())).toEqual([]);
  });

  test('[EV21] files dropped on the page become evidence, with a title from the name', async () => {
    await openScreen(product(), '/evidence');
    await product().dropFiles([
      file('access_review_march.csv', 'name,right\r\nada,"admin, all"\r\n'),
      file('notes.md', '# Minutes\n\n<script>document.title="run"</script>\n'),
    ]);
    const form = dialog(page(), 'Collect Evidence');
    await expect(form.getByText('Stored', { exact: true })).toHaveCount(2);
    await expect(form.getByLabel('Title').first()).toHaveValue('Access review march');
    await form.getByLabel('Source').fill('Directory');
    await form.getByRole('button', { name: 'Collect 2 items' }).click();
    await expectToast(page(), 'Success', '2 items collected');
    await page().getByRole('link', { name: 'Access review march' }).click();
    const open = drawer('Access review march');
    await expect(open.getByRole('columnheader', { name: 'right' })).toBeVisible();
    await expect(open.getByRole('cell', { name: 'admin, all' })).toBeVisible();
    await open.getByRole('button', { name: 'Verify chain and file' }).click();
    await expect(open.getByText(/Intact: \d entries and every byte/)).toBeVisible();
    await open.getByRole('button', { name: 'Accept' }).click();
    await expectToast(page(), 'Success', 'Review recorded');
    await expect(open.getByText('self-approved', { exact: true })).toBeVisible();
    expect(await axeInBothThemes(page())).toEqual([]);
  });

  test('[EV22] hostile files are shown as what they are, and nothing in them runs', async () => {
    await openScreen(product(), '/evidence?collect=1');
    const form = dialog(page(), 'Collect Evidence');
    const bidi = 'invoice\u202efdp.svg';
    await product().chooseFiles(
      () => form.getByRole('button', { name: 'Choose files' }).click(),
      [
        file(bidi, '<svg xmlns="http://www.w3.org/2000/svg" onload="document.title=1"/>'),
        file('deep.json', '['.repeat(50_000)),
        file('page.html', '<img src=x onerror="document.title=2">'),
      ],
    );
    await expect(form.getByText('Stored', { exact: true })).toHaveCount(3);
    await expect(form.getByLabel('Title').first()).toHaveValue('Invoicefdp');
    await form.getByRole('button', { name: 'Collect 3 items' }).click();
    await expectToast(page(), 'Success', '3 items collected');
    for (const [title, shown] of [
      ['Invoicefdp', 'onload'],
      ['Deep', '[[[['],
      ['Page', 'onerror'],
    ] as const) {
      await page().getByRole('link', { name: title, exact: true }).click();
      const open = drawer(title);
      await expect(open.getByRole('region', { name: 'Text of the file' })).toContainText(shown);
      await page().keyboard.press('Escape');
      await expect(open).toHaveCount(0);
    }
    expect(await page().title()).not.toMatch(/^[12]$/);
  });

  test('[EV23] a PDF is drawn without what acts in it', async () => {
    await openScreen(product(), '/evidence?q=granite');
    await page().getByRole('link', { name: 'Certificate of Granite Cloud' }).click();
    const open = drawer('Certificate of Granite Cloud');
    await expect(open.getByText('Page 1 of 1')).toBeVisible();
    await expect(open.getByRole('img', { name: /Page 1: Granite Cloud/ })).toBeVisible();
    expect(await axeInBothThemes(page())).toEqual([]);
  });

  test('[EV23] a PDF that acts when it is opened is a picture and nothing else', async () => {
    const asked: string[] = [];
    page().on('request', (request) => asked.push(request.url()));
    page().on('dialog', (shown) => asked.push(`dialog ${shown.message()}`));
    await openScreen(product(), '/evidence');
    await product().dropFiles([file('acts.pdf', hostilePdf())]);
    const form = dialog(page(), 'Collect Evidence');
    await expect(form.getByText('Stored', { exact: true })).toHaveCount(1);
    await form.getByRole('button', { name: /^Collect/ }).click();
    await page().getByRole('link', { name: 'Acts', exact: true }).click();
    const open = drawer('Acts');
    const picture = open.getByRole('img', { name: /Page 1: Acts when opened/ });
    await expect(picture).toBeVisible();
    await picture.click({ position: { x: 40, y: 40 } });
    await expect(page()).toHaveURL(/evidence=/);
    expect(
      asked.filter((url) => !url.startsWith(product().origin) && !/^(blob|data):/.test(url)),
    ).toEqual([]);
    await expect(
      open.locator('a[href*="evil"], input[name="f"], iframe, embed, object'),
    ).toHaveCount(0);
  });
});
