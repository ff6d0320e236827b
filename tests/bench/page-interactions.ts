/** What an analyst's keys and clicks cost until the next paint, on one store after another. */
import type { Page } from 'playwright';
import { startBuiltHost } from '../helpers/built-host.ts';
import { median, percentile } from './figures.ts';
import type { BenchContext } from './main.ts';
import type { MillionStore } from './million.store.ts';
import { recordInteractions } from './page-probes.ts';

const PAUSE_MS = 150;
const TYPING_MS = 90;
const ROUNDS = 4;

/** Kinds of interaction, each begun on a screen of its own. */
const KINDS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  move: moveAndOpen,
  filter: filterAndSearch,
  select: selectRows,
  tabs: changeTabs,
  palette: typeInPalette,
};

export async function benchInteractions(
  { report }: BenchContext,
  page: Page,
  store: string,
  harness: string,
): Promise<void> {
  const { origin } = new URL(page.url());
  const all: number[] = [];
  const parts: string[] = [];
  for (const [kind, act] of Object.entries(KINDS)) {
    await page.goto(`${origin}${kind === 'tabs' ? '/training' : '/alerts'}`);
    await page.locator('#main h1').waitFor();
    await page.waitForTimeout(1_000);
    const probe = await page.evaluateHandle(recordInteractions);
    await act(page);
    const latencies = await probe.evaluate((recording) => recording.stop());
    all.push(...latencies);
    parts.push(`${kind} ${percentile(latencies, 95).toFixed(0)} (${latencies.length})`);
  }
  report(
    `page.interaction.${store}.p95`,
    percentile(all, 95),
    'ms',
    '<= 100',
    `input to next paint by Event Timing, ${all.length} keys and clicks, p50 ${median(all).toFixed(0)} ms; p95 by kind: ${parts.join(', ')}; ${harness}`,
  );
}

/** A data folder with the demo workspace, and the cookie of its account. */
export async function makeDemo(dataDir: string): Promise<MillionStore> {
  const host = await startBuiltHost(dataDir);
  const answer = await fetch(`${host.origin}/api/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'bench@example.test',
      password: 'bench bench bench',
      firstName: 'Bench',
      lastName: 'Mark',
      workspace: 'demo',
    }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  await host.stop();
  if (!cookie) throw new Error(`The demo was not made: ${answer.status}`);
  return { dataDir, cookie };
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key);
    await page.waitForTimeout(PAUSE_MS);
  }
}

async function moveAndOpen(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor();
  for (let round = 0; round < ROUNDS; round += 1) {
    await press(page, 'j', 'j', 'j', 'k', 'j', 'Enter', 'j', 'k', 'Escape');
  }
}

async function filterAndSearch(page: Page): Promise<void> {
  const severity = page.getByRole('combobox', { name: 'Severity' });
  for (const option of ['High', 'Low', 'All Severities']) {
    await severity.click();
    await page.waitForTimeout(PAUSE_MS);
    await page.getByRole('option', { name: option, exact: true }).click();
    await page.waitForTimeout(PAUSE_MS * 2);
  }
  await press(page, '/');
  await page.keyboard.type('backup service', { delay: TYPING_MS });
  await page.waitForTimeout(PAUSE_MS * 4);
  await press(page, 'Escape');
}

async function selectRows(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor();
  for (const row of [0, 1, 2, 3]) {
    await page.getByRole('article').nth(row).getByRole('checkbox').click();
    await page.waitForTimeout(PAUSE_MS);
  }
  await press(page, 'Escape', 'j', 'x', 'Shift+J', 'Shift+J', 'x');
}

async function changeTabs(page: Page): Promise<void> {
  const tabs = page.getByRole('main').getByRole('tab');
  for (let round = 0; round < ROUNDS; round += 1) {
    await tabs.nth(round % (await tabs.count())).click();
    await page.waitForTimeout(PAUSE_MS);
    await press(page, 'ArrowRight');
  }
}

async function typeInPalette(page: Page): Promise<void> {
  await press(page, 'Control+k');
  await page.keyboard.type('suspicious sign-in', { delay: TYPING_MS });
  await page.waitForTimeout(PAUSE_MS * 4);
  await press(page, 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Escape');
}
