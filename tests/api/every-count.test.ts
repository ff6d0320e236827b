/** Every count that the page shows, at random states, beside a look at every row. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskAction } from '../../src/shared/areas/actions/actions.contract.ts';
import type { DashboardMetrics } from '../../src/shared/areas/dashboard/dashboard.contract.ts';
import type { EntityProfile } from '../../src/shared/areas/entities/entities.contract.ts';
import type { Group, GroupStats } from '../../src/shared/areas/incidents/groups.contract.ts';
import type { Incident } from '../../src/shared/areas/incidents/incidents.contract.ts';
import type { Suppression } from '../../src/shared/areas/suppression/suppression.contract.ts';
import { STACK_FIELDS, STACK_ROWS } from '../../src/shared/areas/views/stacks.contract.ts';
import type { Job } from '../../src/shared/contract/jobs.ts';
import { SEVERITIES } from '../../src/shared/kernel/severity.ts';
import {
  type DeskRow,
  deskRows,
  DESK_HOSTS as HOSTS,
  isActive,
  type KnownFilter,
  randomKnownFilter,
  randomNewAlert,
  randomRecords,
  VALUES_OF,
} from '../helpers/counted-desk.ts';
import { linked } from '../helpers/incident-calls.ts';
import { openTestApp, type TestApp, TestClock } from '../helpers/open-test-app.ts';
import { createRandom } from '../helpers/random.ts';

const HOUR_MS = 3_600_000;
const STATES = 4;
const STEPS = 12;

/** As that of the workers, which write beside the core. */
class RunningClock extends TestClock {
  override now(): number {
    return Date.now();
  }
}

const random = createRandom(Date.now() % 1_000_000);
const { pick, below, chance } = random;
let app: TestApp;
let me: string;
beforeAll(async () => {
  app = await openTestApp({ clock: new RunningClock() });
  me = (await get<{ id: string }>('/api/auth/user')).id;
});
afterAll(() => app.close());

async function get<T>(path: string): Promise<T> {
  return (await page<T>(path)).body;
}
async function page<T>(
  path: string,
): Promise<{ body: T; total: number | null; next: string | null }> {
  const response = await app.request('GET', path);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  const total = response.headers.get('x-total-count');
  return {
    body: (await response.json()) as T,
    total: total === null ? null : Number(total),
    next: response.headers.get('x-next-cursor'),
  };
}
/** Of what may be refused (a change that applies to nothing), the refusal is an answer. */
async function post<T>(path: string, body: object, method = 'POST'): Promise<T | null> {
  const response = await app.request(method, path, { body });
  if (response.status >= 500) throw new Error(`${path}: ${await response.text()}`);
  return response.ok && response.status !== 204 ? ((await response.json()) as T) : null;
}
async function whole<T>(path: string): Promise<{ rows: T[]; total: number | null }> {
  const rows: T[] = [];
  let total: number | null = null;
  let cursor: string | null = null;
  do {
    const one: Awaited<ReturnType<typeof page<T[]>>> = await page<T[]>(
      `${path}${cursor ? `&cursor=${cursor}` : ''}`,
    );
    rows.push(...one.body);
    total ??= one.total;
    cursor = one.next;
  } while (cursor);
  return { rows, total };
}
const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

async function atRest(): Promise<void> {
  for (let tries = 0; tries < 1500; tries += 1) {
    const jobs = await get<Job[]>('/api/jobs');
    const { isBehind } = await get<{ isBehind: boolean }>('/api/engine');
    if (jobs.every(({ finishedAt }) => finishedAt !== null) && !isBehind) return linked(app);
    await pause();
  }
  throw new Error('The desk does not come to rest');
}

async function importSome(): Promise<void> {
  const fields = {
    ...{ time: 'time', title: 'title', severity: 'severity', source: 'source' },
    ...{ sourceHost: 'host', sourceUser: 'user', detector: 'rule' },
  };
  const mapping = encodeURIComponent(JSON.stringify({ fields, defaultSource: 'Import' }));
  const path = `/api/imports?name=some.ndjson&format=json&mapping=${mapping}`;
  const response = await app.request('POST', path, { rawBody: randomRecords(random) });
  expect(response.status, await response.text()).toBe(201);
  await atRest();
}

const CHANGES = [
  { change: { status: 'IN_PROGRESS' } },
  { change: { status: 'RESOLVED', verdict: 'TRUE_POSITIVE' }, investigateFirst: true },
  { change: { status: 'FALSE_POSITIVE' }, note: 'Known' },
  { change: { status: 'OPEN' }, note: 'Again' },
  { change: { escalated: true } },
] as const;

const STEP_KINDS: readonly (() => Promise<unknown>)[] = [
  () => post('/api/alerts', randomNewAlert(random)),
  () => post('/api/alerts', randomNewAlert(random)),
  importSome,
  () => post(`/api/alerts/${pick(deskRows(app.dataDir)).id}`, pick(CHANGES).change, 'PATCH'),
  () => post(`/api/alerts/${pick(deskRows(app.dataDir)).id}`, { assignedTo: me }, 'PATCH'),
  () => {
    const { params } = randomKnownFilter(random, deskRows(app.dataDir));
    const sort = chance(30) ? { sort: 'suspicion' } : {};
    return post('/api/alerts/bulk', { filter: { ...params, ...sort }, ...pick(CHANGES) });
  },
  () => post('/api/actions/last/undo', {}),
  () => post('/api/actions/last/redo', {}),
  async () => {
    const rule = await post<Suppression>('/api/suppressions', {
      name: `Rule ${below(1e9)}`,
      scope: pick([{ hosts: [pick(HOSTS)] }, { titleWords: ['noise'], sources: ['EDR'] }]),
      owner: me,
      ...{ reason: 'Known noise', expiresAt: new Date(Date.now() + 90 * HOUR_MS).toISOString() },
    });
    if (rule && chance(60)) await post(`/api/suppressions/${rule.id}/apply`, {});
  },
  async () => {
    const { rows } = await whole<Suppression>('/api/suppressions?limit=50');
    if (rows.length > 0) await post(`/api/suppressions/${pick(rows).id}/end`, { reason: 'Over' });
  },
];

const query = (params: Readonly<Record<string, string>>) => new URLSearchParams(params).toString();
const counts = <T>(items: readonly T[]) => {
  const found = new Map<T, number>();
  for (const item of items) found.set(item, (found.get(item) ?? 0) + 1);
  return found;
};
const visible = ({ rule }: DeskRow) => rule === null;

interface Counted<R> {
  readonly state: string;
  readonly asOf: string;
  readonly result: R;
}
/** When the desk came to rest last. */
let restAt = 0;
/** What a job counted before is given again for half a minute, and says of when it is: that is waited for. */
async function counted<R>(path: string): Promise<R> {
  for (let tries = 0; tries < 2_000; tries += 1) {
    const answer = await get<Counted<R>>(path);
    if (answer.state === 'done' && Date.parse(answer.asOf) >= restAt) return answer.result;
    await pause();
  }
  throw new Error(`${path} does not come to an end`);
}

async function checkLists(rows: readonly DeskRow[], { params, means }: KnownFilter) {
  const label = `seed ${random.seed}: ${JSON.stringify(params)}`;
  const wanted = rows.filter(means);
  const { rows: listed, total } = await whole<{ id: string }>(
    `/api/alerts?limit=1000&${query(params)}`,
  );
  expect(
    listed.map(({ id }) => id),
    label,
  ).toEqual(wanted.map(({ id }) => id));
  if (total !== null) expect(total, label).toBe(wanted.length);
  expect(await counted(`/api/alert-total?${query(params)}`), label).toEqual({
    total: wanted.length,
  });
  const waiting = wanted.filter((row) => isActive(row) && visible(row));
  const bySuspicion = { ...params, sort: 'suspicion' };
  const ranked = await whole<{ id: string }>(`/api/alerts?limit=1000&${query(bySuspicion)}`);
  const order = [...waiting].sort((a, b) => (b.suspicion ?? -1) - (a.suspicion ?? -1));
  expect(
    ranked.rows.map(({ id }) => id),
    label,
  ).toEqual(order.map(({ id }) => id));
  if (ranked.total !== null) expect(ranked.total, label).toBe(waiting.length);
  for (const [filter, set] of [
    [params, wanted],
    [bySuspicion, waiting],
  ] as const) {
    const found = await post('/api/alerts/bulk/preview', {
      filter,
      change: { status: 'RESOLVED' },
    });
    const of = (status: string) => set.filter((row) => row.status === status).length;
    expect(found, label).toEqual({
      ...{ total: set.length, applies: of('IN_PROGRESS'), open: of('OPEN') },
      byStatus: {
        ...{ OPEN: of('OPEN'), IN_PROGRESS: of('IN_PROGRESS') },
        ...{ RESOLVED: of('RESOLVED'), FALSE_POSITIVE: of('FALSE_POSITIVE') },
      },
    });
  }
}

interface Stack {
  readonly total: number;
  readonly distinct: number;
  readonly rare: readonly { value: string | null; n: number }[];
}
interface Histogram {
  readonly from: string;
  readonly stepMs: number;
  readonly total: number;
  readonly counts: Readonly<Record<string, readonly number[]>>;
}

async function checkAnalysis(rows: readonly DeskRow[], { params, means }: KnownFilter) {
  const label = `seed ${random.seed}: ${JSON.stringify(params)}`;
  const wanted = rows.filter(means);
  for (const by of STACK_FIELDS) {
    const stack = await counted<Stack>(`/api/alert-stacks?by=${by}&zone=UTC&${query(params)}`);
    const values = counts(wanted.flatMap(VALUES_OF[by]));
    // Of more values the rarest are told.
    if (values.size <= STACK_ROWS)
      expect(new Map(stack.rare.map(({ value, n }) => [value, n])), `${label} by ${by}`).toEqual(
        values,
      );
    expect([stack.total, stack.distinct], `${label} by ${by}`).toEqual([
      wanted.length,
      values.size,
    ]);
  }
  const histogram = await counted<Histogram>(`/api/alert-histogram?${query(params)}`);
  const from = Date.parse(histogram.from);
  expect(histogram.total, label).toBe(wanted.length);
  for (const severity of SEVERITIES) {
    const bars = counts(
      wanted
        .filter((row) => row.severity === severity)
        .map(({ at }) => Math.floor((at - from) / histogram.stepMs)),
    );
    const shown = (histogram.counts[severity] ?? []).flatMap((n, bar) =>
      n === 0 ? [] : [[bar, n]],
    );
    expect(new Map(shown as [number, number][]), label).toEqual(bars);
  }
}

async function checkDashboard(rows: readonly DeskRow[]) {
  const label = `seed ${random.seed}`;
  const metrics = await get<DashboardMetrics>('/api/dashboard/metrics');
  const active = rows.filter((row) => isActive(row) && visible(row));
  const hourAgo = Date.now() - HOUR_MS;
  expect(metrics, label).toMatchObject({
    activeAlerts: active.length,
    activeAlertsLastHour: active.filter(({ at }) => at >= hourAgo).length,
  });
  const notes = await whole<{ readAt: string | null }>('/api/notifications?limit=100');
  expect(metrics.unreadNotifications, label).toBe(
    notes.rows.filter(({ readAt }) => readAt === null).length,
  );
  const volume = await get<Histogram>('/api/dashboard/volume');
  const from = Date.parse(volume.from);
  for (const severity of SEVERITIES) {
    const shown = volume.counts[severity] ?? [];
    const hours = rows
      .filter((row) => row.severity === severity && visible(row))
      .map(({ at }) => Math.floor((at - from) / HOUR_MS));
    expect(shown, `${label} ${severity}`).toEqual(
      shown.map((_, hour) => hours.filter((one) => one === hour).length),
    );
  }
  const sla = await get<{ severities: Record<string, Record<string, number>> }>(
    '/api/dashboard/sla',
  );
  for (const severity of SEVERITIES) {
    const { within = 0, dueSoon = 0, breached = 0 } = sla.severities[severity] ?? {};
    const open = active.filter(
      (row) => row.severity === severity && row.status === 'OPEN' && row.acted_at === null,
    );
    expect(within + dueSoon + breached, `${label} ${severity}`).toBe(open.length);
  }
}

async function checkGroups(rows: readonly DeskRow[]) {
  const label = `seed ${random.seed}`;
  const figures = (key: 'group_key' | 'incident') => {
    const found = new Map<string, { alerts: number; active: number }>();
    for (const row of rows) {
      const name = row[key];
      if (name === null) continue;
      const known = found.get(name) ?? { alerts: 0, active: 0 };
      const isCounted = isActive(row) && visible(row);
      found.set(name, { alerts: known.alerts + 1, active: known.active + Number(isCounted) });
    }
    return found;
  };
  const groups = await whole<Group>('/api/groups?limit=1000');
  const byKey = figures('group_key');
  expect(
    new Map(groups.rows.map(({ key, alerts, active }) => [key, { alerts, active }])),
    label,
  ).toEqual(byKey);
  expect(groups.total, label).toBe(byKey.size);
  const active = [...byKey.values()].filter((one) => one.active > 0).length;
  expect((await page('/api/groups?active=true')).total, label).toBe(active);
  expect(await get<GroupStats>('/api/groups/stats'), label).toMatchObject({
    ...{ groups: byKey.size, active, alerts: rows.length },
  });
  const incidents = await whole<Incident>('/api/incidents?limit=1000');
  const byIncident = figures('incident');
  expect(incidents.total, label).toBe(byIncident.size);
  for (const incident of incidents.rows) {
    const keys = new Set(
      rows.filter((row) => row.incident === incident.id).map((row) => row.group_key),
    );
    expect(
      { groups: incident.groups, alerts: incident.alerts, active: incident.active },
      `${label} ${incident.id}`,
    ).toEqual({ groups: keys.size, ...byIncident.get(incident.id) });
  }
}

async function checkRulesAndEntities(rows: readonly DeskRow[]) {
  const label = `seed ${random.seed}`;
  const rules = await whole<Suppression>('/api/suppressions?limit=100');
  for (const { id, hidden, hiddenOpen } of rules.rows) {
    const own = rows.filter((row) => row.rule === id);
    expect([hidden, hiddenOpen], `${label} ${id}`).toEqual([
      own.length,
      own.filter(isActive).length,
    ]);
  }
  for (const host of HOSTS) {
    const own = rows.filter((row) => row.host?.toLowerCase() === host.toLowerCase());
    const found = await get<EntityProfile>(`/api/entities/profile?kind=host&value=${host}`);
    const per = (values: readonly string[], all: readonly string[]) =>
      Object.fromEntries(all.map((one) => [one, values.filter((value) => value === one).length]));
    expect(found, `${label} ${host}`).toMatchObject({
      ...{ alerts: own.length, counted: own.length },
      groups: new Set(own.map((row) => row.group_key)).size,
      byStatus: per(
        own.map(({ status }) => status),
        ['OPEN', 'IN_PROGRESS', 'RESOLVED', 'FALSE_POSITIVE'],
      ),
      bySeverity: per(
        own.map(({ severity }) => severity),
        SEVERITIES,
      ),
    });
  }
  for (const field of ['source', 'severity', 'status'] as const) {
    const values = await get<{ value: string; count: number }[]>(
      `/api/query-values?field=${field}`,
    );
    const shown = rows.filter(visible).map((row) => row[field]);
    const wanted = counts(field === 'source' ? shown : shown.map((one) => one.toLowerCase()));
    expect(new Map(values.map(({ value, count }) => [value, count])), `${label} ${field}`).toEqual(
      wanted,
    );
  }
}

test('[VI16] every count equals a look at every row, at random states', {
  timeout: 240_000,
}, async () => {
  for (let n = 0; n < 6; n += 1) await post('/api/alerts', randomNewAlert(random));
  await importSome();
  for (let state = 0; state < STATES; state += 1) {
    for (let step = 0; step < STEPS; step += 1) {
      await pick(STEP_KINDS)();
      if (chance(50)) await atRest();
    }
    await atRest();
    restAt = Date.now();
    const rows = deskRows(app.dataDir);
    for (let n = 0; n < 6; n += 1) await checkLists(rows, randomKnownFilter(random, rows));
    await checkAnalysis(rows, randomKnownFilter(random, rows));
    await checkDashboard(rows);
    await checkGroups(rows);
    await checkRulesAndEntities(rows);
  }
  const actions = await get<DeskAction[]>('/api/actions?limit=50');
  expect(actions.length, `seed ${random.seed}`).toBeGreaterThan(0);
});
