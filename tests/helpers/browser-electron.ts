/** The desktop on Electron itself, where its binary has been fetched and there is a display. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron } from 'playwright';
import { electronBinary, hasDisplay } from '../../scripts/support/electron-binary.ts';
import { ROOT } from '../../scripts/support/project.ts';
import { coverHost } from './browser-coverage.ts';
import { dropFiles } from './browser-drop.ts';
import { type Product, untilComplete } from './browser-product.ts';
import { watchPage } from './browser-watch.ts';
import { APP_ORIGIN } from './electron-double/messages.ts';

export function canRunElectron(): boolean {
  return electronBinary() !== undefined && hasDisplay();
}

export async function openOnElectron(): Promise<Product> {
  const executablePath = electronBinary();
  if (!executablePath) throw new Error('The binary of Electron is not here');
  const folder = await mkdtemp(join(tmpdir(), 'watchfloor-electron-'));
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const application = await _electron.launch({
    executablePath,
    args: [...sandbox, ROOT, '--data-dir', join(folder, 'data'), '--weak-key-store'],
  });
  const page = await application.firstWindow();
  coverHost('electron');
  return {
    page,
    folder,
    origin: APP_ORIGIN,
    watch: watchPage(page, APP_ORIGIN),
    async chooseFiles(open, paths) {
      await application.evaluate(({ dialog }, filePaths) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [...filePaths] });
      }, paths);
      await open();
    },
    dropFiles: (paths) => dropFiles(page, paths),
    async saveAs(save, path) {
      await application.evaluate(({ dialog }, filePath) => {
        dialog.showSaveDialog = async () => ({ canceled: false, filePath });
      }, path);
      await save();
      await untilComplete(path);
    },
    async close() {
      await application.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
