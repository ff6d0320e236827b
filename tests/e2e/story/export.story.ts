import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import {
  countText,
  expectCount,
  importFile,
  openDesk,
  setUp,
  shownCount,
} from '../../helpers/browser-desk.ts';
import { expect } from '../../helpers/browser-expect.ts';
import type { Product } from '../../helpers/browser-product.ts';
import { linesOf, type Story } from './story.ts';

/** Alerts leave the workspace and arrive in another one as they were. */
export function tellExport(story: () => Story): void {
  describe('export', () => {
    test('[AL20] CSV holds what is filtered, a line each', async () => {
      const { product } = story();
      await openDesk(product, '?severity=HIGH,CRITICAL');
      const shown = await shownCount(product.page);
      const path = join(product.folder, 'alerts.csv');
      await exportAs(product, 'CSV', path);
      const [head = ''] = linesOf(path);
      expect(head.toLowerCase()).toContain('title');
      expect(readFileSync(path, 'utf8')).toContain('Badge used twice at once');
      expect(csvRecords(readFileSync(path, 'utf8'))).toBe(shown + 1);
    });

    test('[IM11] NDJSON of everything, imported in an empty workspace, exports as it was', async () => {
      const { product, openAnother } = story();
      await openDesk(product);
      const all = await shownCount(product.page);
      const path = join(product.folder, 'alerts.ndjson');
      await exportAs(product, 'NDJSON', path);
      expect(linesOf(path)).toHaveLength(all);

      const other = await openAnother();
      await setUp(other);
      await openDesk(other);
      const text = all.toLocaleString('en');
      const figures = await importFile(other, path);
      expect(figures).toMatchObject({ Read: text, Added: text, Rejected: '0' });
      await expectCount(other.page, countText(all));
      const back = join(other.folder, 'back.ndjson');
      await exportAs(other, 'NDJSON', back);
      expect(recordsById(back)).toEqual(recordsById(path));
    });
  });
}

async function exportAs(product: Product, format: 'NDJSON' | 'CSV', path: string): Promise<void> {
  const { page } = product;
  await page.getByRole('button', { name: 'Export' }).click();
  const item = page.getByRole('menuitem', { name: new RegExp(`^${format}`) });
  await product.saveAs(() => item.click(), path);
}

/** Records of a CSV text: line breaks within quotes do not end one. */
function csvRecords(text: string): number {
  return text
    .replace(/"(?:[^"]|"")*"/g, '')
    .trimEnd()
    .split(/\r?\n/).length;
}

/** What belongs to a workspace: which import brought an alert, and who of its accounts has it. */
const OWN = { importId: null, assignedTo: null };

function recordsById(path: string): Record<string, unknown> {
  const records = linesOf(path).map((line) => {
    const record = JSON.parse(line) as { alert: { id: string } };
    return [record.alert.id, { ...record, alert: { ...record.alert, ...OWN } }] as const;
  });
  return Object.fromEntries(records);
}
