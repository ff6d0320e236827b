/** The floating chat: asked, followed, kept, noted; and what fails. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect as is, test } from 'vitest';
import { dialog, expectToast, pane, rows } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';
import { askChat, openChat, openFreshChat } from '../helpers/tours/assistant.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const page = () => product().page;
const log = () => page().getByRole('log');

test('[CH2] a figure leads to the screen that shows the same number', async () => {
  await openScreen(product(), '/');
  await askChat(product(), 'how many criticals are open');
  await expect(log()).toContainText('There is 1 critical alert that is open.');
  await log().getByRole('link', { name: '1', exact: true }).click();
  await expect(page()).toHaveURL(/\/alerts\?severity=CRITICAL&status=OPEN/);
  await expect(rows(page())).toHaveCount(1);
});

test('[CH11] on an open alert, this alert is that one, and a note becomes a comment on it', async () => {
  await rows(page()).first().getByRole('link').first().click();
  const title = await pane(page()).getByRole('heading').first().textContent();
  await expect(log().getByRole('list', { name: 'Suggestions' })).toBeVisible();
  await askChat(product(), 'explain this alert');
  await expect(log()).toContainText(title ?? 'no title');
  await log().getByRole('button', { name: 'Make a note' }).last().click();
  const form = dialog(page(), 'Make a note');
  await form.getByRole('button', { name: 'Make the note' }).click();
  await expectToast(page(), 'Success', 'Comment added');
  await expect(form).toHaveCount(0);
});

test('[CH20] a question that cannot be sent is shown with why, and is asked again', async () => {
  product().watch.allow(/net::ERR_FAILED/);
  await page().route('**/api/chat/query', (route) => route.abort());
  await openChat(product());
  await page().getByRole('textbox', { name: 'Message' }).fill('open gaps');
  await page().keyboard.press('Enter');
  await expectToast(page(), 'Error', 'Failed to send message');
  await expect(log().getByRole('alert')).toContainText('This was not answered');
  await page().unroute('**/api/chat/query');
  await log().getByRole('button', { name: 'Try again' }).click();
  await expect(log()).toContainText('Controls that are not compliant');
});

test('[CH21] conversations are renamed, opened again and deleted', async () => {
  await page().getByRole('button', { name: 'New conversation' }).click();
  await expect(log()).not.toContainText('Controls that are not compliant');
  await page().getByRole('button', { name: 'Conversations', exact: true }).click();
  const saved = join(product().folder, 'conversation.md');
  await product().saveAs(
    () => page().getByRole('button', { name: 'Save conversation' }).first().click(),
    saved,
  );
  is(await readFile(saved, 'utf8')).toContain('Controls that are not compliant');
  await page().getByRole('button', { name: 'Rename conversation' }).first().click();
  await page().getByRole('textbox', { name: 'Title' }).fill('Morning questions');
  await page().getByRole('button', { name: 'Save', exact: true }).click();
  await page()
    .getByRole('button', { name: /^Morning questions/ })
    .click();
  await expect(log()).toContainText('Controls that are not compliant');
  await page().getByRole('button', { name: 'Conversations', exact: true }).click();
  await page().getByRole('button', { name: 'Delete all' }).click();
  await page().getByRole('alertdialog').getByRole('button', { name: 'Delete all' }).click();
  await expect(page().getByText('Nothing has been asked yet.')).toBeVisible();
});

test('[CH24] the palette hands a question to the chat', async () => {
  await page().keyboard.press('Escape');
  await page().keyboard.press('Control+k');
  await page().keyboard.type('top techniques', { delay: 15 });
  await page()
    .getByRole('option', { name: /^Ask the assistant/ })
    .click();
  const message = page().getByRole('textbox', { name: 'Message' });
  await expect(message).toHaveValue('top techniques');
  await message.press('Enter');
  await expect(log()).toContainText('By the alerts of the last 30 days');
});

test('[CH22] the analyst is asked in a dialog of its own', async () => {
  await openScreen(product(), '/forensics');
  await page().getByRole('button', { name: 'SOC Analyst Assistance' }).click();
  const assistance = dialog(page(), 'SOC Analyst Assistance');
  await assistance.getByRole('textbox', { name: 'Message' }).fill('what does T1486 mean?');
  await page().keyboard.press('Enter');
  await expect(assistance.getByRole('log')).toContainText('Data Encrypted for Impact');
  await page().keyboard.press('Escape');
  await expect(assistance).toHaveCount(0);
});

test('the chat stands the checks of every part in both themes', async () => {
  await openFreshChat(product(), '/');
  await askChat(product(), 'catch me up');
  is(await axeInBothThemes(page())).toEqual([]);
  is(await tooWide(page())).toEqual([]);
});
