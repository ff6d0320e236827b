import { fileURLToPath } from 'node:url';
import type { JSHandle, Page } from 'playwright';
import { build } from 'vite';
import type { Host } from '../../../src/shared/host.ts';

const ENTRY = fileURLToPath(new URL('./entry.ts', import.meta.url));
const NAME = 'watchfloorPageHost';

/** The real host implementation, in a real page, by a handle. */
export async function openPageHost(page: Page): Promise<JSHandle<Host>> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: false,
      lib: { entry: ENTRY, formats: ['iife'], name: NAME },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (!chunk) throw new Error('The host was not bundled');
  return page.evaluateHandle<Host>(`(() => { ${chunk.code}; return ${NAME}.openHost(); })()`);
}
