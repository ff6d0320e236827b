/** A model is set up, tested, looked at in the log, replayed, and removed, against a real server. */

import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect as expectThat, test } from 'vitest';
import { expectToast } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { diligent, TAMPERING } from '../helpers/mock-model/diligent.ts';
import { helpfulModel, type MockModel, startMockModel } from '../helpers/mock-model/mock-model.ts';
import { axeInBothThemes, tooWide } from '../helpers/page-checks.ts';
import { openScreen } from '../helpers/tour.ts';
import { askChat } from '../helpers/tours/assistant.ts';

/** An address of this machine that is not its loopback: to the product, another machine. */
const OUTSIDE = Object.values(networkInterfaces())
  .flat()
  .find((one) => one && !one.internal && one.family === 'IPv4')?.address;
const KEY = 'sk-e2e-0123456789abcdef0123';
const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Empty workspace',
});
const page = () => product().page;
let mock: MockModel;
beforeAll(async () => {
  mock = await startMockModel({ key: KEY, listenOn: '0.0.0.0' });
});
afterAll(() => mock.close());

test('sets a model up and tests it', async () => {
  await openScreen(product(), '/settings/models');
  await page().getByRole('textbox', { name: 'Address' }).fill(mock.baseUrl);
  await page().getByRole('textbox', { name: 'Model', exact: true }).fill('mock-large');
  await page().getByLabel('Key', { exact: true }).fill(KEY);
  await page().getByRole('button', { name: 'Save endpoint' }).click();
  await expectToast(page(), 'Success', 'The model endpoint is saved');
  await expect(page().getByLabel('Key', { exact: true })).toHaveValue('');
  await page().getByRole('button', { name: 'Test connection' }).click();
  await expect(page().getByRole('region', { name: 'mock-large' })).toContainText('Uses tools', {
    timeout: 15_000,
  });
  expectThat(await page().content()).not.toContain(KEY);
  expectThat(await tooWide(page())).toEqual([]);
  expectThat(await axeInBothThemes(page())).toEqual([]);
});

test('shows what left, and sends it again', async () => {
  await openScreen(product(), '/settings/models/calls');
  await page().getByRole('link', { name: 'Test connection' }).first().click();
  const drawer = page().getByRole('dialog', { name: 'Call to a model' });
  await expect(drawer.getByRole('heading', { name: 'What left' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Send again' }).click();
  await expectToast(page(), 'Success', 'The call was sent again');
  await expect(drawer.getByRole('heading', { name: 'Replay' })).toBeVisible();
  expectThat(mock.strangers).toEqual([]);
});

test('holds the first draft back until it was looked at, in the dialog that adds a risk', async () => {
  const headers = { origin: product().origin };
  const at = (path: string) => `${product().origin}${path}`;
  const outside = mock.baseUrl.replace('127.0.0.1', OUTSIDE ?? '127.0.0.1');
  await page().request.patch(at('/api/settings'), {
    headers,
    data: { models: { isIsolated: false } },
  });
  await page().request.put(at('/api/models/endpoint'), {
    headers,
    data: {
      ...{ name: 'Outside', preset: 'compatible', baseUrl: outside, model: 'mock-large' },
      ...{ isInsecureAllowed: true, key: KEY },
    },
  });
  await page().request.post(at('/api/models/test'), { headers });
  await openScreen(product(), '/settings/models');
  await expect(page().getByText('Tool round-trip')).toBeVisible({ timeout: 15_000 });
  mock.always({ text: 'The loss of the server stops work.' });
  await openScreen(product(), '/risk');
  await page().getByRole('button', { name: 'Add Risk' }).first().click();
  const form = page().getByRole('dialog', { name: 'Add Risk' });
  await form.getByRole('textbox', { name: 'Title' }).fill('Loss of the server');
  await form.getByRole('button', { name: 'Draft with the model' }).click();
  const dialog = page().getByRole('dialog', { name: 'Draft with the model' });
  await dialog.getByRole('button', { name: 'Write a draft' }).click();
  if (OUTSIDE) {
    await expect(dialog.getByText('This is exactly what would leave for')).toBeVisible();
    expectThat(product().watch.take().join()).toMatch(/^[^,]*409 \(Conflict\)[^,]*$/);
    expectThat(await axeInBothThemes(page())).toEqual([]);
    await dialog.getByRole('button', { name: 'Let this kind of use begin' }).click();
  }
  await expect(dialog.getByText('Draft, against the text as it stands')).toBeVisible();
  await dialog.getByRole('button', { name: 'Accept' }).click();
  await expect(form.getByRole('textbox', { name: 'Description' })).toHaveValue(
    'The loss of the server stops work.',
  );
});

test('keeps another endpoint, and switches to it by its test', async () => {
  mock.always(helpfulModel);
  await openScreen(product(), '/settings/models');
  await page().getByRole('button', { name: 'Add endpoint' }).click();
  await page().getByRole('textbox', { name: 'Name' }).fill('Second');
  await page().getByRole('textbox', { name: 'Address' }).fill(mock.baseUrl);
  await page().getByRole('textbox', { name: 'Model', exact: true }).fill('mock-large');
  await page().getByLabel('Key', { exact: true }).fill(KEY);
  await page().getByRole('button', { name: 'Save endpoint' }).click();
  await expectToast(page(), 'Success', 'The model endpoint is saved');
  await page().getByRole('button', { name: 'Test, then use' }).click();
  await expect(
    page().getByRole('listitem').filter({ hasText: 'Second' }).getByText('In use'),
  ).toBeVisible({ timeout: 15_000 });
  expectThat(await tooWide(page())).toEqual([]);
  expectThat(await axeInBothThemes(page())).toEqual([]);
});

test('[MO60] drafts a policy in its form, without what stands in no fact', async () => {
  mock.always({ text: 'Visitors sign in at the desk. They wait for 47 minutes.' });
  await openScreen(product(), '/policies');
  await page().getByRole('button', { name: 'Create Policy' }).first().click();
  const form = page().getByRole('dialog', { name: 'Create Policy' });
  await form.getByLabel('Title').fill('Visitors');
  await form.getByRole('button', { name: 'Draft with the model' }).click();
  const draft = page().getByRole('dialog', { name: 'Draft with the model' });
  await draft.getByRole('button', { name: 'Write a draft' }).click();
  await expect(draft.getByText('Draft, against the text as it stands')).toBeVisible();
  await expect(draft.getByRole('region', { name: 'Left out' })).toContainText('47');
  expectThat(await axeInBothThemes(page())).toEqual([]);
  await draft.getByRole('button', { name: 'Accept' }).click();
  await expect(form.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue(
    'Visitors sign in at the desk.',
  );
  await page().keyboard.press('Escape');
  await page().getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
});

test('[CH29] says in the chat of an open alert what the model thinks, its dissent apart', async () => {
  mock.always(diligent(() => 'benign'));
  const { origin } = product();
  const made = await page().request.post(`${origin}/api/alerts`, {
    headers: { origin },
    data: {
      ...{ title: 'Ransom note found', severity: 'CRITICAL', source: 'test', sourceHost: 'fs-9' },
      description: 'A file named README_TO_DECRYPT.txt was written',
    },
  });
  const { id } = (await made.json()) as { id: string };
  await openScreen(product(), `/alerts?alert=${id}`);
  await askChat(product(), 'Explain this alert');
  const log = page().getByRole('log');
  await expect(log.getByText(/^Dissent\. The model.s verdict was benign/)).toBeVisible();
  await expect(log.getByText('Written by a model and checked')).toBeVisible();
  expectThat(await axeInBothThemes(page())).toEqual([]);
});

test('shows what a model thinks of an investigation apart from the engine, and what left', async () => {
  mock.always(diligent((isMasked) => (isMasked ? 'benign' : 'malicious')));
  const headers = { origin: product().origin };
  const post = async (path: string, data: object) =>
    (await (await page().request.post(`${product().origin}${path}`, { headers, data })).json()) as {
      id: string;
    };
  const { id: alertId } = await post('/api/alerts', {
    ...{ title: 'Shell started by the web server', severity: 'HIGH', source: 'test' },
    ...{ description: `apache2 started /bin/sh. ${TAMPERING}`, sourceHost: 'web-01' },
  });
  const { id } = await post('/api/forensics/investigate', {
    ...{ incidentId: 'INC-1', title: 'Look at it', description: 'A shell', alertIds: [alertId] },
    investigationType: 'malware',
  });
  await openScreen(product(), `/forensics?investigation=${id}`);
  await expect(page().getByText('somebody may be tampering')).toBeVisible({ timeout: 20_000 });
  await expect(page().getByText('Dissent.')).toBeVisible();
  expectThat(await axeInBothThemes(page())).toEqual([]);
  await page().getByRole('button', { name: 'What leaves' }).first().click();
  await expect(page().getByText('This left for')).toBeVisible();
});
