import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AlertHandling } from '../../src/shared/areas/alerts/alerts.contract.ts';
import {
  type DashboardMetrics,
  dashboardContract,
} from '../../src/shared/areas/dashboard/dashboard.contract.ts';
import { SEVERITIES } from '../../src/shared/kernel/severity.ts';
import { queryBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';

let app: TestApp;
let metrics: DashboardMetrics;

beforeAll(async () => {
  app = await openTestApp({ as: 'Administrator', workspace: 'demo' });
  metrics = await app.client.call(dashboardContract.metrics, {});
});
afterAll(() => app.close());

async function list(query: Record<string, string>) {
  const response = await app.request('GET', `/api/alerts?${new URLSearchParams(query)}`);
  expect(response.status).toBe(200);
  const ids = ((await response.json()) as { id: string }[]).map(({ id }) => id);
  return {
    ids,
    total: Number(response.headers.get('X-Total-Count')),
    next: response.headers.get('X-Next-Cursor'),
  };
}

const handled = (handling: AlertHandling, query: Record<string, string> = {}) =>
  list({ handling, since: metrics.figuresSince, ...query });

describe('[DA11] the rows behind the figures of closings', () => {
  test('are as many as the figures count', async () => {
    const closed = await handled('closed');
    const automatic = await handled('closed-automatically');
    const overturned = await handled('overturned');
    expect([closed.total, automatic.total, overturned.total]).toEqual([1000, 890, 19]);
    expect(Math.round((100 * automatic.total) / closed.total)).toBe(metrics.autoResolvedPercentage);
    const rate = overturned.total / (automatic.total + overturned.total);
    expect(Math.round(1000 * rate) / 10).toBe(metrics.falsePositiveRate);
  });

  test('mean response: those acted on, and what waits are the others', async () => {
    const acted = await handled('acted-on', { from: metrics.figuresSince });
    const [mean] = queryBeside<{ mean: number; n: number }>(
      app.dataDir,
      `SELECT avg(first_action_at - created_at) / 1000 AS mean, count(*) AS n FROM alerts
       WHERE first_action_at >= ${Date.parse(metrics.figuresSince)} AND created_at >= ${Date.parse(metrics.figuresSince)}`,
    );
    expect(acted.total).toBe(mean?.n);
    expect(Math.round(mean?.mean ?? 0)).toBe(metrics.meanResponseSeconds);
    const waiting = await list({ handling: 'waiting' });
    const open = await list({ status: 'OPEN' });
    const actedAndOpen = await list({ status: 'OPEN', handling: 'acted-on' });
    expect(waiting.total + actedAndOpen.total).toBe(open.total);
  });

  test('the lists of SLA burn hold exactly what its figures count', async () => {
    const burn = await app.client.call(dashboardContract.sla, {});
    for (const severity of SEVERITIES) {
      const { within, dueSoon, breached } = burn.severities[severity];
      const waiting = await list({ handling: 'waiting', severity });
      expect(waiting.total, severity).toBe(within + dueSoon + breached);
      expect(waiting.ids).toHaveLength(waiting.total);
    }
  });
});

describe('[AL11] what was handled', () => {
  const HANDLED = {
    closed: 'resolved_at >= ?',
    'closed-automatically': 'auto_closed_at >= ? AND overturned_at IS NULL',
    overturned: 'auto_closed_at >= ? AND overturned_at IS NOT NULL',
    'acted-on': 'first_action_at >= ?',
    waiting: "status = 'OPEN' AND first_action_at IS NULL AND suppressed_by IS NULL AND ? > 0",
  } as const satisfies Record<AlertHandling, string>;
  const OTHERS = [
    {},
    { severity: 'HIGH,LOW' },
    { status: 'FALSE_POSITIVE' },
    { status: 'OPEN' },
    { q: 'powershell' },
  ];

  test.each(Object.entries(HANDLED))('%s is what a scan finds, page by page', async (name, sql) => {
    const since = Date.parse(metrics.figuresSince) + 10 * 24 * 3_600_000;
    const all = queryBeside<{ id: string; severity: string; status: string; title: string }>(
      app.dataDir,
      `SELECT id, severity, status, title FROM alerts WHERE deleted_at IS NULL AND ${sql.replace('?', String(since))}
       ORDER BY created_at DESC, seq DESC`,
    );
    expect(all.length).toBeGreaterThan(0);
    for (const other of OTHERS) {
      const query = { handling: name, since: new Date(since).toISOString(), ...other };
      const expected = all.filter(
        ({ severity, status }) =>
          (!('severity' in other) || other.severity?.split(',').includes(severity)) &&
          (!('status' in other) || other.status === status),
      );
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({
          ...query,
          limit: '70',
          ...(cursor ? { cursor } : {}),
        });
        if (cursor === null && !('q' in other)) expect(page.total).toBe(expected.length);
        found.push(...page.ids);
        cursor = page.next;
      } while (cursor);
      if ('q' in other) {
        const among = await list({ q: other.q ?? '', limit: '1000' });
        const ids = new Set(expected.map(({ id }) => id));
        expect(found).toEqual(among.ids.filter((id) => ids.has(id)));
      } else expect(found).toEqual(expected.map(({ id }) => id));
    }
  });

  test('[AL14] an unknown handling answers 400', async () => {
    const response = await app.request('GET', '/api/alerts?handling=asleep');
    expect(response.status).toBe(400);
    expect(((await response.json()) as { message: string }).message).toContain('Handling must be');
  });
});
