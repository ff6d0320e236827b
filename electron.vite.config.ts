import { readFileSync } from 'node:fs';
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

/**
 * fflate, under the workbook libraries, makes a `require` of its own; where it becomes a chunk by
 * itself, the one that electron-vite puts at the head of such chunks has the same name.
 */
const fflateRequire: Plugin = {
  name: 'watchfloor:fflate-require',
  transform(code, id) {
    if (!id.replaceAll('\\', '/').endsWith('/fflate/esm/index.mjs')) return null;
    const named = code
      .replace("var require = createRequire('/');", "var requireHere = createRequire('/');")
      .replace("(_a = require('worker_threads')", "(_a = requireHere('worker_threads')");
    if (!named.includes('(_a = requireHere(')) throw new Error('fflate asks for threads otherwise');
    return { code: named, map: null };
  },
};

/**
 * The module of YARA-X is read from beside the bundle (src/main/areas/forensics/yara/yara-thread.ts), in
 * the packaged application from its archive.
 */
const yaraModule: Plugin = {
  name: 'watchfloor:yara-module',
  generateBundle() {
    const fileName = 'yara_x_js_bg.wasm';
    const source = readFileSync(resolve(root, 'node_modules/@virustotal/yara-x/pkg', fileName));
    this.emitFile({ type: 'asset', fileName, source });
  },
};

/** `out/licences.json`: what is bundled into all three, with its licence. */
const licences = createLicenceCollector(root);

/**
 * Every thread keeps the text of what it runs, and one letter beyond Latin-1 doubles that of a whole file: so
 * no white space and ASCII alone, which is a third of it (12 MB less in the main thread, 2 to 4 in each other).
 * Names stay, for the stacks in the log.
 */
const SMALL_SOURCE = {
  compress: false,
  mangle: { keepNames: { function: true, class: true } },
  codegen: { removeWhitespace: true, asciiOnly: true },
};

export default defineConfig({
  main: {
    plugins: [pdfStandardFonts, fflateRequire, yaraModule, licences()],
    build: {
      // Everything is bundled but the one package with a native part.
      externalizeDeps: false,
      sourcemap: true,
      rolldownOptions: {
        input: {
          electron: resolve(root, 'src/main/electron/main.ts'),
          serve: resolve(root, 'src/main/browser-host/main.ts'),
          'sync-admin': resolve(root, 'src/main/sync-admin/main.ts'),
          'job-worker': resolve(root, 'src/main/workers/job-worker.ts'),
          'yara-worker': resolve(root, 'src/main/workers/yara-worker.ts'),
        },
        external: ['better-sqlite3'],
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name]-[hash].js',
          minify: SMALL_SOURCE,
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
