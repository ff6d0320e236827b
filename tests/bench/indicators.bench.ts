/** A sweep of 10,000 indicators over 1,000,000 alerts, in a job's thread, from the call to the result. */
import { join } from 'node:path';
import { createApp } from '../../src/main/app/app.ts';
import { createFileHandles } from '../../src/main/platform/files.ts';
import { fileKeyStore } from '../../src/main/platform/key-store.ts';
import { silentLog } from '../../src/main/platform/log.ts';
import type { Sweep } from '../../src/shared/areas/forensics/indicators/indicator-work.contract.ts';
import type { Job } from '../../src/shared/contract/jobs.ts';
import type { BenchContext } from './main.ts';

const ORIGIN = 'http://127.0.0.1:4780';
const ROOT = join(import.meta.dirname, '..', '..');
const WANTED = 10_000;

/** Four kinds, each value once; addresses of 10.0.0.0/16 are in the alerts. */
function indicators(): string {
  return Array.from({ length: WANTED }, (_, n) => {
    const hex = (n * 7919 + 1_000_003).toString(16).padStart(8, '0');
    if (n % 4 === 0) return `10.0.${(n >> 2) % 256}.${((n >> 2) * 7 + (n >> 10)) % 256}`;
    if (n % 4 === 1) return `cdn${n}.example${n % 97}.com`;
    return n % 4 === 2 ? hex.repeat(8) : `http://h${n}.example.net/p/${n}`;
  }).join('\n');
}

export async function benchIndicators({
  report,
  million,
}: Pick<BenchContext, 'report' | 'million'>): Promise<void> {
  const { dataDir, cookie } = await million();
  const app = await createApp({
    ...{ dataDir, appRoot: ROOT, origin: ORIGIN, keyStore: fileKeyStore, log: silentLog },
    workerEntry: new URL('../../src/main/workers/job-worker.ts', import.meta.url),
    files: createFileHandles(),
  });
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { cookie, origin: ORIGIN, 'content-type': 'application/json' };
    const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers };
    const response = await app.fetch(new Request(`${ORIGIN}/api${path}`, init));
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  /**
   * What follows an import by itself (linking, deciding: many minutes of a million alerts) would be measured
   * with it, and is cancelled. What cannot be cancelled is waited for.
   */
  const untilAtRest = async (): Promise<void> => {
    for (let quiet = 0; quiet < 5; ) {
      const jobs = await call<Job[]>('GET', '/jobs');
      const open = jobs.filter(({ state }) => state === 'RUNNING' || state === 'QUEUED');
      quiet = open.length > 0 ? 0 : quiet + 1;
      for (const { id, title } of open) {
        process.stderr.write(`indicators: cancels '${title}'\n`);
        await call('POST', `/jobs/${id}/cancel`).catch(() => undefined);
      }
      await new Promise((resolve) => setTimeout(resolve, 1000));
    }
  };
  const sweep = async (isDeep: boolean): Promise<{ done: Sweep; ms: number }> => {
    const started = performance.now();
    const { id } = await call<Sweep>('POST', '/forensics/indicator-sweeps', {
      ...{ set: { type: 'text', text: indicators() }, isDeep, withKnownGood: true },
    });
    for (;;) {
      const done = await call<Sweep>('GET', `/forensics/indicator-sweeps/${id}`);
      if (done.state !== 'RUNNING') return { done, ms: performance.now() - started };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  try {
    await untilAtRest();
    await sweep(false);
    for (const isDeep of [false, true]) {
      const { done, ms } = await sweep(isDeep);
      const note = `${done.lookedFor} over ${done.readAlerts} alerts, ${done.found} found in ${done.alerts} alerts, ${done.state}`;
      report(
        isDeep ? 'indicators.sweep-with-records' : 'indicators.sweep',
        ms / 1000,
        's',
        isDeep ? '' : '<= 5',
        note,
      );
    }
  } finally {
    await app.close();
  }
}
