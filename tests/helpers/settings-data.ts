/** Backup and restore over the API, as the page does it. */

import { receivedBackupSchema } from '../../src/shared/areas/settings/data.contract.ts';
import { type Job, jobSchema } from '../../src/shared/contract/jobs.ts';
import type { TestApp } from './open-test-app.ts';

export const PASSPHRASE = 'seven green bottles on a wall';

/** A job's end, as its events tell it: a restored workspace knows nothing of the job. */
export async function endOf(app: TestApp, id: string): Promise<Job> {
  const end = performance.now() + 60_000;
  for (;;) {
    const last = app.events.findLast((event) => event.type === 'job' && event.job.id === id);
    if (last?.type === 'job' && last.job.finishedAt !== null) return last.job;
    if (performance.now() > end) throw new Error('The job did not end');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function jobOf(response: Response): Promise<Job> {
  if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
  return jobSchema.parse(await response.json());
}

export async function startBackup(app: TestApp, passphrase = PASSPHRASE): Promise<Job> {
  return jobOf(await app.request('POST', '/api/backups', { body: { passphrase } }));
}

/** Makes a backup and gives its bytes. */
export async function backUp(app: TestApp, passphrase = PASSPHRASE): Promise<Buffer> {
  const job = await endOf(app, (await startBackup(app, passphrase)).id);
  if (job.state !== 'DONE') throw new Error(`${job.state}: ${job.message}`);
  const [newest] = (await (await app.request('GET', '/api/backups')).json()) as { id: string }[];
  const file = await app.request('GET', `/api/backups/${newest?.id}/file`);
  return Buffer.from(await file.arrayBuffer());
}

/** Sends a backup and gives its handle. */
async function send(app: TestApp, bytes: Uint8Array): Promise<string> {
  const response = await app.request('POST', '/api/restore/files?name=mine.wfbackup', {
    rawBody: bytes,
  });
  if (response.status !== 201) throw new Error(`${response.status}: ${await response.text()}`);
  return receivedBackupSchema.parse(await response.json()).id;
}

/** From the file to the end of its restore. */
export async function restore(
  app: TestApp,
  bytes: Uint8Array,
  passphrase = PASSPHRASE,
): Promise<Job> {
  const file = await send(app, bytes);
  const started = await app.request('POST', '/api/restore', { body: { file, passphrase } });
  return endOf(app, (await jobOf(started)).id);
}
