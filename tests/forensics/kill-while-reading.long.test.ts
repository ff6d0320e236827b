/** A core killed while it reads a file; and what archives of strangers may write: nothing outside. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WORK_FOLDER } from '../../src/main/areas/forensics/intake/work-folder.ts';
import type { Upload } from '../../src/shared/areas/evidence/evidence-uploads.contract.ts';
import type { Session } from '../../src/shared/areas/forensics/intake/intake.contract.ts';
import type { InvestigationDetail } from '../../src/shared/areas/forensics/investigations.contract.ts';
import { type RunningHost, setUpHost, startHost } from '../helpers/browser-host.ts';
import { makeTar, makeZip } from '../helpers/make-archives.ts';
import { PASSWORD, tokenOf } from '../helpers/open-test-app.ts';

const json = { 'content-type': 'application/json' };
const ROWS = 60_000;

let outside: string;
let dataDir: string;
beforeAll(() => {
  outside = mkdtempSync(join(tmpdir(), 'watchfloor-kill-reading-'));
  dataDir = join(outside, 'a', 'b', 'data');
  mkdirSync(dataDir, { recursive: true });
});
afterAll(() => rmSync(outside, { recursive: true, force: true }));

async function call<T>(
  host: RunningHost,
  token: string,
  path: string,
  body?: object | Uint8Array,
  method = body === undefined ? 'GET' : 'POST',
): Promise<T> {
  const isBytes = body instanceof Uint8Array;
  const response = await host.fetch(path, {
    ...{ token, method },
    ...(body === undefined
      ? {}
      : {
          headers: isBytes ? { 'content-type': 'application/octet-stream' } : json,
          body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
        }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function signIn(host: RunningHost): Promise<string> {
  const body = JSON.stringify({ email: 'admin@example.test', password: PASSWORD });
  return tokenOf(await host.fetch('/api/login', { method: 'POST', headers: json, body })) ?? '';
}

async function bring(
  host: RunningHost,
  token: string,
  to: string,
  name: string,
  bytes: Uint8Array,
) {
  const begun = await call<Upload>(host, token, '/api/evidence/uploads', {
    name,
    size: bytes.length,
  });
  for (let at = 0; at < bytes.length; at += begun.pieceBytes)
    await call(
      host,
      token,
      `/api/evidence/uploads/${begun.id}?offset=${at}`,
      bytes.subarray(at, at + begun.pieceBytes),
      'PUT',
    );
  for (;;) {
    const path = `/api/evidence/uploads/${begun.id}/finish`;
    if ((await call<Upload>(host, token, path, {})).state === 'STORED') break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const path = `/api/forensics/investigations/${to}/files`;
  return call<Session>(host, token, path, { uploadId: begun.id, path: name });
}

async function until(
  host: RunningHost,
  token: string,
  id: string,
  isIt: (session: Session) => boolean,
): Promise<Session> {
  const end = performance.now() + 120_000;
  for (;;) {
    const found = await call<Session>(host, token, `/api/forensics/sessions/${id}`);
    if (isIt(found)) return found;
    if (performance.now() > end) throw new Error(`It stayed ${found.status}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function eventsOf(host: RunningHost, token: string, investigation: string) {
  const path = `/api/forensics/investigations/${investigation}/event-sources`;
  const rows = await call<{ id: string; events: number }[]>(host, token, path);
  return rows.reduce((sum, { events }) => sum + events, 0);
}

const lines = (count: number, word: string) =>
  Buffer.from(
    Array.from(
      { length: count },
      (_, n) => `{"time":"2026-11-20T10:00:00Z","message":"${word} ${n}"}`,
    ).join('\n'),
  );

/** All names outside of the data folder, with times of what may not change. */
function seenOutside(): string[] {
  return readdirSync(outside, { recursive: true, encoding: 'utf8' })
    .filter((name) => !join(outside, name).startsWith(`${dataDir}/`))
    .map((name) => `${name} ${statSync(join(outside, name)).isDirectory()}`)
    .toSorted();
}

test('[IK11] kill -9 while reading: the next start reads it whole, nothing twice, nothing left', {
  timeout: 400_000,
}, async () => {
  let host = await startHost(dataDir);
  let token = await setUpHost(host);
  const { id: one } = await call<InvestigationDetail>(host, token, '/api/forensics/investigate', {
    ...{ incidentId: 'INC-1', title: 'Killed', description: 'In the middle' },
    investigationType: 'network',
  });
  const archive = makeZip([
    { name: 'small.json', content: lines(100, 'small') },
    { name: 'large.json', content: lines(ROWS, 'large') },
  ]);
  const { id } = await bring(host, token, one, 'case.zip', archive);
  for (let n = 0; n < 3; n++) {
    await until(
      host,
      token,
      id,
      ({ status, innerFiles }) => status === 'RUNNING' && (n < 1 || innerFiles > 0),
    );
    await new Promise((resolve) => setTimeout(resolve, 200 * n));
    host.child.kill('SIGKILL');
    await host.exit;
    host = await startHost(dataDir);
    token = await signIn(host);
  }
  const found = await until(host, token, id, ({ status }) => status === 'COMPLETED');
  expect(found).toMatchObject({ innerFiles: 2, innerEvents: ROWS + 100 });
  expect(await eventsOf(host, token, one)).toBe(ROWS + 100);

  // Names that climb, links and devices: nothing appears outside of the data folder.
  const before = seenOutside();
  const hostile = ['../../../evil', '/tmp/evil', '..\\..\\evil', 'a/../../../../evil', 'C:\\evil'];
  const files = hostile.map((name, n) => ({ name, content: lines(3, `h${n}`) }));
  const tar = makeTar([
    { name: 'l', type: 'SymbolicLink', target: outside },
    { name: 'l/evil', content: lines(4, 'through the link') },
    { name: '../../dev', type: 'CharacterDevice' },
    ...files,
  ]);
  const zip = makeZip([
    ...files.map((file, n) => ({ ...file, content: lines(5, `z${n}`) })),
    { name: 'l2', content: Buffer.from(outside), mode: 0o120777, isStored: true },
    { name: 'l2/evil', content: lines(6, 'zip') },
  ]);
  for (const [name, bytes] of [
    ['../../../x.tar', tar],
    ['/x.zip', zip],
  ] as const) {
    const session = await bring(host, token, one, name, bytes);
    const read = await until(
      host,
      token,
      session.id,
      ({ status }) => !/QUEUED|RUNNING/.test(status),
    );
    expect(read.innerFiles).toBeGreaterThan(4);
  }
  expect(seenOutside()).toEqual(before);
  expect(readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).join()).not.toContain('evil');
  const work = join(dataDir, WORK_FOLDER);
  expect(readdirSync(dataDir).includes(WORK_FOLDER) ? readdirSync(work) : []).toEqual([]);
  await host.stop();
});
