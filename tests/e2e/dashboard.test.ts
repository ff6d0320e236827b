/** The dashboard's charts in the demo workspace: what they say is what they lead to. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { beforeAll, beforeEach, describe, test } from 'vitest';
import { dashboardContract } from '../../src/shared/areas/dashboard/dashboard.contract.ts';
import { preferencesContract } from '../../src/shared/areas/settings/preferences.contract.ts';
import { clientOf } from '../helpers/browser-calls.ts';
import {
  brush,
  end,
  openDashboard,
  placeOver,
  sla,
  stretchCount,
  techniques,
  volume,
} from '../helpers/browser-charts.ts';
import { countText, expectCount } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';
import { chooseTheme } from '../helpers/browser-theme.ts';
import { axeFindings } from '../helpers/page-checks.ts';

const USUAL = { width: 1440, height: 900 };
const NARROW = { width: 1024, height: 700 };
/** What a browser leaves of 1280 pixels at 200 %. */
const ZOOMED = { width: 640, height: 450 };

const product = openSignedIn({
  context: {
    viewport: USUAL,
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Lisbon',
    hasTouch: true,
  },
  workspace: 'Demo workspace',
});
const page = () => product().page;
beforeEach(() => openDashboard(page(), product().origin));

/** The address holds a stretch of whole hours, and the desk has as many alerts as were promised. */
async function expectDesk(count: number): Promise<void> {
  await expect(page()).toHaveURL(/\/alerts\?from=/);
  const { searchParams } = new URL(page().url());
  const length =
    Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '') + 1;
  expect(length % 3_600_000).toBe(0);
  await expectCount(page(), countText(count));
}

describe('the brush of the volume', () => {
  test('[DA5] by mouse: drag, read the numbers, go to the alerts', async () => {
    const whole = await stretchCount(page());
    const from = await placeOver(page(), 0.25);
    const to = await placeOver(page(), 0.6);
    await page().mouse.move(from.x, from.y);
    await page().mouse.down();
    await page().mouse.move(to.x, to.y, { steps: 8 });
    await page().mouse.up();
    const count = await stretchCount(page());
    expect(count).toBeGreaterThan(0);
    expect(count).toBeLessThan(whole);
    await volume(page()).getByRole('link', { name: 'Show these alerts' }).click();
    await expectDesk(count);
  });

  test('[DA5] a drag to the left is the same, a handle moves one end, a button takes all back', async () => {
    const whole = await stretchCount(page());
    const right = await placeOver(page(), 0.7);
    const left = await placeOver(page(), 0.3);
    await page().mouse.move(right.x, right.y);
    await page().mouse.down();
    await page().mouse.move(left.x, left.y, { steps: 8 });
    await page().mouse.up();
    const [first, last] = await Promise.all(
      (['Begin', 'End'] as const).map(async (name) =>
        Number(await end(page(), name).getAttribute('aria-valuenow')),
      ),
    );
    expect(first).toBeGreaterThan(40);
    expect(last).toBeGreaterThan(first ?? 0);
    const handle = await end(page(), 'End').boundingBox();
    const further = await placeOver(page(), 0.9);
    await page().mouse.move((handle?.x ?? 0) + (handle?.width ?? 0) / 2, further.y);
    await page().mouse.down();
    await page().mouse.move(further.x, further.y, { steps: 4 });
    await page().mouse.up();
    await expect(end(page(), 'Begin')).toHaveAttribute('aria-valuenow', String(first));
    expect(Number(await end(page(), 'End').getAttribute('aria-valuenow'))).toBeGreaterThan(
      last ?? 0,
    );
    await volume(page()).getByRole('button', { name: 'All 7 days' }).click();
    expect(await stretchCount(page())).toBe(whole);
  });

  test('[DA5] by keyboard: both ends, Escape takes it back, Enter goes to the alerts', async () => {
    const whole = await stretchCount(page());
    await end(page(), 'Begin').focus();
    for (const key of ['PageUp', 'PageUp', 'ArrowRight']) await page().keyboard.press(key);
    await expect(end(page(), 'Begin')).toHaveAttribute('aria-valuenow', '49');
    await page().keyboard.press('Tab');
    await expect(end(page(), 'End')).toBeFocused();
    for (const key of ['PageDown', 'ArrowLeft']) await page().keyboard.press(key);
    await expect(end(page(), 'End')).toHaveAttribute('aria-valuenow', '142');
    expect(await stretchCount(page())).toBeLessThan(whole);
    await page().keyboard.press('Escape');
    expect(await stretchCount(page())).toBe(whole);
    for (const key of ['PageDown', 'PageDown']) await page().keyboard.press(key);
    const count = await stretchCount(page());
    await page().keyboard.press('Enter');
    await expectDesk(count);
  });

  test('[DA5] by finger: sideways chooses, up and down scrolls', async () => {
    const whole = await stretchCount(page());
    const session = await page().context().newCDPSession(page());
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: { x: number; y: number }) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
    const from = await placeOver(page(), 0.3);
    await touch('touchStart', from);
    for (let step = 1; step <= 6; step++)
      await touch('touchMove', { ...from, x: from.x + step * 30 });
    await touch('touchEnd');
    const chosen = await stretchCount(page());
    expect(chosen).toBeLessThan(whole);
    const before = await end(page(), 'Begin').getAttribute('aria-valuenow');
    const top = await page().evaluate(() => document.querySelector('#main')?.scrollTop);
    const start = await placeOver(page(), 0.8, 0.8);
    await touch('touchStart', start);
    for (let step = 1; step <= 6; step++)
      await touch('touchMove', { ...start, y: start.y + step * 25 });
    await touch('touchEnd');
    await expect
      .poll(() => page().evaluate(() => document.querySelector('#main')?.scrollTop))
      .not.toBe(top);
    await expect(end(page(), 'Begin')).toHaveAttribute('aria-valuenow', before ?? '');
    await session.detach();
  });
});

test('[DA3] a technique leads to its alerts', async () => {
  const { techniques: figures } = await clientOf(product()).call(dashboardContract.techniques, {});
  const one = figures.find(({ id, alerts }) => id.includes('.') && alerts > 1);
  const cell = techniques(page()).getByRole('link', { name: new RegExp(`^${one?.id} `) });
  await expect(cell.first()).toContainText(String(one?.alerts));
  await cell.first().focus();
  await page().keyboard.press('Enter');
  await expect(page()).toHaveURL(/\/alerts\?q=T\d+\.\d+&from=/);
  await expectCount(page(), countText(one?.alerts ?? 0));
});

test('[DA4] service levels lead to the waiting alerts, and to the one that waits longest', async () => {
  const burn = await clientOf(product()).call(dashboardContract.sla, {});
  expect(burn.actedOn).toBe(0);
  const high = burn.severities.HIGH;
  const link = sla(page()).getByRole('link', { name: /of high severity/ });
  await expect(link.filter({ hasText: 'within' })).toContainText(`${high.within} within`);
  await link.filter({ hasText: 'within' }).click();
  await expect(page()).toHaveURL(/status=OPEN&severity=HIGH&handling=waiting&from=/);
  await expectCount(page(), countText(high.within));
  await openDashboard(page(), product().origin);
  await link.filter({ hasText: 'Oldest' }).click();
  await expect(page()).toHaveURL(new RegExp(`alert=${high.oldest?.id}`));
  await expectCount(page(), countText(1));
});

test('[DA11] closings lead to the alerts that they count', async () => {
  const figures = [
    ['Auto-Triage Rate', 'closed-automatically', 890],
    ['False Positive Rate', 'overturned', 19],
    ['Analyst Time Saved', 'closed&', 1000],
  ] as const;
  for (const [name, handling, count] of figures) {
    await openDashboard(page(), product().origin);
    const benchmarks = page().getByRole('region', { name: /^Success Metrics/ });
    await benchmarks.getByRole('link', { name }).click();
    await expect(page()).toHaveURL(new RegExp(`handling=${handling}`));
    await expectCount(page(), countText(count));
  }
  await page().getByRole('button', { name: 'Remove filter Handling' }).click();
  await expect(page()).not.toHaveURL(/handling|since/);
});

test('[DA9] every figure is a link', async () => {
  const figures = [
    [/^Key figures/, ['Active Alerts', 'Compliance Score', 'Risk Score', 'Auto-Resolved']],
    [
      /^Success Metrics & Benchmarks/,
      [
        'Auto-Triage Rate',
        'False Positive Rate',
        'Mean Response Time',
        'Analyst Time Saved',
        'Audit Prep Time',
        'Risk Reduction',
      ],
    ],
    [/^Compliance Frameworks/, ['SOC 2 Type II', 'PCI DSS', 'Automation']],
    [/^AI Assistant/, ['AI Processing']],
  ] as const;
  for (const [region, names] of figures) {
    for (const name of names) {
      const link = page().getByRole('region', { name: region }).getByRole('link', { name });
      await expect(link).toHaveAttribute('href', /^\/(alerts|compliance|risk|audits|forensics)/);
    }
  }
});

test('[DA8] hours are those of the chosen zone', async () => {
  const client = clientOf(product());
  const choose = (timeZone: 'utc' | 'local') =>
    client.call(preferencesContract.update, { body: { timeZone } });
  await choose('utc');
  await openDashboard(page(), product().origin);
  await expect(volume(page()).getByRole('status')).toContainText('UTC');
  await expect(end(page(), 'Begin')).toHaveAttribute('aria-valuetext', /UTC/);
  await choose('local');
  await openDashboard(page(), product().origin);
  await expect(volume(page()).getByRole('status')).not.toContainText('UTC');
});

test('the charts are tables, too, and can be saved as pictures', async () => {
  const whole = await stretchCount(page());
  await volume(page()).getByRole('radio', { name: 'Table' }).click();
  const cells = await volume(page()).getByRole('row').getByRole('cell').last().textContent();
  expect(Number(cells)).toBeGreaterThan(0);
  const totals = await volume(page())
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => Number(row.lastElementChild?.textContent)));
  expect(totals.reduce((sum, count) => sum + count, 0)).toBe(whole);
  await techniques(page()).getByRole('radio', { name: 'Table' }).click();
  await expect(
    techniques(page()).getByRole('row', { name: /^T1059\.001 PowerShell/ }),
  ).toBeVisible();
  for (const part of [volume(page()), techniques(page())]) {
    await part.getByRole('radio', { name: 'Chart' }).click();
    await part.getByRole('button', { name: /^Save '/ }).click();
    const path = join(product().folder, 'chart.svg');
    const save = page().getByRole('menuitem', { name: 'Save as SVG' });
    await product().saveAs(() => save.click(), path);
    const svg = await readFile(path, 'utf8');
    expect(svg).toMatch(/^<svg/);
    expect(svg).toMatch(/Critical|PowerShell/);
  }
});

for (const theme of ['dark', 'light'] as const) {
  describe(`in the ${theme} theme`, () => {
    beforeAll(() => chooseTheme(page(), theme));

    test('[PG8] axe finds nothing, in charts and tables', async () => {
      expect(await findings(page())).toEqual([]);
      await end(page(), 'Begin').focus();
      await page().keyboard.press('PageUp');
      await brush(page()).hover();
      for (const part of [volume(page()), techniques(page())]) {
        await part.getByRole('radio', { name: 'Table' }).click();
      }
      expect(await findings(page())).toEqual([]);
    });

    test('[PG8] nothing scrolls sideways in a narrow or a magnified window', async () => {
      for (const size of [NARROW, ZOOMED]) {
        await page().setViewportSize(size);
        await openDashboard(page(), product().origin);
        expect({ size, wide: await tooWide(page()) }).toEqual({ size, wide: [] });
        expect(await findings(page())).toEqual([]);
      }
      await page().setViewportSize(USUAL);
    });
  });
}

/** Of the screen; the shell around it has its own test. */
const findings = (at: Page) => axeFindings(at, 'main');

/** Elements of the screen that scroll sideways, or stand out at its right. */
function tooWide(at: Page): Promise<string[]> {
  return at.evaluate(() =>
    [...document.querySelectorAll('html, main, main *')]
      .filter((element) => {
        const scrolls = ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
        const isRoot = element.tagName === 'HTML';
        return (scrolls || isRoot) && element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => `${element.tagName} ${element.className}`),
  );
}
