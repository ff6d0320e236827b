/** Parts of the timeline, for those who look at all of them. */
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { type Layer, openScreen } from '../tour.ts';

const part = (name: string, text: string): Layer => ({
  name: `forensics-timeline-${name}`,
  async open(product: Product) {
    await openScreen(product, `/forensics?tab=timeline&part=${name}`);
    await expect(product.page.getByText(text).first()).toBeVisible();
  },
});

export const TIMELINE_LAYERS: readonly Layer[] = [
  part('processes', 'The tree is made from the events'),
  part('logons', 'Logons are counted from the events'),
  part('clocks', 'No sources yet'),
  {
    name: 'forensics-timeline-mark',
    async open(product) {
      await openScreen(product, '/forensics?tab=timeline');
      const chart = product.page.getByRole('application', { name: 'Timeline of the case' });
      await chart.focus();
      await product.page.keyboard.press('ArrowRight');
      await expect(product.page.getByRole('button', { name: 'Close the marks' })).toBeVisible();
    },
  },
];
