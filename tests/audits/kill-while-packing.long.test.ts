import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditPackage } from '../../src/shared/areas/audits/audit-reports.contract.ts';
import type { CustodyEntryView } from '../../src/shared/areas/evidence/custody.contract.ts';
import type { Upload } from '../../src/shared/areas/evidence/evidence-uploads.contract.ts';
import type { Job } from '../../src/shared/contract/jobs.ts';
import { runVerifier } from '../helpers/audit-report-calls.ts';
import { openBeside } from '../helpers/beside.ts';
import { setUpHost, startHost } from '../helpers/browser-host.ts';
import {
  callsOf,
  filesUnder,
  type HostCalls,
  killHost,
  untilPartHas,
} from '../helpers/host-calls.ts';

const MB = 1024 * 1024;
const FILES = 3;
const SIZE = 8 * MB;

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'watchfloor-kill-pack-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Made {
  readonly id: string;
}

/** A running audit with requests that large evidence answers. */
async function seed({ call, bytes }: HostCalls): Promise<{ audit: string; evidence: string[] }> {
  const audit = await call<Made>('POST', '/api/audits', {
    ...{ title: 'Yearly audit', periodStart: '2026-01-01', periodEnd: '2026-06-30' },
  });
  await call('PATCH', `/api/audits/${audit.id}`, { status: 'IN_PROGRESS' });
  const request = await call<Made>('POST', `/api/audits/${audit.id}/requests`, { title: 'Logs' });
  const evidence: string[] = [];
  for (let n = 0; n < FILES; n++) {
    const content = randomBytes(SIZE);
    let upload = await call<Upload>('POST', '/api/evidence/uploads', {
      ...{ name: `log-${n}.bin`, size: SIZE },
    });
    const path = `/api/evidence/uploads/${upload.id}`;
    while (upload.received < SIZE) {
      const piece = content.subarray(upload.received, upload.received + upload.pieceBytes);
      upload = await bytes<Upload>('PUT', `${path}?offset=${upload.received}`, piece);
    }
    await call('POST', `${path}/finish`, {});
    const made = await call<Made>('POST', '/api/evidence', {
      ...{ title: `Log ${n}`, type: 'LOG', uploadId: upload.id },
    });
    await call('POST', `/api/audit-requests/${request.id}/evidence`, {
      evidenceId: made.id,
      outsidePeriod: true,
    });
    evidence.push(made.id);
  }
  return { audit: audit.id, evidence };
}

test('[RP15] kill -9 while a package is packed: nothing of it is left, and the next one is whole', {
  timeout: 120_000,
}, async () => {
  let host = await startHost(dataDir);
  const token = await setUpHost(host);
  const { audit, evidence } = await seed(callsOf(host, token));
  const packages = `/api/audits/${audit}/packages`;
  const before = filesUnder(join(dataDir, 'evidence'));
  const store = join(dataDir, 'audit-files');

  // Once while it is written, once while it is read back.
  for (const reached of [4 * MB, FILES * SIZE]) {
    const job = await callsOf(host, token).call<Job>('POST', packages);
    await untilPartHas(store, reached);
    await killHost(host);
    expect(filesUnder(store)).toHaveLength(1);
    host = await startHost(dataDir);
    const { call, endOf } = callsOf(host, token);
    expect(await endOf(job.id)).toMatchObject({
      state: 'INTERRUPTED',
      message: 'Watchfloor ended while this ran',
    });
    expect(filesUnder(store)).toEqual([]);
    expect(filesUnder(join(dataDir, 'evidence'))).toEqual(before);
    expect(await call(`GET`, packages)).toEqual([]);
    expect(await call('GET', `/api/audits/${audit}`)).toMatchObject({ packageReadyAt: null });
    const chain = await call<CustodyEntryView[]>('GET', `/api/evidence/${evidence[0]}/custody`);
    expect(chain.map(({ action }) => action)).not.toContain('EXPORTED');
  }

  const { call, endOf } = callsOf(host, token);
  const job = await call<Job>('POST', packages);
  expect(await endOf(job.id)).toMatchObject({ state: 'DONE' });
  const [made, ...more] = await call<AuditPackage[]>('GET', packages);
  expect([made?.number, made?.evidenceCount, more]).toEqual([1, FILES, []]);
  expect(filesUnder(store).map((name) => name.replaceAll(/[\\/]/g, ''))).toEqual([made?.sha256]);
  const zip = await host.fetch(`${packages}/${made?.id}`, { token });
  const path = join(dataDir, 'package.zip');
  writeFileSync(path, Buffer.from(await zip.arrayBuffer()));
  expect(await runVerifier('node', path)).toMatchObject({
    code: 0,
    output: expect.stringContaining('VERIFIED: nothing is missing, added or changed.'),
  });
  const chain = await call<CustodyEntryView[]>('GET', `/api/evidence/${evidence[0]}/custody`);
  expect(chain.filter(({ action }) => action === 'EXPORTED')).toHaveLength(1);
  expect((await host.stop()).code).toBe(0);
  const connection = openBeside(dataDir, 'writable');
  expect(connection.pragma('integrity_check', { simple: true })).toBe('ok');
  connection.close();
});
