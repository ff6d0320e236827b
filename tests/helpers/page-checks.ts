/** What can be measured on any screen: findings of axe, what scrolls sideways, what moved. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds in the theme that is shown, in words: the rule, and where. */
export async function axeFindings(page: Page, part = 'html'): Promise<string[]> {
  return wordsOf(new AxeBuilder({ page }).include(part).withTags(TAGS));
}

/** Everything that axe finds in the dark theme, and the colours of the light one. */
export async function axeInBothThemes(page: Page): Promise<string[]> {
  await showTheme(page, 'dark');
  const dark = await axeFindings(page);
  await showTheme(page, 'light');
  const light = await wordsOf(new AxeBuilder({ page }).withRules(['color-contrast']));
  await showTheme(page, 'dark');
  return [...dark.map((text) => `dark: ${text}`), ...light.map((text) => `light: ${text}`)];
}

async function wordsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.setLegacyMode(true).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`),
  );
}

/** On the document only: a theme is nothing but its tokens. Transitions would be measured half-way. */
async function showTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().iterations === 1) animation.finish();
    }
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
