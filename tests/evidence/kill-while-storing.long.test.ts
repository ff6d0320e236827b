import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBlobStore } from '../../src/main/platform/blob-store.ts';
import type { EvidenceDetail } from '../../src/shared/areas/evidence/evidence.contract.ts';
import type { Upload } from '../../src/shared/areas/evidence/evidence-uploads.contract.ts';
import { openBeside } from '../helpers/beside.ts';
import { type RunningHost, setUpHost, startHost } from '../helpers/browser-host.ts';
import { collect, sha256Of } from '../helpers/evidence-calls.ts';
import { callsOf, filesUnder, killHost, untilPartHas } from '../helpers/host-calls.ts';
import { openTestApp } from '../helpers/open-test-app.ts';

const MB = 1024 * 1024;
const SIZE = 24 * MB + 5;

let dataDir: string;
let store: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-kill-store-'));
  store = join(dataDir, 'evidence');
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function send(
  host: RunningHost,
  token: string,
  name: string,
  bytes: Buffer,
): Promise<Upload> {
  const { call, bytes: put } = callsOf(host, token);
  let upload = await call<Upload>('POST', '/api/evidence/uploads', { name, size: bytes.length });
  while (upload.received < upload.size) {
    const piece = bytes.subarray(upload.received, upload.received + upload.pieceBytes);
    const path = `/api/evidence/uploads/${upload.id}?offset=${upload.received}`;
    upload = await put<Upload>('PUT', path, piece);
  }
  return upload;
}

/** Stored files, by their hash: neither pieces nor what is half-written. */
const stored = () =>
  filesUnder(store)
    .filter((path) => !path.startsWith('uploads'))
    .map((path) => path.replaceAll(/[\\/]/g, ''));

test('[EV15] kill -9 while a file is stored: nothing of it is there, and the upload goes on or goes away', {
  timeout: 120_000,
}, async () => {
  const bytes = randomBytes(SIZE);
  let host = await startHost(dataDir);
  const token = await setUpHost(host);
  const { id } = await send(host, token, 'large.bin', bytes);
  const path = `/api/evidence/uploads/${id}`;

  // Once while it is written, once while it is read back.
  for (const reached of [8 * MB, SIZE]) {
    const begun = await callsOf(host, token).call<Upload>('POST', `${path}/finish`, {});
    expect(begun.state).toBe('STORING');
    await untilPartHas(store, reached);
    await killHost(host);
    expect(filesUnder(store).filter((name) => name.endsWith('.part'))).toHaveLength(1);
    host = await startHost(dataDir);
    const { call, endOf } = callsOf(host, token);
    expect(stored()).toEqual([]);
    expect(await call<Upload>('GET', path)).toMatchObject({
      state: 'RECEIVING',
      received: SIZE,
      sha256: null,
      jobId: null,
    });
    expect(await endOf(begun.jobId ?? '')).toMatchObject({
      state: 'INTERRUPTED',
      message: 'Watchfloor ended while this ran',
    });
    expect(await call('GET', '/api/evidence')).toEqual([]);
  }

  let { call, endOf } = callsOf(host, token);
  const again = await call<Upload>('POST', `${path}/finish`, {});
  expect(await endOf(again.jobId ?? '')).toMatchObject({ state: 'DONE' });
  const made = await call<EvidenceDetail>('POST', '/api/evidence', {
    ...{ title: 'Large', type: 'LOG', uploadId: id },
  });
  expect(made).toMatchObject({ sha256: sha256Of(bytes), size: SIZE, file: 'stored' });
  expect(stored()).toEqual([made.sha256]);

  const other = await send(host, token, 'given-up.bin', randomBytes(SIZE));
  await call('POST', `/api/evidence/uploads/${other.id}/finish`, {});
  await untilPartHas(store, 8 * MB);
  await killHost(host);
  host = await startHost(dataDir);
  ({ call, endOf } = callsOf(host, token));
  await call('DELETE', `/api/evidence/uploads/${other.id}`);
  expect(filesUnder(store).map((name) => name.replaceAll(/[\\/]/g, ''))).toEqual([made.sha256]);
  const file = await host.fetch(`/api/evidence/${made.id}/file`, { token });
  expect(sha256Of(new Uint8Array(await file.arrayBuffer()))).toBe(made.sha256);
  expect((await host.stop()).code).toBe(0);
  const connection = openBeside(dataDir, 'writable');
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  connection.close();
});

test('[EV15] a whole file that no row came to name is gone after the next start; one that is used stays', async () => {
  const dataOfApp = mkdtempSync(join(tmpdir(), 'watchfloor-trial-'));
  const app = await openTestApp({ dataDir: dataOfApp });
  const used = await collect(app, 'used.txt', Buffer.from('used'));
  await app.app.close();
  const key = Buffer.from(readFileSync(join(dataOfApp, 'database.key'), 'utf8').trim(), 'hex');
  for (const folder of ['evidence', 'audit-files']) {
    const blobs = createBlobStore(join(dataOfApp, folder), key);
    // As a process leaves it that dies between the file and its row.
    await blobs.put(once(Buffer.from(`nobody's, in ${folder}`)), { onTrial: true });
  }
  const next = await openTestApp({ dataDir: dataOfApp, clock: app.clock, as: null });
  const named = (folder: string) =>
    filesUnder(join(dataOfApp, folder)).map((path) => path.replaceAll(/[\\/]/g, ''));
  expect([named('evidence'), named('audit-files')]).toEqual([[used.sha256], []]);
  await next.close();
  rmSync(dataOfApp, { recursive: true });
});

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
