import { afterAll, beforeAll, expect, test } from 'vitest';
import { freeze, onOneSnapshot } from '../../src/main/areas/audits/population.store.ts';
import { reconcile } from '../../src/main/areas/audits/reconciliation.store.ts';
import { openTestDb, type TestDb } from '../helpers/open-test-db.ts';

const MILLION = 1_000_000;
const MAX_MORE_MB = 100;
/** Far above what it takes on an idle machine (the figure is in the report): the machine may be shared. */
const MAX_MS = 60_000;
const START = Date.parse('2026-01-01');
const END = Date.parse('2026-07-01');

const STEP = Math.floor((END - START) / (MILLION / 2));
const IN_PERIOD = Math.ceil((END - START) / STEP);

let opened: TestDb;
beforeAll(() => {
  opened = openTestDb();
  opened.storage.connection.exec(`
    PRAGMA synchronous = OFF;
    BEGIN;
    WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${MILLION - 1})
    INSERT INTO alerts (id, title, description, severity, status, source, techniques, created_at,
      received_at, updated_at, row_version)
    SELECT printf('%08x-0000-7000-8000-%012x', (n * 7919) % ${MILLION}, n), 'Alert', 'Planted',
      CASE n % 10 WHEN 0 THEN 'CRITICAL' WHEN 1 THEN 'HIGH' WHEN 2 THEN 'MEDIUM' ELSE 'LOW' END,
      iif(n % 50 = 0, 'OPEN', 'RESOLVED'), 'source ' || (n % 5), '[]',
      ${START} + n * ${STEP}, 0, 0, '1'
    FROM numbers;
    INSERT INTO alert_counts SELECT created_at / 3600000, source, status, severity, count(*)
      FROM alerts GROUP BY 1, 2, 3, 4;
    INSERT INTO alert_totals SELECT source, status, severity, sum(n) FROM alert_counts GROUP BY 1, 2, 3;
    COMMIT;
  `);
}, 180_000);
afterAll(() => opened.close());

test('[AD15] a million alerts are frozen, drawn from and reconciled without holding them', () => {
  const wanted = { population: 'ALERTS', period: { start: START, end: END }, filter: {} } as const;
  const before = process.resourceUsage().maxRSS;
  const started = performance.now();
  const found = opened.db.read('audits.draw', (reader) =>
    onOneSnapshot(reader, () => {
      const frozen = freeze(reader, wanted);
      return {
        count: frozen.count,
        items: frozen.items([1, frozen.count]),
        counted: reconcile(reader, wanted, frozen.count).checks[0],
      };
    }),
  );
  const ms = performance.now() - started;
  const moreMb = (process.resourceUsage().maxRSS - before) / 1024;
  process.stdout.write(
    `froze ${found.count} of a million in ${Math.round(ms)} ms, ${Math.round(moreMb)} MB more\n`,
  );
  expect(found.count).toBe(IN_PERIOD);
  expect(found.counted).toMatchObject({ listed: IN_PERIOD, verdict: 'AGREES' });
  const [first, last] = found.items;
  expect((first?.ref ?? '') < (last?.ref ?? '')).toBe(true);
  expect(moreMb).toBeLessThan(MAX_MORE_MB);
  expect(ms).toBeLessThan(MAX_MS);
}, 60_000);
