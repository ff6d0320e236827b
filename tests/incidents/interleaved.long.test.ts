/** Two people who decide about groups and incidents in turns, undo and do again: nothing is lost on the way. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import type { Group } from '../../src/shared/areas/incidents/groups.contract.ts';
import type {
  Incident,
  IncidentGroup,
} from '../../src/shared/areas/incidents/incidents.contract.ts';
import { createAlert } from '../helpers/alert-calls.ts';
import { linked } from '../helpers/incident-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { createRandom, type Random } from '../helpers/random.ts';

const ALERTS = 24;
const STEPS = 24;

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
});
afterEach(() => app.close());

async function read<T>(path: string): Promise<T> {
  const response = await app.request('GET', path);
  if (!response.ok) throw new Error(`${path} ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** The whole desk as its calls tell it, and the same counted one by one. */
async function look() {
  await linked(app);
  const groups = await read<Group[]>('/api/groups?limit=1000');
  const members = new Map<string, Alert[]>();
  for (const { key } of groups)
    members.set(key, await read<Alert[]>(`/api/groups/${key}/alerts?limit=1000`));
  const incidents = await read<Incident[]>('/api/incidents?limit=1000');
  const placed = new Map<string, IncidentGroup[]>();
  for (const { id } of incidents)
    placed.set(id, await read<IncidentGroup[]>(`/api/incidents/${id}/groups?limit=1000`));
  return { groups, members, incidents, placed };
}
type Look = Awaited<ReturnType<typeof look>>;

const isOpen = ({ status }: Alert) => status === 'OPEN' || status === 'IN_PROGRESS';

/** Each alert in one group, each group in one incident, and every kept number that of a count. */
function expectWhole({ groups, members, incidents, placed }: Look, seed: string): void {
  const alerts = groups.flatMap(({ key }) => members.get(key) ?? []);
  expect(alerts.length, `${seed}: alerts in groups`).toBe(ALERTS);
  expect(new Set(alerts.map(({ id }) => id)).size, `${seed}: alerts`).toBe(ALERTS);
  const held = incidents.flatMap(({ id }) => placed.get(id) ?? []).map(({ key }) => key);
  expect(held.toSorted(), `${seed}: groups in incidents`).toEqual(
    groups.map(({ key }) => key).sort(),
  );
  const counted = groups.map(({ key }) => {
    const own = members.get(key) ?? [];
    return [key, own.length, own.filter(isOpen).length];
  });
  expect(
    groups.map(({ key, alerts: n, active }) => [key, n, active]),
    seed,
  ).toEqual(counted);
  const summed = incidents.map(({ id }) => {
    const own = placed.get(id) ?? [];
    const sum = (of: (group: IncidentGroup) => number) => own.reduce((n, one) => n + of(one), 0);
    return [id, own.length, sum(({ alerts: n }) => n), sum(({ active }) => active)];
  });
  expect(
    incidents.map((one) => [one.id, one.groups, one.alerts, one.active]),
    seed,
  ).toEqual(summed);
}

/** Which alerts are together, which groups are, and what is locked or named, as text. */
function textOf({ groups, members, incidents, placed }: Look): string {
  const lines = [
    ...groups.map(({ key }) => `${key} = ${(members.get(key) ?? []).map(({ id }) => id).sort()}`),
    ...incidents.map(({ id, name, isLocked }) => {
      const keys = (placed.get(id) ?? []).map(({ key }) => key).sort();
      return `${keys} ${name} ${isLocked ? 'locked' : ''}`;
    }),
  ];
  return lines.sort().join('\n');
}

interface Done {
  readonly id: string;
  readonly token: string;
}

interface World {
  readonly random: Random;
  /** In force, the newest last. */
  readonly done: Done[];
  /** Taken back since something was last done, the newest last. */
  readonly undone: Done[];
  /** Also takes back what is not the newest, which may keep rows as they are. */
  readonly isUnruly: boolean;
}

async function send(token: string, path: string, body: unknown): Promise<boolean> {
  const response = await app.request('POST', path, { body, token });
  await response.text();
  return response.ok;
}

async function newestAction(): Promise<string> {
  return (await read<{ id: string }[]>('/api/actions?limit=1'))[0]?.id ?? '';
}

async function step(world: World, token: string): Promise<void> {
  const { random, done, undone } = world;
  app.clock.advance(1_000);
  const kind = random.below(10);
  if (kind < 2 && done.length > 0) {
    const place = world.isUnruly ? random.below(done.length) : done.length - 1;
    const [one] = done.splice(place, 1);
    if (one && (await send(one.token, `/api/actions/${one.id}/undo`, {}))) undone.push(one);
    else if (one) done.splice(place, 0, one);
    return;
  }
  if (kind < 4 && undone.length > 0) {
    const one = undone.pop();
    if (one && (await send(one.token, `/api/actions/${one.id}/redo`, {}))) done.push(one);
    return;
  }
  const before = await newestAction();
  if (!(await decide(random, token))) return;
  const id = await newestAction();
  if (id === before) return;
  done.push({ id, token });
  // What was taken back before something new was done is not done again.
  undone.length = 0;
}

async function decide(random: Random, token: string): Promise<boolean> {
  const { groups, members, incidents, placed } = await look();
  const { id } = random.pick(incidents);
  const keys = (placed.get(id) ?? []).map(({ key }) => key);
  const reason = 'random';
  const alert = random.pick(members.get(random.pick(groups).key) ?? []);
  const [path, body] = random.pick<[string, unknown]>([
    ['incidents/merge', { incidents: [{ id }, { id: random.pick(incidents).id }], reason }],
    [`incidents/${id}/split`, { groups: keys.filter(() => random.chance(50)), reason }],
    [`incidents/${id}/detach`, { group: random.pick(keys), reason }],
    [`incidents/${id}/${random.pick(['lock', 'unlock', 'release'])}`, { reason }],
    [`alerts/${alert.id}/detach`, {}],
    [`alerts/${alert.id}/${random.pick(['detach', 'rejoin'])}`, {}],
  ]);
  return send(token, `/api/${path}`, body);
}

test.each([
  ...[101, 102, 103, 104].map((seed) => ({ seed, isUnruly: false })),
  ...[201, 202, 203, 204].map((seed) => ({ seed, isUnruly: true })),
])(
  '[IN25] two people decide, undo and redo in turns: every alert and group stays in one place (%j)',
  async ({ seed, isUnruly }) => {
    const random = createRandom(seed);
    const says = `WATCHFLOOR_TEST_SEED=${random.seed}${isUnruly ? ' unruly' : ''}`;
    for (let n = 0; n < ALERTS; n++) {
      await createAlert(app, {
        title: `Finding ${random.below(5)}`,
        sourceHost: `h-${random.below(5)}`,
      });
      if (random.chance(30)) app.clock.advance(900_000);
    }
    const start = await look();
    expectWhole(start, says);
    const people = [await app.tokenFor('SOC Analyst'), await app.tokenFor('SOC Analyst')];
    const world: World = { random, done: [], undone: [], isUnruly };
    let most = 0;
    for (let n = 0; n < STEPS; n++) {
      await step(world, random.pick(people));
      most = Math.max(most, world.done.length);
      expectWhole(await look(), `${says} step ${n}`);
    }
    expect(most, says).toBeGreaterThan(2);
    for (const { id, token } of world.done.toReversed()) {
      expect(await send(token, `/api/actions/${id}/undo`, {}), says).toBe(true);
      expectWhole(await look(), `${says} undo`);
    }
    if (!isUnruly) expect(textOf(await look()), says).toBe(textOf(start));
  },
);
