import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toCursor } from '../../src/main/http/list-cursor.ts';
import { GAPS_AT_ONCE, type GapEntry } from '../../src/shared/areas/compliance/gaps.contract.ts';
import { byPriority } from '../../src/shared/areas/compliance/gaps.rules.ts';
import { openBeside } from '../helpers/beside.ts';
import { parseCsv } from '../helpers/gap-csv.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

const FRAMEWORKS = 42;
const CONTROLS = 10_000;
const EVIDENCE = 100_000;
const ALERTS = 1_000_000;
/** The bars are 1 s and 50 ms and belong to the bench; a test on a busy machine fails far above them. */
const MAX_MS = 6_000;
const MAX_HOLD_MS = 250;
const RUNS = 5;

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ as: 'Compliance Officer' });
  plant(app);
}, 180_000);
afterAll(() => app.close());

/** Rows straight into the tables: ten pieces of evidence a control, of every state, and a year of alerts. */
function plant({ dataDir, clock }: TestApp): void {
  const now = clock.now();
  const connection = openBeside(dataDir, 'writable');
  connection.exec(`
    PRAGMA synchronous = OFF;
    PRAGMA foreign_keys = OFF;
    BEGIN;
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${FRAMEWORKS - 1})
    INSERT INTO compliance_frameworks (id, name, pack_id, created_at, row_version)
      SELECT 'f' || i, 'Framework ' || i, CASE i WHEN 0 THEN 'nist-800-53-r5'
        WHEN 1 THEN 'nist-csf-2.0' WHEN 2 THEN 'iso-27001-2022' END, ${now} + i, '1' FROM n;
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${CONTROLS - 1})
    INSERT INTO controls (id, framework_id, control_id, title, status, priority, weight,
        last_assessment, next_assessment, created_at, updated_at, row_version)
      SELECT 'c' || i, 'f' || (i % ${FRAMEWORKS}),
        CASE i % ${FRAMEWORKS} WHEN 0 THEN 'AC-' || (i / ${FRAMEWORKS})
          WHEN 1 THEN 'PR.AA-0' || (i / ${FRAMEWORKS})
          WHEN 2 THEN 'A.8.' || (i / ${FRAMEWORKS}) ELSE 'R.' || i END,
        'Access to system ' || i || ' is reviewed',
        CASE i % 5 WHEN 0 THEN 'NON_COMPLIANT' WHEN 1 THEN 'NOT_ASSESSED'
          WHEN 2 THEN 'PARTIALLY_COMPLIANT' ELSE 'COMPLIANT' END,
        'MEDIUM', 1 + i % 10, ${now - 86_400_000}, ${now} - 500 + (i % 1000), ${now}, ${now}, '1' FROM n;
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${EVIDENCE - 1})
    INSERT INTO evidence (id, title, type, verdict, created_at, expiration_date, row_version)
      SELECT 'e' || i, 'Evidence ' || i, 'REPORT',
        CASE i % 3 WHEN 0 THEN 'ACCEPTED' WHEN 1 THEN 'PENDING' ELSE 'REJECTED' END,
        ${now - 86_400_000}, ${now} - 1000 + (i % 1100), '1' FROM n;
    INSERT INTO control_evidence (id, control_id, evidence_id, created_at, row_version)
      SELECT 'l' || substr(id, 2), 'c' || (CAST(substr(id, 2) AS INTEGER) % ${CONTROLS}), id, ${now}, '1' FROM evidence;
    WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${ALERTS - 1})
    INSERT INTO alerts (id, title, description, severity, status, source, techniques, created_at,
      received_at, updated_at, resolved_at, first_action_at, auto_closed_at, handling_ms, row_version)
    SELECT 'a' || i, 'Alert', 'Planted',
      CASE i % 10 WHEN 0 THEN 'CRITICAL' WHEN 1 THEN 'HIGH' WHEN 2 THEN 'MEDIUM' ELSE 'LOW' END,
      'RESOLVED', 'source ' || (i % 20), iif(i % 100 = 0, '["T1078","T1059.001"]', '[]'),
      ${now} - i * 2592, ${now}, ${now}, ${now} - i * 2592 + 60000, ${now} - i * 2592 + 45000,
      iif(i % 100 > 0, ${now} - i * 2592 + 60000, NULL), 0, '1' FROM n;
    INSERT INTO alert_counts SELECT created_at / 3600000, source, status, severity, count(*)
      FROM alerts GROUP BY 1, 2, 3, 4;
    INSERT INTO technique_counts SELECT created_at / 86400000, t.value, count(*)
      FROM alerts, json_each(techniques) t GROUP BY 1, 2;
    COMMIT;
  `);
  connection.close();
}

test(`[GA11] ${CONTROLS} controls with ${EVIDENCE} pieces of evidence are analyzed at once`, async () => {
  const times: number[] = [];
  const held = monitorEventLoopDelay({ resolution: 1 });
  let bytes = 0;
  for (let run = 0; run < RUNS; run++) {
    if (run === 1) held.enable();
    const started = performance.now();
    const response = await app.request('POST', '/api/compliance/analyze-gaps', { body: {} });
    bytes = (await response.text()).length;
    expect(response.status).toBe(200);
    times.push(Math.round(performance.now() - started));
  }
  held.disable();
  const best = Math.min(...times);
  console.log(
    `gap analysis: ${times.join(', ')} ms; ${Math.round(bytes / 1024)} KiB; core held at most ${Math.round(held.max / 1e6)} ms`,
  );
  expect(best).toBeLessThanOrEqual(MAX_MS);
}, 60_000);

test(`[GA19] every gap of ${CONTROLS} is reached: in the answer, on the pages behind it, and in the table`, async () => {
  const { analysis } = await (await app.request('GET', '/api/compliance/gap-analysis')).json();
  expect(analysis.gaps).toHaveLength(GAPS_AT_ONCE);
  const path = `/api/compliance/gap-analysis/${analysis.id}/gaps`;
  const walk = async (limit: number, first: string | null) => {
    const found: GapEntry[] = [];
    let cursor = first;
    do {
      const from = cursor === null ? '' : `&cursor=${cursor}`;
      const response = await app.request('GET', `${path}?limit=${limit}${from}`);
      expect(response.headers.get('x-total-count')).toBe(String(CONTROLS));
      found.push(...(await response.json()));
      cursor = response.headers.get('x-next-cursor');
    } while (cursor !== null);
    return found;
  };
  // Across the pages as they are kept, too.
  const all = await walk(700, null);
  expect([...analysis.gaps, ...(await walk(GAPS_AT_ONCE, analysis.gapsCursor))]).toEqual(all);
  expect(new Set(all.map(({ controlId }) => controlId)).size).toBe(CONTROLS);
  expect(all).toEqual(all.toSorted(byPriority));
  const csv = await app.request('GET', '/api/compliance/gap-analysis/export');
  const [head, ...rows] = parseCsv(await csv.text());
  const at = head?.indexOf('Control record') ?? -1;
  expect(rows.map((row) => row[at])).toEqual(all.map(({ controlId }) => controlId));
  const status = async (query: string, id = analysis.id) =>
    (await app.request('GET', `/api/compliance/gap-analysis/${id}/gaps${query}`)).status;
  expect(await status('', 'none')).toBe(404);
  expect(await status('?cursor=none')).toBe(400);
  for (const place of [-1, 0.5, 1e300])
    expect(await status(`?cursor=${toCursor([place])}`)).toBe(400);
  expect(await status(`?cursor=${toCursor([1e9])}`)).toBe(200);
}, 60_000);

test(`[GA18] the record of ${ALERTS} alerts is read in short steps`, async () => {
  const holds: number[] = [];
  for (let run = 0; run < 3; run++) {
    const held = monitorEventLoopDelay({ resolution: 1 });
    held.enable();
    const started = performance.now();
    const response = await app.request('POST', '/api/compliance/soc-proof/evaluate');
    expect(response.status).toBe(200);
    const { record } = await response.json();
    held.disable();
    holds.push(held.max / 1e6);
    console.log(
      `record of ${record.alerts} alerts: ${Math.round(performance.now() - started)} ms, core held at most ${Math.round(held.max / 1e6)} ms`,
    );
  }
  // The fastest of some: what it costs, whatever else this machine does meanwhile.
  expect(Math.min(...holds)).toBeLessThanOrEqual(MAX_HOLD_MS);
}, 60_000);
