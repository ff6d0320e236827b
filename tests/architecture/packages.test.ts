import { expect, test } from 'vitest';
import { violationsOf } from './fixture-tree.ts';

test.each([
  ['src/shared/kernel/a.ts', 'zod', []],
  ['src/shared/kernel/a.ts', 'uuid', ['packages']],
  ['src/shared/kernel/a.ts', 'node:path', ['packages']],
  ['src/shared/kernel/a.test.ts', 'node:path', []],
  ['src/main/electron/a.ts', 'electron', []],
  ['src/preload/preload.ts', 'electron', []],
  ['src/main/app/a.ts', 'electron', ['packages']],
  ['src/renderer/app/a.ts', 'electron', ['packages']],
  ['src/preload/preload.ts', 'zod', ['packages']],
  ['src/preload/preload.ts', 'node:fs', ['packages']],
  ['src/main/db/a.ts', 'better-sqlite3', []],
  ['src/main/areas/alerts/alerts.store.ts', 'better-sqlite3', ['packages']],
  ['src/main/areas/alerts/alerts.store.ts', 'drizzle-orm/sqlite-core', ['packages']],
  ['src/main/areas/sync/a.ts', 'pg', []],
  ['src/main/sync-admin/a.ts', 'pg', []],
  ['src/main/areas/alerts/a.ts', 'pg', ['packages']],
  ['src/main/app/a.ts', 'pg', ['packages']],
  ['src/main/areas/alerts/a.ts', 'hono', ['packages']],
  ['src/renderer/host/a.ts', 'node:fs', ['packages']],
  ['src/main/http/a.ts', 'react', ['packages']],
  ['src/main/http/a.ts', '@tanstack/react-query', ['packages']],
  ['src/renderer/ui/a.tsx', 'react', []],
])('%s importing %s: %j', (file, name, rules) => {
  const found = rules.map((rule) => `${file}:1 ${rule}`);
  expect(violationsOf({ [file]: `import { a } from '${name}';\n` })).toEqual(found);
  expect(violationsOf({ [file]: `import type { A } from '${name}';\n` })).toEqual(found);
});

test.each([
  ['src/main/areas/alerts/a.ts', `import { request } from 'node:https';`],
  ['src/main/areas/alerts/a.ts', `import * as net from 'node:net';`],
  ['src/main/areas/alerts/a.ts', `import { fetch } from 'undici';`],
  ['src/main/http/a.ts', `import { createServer } from 'node:http';`],
  ['src/main/browser-host/a.ts', `import { request } from 'node:http';`],
  ['src/main/electron/a.ts', `import { net } from 'electron';`],
  ['src/main/areas/alerts/a.ts', `export const ask = () => fetch('https://one.example');`],
  [
    'src/main/areas/alerts/a.ts',
    `export const ask = () => globalThis.fetch('https://one.example');`,
  ],
  ['src/main/areas/alerts/a.ts', `export const deps = { ask: fetch };`],
  ['src/main/areas/assistant/a.ts', `export const ask = () => fetch('https://one.example');`],
  ['src/main/areas/models/a.ts', `import { request } from 'node:https';`],
  ['src/main/areas/models/model-transport.ts', `import { request } from 'node:https';`],
  ['src/main/areas/integrations/a.ts', `import { request } from 'node:https';`],
  ['src/main/areas/integrations/receivers/a.ts', `import { connect } from 'node:net';`],
  ['src/main/areas/sync/a.ts', `import { connect } from 'node:tls';`],
  ['src/main/areas/sync/joining/a.ts', `import { Socket } from 'node:net';`],
  ['src/main/sync-admin/a.ts', `import { connect } from 'node:net';`],
  ['src/main/areas/alerts/a.ts', `import { createSocket } from 'node:dgram';`],
  ['src/renderer/areas/alerts/a.ts', `export const ask = () => fetch('/api/alerts');`],
  [
    'src/renderer/areas/alerts/a.ts',
    `export const open = () => new WebSocket('wss://one.example');`,
  ],
])('%s may not reach the network: %s', (file, text) => {
  expect(violationsOf({ [file]: `${text}\n` })).toEqual([`${file}:1 network`]);
});

test.each([
  ['src/main/platform/egress/a.ts', `import { request } from 'node:https';`],
  ['src/main/areas/integrations/receivers/a.ts', `import { createServer } from 'node:net';`],
  ['src/main/areas/integrations/receivers/a.ts', `import { createSocket } from 'node:dgram';`],
  ['src/main/browser-host/a.ts', `import { createServer } from 'node:http';`],
  ['src/main/areas/alerts/a.ts', `import { isIP } from 'node:net';`],
  ['src/main/http/a.ts', `import type { Server } from 'node:http';`],
  ['src/main/http/a.ts', `export const app = { fetch(request: Request) { return request; } };`],
  ['src/main/electron/a.ts', `export const of = ({ fetch }: Deps) => fetch('/api/alerts');`],
  ['src/renderer/host/a.ts', `export const ask = (path: string) => fetch(path);`],
])('%s may do this: %s', (file, text) => {
  expect(violationsOf({ [file]: `${text}\n` })).toEqual([]);
});
