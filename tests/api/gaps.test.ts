import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type GapAnalysis,
  gapAnalysisSchema,
  gapsContract,
} from '../../src/shared/areas/compliance/gaps.contract.ts';
import { queryBeside } from '../helpers/beside.ts';
import { parseCsv } from '../helpers/gap-csv.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let officer: string;
beforeAll(async () => {
  app = await openTestApp({ workspace: 'demo' });
  officer = await app.tokenFor('Compliance Officer');
}, 60_000);
afterAll(() => app.close());

const analyze = (body: unknown, options: { token?: string | null } = {}) =>
  app.request('POST', '/api/compliance/analyze-gaps', { body, ...options });
async function analysisOf(body: unknown): Promise<GapAnalysis> {
  const response = await analyze(body);
  expect(response.status).toBe(200);
  return gapAnalysisSchema.parse(await response.json());
}
const json = async (method: string, path: string) => (await app.request(method, path)).json();
const frameworkRow = (name: string) =>
  queryBeside<{ id: string; name: string }>(
    app.dataDir,
    `SELECT id, name FROM compliance_frameworks WHERE name = '${name}'`,
  )[0] ?? { id: '', name: '' };

test('[GA1] the body of the specification: 12 gaps, as the figure has them, and the rest apart', async () => {
  const { summary, gaps, frameworks, frameworkIds } = await analysisOf({
    framework: null,
    controls: [],
  });
  expect(summary).toMatchObject({ controls: 267, gaps: 12 });
  expect(gaps.filter(({ isGap }) => isGap)).toHaveLength(12);
  expect(gaps.every(({ isGap, status }) => isGap === (status === 'NON_COMPLIANT'))).toBe(true);
  expect(summary.shortcomings).toBe(gaps.length - 12);
  expect(frameworks).toHaveLength(42);
  expect(frameworkIds).toBeNull();
  const metrics = await json('GET', '/api/dashboard/metrics');
  expect(metrics.gaps).toBe(summary.gaps);
  // Whoever asks waits for the answer: nobody is told besides.
  const told = queryBeside<{ n: number }>(
    app.dataDir,
    "SELECT count(*) AS n FROM notifications WHERE kind = 'job-done'",
  );
  expect(told).toEqual([{ n: 0 }]);
});

test('[GA2] [GA5] each control once, with why and what to do, the most urgent first', async () => {
  const { gaps, summary } = await analysisOf({});
  expect(new Set(gaps.map(({ controlId }) => controlId)).size).toBe(gaps.length);
  const points = gaps.map(({ priority }) => priority.points);
  expect(points).toEqual([...points].sort((a, b) => b - a));
  for (const { reasons, remediation, evidence, effort, priority } of gaps) {
    expect(reasons.length).toBeGreaterThan(0);
    expect(remediation).toHaveLength(reasons.length);
    expect(evidence.length).toBeGreaterThan(0);
    expect(effort.hours).toBe(effort.parts.reduce((sum, { value }) => sum + value, 0));
    expect(priority.points).toBe(priority.parts.reduce((sum, { value }) => sum + value, 0));
  }
  expect(summary.hours).toBe(gaps.reduce((sum, { effort }) => sum + effort.hours, 0));
});

test('[GA7] techniques on the alerts stand behind priorities, with their names', async () => {
  const { techniques, gaps } = await analysisOf({});
  expect(techniques.find(({ id }) => id === 'T1190')).toMatchObject({
    name: 'Exploit Public-Facing Application',
  });
  const threatened = gaps.filter((gap) => gap.techniques.length > 0);
  expect(threatened.length).toBeGreaterThan(5);
  const counts = queryBeside<{ technique: string; n: number }>(
    app.dataDir,
    `SELECT technique, sum(n) AS n FROM technique_counts
     WHERE day > ${Math.floor(app.clock.now() / 86_400_000) - 90} GROUP BY technique`,
  );
  const byId = new Map(counts.map(({ technique, n }) => [technique, n]));
  for (const { id, alerts } of threatened.flatMap((gap) => gap.techniques))
    expect(alerts).toBe(byId.get(id));
});

describe('[GA8] scope and errors', () => {
  test('a framework by its row, by its id, and several', async () => {
    const pci = frameworkRow('PCI DSS');
    const gdpr = frameworkRow('GDPR');
    for (const body of [
      { framework: pci, controls: [] },
      { framework: pci.id },
      { framework: null, frameworkIds: [pci.id] },
    ]) {
      const { frameworks, gaps } = await analysisOf(body);
      expect(frameworks.map(({ id }) => id)).toEqual([pci.id]);
      expect(gaps.every(({ frameworkId }) => frameworkId === pci.id)).toBe(true);
    }
    const both = await analysisOf({ frameworkIds: [pci.id, gdpr.id] });
    expect(both.frameworks.map(({ name }) => name).sort()).toEqual(['GDPR', 'PCI DSS']);
  });

  test('controls narrow it where they are known', async () => {
    const { gaps } = await analysisOf({});
    const [first] = gaps;
    const narrowed = await analysisOf({
      controls: [{ id: first?.controlId, title: 'x' }, { id: 'unknown' }, { title: 'no id' }],
    });
    expect(narrowed.gaps.map(({ controlId }) => controlId)).toEqual([first?.controlId]);
    expect(narrowed.narrowedTo).toBe(1);
    const ignored = await analysisOf({ controls: [{ id: 'unknown' }] });
    expect(ignored.gaps).toHaveLength(gaps.length);
    expect(ignored.narrowedTo).toBeNull();
  });

  test.each([
    [404, { framework: 'nothing' }],
    [404, { frameworkIds: ['nothing'] }],
    [400, { framework: { name: 'without an id' } }],
    [400, { framework: 7 }],
    [400, { controls: 'all' }],
    [400, []],
  ])('%i for %j', async (status, body) => {
    const response = await analyze(body);
    expect(response.status).toBe(status);
    expect((await response.json()).message).toMatch(/\w/);
  });

  test('nobody is refused, every role may run it, and it changes no record', async () => {
    expect((await analyze({}, { token: null })).status).toBe(401);
    // Jobs score the demo's alerts meanwhile, and say so in the log.
    const sql = "SELECT count(*) AS n FROM audit_log WHERE origin <> 'job'";
    const count = () => queryBeside<{ n: number }>(app.dataDir, sql)[0]?.n;
    const token = await app.tokenFor('Auditor');
    const before = count();
    expect((await analyze({}, { token })).status).toBe(200);
    expect(count()).toBe(before);
  });
});

test('[GA9] it is kept, the same again has the same digest, and a change is named', async () => {
  const first = await analysisOf({});
  const second = await analysisOf({});
  expect(second.digest).toBe(first.digest);
  expect(second.changes).toMatchObject({ opened: [], closed: [], changed: [] });
  const last = gapsContract.last.response.parse(await json('GET', '/api/compliance/gap-analysis'));
  expect(last.analysis).toEqual(second);
  expect(last.since).toMatchObject({ controls: 0, evidence: 0, expired: 0 });
  const gap = second.gaps.find(({ isGap }) => isGap);
  const assessed = await app.request('PATCH', `/api/compliance/controls/${gap?.controlId}`, {
    token: officer,
    body: { status: 'PARTIALLY_COMPLIANT', reason: 'Half of it is there now.' },
  });
  expect(assessed.status).toBe(200);
  const since = gapsContract.last.response.parse(await json('GET', '/api/compliance/gap-analysis'));
  expect(since.since).toMatchObject({ controls: 1 });
  const third = await analysisOf({});
  expect(third.digest).not.toBe(first.digest);
  expect(third.changes?.changed).toEqual([gap?.controlId]);
  expect(third.summary.gaps).toBe(11);
});

test('[GA10] the CSV has every gap in order and nothing that runs', async () => {
  const created = await app.request('POST', '/api/compliance/controls', {
    token: officer,
    body: {
      controlId: '=1+1',
      title: '=HYPERLINK("http://x","y"), "quoted"',
      description: 'd',
      category: 'Access Control',
      priority: 'LOW',
      frameworkId: frameworkRow('PCI DSS').id,
    },
  });
  expect(created.status).toBeLessThan(300);
  const { gaps } = await analysisOf({});
  const response = await app.request('GET', '/api/compliance/gap-analysis/export');
  expect(response.headers.get('content-type')).toContain('text/csv');
  const [head, ...rows] = parseCsv(await response.text());
  const at = (name: string) => head?.indexOf(name) ?? -1;
  expect(rows.map((row) => row[at('Control record')])).toEqual(gaps.map((gap) => gap.controlId));
  expect(rows.flat().filter((cell) => /^[=+\-@\t]/.test(cell))).toEqual([]);
  expect(rows.some((row) => row[at('Title')] === `'=HYPERLINK("http://x","y"), "quoted"`)).toBe(
    true,
  );
});
