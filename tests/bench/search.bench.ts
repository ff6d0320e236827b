/** What a keystroke of the palette costs the core over 1,000,000 stored alerts, through `app.fetch`. */
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
const BAR = '<= 50';
const ROUNDS = 3;

/** Each is typed letter by letter. */
const TYPED: Record<string, readonly string[]> = {
  common: ['suricata', 'local scan', 'tcp', 'web scanner by user agent', 'implant example'],
  rare: [RARE_TERM, `tls ${RARE_TERM}`, 'beacon of the k'],
  address: ['10.0.5.7', '192.0.2.2', '10.3.7.25 10.3'],
  host: ['host-298.example.com', 'sensor-3', 'sensor-1 tls host'],
  nothing: ['scan implant', 'qzx', 'web scanner tunnel'],
  hostile: [
    'a b c d e f g h',
    '"* OR 1=1 NEAR(a',
    'h7 h3 u6 10. 19',
    '% _ 2001:db8::',
    '1 2 3 4 5 6',
  ],
};

export async function benchSearch({ report, million }: BenchContext): Promise<void> {
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
  const keystroke = async (typed: string): Promise<number> => {
    const started = performance.now();
    const path = `/api/search?q=${encodeURIComponent(typed)}`;
    const response = await app.fetch(new Request(`${ORIGIN}${path}`, { headers: { cookie } }));
    await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return performance.now() - started;
  };
  const all: number[] = [];
  for (const [kind, texts] of Object.entries(TYPED)) {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const text of texts) {
        for (let end = 1; end <= text.length; end += 1) {
          times.push(await keystroke(text.slice(0, end)));
        }
      }
    }
    all.push(...times);
    report(`search.${kind}.p95`, percentile(times, 95), 'ms', BAR, noteOf(times));
  }
  report('search.keystroke.p95', percentile(all, 95), 'ms', BAR, noteOf(all));
  await app.close();
}

function noteOf(times: readonly number[]): string {
  const [middle, longest] = [percentile(times, 50), percentile(times, 100)];
  return `${times.length} keystrokes, each a call of app.fetch, p50 ${middle.toFixed(1)} ms, longest ${longest.toFixed(1)} ms`;
}
