/**
 * The grid of 1,000,000 events under a wheel, in a real Chromium against the built browser host. It is
 * headless and draws in software, on the host's cores; the control is a wheel (slower, so that it has no end) over a plain page with
 * as many elements, which no script draws: a frame that is late there is not the product's.
 * Last, rows are made to come late: where the probe for blank rows sees none then, it sees nothing.
 * `WATCHFLOOR_BENCH_SIZES` as in events.bench.ts.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import { eventsFolder, openEventStore } from '../../src/main/areas/forensics/events/event-store.ts';
import { fileKeyStore } from '../../src/main/platform/key-store.ts';
import { startBuiltHost } from '../helpers/built-host.ts';
import { launchBrowser } from '../helpers/electron-double/launch-desktop.ts';
import { fillStore } from './event-records.ts';
import { json, send } from './evidence-upload.ts';
import { percentile } from './figures.ts';
import { startHost } from './host-process.ts';
import type { BenchContext } from './main.ts';
import { recordEventFrames } from './page-probes.ts';

const SIZE = Number(process.env.WATCHFLOOR_BENCH_SIZES ?? 1_000_000);
const SCROLL_MS = 10_000;
const WHEEL_EVERY_MS = 32;
const LATE_ROWS_MS = 1_000;
/** One notch, and a wheel turned fast: four at a time. */
const WHEELS = { slow: 100, fast: 400 };
/** One and a half frames of 60 a second: the one before was dropped. */
const LATE_MS = 25;
const HARNESS = `headless Chromium, software rendering, ${availableParallelism()} cores`;

interface Prepared {
  readonly dataDir: string;
  readonly cookie: string;
  readonly id: string;
}

async function prepare(dataDir: string): Promise<Prepared> {
  const host = await startHost(dataDir);
  const { id } = await json<{ id: string }>(
    await send(host, 'POST', '/api/forensics/investigate', {
      ...{ incidentId: 'INC-1', title: 'Scrolled', description: 'Many events' },
      investigationType: 'malware',
    }),
  );
  await host.kill();
  const key = await fileKeyStore.databaseKey(dataDir);
  const store = openEventStore({ folder: eventsFolder(dataDir), key, investigationId: id });
  fillStore(store, SIZE);
  store.close();
  return { dataDir, cookie: host.cookie, id };
}

async function wheel(page: Page, px: number, forMs = SCROLL_MS) {
  const frames = await page.evaluateHandle(recordEventFrames);
  const endAt = performance.now() + forMs;
  while (performance.now() < endAt) {
    const next = performance.now() + WHEEL_EVERY_MS;
    await page.mouse.wheel(0, px);
    await page.waitForTimeout(Math.max(0, next - performance.now()));
  }
  return frames.evaluate((probe) => probe.stop());
}

type Frames = Awaited<ReturnType<typeof wheel>>;

const shareOf = (count: number, { durations }: Frames): number =>
  (100 * count) / Math.max(1, durations.length);

/** The same wheel while every page of rows comes late. */
async function provesBlankRows({ report }: Pick<BenchContext, 'report'>, page: Page) {
  await page.route(/\/events\?/, async (call) => {
    await sleep(LATE_ROWS_MS);
    await call.continue();
  });
  const frames = await wheel(page, WHEELS.fast, 3 * LATE_ROWS_MS);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const note = `rows come ${LATE_ROWS_MS} ms late; ${frames.rows} rows passed`;
  report(
    'events.scroll.blank-rows-seen',
    shareOf(frames.waiting, frames),
    '% of frames',
    '>= 5',
    note,
  );
}

function say({ report }: Pick<BenchContext, 'report'>, what: string, frames: Frames): void {
  const { perSecond, durations, waiting, rows } = frames;
  const late = durations.filter((duration) => duration > LATE_MS).length;
  const share = (count: number) => `${shareOf(count, frames).toFixed(1)} %`;
  const note = `frame interval p50 ${percentile(durations, 50).toFixed(1)}, p95 ${percentile(durations, 95).toFixed(1)}, longest ${Math.max(...durations).toFixed(0)} ms; ${share(late)} over ${LATE_MS} ms; rows still loading in ${share(waiting)}; ${rows} rows passed; ${HARNESS}`;
  report(`events.scroll.${what}`, percentile(perSecond, 50), 'frames/s', '>= 55', note);
}

/** As many elements as the page has, in a list that the browser scrolls by itself. */
async function control(browser: Browser, elements: number): Promise<Frames> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const rows = Array.from(
    { length: elements },
    (_, n) => `<div style="height:36px">row ${n}</div>`,
  );
  await page.setContent(
    `<div role="grid" style="height:800px;overflow-y:auto">${rows.join('')}</div>`,
  );
  await page.mouse.move(400, 400);
  const frames = await wheel(page, 30);
  await context.close();
  return frames;
}

export async function benchEventsScroll(
  context: Pick<BenchContext, 'report' | 'folder'>,
): Promise<void> {
  const { dataDir, cookie, id } = await prepare(join(context.folder, 'scroll'));
  const host = await startBuiltHost(dataDir);
  const browser = await launchBrowser();
  try {
    const signedIn = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const [name = '', value = ''] = cookie.split('=');
    await signedIn.addCookies([
      { name, value, url: host.origin, httpOnly: true, sameSite: 'Strict' },
    ]);
    const page = await signedIn.newPage();
    await page.goto(`${host.origin}/forensics?investigation=${id}&view=events`);
    const grid = page.getByRole('grid', { name: 'Events', exact: true });
    await grid.getByText('Sysmon').or(grid.getByRole('row').nth(10)).first().waitFor();
    const box = await grid.locator('xpath=..').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 200, (box?.y ?? 0) + 150);
    for (const [speed, px] of Object.entries(WHEELS)) say(context, speed, await wheel(page, px));
    await provesBlankRows(context, page);
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    await signedIn.close();
    say(context, 'control', await control(browser, elements));
  } finally {
    await browser.close();
    await host.stop();
  }
}
