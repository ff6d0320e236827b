/** The entity page and the handover as people meet them. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { dialog, expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeFindings } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';
import { openEntity, openHandover } from '../helpers/tours/entities.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;

describe('an entity', () => {
  test('[EN2] shows what its alerts say, and leads to the others', async () => {
    await openEntity(product(), 'host', 'DB-01');
    await expect(page().getByRole('heading', { level: 1 })).toContainText('Critical asset');
    await expect(page().getByRole('heading', { name: /Alerts per day/ })).toBeVisible();
    expect(await axeFindings(page())).toEqual([]);
    const together = page().getByRole('region', { name: 'Seen together with' });
    await together.getByRole('link').first().click();
    await expect(page()).toHaveURL(/\/entity\?kind=\w+&value=/);
    await expect(page().getByRole('region', { name: 'What its alerts say' })).toBeVisible();
  });

  test('[EN5] [EN6] is marked and written about', async () => {
    await openEntity(product(), 'host', 'web-01');
    await page().getByRole('button', { name: 'Set criticality' }).click();
    const form = dialog(page(), 'Set criticality');
    await form.getByText('Known to be benign').click();
    await form.getByLabel('Reason').fill('Honeypot of the desk');
    await form.getByRole('button', { name: 'Save' }).click();
    await expectToast(page(), 'Success', 'Criticality saved');
    await expect(page().getByRole('heading', { level: 1 })).toContainText('Known to be benign');
    const notes = page().getByRole('region', { name: 'Notes' });
    await notes.getByLabel('New note').fill('Ask **Kim** first <img src=x>');
    await notes.getByRole('button', { name: 'Add note' }).click();
    await expect(notes.getByText('Ask Kim first <img src=x>')).toBeVisible();
    await notes.getByRole('button', { name: 'Edit note' }).click();
    await notes.getByLabel('Note', { exact: true }).fill('Ask Robin first');
    await notes.getByRole('button', { name: 'Save note' }).click();
    await expect(notes.getByText('Ask Robin first')).toBeVisible();
    const history = page().getByRole('region', { name: 'History' });
    await expect(history.getByText('changed a note')).toBeVisible();
  });

  test('is reached by the palette and from an alert', async () => {
    await page().keyboard.press('Control+k');
    await page().keyboard.type('web-0');
    const found = page().getByRole('group', { name: /Open entity page/ });
    await found.getByRole('option').filter({ hasText: 'web-02' }).first().click();
    await expect(page()).toHaveURL(/kind=host&value=web-02/);
    await openScreen(product(), '/alerts?q=DC-01');
    await page().getByRole('article').first().getByRole('link').first().click();
    await page()
      .getByRole('link', { name: /Open the page of this/ })
      .first()
      .click();
    await expect(page()).toHaveURL(/\/entity\?kind=/);
  });

  test('[EN8] a hostile value stays text', async () => {
    const value = '<img src=x onerror=alert(1)>\u202Egpj.exe';
    await openScreen(product(), `/entity?${new URLSearchParams({ kind: 'host', value })}`);
    await expect(page().getByRole('heading', { level: 1 })).toContainText('<img src=x');
    await expect(page().getByRole('heading', { level: 1 })).toContainText('U+202E');
    await openEntity(product(), 'address', '10.20.20.10');
    await expect(page().getByRole('heading', { level: 1 })).toContainText('10[.]20[.]20[.]10');
  });
});

describe('the handover', () => {
  test('[HO7] the last one waits to be acknowledged', async () => {
    await openScreen(product(), '/alerts');
    await page().getByRole('button', { name: 'More of the desk' }).click();
    await page()
      .getByRole('menuitem', { name: /Shift handover/ })
      .click();
    const article = await openHandover(product());
    await expect(article.getByText('Handed over', { exact: true }).first()).toBeVisible();
    expect(await axeFindings(page())).toEqual([]);
    await article.getByRole('button', { name: 'Acknowledge' }).click();
    const form = dialog(page(), 'Acknowledge the handover');
    await form.getByLabel('Note').fill('On it');
    await form.getByRole('button', { name: 'Acknowledge' }).click();
    await expectToast(page(), 'Success', 'Handover acknowledged');
    await expect(article.getByText('Acknowledged', { exact: true }).first()).toBeVisible();
  });

  test('[HO5] [HO15] is generated, written to, refreshed and exported', async () => {
    await openScreen(product(), '/handover?new=1');
    const form = dialog(page(), 'New handover');
    await form.getByLabel('Title').fill('Evening');
    await form.getByRole('button', { name: 'Generate' }).click();
    await expectToast(page(), 'Success', 'Handover generated');
    const article = page().getByRole('article', { name: 'Evening' });
    const criticals = article.getByRole('list', { name: 'Open criticals' });
    await expect(criticals.getByRole('listitem').first()).toBeVisible();
    await article.getByRole('button', { name: 'Write: Summary' }).click();
    await article.getByRole('textbox', { name: 'Summary' }).fill('All **calm**.');
    await article.getByRole('button', { name: 'Save text' }).click();
    await expect(article.getByText('All calm.')).toBeVisible();
    // Open text is not lost: neither to another handover, nor by handing over.
    await article.getByRole('button', { name: 'Write: Waiting' }).click();
    await article.getByRole('textbox', { name: 'Waiting' }).fill('Ask Kim');
    await expect(article.getByRole('button', { name: 'Hand over' })).toBeDisabled();
    await expect(article.getByText('Save or cancel first: Waiting')).toBeVisible();
    const others = page().getByRole('list', { name: 'Handovers' });
    await others.getByRole('button').nth(1).click();
    await expect(article).toHaveCount(0);
    await others.getByRole('button', { name: 'Evening' }).click();
    await expect(article.getByRole('textbox', { name: 'Waiting' })).toHaveValue('Ask Kim');
    await article.getByRole('button', { name: 'Save text' }).click();
    await expect(article.getByText('Ask Kim')).toBeVisible();
    await criticals.getByRole('button', { name: 'Take this line out' }).first().click();
    await expect(criticals.getByRole('button', { name: 'Bring this line back' })).toHaveCount(1);
    await article.getByRole('button', { name: 'Refresh' }).click();
    await expectToast(page(), 'Success', 'Handover generated up to now');
    await expect(article.getByText('All calm.')).toBeVisible();
    await expect(criticals.getByRole('button', { name: 'Bring this line back' })).toHaveCount(1);
    for (const [item, extension, start] of [
      ['Markdown', 'md', '# Evening'],
      ['PDF', 'pdf', '%PDF-'],
    ] as const) {
      const path = join(product().folder, `handover.${extension}`);
      await product().saveAs(async () => {
        await article.getByRole('button', { name: 'Export' }).click();
        await page().getByRole('menuitem', { name: item }).click();
      }, path);
      expect((await readFile(path, 'latin1')).startsWith(start)).toBe(true);
    }
    await article.getByRole('button', { name: 'Hand over' }).click();
    const give = dialog(page(), 'Hand over the shift');
    await give.getByRole('button', { name: 'Hand over' }).click();
    await expectToast(page(), 'Success', 'Shift handed over');
    await expect(article.getByRole('button', { name: 'Refresh' })).toHaveCount(0);
  });
});
