/**
 * A CSV of 1 GB as evidence in the built host: sent as it is made (it lies on no disk but the
 * host's), previewed, its end read, verified, packed for an auditor, and backed up; each with the
 * host's peak memory.
 */
import { mkdirSync } from 'node:fs';
import type { Verification } from '../../src/shared/areas/evidence/custody.contract.ts';
import type { Preview } from '../../src/shared/areas/evidence/evidence-files.contract.ts';
import type { Job } from '../../src/shared/contract/jobs.ts';
import { toIso } from '../../src/shared/kernel/time.ts';
import { beginUpload, finishUpload, jobDone, json, send, sendUpTo } from './evidence-upload.ts';
import type { Report } from './figures.ts';
import { type HostProcess, startHost } from './host-process.ts';

const HEAD = 'n,time,host,person,what\r\n';
const FIRST_MS = Date.parse('2026-01-01T00:00:00Z');

const ENDS = Array.from(
  { length: 997 },
  (_, n) =>
    `${toIso(FIRST_MS + n * 977)},HOST-${n},person${n % 53},"signed in, ""as always"" №${n}"\r\n`,
);

/** Rows one after the other, cut where a piece ends: the rest begins the next one. */
function csvPieces(size: number): (offset: number, length: number) => Uint8Array {
  let rest = Buffer.from(HEAD);
  let row = 0;
  return (offset, length) => {
    const chunks = [rest];
    for (let made = rest.length; made < length; ) {
      let text = '';
      for (let n = 0; n < 1000; n++, row++) text += `${row},${ENDS[row % ENDS.length]}`;
      const chunk = Buffer.from(text);
      chunks.push(chunk);
      made += chunk.length;
    }
    const all = Buffer.concat(chunks);
    rest = offset + length >= size ? Buffer.alloc(0) : all.subarray(length);
    return all.subarray(0, length);
  };
}

export async function measureHugeCsv(dataDir: string, size: number, report: Report): Promise<void> {
  mkdirSync(dataDir, { recursive: true });
  const host = await startHost(dataDir);
  const named = `${size / 1e9} GB of CSV`;
  async function measured(
    what: string,
    note: string,
    run: () => Promise<void>,
    bar = '<= 300',
  ): Promise<void> {
    host.forgetPeakMemory();
    const started = performance.now();
    await run();
    const seconds = (performance.now() - started) / 1000;
    report(`evidence.csv.${what}_memory`, host.peakMemoryMb(), 'MB', bar, note);
    report(`evidence.csv.${what}_seconds`, seconds, 's', '', note);
  }
  try {
    const begun = await beginUpload(host, 'sign-ins.csv', size);
    await measured('upload', `${named}: sent, stored, read back`, async () => {
      await sendUpTo(host, begun, size, csvPieces(size));
      await finishUpload(host, begun.id);
    });
    const made = await json<{ id: string }>(
      await send(host, 'POST', '/api/evidence', {
        ...{ title: 'Sign-ins of the year', type: 'LOG', uploadId: begun.id },
      }),
    );
    const path = `/api/evidence/${made.id}`;
    await measured('preview', `${named}: its beginning shown, its end read`, () =>
      lookAt(host, path, size),
    );
    await measured('verify', `${named}: chain and every byte`, async () => {
      const { job } = await json<Verification>(
        await send(host, 'POST', `${path}/custody/verify`, {}),
      );
      if (!job) throw new Error('It was not verified by a job');
      await jobDone(host, job.id);
      const last = await json<Verification>(await host.fetch(`${path}/custody/verification`));
      if (last.isIntact !== true || last.bytes !== size) throw new Error('It is not intact');
    });
    const packages = await auditWith(host, made.id);
    await measured('package', `${named}: in an audit package`, async () =>
      jobDone(host, (await json<Job>(await send(host, 'POST', packages, {}))).id),
    );
    // 128 MiB are those of scrypt, which makes the key of a passphrase.
    await measured(
      'backup',
      `${named}: evidence and package in a backup`,
      async () => {
        const body = { passphrase: 'seven green bottles on a wall' };
        await jobDone(host, (await json<Job>(await send(host, 'POST', '/api/backups', body))).id);
      },
      '<= 400',
    );
  } finally {
    await host.kill();
  }
}

/** @throws Error where what is shown is not the beginning of the table, or the end is another. */
async function lookAt(host: HostProcess, path: string, size: number): Promise<void> {
  const preview = await json<Preview>(await host.fetch(`${path}/preview`));
  const rows = preview.text?.split('\r\n') ?? [];
  if (
    preview.kind !== 'csv' ||
    preview.size !== size ||
    rows[1]?.startsWith('0,2026-01-01') !== true
  )
    throw new Error(`The preview shows ${rows[1]}`);
  if (preview.shown > 1_000_000 || rows.length < 1000)
    throw new Error(`The preview shows ${preview.shown} bytes in ${rows.length} rows`);
  const end = await host.fetch(`${path}/part?from=${size - 100}&length=100`);
  const { base64 } = await json<{ base64: string }>(end);
  if (!Buffer.from(base64, 'base64').includes('person')) throw new Error('The end is another');
}

/** A running audit with one request that the evidence answers; where its packages are made. */
async function auditWith(host: HostProcess, evidenceId: string): Promise<string> {
  const today = toIso(Date.now()).slice(0, 10);
  const audit = await json<{ id: string }>(
    await send(host, 'POST', '/api/audits', {
      ...{ title: 'Yearly audit', periodStart: '2026-01-01', periodEnd: today },
    }),
  );
  const path = `/api/audits/${audit.id}`;
  await json(await send(host, 'PATCH', path, { status: 'IN_PROGRESS' }));
  const request = await json<{ id: string }>(
    await send(host, 'POST', `${path}/requests`, { title: 'Sign-ins' }),
  );
  await json(
    await send(host, 'POST', `/api/audit-requests/${request.id}/evidence`, {
      ...{ evidenceId, outsidePeriod: true },
    }),
  );
  return `${path}/packages`;
}
