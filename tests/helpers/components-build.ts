/**
 * The built product with the page of the design system in it, which a build for users does not have
 * (src/renderer/app/routes.tsx).
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import config from '../../electron.vite.config.ts';
import { LICENCE_PLUGIN } from '../../scripts/support/licences.ts';
import { ROOT } from '../../scripts/support/project.ts';

export const COMPONENTS_PATH = '/settings/about/components';

function isNamed(plugin: unknown, name: string): boolean {
  return typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === name;
}

export interface ComponentsBuild {
  /** For `startBuiltHost`: it has an `out` of its own. */
  readonly root: string;
  remove(): void;
}

export async function buildWithComponents(): Promise<ComponentsBuild> {
  const root = mkdtempSync(join(tmpdir(), 'watchfloor-components-'));
  mkdirSync(join(root, 'out'));
  cpSync(join(ROOT, 'package.json'), join(root, 'package.json'));
  cpSync(join(ROOT, 'out/main'), join(root, 'out/main'), { recursive: true });
  for (const name of ['node_modules', 'resources']) symlinkSync(join(ROOT, name), join(root, name));
  const renderer = 'renderer' in config ? config.renderer : undefined;
  await build({
    ...renderer,
    // What is bundled here is no product: the list of licences stays that of the build for users.
    plugins: (renderer?.plugins ?? []).filter((plugin) => !isNamed(plugin, LICENCE_PLUGIN)),
    configFile: false,
    logLevel: 'error',
    define: { 'import.meta.env.VITE_COMPONENTS_PAGE': '"yes"' },
    build: { ...renderer?.build, outDir: join(root, 'out/renderer'), emptyOutDir: true },
  });
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
