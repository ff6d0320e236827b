import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { expect } from '../../helpers/browser-expect.ts';
import type { Product } from '../../helpers/browser-product.ts';
import { tellBegin } from './begin.story.ts';
import { tellCreate } from './create.story.ts';
import { tellExport } from './export.story.ts';
import { tellImport } from './import.story.ts';
import { tellLeave } from './leave.story.ts';
import { hasRealAlerts, type Story } from './story.ts';
import { tellTriage } from './triage.story.ts';

/** @param open opens the product on an empty data folder. */
export function tellStory(name: string, open: () => Promise<Product>): void {
  describe(`from an empty folder to resolved alerts, on ${name}`, () => {
    const opened: Product[] = [];
    let story: Story;
    let isBroken = false;

    beforeAll(async () => {
      const openAnother = async () => {
        const product = await open();
        opened.push(product);
        return product;
      };
      story = { product: await openAnother(), openAnother };
      if (!hasRealAlerts) console.log('Skipped on real alerts: ../shared/data/alerts is missing.');
    });
    afterAll(async () => {
      for (const product of opened) await product.close();
    });
    // A chapter stands on those before it: after one that failed, the others would only repeat it.
    beforeEach(({ skip }) => skip(isBroken, 'an earlier chapter failed'));
    afterEach(({ task }) => {
      isBroken ||= task.result?.state === 'fail';
      const problems = opened.flatMap(({ watch }) => watch.take());
      expect(problems).toEqual([]);
    });

    const tell = () => story;
    tellBegin(tell);
    tellImport(tell);
    tellTriage(tell);
    tellCreate(tell);
    tellExport(tell);
    tellLeave(tell);
  });
}
