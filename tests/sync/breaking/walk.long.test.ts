/**
 * Three workstations, random edits by the API, a network that cuts, stalls and creeps, restarts: then all
 * are alike, and every field that people set apart from each other is in the list of conflicts.
 * `WATCHFLOOR_WALK_MS` gives the length, `WATCHFLOOR_TEST_SEED` the steps.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Alert } from '../../../src/shared/areas/alerts/alerts.contract.ts';
import type { SyncConflict } from '../../../src/shared/areas/sync/sync-state.contract.ts';
import { alertBody } from '../../helpers/alert-calls.ts';
import { type PostgresLogin, startPostgres, type TestCluster } from '../../helpers/postgres.ts';
import { createRandom, type Random } from '../../helpers/random.ts';
import { FAIR, openTcpProxy, type TcpProxy } from '../../helpers/sync/proxy.ts';
import { eventually, openWorkspace, type Workstation } from '../worker/two-cores.ts';
import { heldBy } from './alike.ts';

const WALK_MS = Number(process.env.WATCHFLOOR_WALK_MS ?? 10_000);
const DISPUTED = 5;
/** Beside other work. */
const SETTLED_MS = 120_000;

let cluster: TestCluster;
let proxy: TcpProxy;
let login: PostgresLogin;
let all: Workstation[] = [];
beforeAll(async () => {
  cluster = await startPostgres();
  proxy = await openTcpProxy(cluster.port);
  login = { ...(await cluster.database()), port: proxy.port };
  all = await openWorkspace(login, ['ada', 'bea', 'cleo']);
}, 180_000);
afterAll(async () => {
  proxy?.set(FAIR);
  await Promise.all(all.map((station) => station.close()));
  await proxy?.close();
  await cluster?.stop();
}, 60_000);

const newAlert = (on: Workstation, title: string) =>
  on.post<Alert>('/api/alerts', alertBody({ title }));
const me = async (on: Workstation) => (await on.get<{ id: string }>('/api/auth/user')).id;
const versionsOf = (station: Workstation) => JSON.stringify([...heldBy(station).rows].sort());

async function settled(because: string): Promise<void> {
  proxy.set(FAIR);
  // What was paused a moment ago may refuse, and goes on by itself.
  for (const station of all) await station.request('POST', '/api/sync/now', { body: {} });
  await eventually(
    async () => {
      const found = await Promise.all(all.map((station) => station.status()));
      if (!found.every(({ state, backlog }) => state === 'up-to-date' && backlog === 0))
        return false;
      return new Set(all.map(versionsOf)).size === 1;
    },
    `all have the same rows ${because}`,
    SETTLED_MS,
  ).catch(async (error: unknown) => {
    throw new Error(`${error} ${await differences()}`);
  });
}

/** What is not alike, for whoever reads the failure. */
async function differences(): Promise<string> {
  const found = await Promise.all(all.map((station) => station.status()));
  const states = found.map(({ state, backlog, problem }) => [state, backlog, problem?.cause]);
  const held = all.map((station) => heldBy(station).rows);
  const keys = new Set(held.flatMap((rows) => [...rows.keys()]));
  const odd = [...keys].filter((key) => new Set(held.map((rows) => rows.get(key))).size > 1);
  const shown = odd.slice(0, 5).map((key) => [key, ...held.map((rows) => rows.get(key) ?? '-')]);
  return `${JSON.stringify(states)} ${odd.length} rows differ: ${JSON.stringify(shown)}`;
}

const conflictsAt = async (on: Workstation) =>
  (await on.get<{ conflicts: SyncConflict[] }>('/api/sync/conflicts?state=open&limit=200'))
    .conflicts;

function changeWeather(random: Random, step: number): void {
  const kind = random.below(3);
  if (kind === 0) proxy.cut();
  else if (kind === 1) proxy.set({ ...FAIR, bytesPerSecond: 10_000 });
  else proxy.set(random.chance(50) ? FAIR : { ...FAIR, delayMs: 50, isStalled: step % 2 === 0 });
}

interface Walk {
  readonly random: Random;
  readonly made: string[];
  /** Comments that were taken. */
  readonly said: Set<string>;
}

/** An alert that is not at this workstation yet is answered as unknown: no matter. */
async function edit(on: Workstation, step: number, { random, made, said }: Walk): Promise<void> {
  const id = made.length === 0 || random.chance(40) ? undefined : random.pick(made);
  if (id === undefined) made.push((await newAlert(on, `Alert ${step}`)).id);
  else if (random.chance(50))
    await on.request('PATCH', `/api/alerts/${id}`, { body: { escalated: random.chance(50) } });
  else {
    const text = `Comment ${step}`;
    const answer = await on.request('POST', `/api/alerts/${id}/comments`, { body: { text } });
    if (answer.ok) said.add(text);
  }
}

test('[SY227] three workstations under random edits and a bad network are alike afterwards, and nothing that was taken is lost', {
  timeout: 400_000,
}, async () => {
  const random = createRandom(227);
  const made: string[] = [];
  const said = new Set<string>();
  const end = performance.now() + WALK_MS;
  for (let step = 0; performance.now() < end; step++) {
    if (random.chance(30)) changeWeather(random, step);
    else await edit(random.pick(all), step, { random, made, said });
    await sleep(random.below(60));
  }
  await settled(`seed ${random.seed}, ${made.length} alerts`);
  for (const station of all) {
    const { rows, integrity, doubled } = heldBy(station);
    const alerts = [...rows.keys()].filter((key) => key.startsWith('alerts/'));
    expect([alerts.length, integrity, doubled]).toEqual([made.length, 'ok', []]);
    const comments = [...rows.keys()].filter((key) => key.startsWith('alert_comments/'));
    expect(comments).toHaveLength(said.size);
    const { differing } = await station.post<{ differing: unknown[] }>('/api/sync/check');
    expect(differing).toEqual([]);
  }
});

test('[SY227] what three people set apart from each other is in everybody’s list of conflicts, each value once over', {
  timeout: 300_000,
}, async () => {
  const [ada] = all;
  if (!ada) throw new Error('No workstation');
  const ids: string[] = [];
  for (let n = 0; n < DISPUTED; n++) ids.push((await newAlert(ada, `Disputed ${n}`)).id);
  await settled('before');
  for (const station of all) await station.patch('/api/sync', { isPaused: true });
  const people = await Promise.all(all.map(me));
  for (const id of ids)
    for (const [at, station] of all.entries()) {
      await station.patch(`/api/alerts/${id}`, { assignedTo: people[at] });
      await sleep(5);
    }
  for (const station of all) await station.patch('/api/sync', { isPaused: false });
  await settled('after');
  // Who met a conflict tells the others with what they send next.
  let lists: SyncConflict[][] = [];
  const idsOf = (list: readonly SyncConflict[]) => list.map(({ id }) => id).sort();
  await eventually(
    async () => {
      lists = await Promise.all(all.map(conflictsAt));
      return new Set(lists.map((list) => JSON.stringify(idsOf(list)))).size === 1;
    },
    'everybody has the same list',
    SETTLED_MS,
  );
  for (const id of ids) {
    const found = (lists[0] ?? []).filter(
      ({ record, field }) => record === id && /assigned/i.test(field),
    );
    // The three bear one name; each set it at a moment of its own.
    const moments = new Set(found.flatMap(({ kept, other }) => [kept.at, other.at]));
    expect(moments.size, JSON.stringify(found)).toBe(3);
    expect((await ada.get<Alert>(`/api/alerts/${id}`)).assignedTo).toBe(people.at(-1));
  }
});
