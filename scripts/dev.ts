/**
 * `npm run dev`: the application with live reload. With Electron the desktop; without it the core
 * in watch mode, and the page from the development server, which passes `/api` on to the core.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { isPageSource } from '../src/main/electron/app-address.ts';
import { electronBinary, hasDisplay } from './support/electron-binary.ts';
import { ROOT, say } from './support/project.ts';
import { runUntilEnd } from './support/run-until-end.ts';

const CORE_PORT = process.env.WATCHFLOOR_PORT ?? '4780';
const CORE_ORIGIN = `http://127.0.0.1:${CORE_PORT}`;

if (electronBinary() && hasDisplay()) {
  runUntilEnd(process.execPath, [
    join(ROOT, 'node_modules/electron-vite/bin/electron-vite.js'),
    'dev',
    '--watch',
  ]);
} else {
  await developInBrowser();
}

async function developInBrowser(): Promise<void> {
  say('Electron is not here; developing on the browser host.');
  const core = spawn(
    process.execPath,
    ['--watch', 'src/main/browser-host/main.ts', '--port', CORE_PORT, '--no-open'],
    { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const server = await createServer({
    configFile: false,
    root: join(ROOT, 'src/renderer'),
    plugins: [react(), tailwindcss()],
    server: {
      host: '127.0.0.1',
      port: 5173,
      proxy: {
        '/api': {
          target: CORE_ORIGIN,
          changeOrigin: true,
          bypass: ({ url = '/' }) =>
            isPageSource(new URL(url, CORE_ORIGIN).pathname) ? url : undefined,
          // The core answers its own origin only; here that origin is the development server's.
          configure(proxy) {
            proxy.on('proxyReq', (request) => {
              if (request.getHeader('origin')) request.setHeader('origin', CORE_ORIGIN);
            });
          },
        },
      },
    },
  });
  await server.listen();
  server.printUrls();
  const end = async () => {
    core.kill();
    await server.close();
    process.exit(0);
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}
