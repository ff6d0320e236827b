/** Reads of the core over 1,000,000 stored alerts, through `app.fetch`, no socket between. */
import { join } from 'node:path';
import { createApp } from '../../src/main/app/app.ts';
import { createFileHandles } from '../../src/main/platform/files.ts';
import { fileKeyStore } from '../../src/main/platform/key-store.ts';
import { silentLog } from '../../src/main/platform/log.ts';
import { percentile } from './figures.ts';
import type { BenchContext } from './main.ts';
import { RARE_TERM } from './make-suricata.ts';

const ORIGIN = 'http://127.0.0.1:4780';
const ROOT = join(import.meta.dirname, '..', '..');
const CALLS = 200;

export async function benchMillion({ report, million }: BenchContext): Promise<void> {
  const { dataDir, cookie } = await million();
  const app = await createApp({
    dataDir,
    appRoot: ROOT,
    origin: ORIGIN,
    keyStore: fileKeyStore,
    workerEntry: new URL('../../src/main/workers/job-worker.ts', import.meta.url),
    files: createFileHandles(),
    log: silentLog,
  });
  const get = async (path: string) => {
    const response = await app.fetch(new Request(`${ORIGIN}${path}`, { headers: { cookie } }));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return {
      rows: (await response.json()) as { id: string }[],
      total: response.headers.get('X-Total-Count'),
    };
  };
  const ids = (await get('/api/alerts?limit=1000')).rows.map((alert) => alert.id);
  const severities = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];
  const measured: [string, string, (i: number) => string][] = [
    ['million.first-page.p95', '<= 15', () => '/api/alerts'],
    [
      'million.filtered-page.p95',
      '<= 15',
      (i) => `/api/alerts?severity=${severities[i % 4]}&status=OPEN`,
    ],
    [
      'million.filtered-source-page.p95',
      '<= 15',
      (i) => `/api/alerts?source=Suricata&severity=${severities[i % 4]}`,
    ],
    ['million.point-read.p95', '<= 15', (i) => `/api/alerts/${ids[i % ids.length]}`],
    ['million.search-rare.p95', '<= 30', () => `/api/alerts?q=${RARE_TERM}`],
    ['million.search-address.p95', '', (i) => `/api/alerts?q=10.0.${i % 200}.7`],
    ['million.search-common.p95', '', () => '/api/alerts?q=suricata'],
    ['million.dashboard.p95', '', () => '/api/dashboard/metrics'],
    ['million.related.p95', '', (i) => `/api/alerts/${ids[i % ids.length]}/related`],
  ];
  for (const [figure, bar, path] of measured) {
    const times: number[] = [];
    const calls = bar === '' ? 20 : CALLS;
    for (let i = 0; i < calls; i++) {
      const started = performance.now();
      await get(path(i));
      times.push(performance.now() - started);
    }
    report(
      figure,
      percentile(times, 95),
      'ms',
      bar,
      `${calls} calls of app.fetch, p50 ${percentile(times, 50).toFixed(1)} ms`,
    );
  }
  await app.close();
}
