/**
 * The page over 1,000,000 stored alerts, in a real Chromium against the built browser host. The
 * browser is headless and draws in software, on the same cores as the host: a desktop with a
 * graphics card has more to give.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { startBuiltHost } from '../helpers/built-host.ts';
import { launchBrowser } from '../helpers/electron-double/launch-desktop.ts';
import { median } from './figures.ts';
import { startHost } from './host-process.ts';
import type { BenchContext } from './main.ts';
import type { MillionStore } from './million.store.ts';
import { benchInteractions, makeDemo } from './page-interactions.ts';
import { recordFrames } from './page-probes.ts';

const RUNS = 5;
const SCROLL_MS = 10_000;
/** A wheel turned fast: four notches at a time. */
const WHEEL_PX = 400;
const WHEEL_EVERY_MS = 32;
const HARNESS = `headless Chromium, software rendering, ${availableParallelism()} cores`;

export async function benchPage(context: BenchContext): Promise<void> {
  const full = await context.million();
  const empty = await makeEmpty(join(context.folder, 'empty'));
  const browser = await launchBrowser();
  try {
    await benchFirstPaint(context, browser, full, empty);
    await withDesk(browser, full, async (page) => {
      await benchScroll(context, page);
      await benchInteractions(context, page, 'million', HARNESS);
    });
    const demo = await makeDemo(join(context.folder, 'demo'));
    await withDesk(browser, demo, (page) => benchInteractions(context, page, 'demo', HARNESS));
  } finally {
    await browser.close();
  }
}

async function makeEmpty(dataDir: string): Promise<MillionStore> {
  const host = await startHost(dataDir);
  await host.kill();
  return { dataDir, cookie: host.cookie };
}

/** The desk of a store, signed in, with its rows on the screen. */
async function withDesk(
  browser: Browser,
  store: MillionStore,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const host = await startBuiltHost(store.dataDir);
  const page = await openSignedIn(browser, host.origin, store.cookie);
  await page.goto(`${host.origin}/alerts`);
  await page.getByRole('article').first().waitFor();
  await use(page);
  await page.context().close();
  await host.stop();
}

async function openSignedIn(browser: Browser, origin: string, cookie: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: 'Strict' }]);
  return context.newPage();
}

interface Start {
  /** From the start of the host's process, ms. */
  readonly firstPaint: number;
  readonly settled: number;
}

async function benchFirstPaint(
  { report }: BenchContext,
  browser: Browser,
  full: MillionStore,
  empty: MillionStore,
): Promise<void> {
  const starts: { full: Start; empty: Start }[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    starts.push({
      empty: await measureStart(browser, empty),
      full: await measureStart(browser, full),
    });
  }
  const [first = 0, firstEmpty = 0, settled = 0, settledEmpty = 0] = [
    starts.map((run) => run.full.firstPaint),
    starts.map((run) => run.empty.firstPaint),
    starts.map((run) => run.full.settled),
    starts.map((run) => run.empty.settled),
  ].map(median);
  const ms = (value: number) => `${Math.round(value)} ms`;
  report(
    'page.first-paint.ratio',
    first / firstEmpty,
    '×',
    '<= 1.5',
    `start of the host to first contentful paint of /alerts, ${ms(first)} on 1,000,000 alerts ÷ ${ms(firstEmpty)} on none, median of ${RUNS}; ${HARNESS}`,
  );
  report(
    'page.first-rows.ratio',
    settled / settledEmpty,
    '×',
    '',
    `until rows are shown: ${ms(settled)} ÷ ${ms(settledEmpty)} until the empty state is`,
  );
}

async function measureStart(browser: Browser, store: MillionStore): Promise<Start> {
  const startedAt = Date.now();
  const host = await startBuiltHost(store.dataDir);
  const page = await openSignedIn(browser, host.origin, store.cookie);
  await page.goto(`${host.origin}/alerts`, { waitUntil: 'commit' });
  const seen = page.getByRole('article').first().or(page.getByText('No Alerts Found'));
  await seen.waitFor();
  const settled = Date.now() - startedAt;
  const paintedAt = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return paint ? performance.timeOrigin + paint.startTime : Number.NaN;
  });
  await page.context().close();
  await host.stop();
  return { firstPaint: paintedAt - startedAt, settled };
}

async function benchScroll({ report }: BenchContext, page: Page): Promise<void> {
  const box = await page.getByRole('feed').boundingBox();
  await page.mouse.move((box?.x ?? 0) + 200, 500);
  const frames = await page.evaluateHandle(recordFrames);
  const endAt = performance.now() + SCROLL_MS;
  while (performance.now() < endAt) {
    const next = performance.now() + WHEEL_EVERY_MS;
    await page.mouse.wheel(0, WHEEL_PX);
    await page.waitForTimeout(Math.max(0, next - performance.now()));
  }
  const { perSecond, durations, waiting, scrolledPx } = await frames.evaluate((probe) =>
    probe.stop(),
  );
  const share = (count: number, of: number) => `${((100 * count) / of).toFixed(1)} %`;
  const slow = durations.filter((duration) => duration > 33.4).length;
  report(
    'page.scroll.fps',
    median(perSecond),
    'frames/s',
    '>= 55',
    `median of ${perSecond.length} s through ${Math.round(scrolledPx / 86)} rows by the wheel; ${share(slow, durations.length)} of frames over 33 ms, longest ${Math.round(Math.max(...durations))} ms, rows still loading in ${share(waiting, durations.length)}; ${HARNESS}`,
  );
}
