/** WCAG 2.2 AA as far as a machine can tell, of what the tours (quality*.test.ts) do not open; narrow windows. */
import type { Page } from 'playwright';
import { beforeAll, test } from 'vitest';
import { createAlert, importText } from '../helpers/browser-calls.ts';
import { dialog, openDesk, pane, row, rows, toasts } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeFindings, axeInBothThemes, tooWide } from '../helpers/page-checks.ts';

/** The areas that this version does not have share one screen, of which one is looked at. */
const LOOKS = ['/', '/alerts', '/forensics', '/no-such-screen'];
const NARROW = { width: 1024, height: 700 };
const USUAL = { width: 1440, height: 900 };

const product = openSignedIn({
  context: { viewport: USUAL, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});

beforeAll(async () => {
  await createAlert(product(), {
    title: `Long ${'W'.repeat(95)}`,
    description: 'x'.repeat(500),
    sourceHost: 'h'.repeat(300),
    sourceUser: 'u'.repeat(300),
  });
  const line = '{"event_type":"alert","timestamp":"2026-11-20T10:00:00Z","src_ip":"192.0.2.1",';
  const rest = '"dest_ip":"192.0.2.2","alert":{"signature":"Imported","severity":1}}';
  await importText(product(), 'eve.json', `${line}${rest}\n{"broken\n`);
});

async function expectClean(page: Page): Promise<void> {
  expect(await axeInBothThemes(page)).toEqual([]);
}

test('[PG8] the desk: alerts selected beside a message, an open list', async () => {
  const { page } = product();
  await openDesk(product(), '?q=imported');
  await row(page, 'Imported').getByRole('link').first().click();
  await expect(
    pane(page).getByText('Suricata eve.json').or(pane(page).getByText('suricata-eve')),
  ).toBeVisible();
  await rows(page).nth(0).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Simulate Alert' }).click();
  await expect(toasts(page)).toBeVisible();
  await expectClean(page);
  await openDesk(product());
  // Around an open list Radix hides what axe takes for reachable: focus cannot get there.
  await page.getByRole('combobox', { name: 'Severity' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  expect(await axeFindings(page, '[role="listbox"]')).toEqual([]);
  await page.keyboard.press('Escape');
});

test('[PG8] a receipt of an import, and reopening with a reason', async () => {
  const { page } = product();
  await openDesk(product());
  await page.getByRole('button', { name: 'More file actions' }).click();
  await page.getByRole('menuitem', { name: 'Import history' }).click();
  await dialog(page, 'Import history').getByRole('listitem').first().getByRole('button').click();
  await expect(dialog(page, 'Import receipt')).toContainText('Rejected');
  await expectClean(page);
  await page.keyboard.press('Escape');
  await openDesk(product(), '?status=RESOLVED');
  await rows(page).first().getByRole('link').first().click();
  await pane(page).getByRole('button', { name: 'Reopen' }).click();
  await dialog(page, 'Reopen alert').getByRole('button', { name: 'Reopen' }).click();
  await expectClean(page);
  await page.keyboard.press('Escape');
});

test('[PG8] a narrow window: nothing is lost at the right, the open alert covers the list', async () => {
  const { page, origin } = product();
  await page.setViewportSize(NARROW);
  for (const path of LOOKS) {
    await page.goto(`${origin}${path}`);
    await expect(page.getByText('Live Monitoring')).toBeVisible();
    expect({ path, wide: await tooWide(page) }).toEqual({ path, wide: [] });
  }
  await openDesk(product());
  await expectClean(page);
  await rows(page).first().getByRole('link').first().click();
  await expect(page.getByRole('dialog', { name: 'Open alert' })).toBeVisible();
  expect(await tooWide(page)).toEqual([]);
  await expectClean(page);
  await page.setViewportSize(USUAL);
});

test('[PG8] what a visitor without a session sees', async () => {
  const { page, origin, watch } = product();
  watch.allow(/status of 401/);
  await page.context().clearCookies();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${origin}/api/login`);
    expect(await axeFindings(page)).toEqual([]);
    await page.evaluate((theme) => localStorage.setItem('watchfloor.theme', theme), colorScheme);
    await page.goto(`${origin}/`);
    await expect(page.getByRole('button', { name: 'Access Platform' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
    await page.goto(`${origin}/no-such-screen`);
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    expect(await axeFindings(page)).toEqual([]);
  }
});
