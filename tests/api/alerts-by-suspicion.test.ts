/** One set, whoever asks: what the list by suspicion shows, what is counted, changed in bulk and exported. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  BulkPreview,
  StartedAction,
} from '../../src/shared/areas/actions/actions.contract.ts';
import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { queryBeside } from '../helpers/beside.ts';
import { openTestApp, type TestApp, TestClock } from '../helpers/open-test-app.ts';
import { suricataFile } from '../helpers/suricata-lines.ts';

const IMPORTED = 130;
const WAITING = 12;

/** As that of the workers, which write beside the core. */
class RunningClock extends TestClock {
  override now(): number {
    return Date.now();
  }
}

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ clock: new RunningClock() });
  const made = await app.request('POST', '/api/imports?name=eve.json', {
    rawBody: suricataFile(IMPORTED),
  });
  expect(made.status).toBeLessThan(300);
  await decided();
  const ids = idsOf("SELECT id FROM alerts WHERE status = 'OPEN' ORDER BY seq");
  const [escalated = '', ...rest] = ids;
  await bulk({
    ids: rest.slice(WAITING),
    change: { status: 'RESOLVED', verdict: 'BENIGN_TRUE_POSITIVE' },
    investigateFirst: true,
    note: 'Done',
  });
  await json('POST', `/api/alerts/${escalated}`, { escalated: true }, 'PATCH');
  await decided();
}, 60_000);
afterAll(() => app.close());

async function json<T>(method: string, path: string, body?: object, as = method): Promise<T> {
  const response = await app.request(as, path, body === undefined ? {} : { body });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
const bulk = (body: object) => json<StartedAction>('POST', '/api/alerts/bulk', body);
const idsOf = (sql: string) => queryBeside<{ id: string }>(app.dataDir, sql).map(({ id }) => id);

async function decided(): Promise<void> {
  while ((await json<{ isBehind: boolean }>('GET', '/api/engine')).isBehind)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

async function listed(params: string, limit = 5): Promise<{ ids: string[]; total: string | null }> {
  const ids: string[] = [];
  let total: string | null = null;
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page = await app.request('GET', `/api/alerts?limit=${limit}&${params}${after}`);
    total ??= page.headers.get('x-total-count');
    ids.push(...((await page.json()) as Alert[]).map(({ id }) => id));
    cursor = page.headers.get('x-next-cursor');
  } while (cursor);
  return { ids, total };
}

async function exported(params: string): Promise<string[]> {
  const response = await app.request('GET', `/api/alerts/export?${params}`);
  const lines = (await response.text()).trim().split('\n').filter(Boolean);
  return lines.map((line) => (JSON.parse(line) as { alert: Alert }).alert.id);
}

async function total(params: string): Promise<number> {
  for (;;) {
    const answer = await json<{ state: string; result?: { total: number } }>(
      'GET',
      `/api/alert-total?${params}`,
    );
    if (answer.state === 'done') return answer.result?.total ?? -1;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const WAITS = "status IN ('OPEN', 'IN_PROGRESS') AND suppressed_by IS NULL AND deleted_at IS NULL";

test.each([
  ['all', {}, '1'],
  ['a severity', { severity: 'HIGH,MEDIUM' }, "severity IN ('HIGH', 'MEDIUM')"],
  ['a query', { query: 'not severity:low or escalated:yes' }, "(severity <> 'LOW' OR escalated)"],
  ['few of a query', { query: 'escalated:yes' }, 'escalated = 1'],
  ['a status that waits', { status: 'OPEN,RESOLVED' }, "status IN ('OPEN', 'RESOLVED')"],
  ['what is closed', { status: 'RESOLVED' }, '0'],
  ['words', { q: 'suricata' }, '1'],
])(
  '[AL27] the list by suspicion, its counts, bulk and export are one set: %s',
  async (_, filter, sql) => {
    await app.request('POST', '/api/alerts', {
      body: {
        title: 'Suricata late',
        description: 'Not looked at',
        severity: 'HIGH',
        source: 'Suricata',
      },
    });
    const asked = { ...filter, sort: 'suspicion' };
    const params = new URLSearchParams(asked as Record<string, string>).toString();
    const wanted = idsOf(`SELECT id FROM alerts WHERE ${WAITS} AND (${sql})`).sort();
    // In one page: scored between two, the late one would have gone by.
    const found = await listed(params, 200);
    expect([...found.ids].sort()).toEqual(wanted);
    expect((await exported(params)).sort()).toEqual(wanted);
    await decided();
    expect(await exported(params)).toEqual((await listed(params)).ids);
    expect([String(wanted.length), null]).toContain(found.total);
    expect(await total(params)).toBe(wanted.length);
    const change = { escalated: true };
    const preview = await json<BulkPreview>('POST', '/api/alerts/bulk/preview', {
      filter: asked,
      change,
    });
    expect(preview).toMatchObject({ total: wanted.length, applies: wanted.length });
  },
);

test('[AL27] what is being decided is in every look at the list', async () => {
  const late = { title: 'Late', description: 'Being decided', severity: 'HIGH', source: 'Other' };
  for (let n = 0; n < 12; n++) {
    const { id } = await json<Alert>('POST', '/api/alerts', late);
    let isBehind = true;
    while (isBehind) {
      ({ isBehind } = await json<{ isBehind: boolean }>('GET', '/api/engine'));
      expect((await listed('sort=suspicion', 200)).ids).toContain(id);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}, 60_000);

test('[AL27] a bulk action on the list by suspicion leaves what is not in it', async () => {
  const closed = idsOf("SELECT id FROM alerts WHERE NOT (status IN ('OPEN', 'IN_PROGRESS'))");
  expect(closed.length).toBeGreaterThan(100);
  const { ids } = await listed('sort=suspicion');
  const [me] = queryBeside<{ id: string }>(app.dataDir, 'SELECT id FROM users LIMIT 1');
  await bulk({ filter: { sort: 'suspicion' }, change: { assignedTo: me?.id ?? '' } });
  expect(idsOf('SELECT id FROM alerts WHERE assigned_to IS NOT NULL').sort()).toEqual(
    [...ids].sort(),
  );
});
