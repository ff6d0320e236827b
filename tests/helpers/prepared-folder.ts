/**
 * Data folders that are set up once and copied: the demo workspace takes seconds to make, and links
 * and scores its alerts for seconds more. A copy begins where all of that has ended.
 */
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { SESSION_COOKIE } from '../../src/main/http/session.ts';
import { ACCOUNT } from './browser-desk.ts';
import { startBuiltHost } from './built-host.ts';
import { tokenOf } from './open-test-app.ts';

/** Names the folder of the prepared ones: set by who starts the tests, and removed by them. */
export const PREPARED_VARIABLE = 'WATCHFLOOR_PREPARED';

/** What the demo workspace tells is relative to when it was made. */
const LONGEST_USE_MS = 10 * 60_000;
const LOCK_EVERY_MS = 100;
const LOCK_AT_MOST_MS = 150_000;
const JOBS_AT_MOST_MS = 120_000;
/** One job follows another: so many looks in a row must find none. */
const QUIET_LOOKS = 5;
const LOOK_EVERY_MS = 400;
/** The list of sessions names the device. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

const jobList = z.array(z.object({ finishedAt: z.string().nullable() }));

export interface PreparedFolder {
  readonly dataDir: string;
  /** Session of the administrator. */
  readonly token: string;
  remove(): Promise<void>;
}

/** A copy of its own; undefined where nobody prepares folders. */
export async function takePrepared(
  workspace: 'demo' | 'empty',
): Promise<PreparedFolder | undefined> {
  const root = process.env[PREPARED_VARIABLE];
  if (!root) return undefined;
  const release = await lock(join(root, `${workspace}.lock`));
  try {
    const source = (await newest(root, workspace)) ?? (await prepare(root, workspace));
    const folder = await mkdtemp(join(tmpdir(), 'watchfloor-prepared-'));
    const dataDir = join(folder, 'data');
    await cp(join(source, 'data'), dataDir, { recursive: true, preserveTimestamps: true });
    return {
      dataDir,
      token: await readFile(join(source, 'token'), 'utf8'),
      remove: () => rm(folder, { recursive: true, force: true }),
    };
  } finally {
    await release();
  }
}

/** A folder can be made by one process only. */
async function lock(path: string): Promise<() => Promise<void>> {
  for (const deadline = Date.now() + LOCK_AT_MOST_MS; ; await wait(LOCK_EVERY_MS)) {
    try {
      await mkdir(path);
      return () => rm(path, { recursive: true });
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`Nobody gave ${path} back`, { cause: error });
    }
  }
}

async function newest(root: string, workspace: string): Promise<string | undefined> {
  const names = await readdir(root);
  const made = names
    .filter((name) => name.startsWith(`${workspace}-`))
    .map((name) => ({ name, at: Number(name.split('-')[1]) }))
    .filter(({ at }) => Date.now() - at < LONGEST_USE_MS);
  const last = made.sort((a, b) => b.at - a.at)[0];
  return last && join(root, last.name);
}

async function prepare(root: string, workspace: 'demo' | 'empty'): Promise<string> {
  const making = join(root, `making-${randomUUID()}`);
  const made = join(root, `${workspace}-${Date.now()}`);
  await mkdir(making);
  const host = await startBuiltHost(join(making, 'data'));
  try {
    const response = await fetch(`${host.origin}/api/setup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': BROWSER },
      body: JSON.stringify({ ...ACCOUNT, workspace }),
    });
    const token = tokenOf(response);
    if (!token) throw new Error(`Set-up failed: ${response.status} ${await response.text()}`);
    await writeFile(join(making, 'token'), token);
    await untilQuiet(host.origin, token);
  } finally {
    await host.stop();
  }
  await rename(making, made);
  return made;
}

async function untilQuiet(origin: string, token: string): Promise<void> {
  const deadline = Date.now() + JOBS_AT_MOST_MS;
  for (let quiet = 0; quiet < QUIET_LOOKS; await wait(LOOK_EVERY_MS)) {
    if (Date.now() > deadline) throw new Error('The jobs of a prepared folder do not end');
    const response = await fetch(`${origin}/api/jobs`, {
      headers: { cookie: `${SESSION_COOKIE}=${token}` },
    });
    const jobs = jobList.parse(await response.json());
    quiet = jobs.every(({ finishedAt }) => finishedAt !== null) ? quiet + 1 : 0;
  }
}
