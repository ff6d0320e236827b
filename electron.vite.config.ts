import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import type { Plugin } from 'vite';
import { createLicenceCollector } from './scripts/support/licences.ts';

const root = import.meta.dirname;

/** electron-vite makes addresses relative; the page is served from `/` and has nested routes. */
const absoluteBase: Plugin = { name: 'watchfloor:absolute-base', config: () => ({ base: '/' }) };

/**
 * pdfkit, under the PDF library, reads the metrics of the standard fonts through a `require` that no
 * bundler sees, all of them as soon as it is loaded; the packaged application has no node_modules to
 * find them in.
 */
const pdfStandardFonts: Plugin = {
  name: 'watchfloor:pdf-standard-fonts',
  transform(code, id) {
    if (!id.replaceAll('\\', '/').endsWith('/pdfkit/js/pdfkit.node.mjs')) return null;
    const imports: string[] = [];
    const seen = code.replace(/require\$1\('#standard-fonts\/(\w+)'\)/g, (_, name: string) => {
      imports.push(`import standard${name} from './standard-fonts/${name}.mjs';\n`);
      return `standard${name}`;
    });
    if (imports.length === 0) throw new Error('pdfkit asks for its fonts in another way');
    return { code: imports.join('') + seen, map: null };
  },
};

/** `out/licences.json`: what is bundled into all three, with its licence. */
const licences = createLicenceCollector(root);

export default defineConfig({
  main: {
    plugins: [pdfStandardFonts, licences()],
    build: {
      // Everything is bundled but the one package with a native part.
      externalizeDeps: false,
      sourcemap: true,
      rolldownOptions: {
        input: {
          electron: resolve(root, 'src/main/electron/main.ts'),
          serve: resolve(root, 'src/main/browser-host/main.ts'),
          'job-worker': resolve(root, 'src/main/workers/job-worker.ts'),
        },
        external: ['better-sqlite3'],
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
        },
      },
    },
  },
  preload: {
    plugins: [licences()],
    build: {
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: resolve(root, 'src/preload/preload.ts') },
        // A sandboxed preload script must be one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: resolve(root, 'src/renderer'),
    plugins: [react(), tailwindcss(), absoluteBase, licences()],
    server: { host: '127.0.0.1', port: 5173, strictPort: true },
    build: {
      minify: true,
      // The policy allows no fonts or scripts from data: addresses.
      assetsInlineLimit: 0,
      rolldownOptions: { input: resolve(root, 'src/renderer/index.html') },
    },
  },
});
