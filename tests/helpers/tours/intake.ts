/** Files of an investigation and their dialogs, for those who look at all of them. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { dropFiles } from '../browser-drop.ts';
import { expect } from '../browser-expect.ts';
import type { Product } from '../browser-product.ts';
import { makeZip } from '../make-archives.ts';
import type { Layer } from '../tour.ts';
import { openInvestigation } from './forensics.ts';

const lines = (count: number, word: string) =>
  Buffer.from(
    Array.from({ length: count }, (_, n) =>
      JSON.stringify({
        '@timestamp': new Date(1_790_000_000_000 + n * 1_000).toISOString(),
        message: `${word} ${n}`,
      }),
    ).join('\n'),
  );

const FILES: Readonly<Record<string, () => Uint8Array>> = {
  'collected.zip': () =>
    makeZip([
      { name: 'FS-01/app.json', content: lines(400, 'request') },
      { name: 'FS-01/notes.bin', content: Buffer.from([0, 1, 2, 3]) },
      { name: '../../etc/cron.d/x', content: lines(12, 'job') },
      { name: 'broken.json', content: lines(9, 'cut'), crc: 1 },
    ]),
  'locked.zip': () =>
    makeZip([
      { name: 'secret.json', content: lines(5, 's'), password: 'infected', encryption: 'aes' },
    ]),
};

/** The drawer with its files, both brought and read. */
export async function openFiles(product: Product, title = 'Encryption on FS-01'): Promise<Locator> {
  const drawer = await openInvestigation(product, title);
  await drawer.getByRole('tab', { name: 'Evidence files' }).click();
  await expect(drawer.getByRole('grid', { name: 'Evidence files' })).toBeVisible();
  return drawer;
}

async function openRead(product: Product): Promise<Locator> {
  const drawer = await openFiles(product);
  const locked = drawer.getByRole('row').filter({ hasText: 'locked.zip' });
  await product.page.waitForTimeout(300);
  if ((await locked.count()) === 0) {
    const folder = mkdtempSync(join(product.folder, 'files-'));
    const paths = Object.entries(FILES).map(([name, make]) => {
      const path = join(folder, name);
      writeFileSync(path, make());
      return path;
    });
    await dropFiles(product.page, paths);
  }
  await expect(locked.getByText('Needs password')).toBeVisible({ timeout: 20_000 });
  const read = drawer.getByRole('row').filter({ hasText: 'collected.zip' });
  await expect(read.getByText('Read in part')).toBeVisible({ timeout: 20_000 });
  return drawer;
}

const act = async (drawer: Locator, product: Product, file: string, action: string) => {
  await drawer.getByRole('button', { name: `Actions for ${file}` }).click();
  await product.page.getByRole('menuitem', { name: action }).click();
};

export const INTAKE_LAYERS: readonly Layer[] = [
  {
    name: 'forensics-files',
    async open(product) {
      await openRead(product);
    },
  },
  {
    name: 'forensics-files-receipt',
    async open(product) {
      const drawer = await openRead(product);
      await act(drawer, product, 'collected.zip', 'Receipt');
      await expect(product.page.getByText('Files inside that were read')).toBeVisible();
    },
  },
  {
    name: 'forensics-files-password',
    async open(product) {
      const drawer = await openRead(product);
      await act(drawer, product, 'locked.zip', 'Give password');
      const form = product.page.getByRole('dialog', { name: 'Password of the archive' });
      await form.getByRole('button', { name: 'Unlock and read' }).click();
      await expect(form.getByText('Password is required')).toBeVisible();
    },
  },
  {
    name: 'forensics-files-read-as',
    async open(product) {
      const drawer = await openRead(product);
      await act(drawer, product, 'collected.zip', 'Read as…');
      await expect(product.page.getByRole('dialog', { name: 'Read as' })).toBeVisible();
      await expect(product.page.getByText('the content decides')).toBeVisible();
    },
  },
];
