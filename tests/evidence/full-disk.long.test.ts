/** A disk that is really full: a small file system in memory, filled by a file beside the data. */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readdirSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AuditPackage } from '../../src/shared/areas/audits/audit-reports.contract.ts';
import type { Upload } from '../../src/shared/areas/evidence/evidence-uploads.contract.ts';
import type { Job } from '../../src/shared/contract/jobs.ts';
import { makeRunningAudit, send } from '../helpers/audit-calls.ts';
import { beginUpload, collect, finish, sendPiece, sha256Of } from '../helpers/evidence-calls.ts';
import { filesUnder } from '../helpers/host-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { endOf, startBackup } from '../helpers/settings-data.ts';
import { createSmallDisk, type SmallDisk, whyNoSmallDisk } from '../helpers/small-disk.ts';

const reason = whyNoSmallDisk();
const MB = 1024 * 1024;
const FULL = 'The disk is full. Nothing of this action was saved. Free some space and try again.';

let disk: SmallDisk;
let app: TestApp;
beforeEach(async () => {
  if (reason) return;
  disk = createSmallDisk(96);
  app = await openTestApp({ as: 'Administrator', dataDir: join(disk.path, 'data') });
});
afterEach(async () => {
  if (reason) return;
  await app.close();
  disk.remove();
});

const ballast = () => join(disk.path, 'ballast');
/** Leaves so many bytes on the disk. */
function fillBut(left: number): void {
  const { bavail, bsize } = statfsSync(disk.path);
  const file = openSync(ballast(), 'a');
  for (let rest = bavail * bsize - left; rest > 0; rest -= MB)
    writeSync(file, Buffer.alloc(Math.min(MB, rest), 1));
  closeSync(file);
}
const free = () => rmSync(ballast());

const under = (folder: string) => filesUnder(join(app.dataDir, folder));

async function arrived(name: string, bytes: Buffer): Promise<Upload> {
  let upload = await beginUpload(app, name, bytes.length);
  while (upload.received < upload.size) {
    const piece = bytes.subarray(upload.received, upload.received + upload.pieceBytes);
    const answer = await sendPiece(app, upload.id, upload.received, piece);
    upload = (await answer.json()) as Upload;
  }
  return upload;
}

const name = (title: string) => `${title}${reason ? ` (left out: ${reason})` : ''}`;

// Skipped where no file system of a chosen size can be mounted.
describe.skipIf(reason)(name('a full disk'), () => {
  test('[EV16] refuses a piece of an upload with a sentence, and takes it once there is space', async () => {
    const bytes = randomBytes(12 * MB);
    const begun = await beginUpload(app, 'a.bin', bytes.length);
    const first = bytes.subarray(0, begun.pieceBytes);
    expect((await sendPiece(app, begun.id, 0, first)).status).toBe(200);
    const before = under('evidence');
    fillBut(2 * MB);
    const rest = bytes.subarray(begun.pieceBytes, 2 * begun.pieceBytes);
    const refused = await sendPiece(app, begun.id, first.length, rest);
    expect([refused.status, await refused.json()]).toEqual([507, { message: FULL }]);
    expect(under('evidence')).toEqual(before);
    const seen = await send<Upload>(app, 'GET', `/api/evidence/uploads/${begun.id}`);
    expect(seen).toMatchObject({ state: 'RECEIVING', received: first.length });
    free();
    for (let at = first.length; at < bytes.length; at += begun.pieceBytes)
      await sendPiece(app, begun.id, at, bytes.subarray(at, at + begun.pieceBytes));
    expect(await finish(app, begun.id)).toMatchObject({ sha256: sha256Of(bytes) });
  });

  test('[EV16] stores nothing of a small file, and stores it once there is space', async () => {
    const bytes = randomBytes(10 * MB);
    const { id } = await arrived('small.bin', bytes);
    const before = under('evidence');
    fillBut(2 * MB);
    const path = `/api/evidence/uploads/${id}/finish`;
    const refused = await app.request('POST', path, { body: {} });
    expect([refused.status, await refused.json()]).toEqual([507, { message: FULL }]);
    expect(under('evidence')).toEqual(before);
    free();
    expect(await finish(app, id)).toMatchObject({ state: 'STORED', sha256: sha256Of(bytes) });
  });

  test('[EV16] stores nothing of a large file, though the disk stays full, and stores it later', async () => {
    const bytes = randomBytes(24 * MB);
    const { id } = await arrived('large.bin', bytes);
    const before = under('evidence');
    fillBut(4 * MB);
    // Whatever gets free is taken at once: not even what became of the job can be written down.
    const greedy = setInterval(() => {
      try {
        fillBut(0);
      } catch {
        // Full already.
      }
    }, 1);
    const begun = await send<Upload>(app, 'POST', `/api/evidence/uploads/${id}/finish`, {
      body: {},
    }).catch(() => null);
    if (begun?.jobId)
      expect(await endOf(app, begun.jobId)).toMatchObject({ state: 'FAILED', message: FULL });
    await expect
      .poll(() => send<Upload>(app, 'GET', `/api/evidence/uploads/${id}`))
      .toMatchObject({ state: 'RECEIVING', received: bytes.length });
    expect(under('evidence')).toEqual(before);
    clearInterval(greedy);
    free();
    expect(await finish(app, id)).toMatchObject({ state: 'STORED', sha256: sha256Of(bytes) });
    expect(under('evidence').filter((path) => path.startsWith('tmp'))).toEqual([]);
  });

  test('[RP15] packs nothing of a package, says why, and packs it once there is space', async () => {
    const audit = await makeRunningAudit(app);
    const path = `/api/audits/${audit.id}`;
    const request = await send<{ id: string }>(app, 'POST', `${path}/requests`, {
      body: { title: 'Logs' },
    });
    const evidence = await collect(app, 'log.bin', randomBytes(12 * MB));
    await send(app, 'POST', `/api/audit-requests/${request.id}/evidence`, {
      body: { evidenceId: evidence.id },
    });
    fillBut(4 * MB);
    const refused = await send<Job>(app, 'POST', `${path}/packages`);
    expect(await endOf(app, refused.id)).toMatchObject({ state: 'FAILED', message: FULL });
    expect(under('audit-files')).toEqual([]);
    expect(await send(app, 'GET', `${path}/packages`)).toEqual([]);
    free();
    const job = await send<Job>(app, 'POST', `${path}/packages`);
    expect(await endOf(app, job.id)).toMatchObject({ state: 'DONE' });
    const [made] = await send<AuditPackage[]>(app, 'GET', `${path}/packages`);
    expect(under('audit-files').map((one) => one.replaceAll(/[\\/]/g, ''))).toEqual([made?.sha256]);
  });

  test('[SET33] writes nothing of a backup, says why, and writes it once there is space', async () => {
    await collect(app, 'log.bin', randomBytes(12 * MB));
    fillBut(4 * MB);
    const refused = await startBackup(app);
    expect(await endOf(app, refused.id)).toMatchObject({ state: 'FAILED', message: FULL });
    expect(readdirSync(join(app.dataDir, 'backups'))).toEqual([]);
    free();
    const job = await startBackup(app);
    expect(await endOf(app, job.id)).toMatchObject({ state: 'DONE' });
    expect(await send(app, 'GET', '/api/backups')).toHaveLength(1);
  });
});
