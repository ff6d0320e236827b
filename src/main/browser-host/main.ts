/**
 * Grants the whole API to this machine's browsers. Defences: it listens on 127.0.0.1 only, knows
 * one exact origin, and everything else is decided by the guard (src/main/http/guard.ts).
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { AppError } from '../../shared/contract/errors.ts';
import { type App, createApp, refuseFolderInUse } from '../app/app.ts';
import { findAppRoot } from '../platform/app-root.ts';
import { startHostNetwork } from '../platform/egress/host-network.ts';
import { createFileHandles } from '../platform/files.ts';
import { fileKeyStore } from '../platform/key-store.ts';
import { freeThreadHeaps } from '../platform/thread-heaps.ts';
import { tidyHeap } from '../platform/tidy-heap.ts';
import { openBrowser } from './open-browser.ts';
import { readOptions } from './options.ts';

const LOOPBACK = '127.0.0.1';

function workerEntry(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? '../workers/job-worker.ts' : './job-worker.js', import.meta.url);
}

/** Listens first: the origin that the core answers holds the port. */
async function listen(
  port: number,
): Promise<{ server: ReturnType<typeof createServer>; port: number }> {
  const server = createServer({ requestTimeout: 0 });
  await new Promise<void>((done, fail) => {
    server.once('error', fail);
    server.listen(port, LOOPBACK, done);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new AppError(
      'unavailable',
      `Port ${port} is in use. Choose another one with --port, or --port 0 for any free one.`,
    );
  });
  return { server, port: (server.address() as AddressInfo).port };
}

async function main(): Promise<void> {
  freeThreadHeaps();
  const options = readOptions(process.argv.slice(2), process.env, process.stdout.isTTY === true);
  const network = startHostNetwork(import.meta.url, options.isIsolated);
  const { server, port } = await listen(options.port).catch((error: unknown) => {
    // Most often the port is taken by the Watchfloor that has this folder open: then say that.
    refuseFolderInUse(resolve(options.dataDir));
    throw error;
  });
  const appRoot = findAppRoot(import.meta.dirname);
  const rendererDir = join(appRoot, 'out', 'renderer');
  const origin = `http://${LOOPBACK}:${port}`;
  const app = await createApp({
    dataDir: resolve(options.dataDir),
    appRoot,
    origin,
    network,
    keyStore: fileKeyStore,
    workerEntry: workerEntry(),
    files: createFileHandles(),
    onUpdate: (words) => process.stdout.write(`${words}\n`),
    ...(existsSync(rendererDir) ? { rendererDir } : {}),
  });
  server.on(
    'request',
    getRequestListener((request) => app.fetch(request)),
  );
  endWithProcess(app, server);
  tidyHeap();
  process.stdout.write(`Watchfloor is listening on ${origin}\n`);
  if (options.open) openBrowser(origin);
}

function endWithProcess(app: App, server: ReturnType<typeof createServer>): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) return;
    isEnding = true;
    server.close();
    server.closeAllConnections();
    void app.close().then(() => process.exit(0));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
}

main().catch((error: unknown) => {
  const message =
    error instanceof AppError ? error.message : `Watchfloor could not start: ${String(error)}`;
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
