/** The core in this process, set up and signed in, for benches of its calls. */
import { join } from 'node:path';
import { type App, createApp } from '../../src/main/app/app.ts';
import { SESSION_COOKIE } from '../../src/main/http/session.ts';
import { createFileHandles } from '../../src/main/platform/files.ts';
import { fileKeyStore } from '../../src/main/platform/key-store.ts';
import { silentLog } from '../../src/main/platform/log.ts';

const ORIGIN = 'http://127.0.0.1:4780';
const ROOT = join(import.meta.dirname, '..', '..');
const ACCOUNT = {
  email: 'bench@example.test',
  firstName: 'Bench',
  lastName: 'Mark',
  password: 'correct horse battery',
  workspace: 'empty',
};

export type Call = (
  path: string,
  body?: unknown,
  method?: 'POST' | 'PATCH',
) => Promise<{ ms: number; status: number; text: string }>;

function open(dataDir: string): Promise<App> {
  return createApp({
    dataDir,
    appRoot: ROOT,
    origin: ORIGIN,
    keyStore: fileKeyStore,
    // As it is built: a thread that reads the sources takes a second to start, which no user waits for.
    workerEntry: new URL('../../out/main/job-worker.js', import.meta.url),
    files: createFileHandles(),
    log: silentLog,
  });
}

async function setUp(app: App): Promise<string> {
  const response = await app.fetch(
    new Request(`${ORIGIN}/api/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(ACCOUNT),
    }),
  );
  const cookie = response.headers
    .getSetCookie()
    .find((value) => value.startsWith(`${SESSION_COOKIE}=`))
    ?.split(';')[0];
  if (!cookie) throw new Error(`Set-up answered ${response.status}`);
  return cookie;
}

/** Sets a data folder up, fills it while it is closed, opens it, and calls `measure`. */
export async function withFilledCore<F>(
  dataDir: string,
  fill: (dataDir: string) => F,
  measure: (call: Call, filled: F) => Promise<void>,
): Promise<void> {
  const first = await open(dataDir);
  const cookie = await setUp(first);
  await first.close();
  const filled = fill(dataDir);
  const app = await open(dataDir);
  const call: Call = async (path, body, method = 'POST') => {
    const started = performance.now();
    const response = await app.fetch(
      new Request(`${ORIGIN}${path}`, {
        headers: { cookie, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { method, body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return { ms: performance.now() - started, status: response.status, text };
  };
  try {
    await measure(call, filled);
  } finally {
    await app.close();
  }
}
