/** The dashboard of an empty workspace, and how it follows what happens: at once, and without asking. */
import type { Page } from 'playwright';
import { describe, test } from 'vitest';
import { createAlert } from '../helpers/browser-calls.ts';
import {
  end,
  openDashboard,
  sla,
  stretchCount,
  techniques,
  volume,
} from '../helpers/browser-charts.ts';
import { openDesk } from '../helpers/browser-desk.ts';
import { expect } from '../helpers/browser-expect.ts';
import { openSignedIn } from '../helpers/browser-session.ts';

const LIVE_MS = 1_000;
const MAX_SHIFT = 0.02;
const product = openSignedIn({ context: { viewport: { width: 1440, height: 900 } } });
const page = () => product().page;

test('[DA9] an empty workspace has dashes and no number', async () => {
  await openDashboard(page(), product().origin);
  const cards = page().getByRole('region', { name: 'Key figures' }).getByRole('link');
  await expect(cards).toHaveCount(4);
  for (const card of await cards.all()) {
    await expect(card).toContainText('—');
    expect((await card.textContent())?.replace('None closed in 30 days', '')).not.toMatch(/\d/);
  }
  const benchmarks = page().getByRole('region', { name: 'Success Metrics & Benchmarks' });
  await expect(benchmarks.getByText('—')).toHaveCount(6);
  await expect(page().getByText('Active monitoring across — frameworks')).toBeVisible();
  await expect(page().getByText('AI Processing — incidents')).toBeVisible();
  await expect(sla(page()).getByText('—')).toHaveCount(4);
  await expect(volume(page())).toContainText('No Alerts in 7 Days');
  await expect(techniques(page())).toContainText('No Techniques Seen');
  await expect(page().getByText('No Active Alerts')).toBeVisible();
});

test('[DA7] a new alert is in stream, figures and charts within a second of its answer', async () => {
  await openDashboard(page(), product().origin);
  await createAlert(product(), { title: 'The first of all', severity: 'HIGH' });
  await expect(end(page(), 'End')).toBeVisible();
  for (const expected of [2, 3]) {
    await page().waitForTimeout(1_000);
    const title = `Number ${expected}`;
    const seen = untilShown(page(), title, expected);
    await createAlert(product(), { title, severity: 'CRITICAL' });
    const answeredAt = Date.now();
    expect((await seen) - answeredAt).toBeLessThan(LIVE_MS);
    expect(await stretchCount(page())).toBe(expected);
  }
});

/** Milliseconds of the clock when stream, card, volume and service levels all have it. */
function untilShown(at: Page, title: string, count: number): Promise<number> {
  return at.evaluate(
    ([wanted, number]) =>
      new Promise<number>((resolve) => {
        const textOf = (name: string) =>
          [...document.querySelectorAll('section')].find((section) =>
            section.textContent?.startsWith(name),
          )?.textContent ?? '';
        const look = () => {
          const isShown =
            textOf('Real-time Alert Stream').includes(wanted) &&
            textOf('Active Alerts').startsWith(`Active Alerts${number}`) &&
            document.querySelector('[role="status"] strong')?.textContent === String(number) &&
            textOf('SLA Burn').includes(`${number - 1} within`);
          if (isShown) resolve(Date.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    [title, count] as const,
  );
}

test('[DA7] while nothing happens, nothing is asked', async () => {
  await openDashboard(page(), product().origin);
  await page().waitForTimeout(1_000);
  const asked: string[] = [];
  page().on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) asked.push(request.url());
  });
  await page().waitForTimeout(4_000);
  expect(asked).toEqual([]);
});

describe('[DA6] nothing moves while a screen loads', () => {
  /** Every shift from the first paint on, also those of the shell. */
  const watchShifts = (at: Page) =>
    at.addInitScript(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const { value } = entry as PerformanceEntry & { value: number };
          shifts.push(String(value));
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
  const shiftOf = async (at: Page): Promise<number> => {
    await at.waitForTimeout(1_000);
    return at.evaluate(() =>
      (window as unknown as { shifts: string[] }).shifts
        .map(Number)
        .reduce((sum, value) => sum + value, 0),
    );
  };
  /** Answers come late and one after the other, so that every skeleton is seen. */
  const slowDown = (at: Page) =>
    at.route('**/api/**', async (route) => {
      const path = new URL(route.request().url()).pathname;
      if (path === '/api/events') return route.continue();
      await at.waitForTimeout(150 + path.length * 10);
      return route.continue();
    });

  test.each([
    [1440, 900],
    [1024, 700],
  ])('at %i × %i', async (width, height) => {
    const opened = await product().openWindow('/api/health');
    const second = opened.page;
    await second.setViewportSize({ width, height });
    await watchShifts(second);
    for (const isSlow of [false, true]) {
      if (isSlow) await slowDown(second);
      await openDashboard(second, product().origin);
      expect(await shiftOf(second), `dashboard, slow ${isSlow}`).toBeLessThanOrEqual(MAX_SHIFT);
      await openDesk({ ...product(), page: second });
      expect(await shiftOf(second), `desk, slow ${isSlow}`).toBeLessThanOrEqual(MAX_SHIFT);
    }
    opened.watch.take();
    await second.close();
  });
});
