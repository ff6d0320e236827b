import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type {
  CustodyEntryView,
  Verification,
} from '../../src/shared/areas/evidence/custody.contract.ts';
import type { EvidenceDetail } from '../../src/shared/areas/evidence/evidence.contract.ts';
import type { Job } from '../../src/shared/contract/jobs.ts';
import { send } from '../helpers/audit-calls.ts';
import { collect, verify } from '../helpers/evidence-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { endOf } from '../helpers/settings-data.ts';

const MB = 1024 * 1024;
/** Above what is read at once, and long enough to be cancelled on its way. */
const SIZE = 96 * MB + 11;

let app: TestApp;
let made: EvidenceDetail;
beforeEach(async () => {
  app = await openTestApp({ as: 'SOC Analyst' });
  made = await collect(app, 'image.bin', randomBytes(SIZE));
}, 60_000);
afterEach(() => app.close());

const last = () => send<Verification | null>(app, 'GET', `${path()}/custody/verification`);
const path = () => `/api/evidence/${made.id}`;
const checks = async () =>
  (await send<CustodyEntryView[]>(app, 'GET', `${path()}/custody`)).filter(
    ({ action }) => action === 'VERIFIED',
  );

async function begin(): Promise<Job> {
  const begun = await verify(app, made.id);
  expect(begun).toMatchObject({ isIntact: null, fileChecked: false, problems: [] });
  if (!begun.job) throw new Error('No job was begun');
  return begun.job;
}

const progressOf = (id: string) =>
  app.events.flatMap((event) =>
    event.type === 'job' && event.job.id === id && event.job.state === 'RUNNING'
      ? [event.job.done]
      : [],
  );

function changeByte(at: number): void {
  const { sha256 } = made;
  if (sha256 === null) throw new Error('There is no file');
  const stored = join(app.dataDir, 'evidence', sha256.slice(0, 2), sha256.slice(2));
  const file = openSync(stored, 'r+');
  const byte = Buffer.alloc(1);
  readSync(file, byte, 0, 1, at);
  writeSync(file, Buffer.of(byte.readUInt8(0) ^ 1), 0, 1, at);
  closeSync(file);
}

describe('[EV17] a large file', () => {
  test('is verified by a job that tells how far it is, and one changed byte is found', async () => {
    const job = await begin();
    expect(job).toMatchObject({ kind: 'evidence-verify', unit: 'bytes', total: SIZE });
    expect(await app.request('POST', `${path()}/custody/verify`)).toMatchObject({ status: 409 });
    expect(await endOf(app, job.id)).toMatchObject({ state: 'DONE', done: SIZE });
    const progress = progressOf(job.id);
    expect(progress.some((done) => done > 0)).toBe(true);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(Math.max(...progress)).toBeLessThanOrEqual(SIZE);
    expect(await last()).toMatchObject({ isIntact: true, bytes: SIZE, problems: [], job: null });
    expect(await checks()).toHaveLength(1);

    changeByte(80 * MB);
    expect(await endOf(app, (await begin()).id)).toMatchObject({ state: 'DONE' });
    expect(await last()).toMatchObject({
      isIntact: false,
      problems: [
        {
          kind: 'file-damaged',
          text: expect.stringContaining(`a byte was changed between ${79 * MB} and ${80 * MB}`),
        },
      ],
    });
    expect((await checks()).map(({ details }) => details?.isIntact)).toEqual([true, false]);
  });

  test('is left alone when the job is cancelled: what was known of it before stands', async () => {
    expect(await endOf(app, (await begin()).id)).toMatchObject({ state: 'DONE' });
    const before = await last();
    const job = await begin();
    await expect
      .poll(() => progressOf(job.id).some((done) => done > 0), { interval: 1 })
      .toBe(true);
    const seen = app.events.length;
    await app.request('POST', `/api/jobs/${job.id}/cancel`);
    const end = await endOf(app, job.id);
    expect(end.state).toBe('CANCELLED');
    expect(end.done).toBeLessThan(SIZE);
    expect(await last()).toEqual(before);
    expect(await checks()).toHaveLength(1);
    await expect
      .poll(() => app.events.slice(seen))
      .toContainEqual(expect.objectContaining({ type: 'changed', resource: 'evidence_custody' }));
    expect(await endOf(app, (await begin()).id)).toMatchObject({ state: 'DONE' });
    expect(await checks()).toHaveLength(2);
  });
});
