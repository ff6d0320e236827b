/** Palette and sheet of shortcuts with the keyboard alone: no mouse is moved or pressed in this file. */
import { readFile, writeFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright';
import { beforeAll, describe, test } from 'vitest';
import { createAlert } from '../helpers/browser-calls.ts';
import { DASHBOARD, DESK, dialog, openDesk, pane, rows, toasts } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { axeInBothThemes } from '../helpers/page-checks.ts';

const product = openSignedIn({
  context: { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' },
  workspace: 'Demo workspace',
});
const HOSTILE = '<img src=x onerror=alert(1)> gnomon\u202egpj.exe';

beforeAll(async () => {
  await createAlert(product(), { title: HOSTILE, severity: 'CRITICAL' });
  await createAlert(product(), { title: 'Gnomon seen again' });
});

const palette = (page: Page): Locator => dialog(page, 'Search and commands');
const field = (page: Page): Locator => palette(page).getByRole('combobox');
const options = (page: Page): Locator => palette(page).getByRole('option');
const selected = (page: Page): Locator => palette(page).locator('[aria-selected="true"]');
const sheet = (page: Page): Locator => dialog(page, 'Keyboard shortcuts');

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

async function openPalette(page: Page, typed = ''): Promise<void> {
  await press(page, 'Control+k');
  await expect(field(page)).toBeFocused();
  if (typed) await page.keyboard.type(typed);
  await expect(field(page)).toHaveValue(typed);
}

/** Types, waits for the answer, chooses the row and runs it. */
async function run(page: Page, typed: string, row: string | RegExp): Promise<void> {
  await openPalette(page, typed);
  await expect(options(page).filter({ hasText: row }).first()).toBeVisible();
  await expect(palette(page).getByText('Searching...')).toHaveCount(0);
  for (let step = 0; step < 30; step += 1) {
    if ((await selected(page).filter({ hasText: row }).count()) > 0) break;
    await press(page, 'ArrowDown');
  }
  await expect(selected(page)).toContainText(row);
  await press(page, 'Enter');
  await expect(palette(page)).toHaveCount(0);
}

describe('[SE6] results', () => {
  test('come grouped as one types, marked, hostile text as text', async () => {
    const { page } = product();
    await openPalette(page, 'gnomon');
    const group = palette(page).getByRole('group', { name: 'Alerts' });
    await expect(group.getByRole('option')).toHaveCount(2);
    const hostile = group.getByRole('option').filter({ hasText: '<img' });
    await expect(hostile.locator('bdi').first()).toHaveText(
      '<img src=x onerror=alert(1)> gnomon⟨U+202E⟩gpj.exe',
    );
    await expect(hostile.locator('mark')).toHaveText('gnomon');
    await expect(hostile.locator('img')).toHaveCount(0);
    await expect(palette(page).getByRole('status')).toHaveText('2 results');
    await press(page, 'Escape');
  });

  test('every area has its group, with how many there are', async () => {
    const { page } = product();
    await openPalette(page, 'soc 2');
    await expect(palette(page).getByRole('group', { name: /^Frameworks/ })).toContainText('SOC 2');
    await expect(palette(page).getByRole('group', { name: /^Audits/ })).toContainText('SOC 2');
    await press(page, 'Escape');
  });

  test('the last ones stay until the next are there, and what comes too late is not shown', async () => {
    const { page } = product();
    // One text may be asked for again, when something changed meanwhile.
    const waiting: { q: string | null; go: () => void }[] = [];
    const answered = new Set<string | null>(['gnomon']);
    const waits = (text: string) => waiting.some(({ q }) => q === text);
    const answer = (text: string) => {
      answered.add(text);
      for (const { q, go } of waiting) if (q === text) go();
    };
    await page.route('**/api/search?*', async (route) => {
      const q = new URL(route.request().url()).searchParams.get('q');
      if (!answered.has(q)) await new Promise<void>((go) => waiting.push({ q, go }));
      await route.continue();
    });
    await openPalette(page, 'gnomon');
    await expect(options(page).filter({ hasText: 'Gnomon seen again' })).toBeVisible();
    await press(page, 'Backspace');
    await expect.poll(() => waits('gnomo')).toBe(true);
    await expect(palette(page).getByText('Searching...')).toBeVisible();
    await expect(options(page).filter({ hasText: 'Gnomon seen again' })).toBeVisible();
    await field(page).fill('powershell');
    await expect.poll(() => waits('powershell')).toBe(true);
    answer('powershell');
    await expect(
      options(page)
        .filter({ hasText: /powershell/i })
        .first(),
    ).toBeVisible();
    await expect(palette(page).getByText('Searching...')).toHaveCount(0);
    answer('gnomo');
    await page.waitForTimeout(300);
    await expect(options(page).filter({ hasText: 'Gnomon seen again' })).toHaveCount(0);
    await page.unroute('**/api/search?*');
    await press(page, 'Escape');
  });
});

describe('[SE8] where a result leads', () => {
  test('an alert opens on the desk', async () => {
    const { page, origin } = product();
    await run(page, 'gnomon seen', 'Gnomon seen again');
    await expect(pane(page).getByRole('heading', { name: 'Gnomon seen again' })).toBeVisible();
    expect(page.url()).toContain(`${origin}/alerts?alert=`);
    await press(page, 'Escape');
  });

  test('all alerts with a text are shown on the desk', async () => {
    const { page } = product();
    await run(page, 'gnomon', 'Show all alerts with');
    await expect(page).toHaveURL(/\/alerts\?q=gnomon$/);
    await expect(rows(page)).toHaveCount(2);
  });

  test('a record leads to the screen of its area', async () => {
    const { page } = product();
    await run(page, 'soc 2 type', 'SOC 2 Type II');
    await expect(page).toHaveURL(/\/compliance\?tab=frameworks&framework=/);
    await expect(page.getByRole('dialog')).toContainText('SOC 2 Type II');
    await press(page, 'Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByText('404')).toHaveCount(0);
  });

  test('what was searched is remembered, taken up again and forgotten', async () => {
    const { page } = product();
    await openPalette(page);
    const recent = palette(page).getByRole('group', { name: 'Recent searches' });
    await expect(recent.getByRole('option').first()).toHaveText('soc 2 type');
    await press(page, 'Enter');
    await expect(field(page)).toHaveValue('soc 2 type');
    await expect(options(page).filter({ hasText: 'SOC 2 Type II' }).first()).toBeVisible();
    await press(page, 'Escape');
    await openPalette(page);
    await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown');
    await expect(selected(page)).toHaveText('Forget recent searches');
    await press(page, 'Enter');
    await expect(recent).toHaveCount(0);
    await press(page, 'Escape');
  });
});

describe('[SE7] commands', () => {
  test('go to every screen and to the settings', async () => {
    const { page, origin } = product();
    await run(page, 'dashb', 'Dashboard');
    await expect(page.getByRole('heading', { name: DASHBOARD })).toBeVisible();
    await run(page, 'vendor', 'Vendor Risk');
    await expect(page).toHaveURL(`${origin}/vendors`);
    await run(page, 'settings appear', 'Settings: Appearance');
    await expect(page).toHaveURL(`${origin}/settings/appearance`);
  });

  test('create an alert from any screen; a reload does not ask again', async () => {
    const { page } = product();
    await press(page, 'g', 'd');
    await run(page, 'new alert', 'Create alert');
    const create = dialog(page, 'Create New Security Alert');
    await expect(create.getByLabel('Alert Title')).toBeFocused();
    await press(page, 'Escape');
    await expect(create).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { name: DESK })).toBeVisible();
    await expect(create).toHaveCount(0);
  });

  test('simulate an alert, and import from a file', async () => {
    const { page, folder } = product();
    await press(page, 'g', 'd');
    await run(page, 'simul', 'Simulate alert');
    await expect(toasts(page)).toContainText('Alert created successfully');
    const path = `${folder}/eve.json`;
    await writeFile(path, '{"event_type":"alert"}\n');
    await product().chooseFiles(() => run(page, 'import', 'Import alerts from files'), [path]);
    await expect(dialog(page, 'Import alerts')).toBeVisible();
    await press(page, 'Escape');
  });

  test('export all alerts', async () => {
    const { page, folder } = product();
    const path = `${folder}/all.csv`;
    await product().saveAs(() => run(page, 'export csv', 'Export all alerts as CSV'), path);
    expect(await readFile(path, 'utf8')).toContain('Gnomon seen again');
  });

  test('change theme and clock', async () => {
    const { page } = product();
    const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
    await run(page, 'light', 'Light theme');
    await expect.poll(theme).toBe('light');
    await run(page, 'dark', 'Dark theme');
    await expect.poll(theme).toBe('dark');
    await run(page, 'utc', 'Show times in UTC');
    await expect(page.getByRole('button', { name: 'Times in UTC' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await run(page, 'local', 'Show times in local time');
  });

  test('act on the open alert', async () => {
    const { page } = product();
    await run(page, 'gnomon seen', 'Gnomon seen again');
    await expect(pane(page).getByRole('heading', { name: 'Gnomon seen again' })).toBeVisible();
    await run(page, 'open alert invest', 'Open alert: Investigate');
    await expect(pane(page).getByText('AI Investigating').first()).toBeVisible();
    await press(page, 'Escape');
  });

  test('show notifications and jobs', async () => {
    const { page } = product();
    for (const name of ['Notifications', 'Jobs']) {
      await run(page, `show ${name}`, `Show ${name.toLowerCase()}`);
      await expect(dialog(page, name)).toBeVisible();
      await press(page, 'Escape');
      await expect(dialog(page, name)).toHaveCount(0);
    }
  });

  test('leave the demo asks first', async () => {
    const { page } = product();
    await run(page, 'leave', 'Leave the demo workspace');
    await expect(page.getByRole('alertdialog')).toContainText('Leave the demo workspace?');
    await press(page, 'Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });
});

describe('[SE9] the sheet of shortcuts', () => {
  test('shows the keys of the screen and those of all screens', async () => {
    const { page } = product();
    await openDesk(product());
    await press(page, '?');
    const desk = sheet(page).getByRole('region', { name: 'Alerts & Incidents' });
    await expect(desk).toContainText('Resolve');
    await expect(sheet(page).getByRole('region', { name: 'Everywhere' })).toContainText('F8');
    await expect(sheet(page).getByRole('region', { name: 'Go to' })).toContainText('G then S');
    await press(page, 'Escape');
    await expect(sheet(page)).toHaveCount(0);
    await press(page, 'g', 's');
    await expect(page).toHaveURL(/\/settings\//);
    await press(page, '?');
    await expect(sheet(page)).toBeVisible();
    await expect(desk).toHaveCount(0);
    await press(page, 'Escape');
  });
});

describe('[SE10] keys rest', () => {
  test('while one types, in the desk’s field and in the palette', async () => {
    const { page, origin } = product();
    await openDesk(product());
    await press(page, '/');
    await page.keyboard.type('g d?n');
    await expect(page.getByPlaceholder('Search alerts...')).toHaveValue('g d?n');
    await openPalette(page, 'g a?n');
    await expect(field(page)).toHaveValue('g a?n');
    await press(page, 'Escape');
    await expect(page.getByPlaceholder('Search alerts...')).toBeFocused();
    await press(page, 'Escape');
    await expect(sheet(page)).toHaveCount(0);
    expect(page.url().startsWith(`${origin}/alerts`)).toBe(true);
  });

  test('while a dialog is open', async () => {
    const { page } = product();
    await openDesk(product());
    await press(page, 'n');
    const create = dialog(page, 'Create New Security Alert');
    await expect(create.getByLabel('Alert Title')).toBeFocused();
    await press(page, 'Control+k');
    await press(page, 'Shift+Tab', '?', 'g', 'd');
    await page.waitForTimeout(200);
    await expect(create).toBeVisible();
    await expect(palette(page)).toHaveCount(0);
    await expect(sheet(page)).toHaveCount(0);
    await press(page, 'Escape');
  });

  test('what is typed at once after the key is not taken by the screen', async () => {
    const { page } = product();
    await openDesk(product());
    await page.reload();
    await expect(rows(page).first()).toBeVisible();
    await press(page, 'j');
    await press(page, 'Control+k', 'r', 'i', 's', 'k');
    await expect(field(page)).toHaveValue('risk');
    await expect(toasts(page)).toHaveCount(0);
    await press(page, 'Escape');
  });
});

describe('[SE11] for everybody', () => {
  test('the palette has names, loops, and gives the focus back', async () => {
    const { page } = product();
    await openDesk(product());
    const box = page.getByRole('button', { name: /^Search everything/ });
    await box.focus();
    await press(page, 'Enter');
    await expect(field(page)).toBeFocused();
    await expect(field(page)).toHaveAccessibleName('Search and commands');
    await expect(palette(page).getByRole('listbox', { name: 'Results' })).toBeVisible();
    const first = await selected(page).textContent();
    await press(page, 'ArrowUp');
    await expect(selected(page)).not.toHaveText(first ?? '');
    await press(page, 'ArrowDown');
    await expect(selected(page)).toHaveText(first ?? '');
    const active = await field(page).getAttribute('aria-activedescendant');
    await expect(selected(page)).toHaveAttribute('id', active ?? '');
    await press(page, 'Control+k');
    await expect(palette(page)).toHaveCount(0);
    await expect(box).toBeFocused();
  });

  test('axe finds nothing in palette and sheet, in both themes', async () => {
    const { page } = product();
    await openDesk(product());
    await openPalette(page);
    expect(await axeInBothThemes(page)).toEqual([]);
    await page.keyboard.type('gnomon');
    await expect(options(page).filter({ hasText: '<img' })).toBeVisible();
    expect(await axeInBothThemes(page)).toEqual([]);
    await press(page, 'Escape', '?');
    await expect(sheet(page)).toBeVisible();
    expect(await axeInBothThemes(page)).toEqual([]);
    await press(page, 'Escape');
  });

  test('a narrow window loses nothing', async () => {
    const { page } = product();
    await page.setViewportSize({ width: 720, height: 450 });
    await openDesk(product());
    await openPalette(page, 'power');
    await expect(options(page).first()).toBeVisible();
    const box = await palette(page).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(450);
    await press(page, 'Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});
