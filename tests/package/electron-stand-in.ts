import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';

/** Marks the fuses in Electron's executable; after it: version, count, one byte a fuse. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** As Electron ships: what a developer wants is on, what protects a user is off. */
const FUSES = '10110001';

/**
 * A folder that electron-builder takes for an unpacked Electron: the real packager runs on it, with
 * an executable that cannot run but has fuses to flip.
 */
export async function makeElectronStandIn(folder: string): Promise<void> {
  await mkdir(join(folder, 'resources'), { recursive: true });
  await mkdir(join(folder, 'locales'));
  const executable = Buffer.concat([
    Buffer.from('\u007fELF stand-in '),
    Buffer.from(FUSE_SENTINEL),
    Buffer.from([1, FUSES.length]),
    Buffer.from(FUSES),
    Buffer.alloc(64),
  ]);
  for (const name of ['electron', 'electron.exe']) {
    await writeFile(join(folder, name), executable, { mode: 0o755 });
  }
  for (const name of [
    'version',
    'LICENSE',
    'LICENSES.chromium.html',
    'locales/en-US.pak',
    'locales/de.pak',
  ]) {
    await writeFile(join(folder, name), name);
  }
  const source = join(folder, 'default_app');
  await mkdir(source);
  await writeFile(join(source, 'package.json'), '{}');
  await createPackage(source, join(folder, 'resources', 'default_app.asar'));
}
