/** What can be measured on any screen: findings of axe, what scrolls sideways, what moved. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import type { Page } from 'playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ALL: RunOptions['runOnly'] = { type: 'tag', values: TAGS };
const COLOURS: RunOptions['runOnly'] = { type: 'rule', values: ['color-contrast'] };

/** What axe finds in the theme that is shown, in words: the rule, and where. */
export async function axeFindings(page: Page, part = 'html', runOnly = ALL): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([where, rules]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') };
      // Half-way through an opening every colour is a mixture.
      for (const animation of document.getAnimations())
        if (animation.effect?.getComputedTiming().iterations === 1) animation.finish();
      const options = { ...(rules && { runOnly: rules }), resultTypes: ['violations' as const] };
      const { violations } = await axe.run(where, options);
      return violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`),
      );
    },
    [part, runOnly] as const,
  );
}

/** Everything that axe finds in the dark theme, and the colours of the light one. */
export async function axeInBothThemes(page: Page): Promise<string[]> {
  await showTheme(page, 'dark');
  const dark = await axeFindings(page);
  await showTheme(page, 'light');
  const light = await axeFindings(page, 'html', COLOURS);
  await showTheme(page, 'dark');
  return [...dark.map((text) => `dark: ${text}`), ...light.map((text) => `light: ${text}`)];
}

/** On the document only: a theme is nothing but its tokens. */
async function showTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
  }, theme);
}

/** Elements that scroll sideways, and the page itself where it does. */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('html, body, header, main, main *, [role="dialog"] *')]
      .filter((element) => {
        const { overflowX } = getComputedStyle(element);
        const scrolls =
          overflowX === 'auto' || overflowX === 'scroll' || element.tagName === 'HTML';
        return scrolls && element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => `${element.tagName} ${element.className}`),
  );
}

/** The cumulative layout shift since the page began to load, and what moved. */
export function layoutShift(page: Page): Promise<{ score: number; moved: string[] }> {
  return page.evaluate(async () => {
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    const { promise, resolve } = Promise.withResolvers<Shift[]>();
    new PerformanceObserver((list) => resolve(list.getEntries() as Shift[])).observe({
      type: 'layout-shift',
      buffered: true,
    });
    const none = new Promise<Shift[]>((done) => setTimeout(() => done([]), 100));
    const shifts = (await Promise.race([promise, none])).filter((one) => !one.hadRecentInput);
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName} ${node.className}` : (node?.nodeName ?? 'gone');
    return {
      score: shifts.reduce((sum, { value }) => sum + value, 0),
      moved: shifts.flatMap(({ sources }) => sources.map(({ node }) => nameOf(node))),
    };
  });
}
