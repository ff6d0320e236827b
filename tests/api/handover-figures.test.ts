/** Figures of a handover against a plain recount: decisions, undos and redos in any order. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DeskAction } from '../../src/shared/areas/actions/actions.contract.ts';
import type { Alert } from '../../src/shared/areas/alerts/alerts.contract.ts';
import { HOUR_MS } from '../../src/shared/kernel/time.ts';
import { createAlert, listAll, updateAlert } from '../helpers/alert-calls.ts';
import {
  ask,
  countBehind,
  figureOf,
  generate,
  sectionOf,
  settled,
} from '../helpers/handover-calls.ts';
import { openTestApp, type TestApp } from '../helpers/open-test-app.ts';
import { createRandom } from '../helpers/random.ts';

let app: TestApp;
beforeEach(async () => {
  app = await openTestApp();
}, 60_000);
afterEach(() => app.close());

const tick = (ms = 1000) => app.clock.advance(ms);

async function bulk(filter: object, change: object): Promise<string> {
  tick();
  const body = { filter, change, investigateFirst: true };
  const { actionId } = await ask<{ actionId: string }>(app, 'POST', '/api/alerts/bulk', body);
  await settled(app, actionId);
  return actionId;
}

async function turn(id: string, what: 'undo' | 'redo'): Promise<void> {
  tick();
  await ask(app, 'POST', `/api/actions/${id}/${what}`);
  await settled(app, id);
}

const BENIGN = {
  ...{ status: 'RESOLVED', verdict: 'BENIGN_TRUE_POSITIVE', reasonCode: 'authorised-scan' },
};
const lastAction = async () =>
  (await ask<DeskAction[]>(app, 'GET', '/api/actions?limit=1'))[0]?.id ?? '';

test('[HO2] what was changed in bulk counts, and does not once it was undone', async () => {
  for (let n = 0; n < 30; n++) await createAlert(app, { severity: n < 20 ? 'LOW' : 'HIGH' });
  const since = app.clock.now();
  const id = await bulk({ severity: 'LOW' }, BENIGN);
  const before = await generate(app, since);
  expect(sectionOf(before, 'decided').total).toBe(20);
  expect(figureOf(before, 'decided', 'Benign true positive')).toBe(20);
  await turn(id, 'undo');
  const undone = await generate(app, since);
  expect(sectionOf(undone, 'decided').total).toBe(0);
  expect(sectionOf(undone, 'changed').figures).toEqual([{ label: 'Undone', n: 1, link: null }]);
  expect(undone.facts?.people).toEqual([]);
  await turn(id, 'redo');
  expect(sectionOf(await generate(app, since), 'decided').total).toBe(20);
  await turn(id, 'undo');
  const again = await generate(app, since);
  expect(sectionOf(again, 'decided').total).toBe(0);
  expect(sectionOf(again, 'changed')).toMatchObject({ total: 1 });
}, 60_000);

test('[HO2] rows that an undo left count as they stand', async () => {
  const alerts = [];
  for (let n = 0; n < 5; n++) alerts.push(await createAlert(app, { severity: 'LOW' }));
  const since = app.clock.now();
  const id = await bulk({ severity: 'LOW' }, { escalated: true });
  tick();
  await updateAlert(app, alerts[0]?.id ?? '', { escalated: false });
  await updateAlert(app, alerts[0]?.id ?? '', { escalated: true });
  await turn(id, 'undo');
  const handover = await generate(app, since);
  expect(figureOf(handover, 'changed', 'Escalated')).toBe(1);
  expect(figureOf(handover, 'changed', 'Escalation withdrawn')).toBe(0);
  const line = sectionOf(handover, 'changed').lines.find(({ key }) => key === `deed:${id}`);
  expect(line?.detail).toContain('4 changed, 1 left as they were');
});

test('[HO13] an action of an earlier shift that was undone or done again in this one is told', async () => {
  await createAlert(app, { severity: 'LOW' });
  const id = await bulk({ severity: 'LOW' }, BENIGN);
  tick(HOUR_MS);
  const since = app.clock.now();
  await turn(id, 'undo');
  const undone = await generate(app, since);
  expect(sectionOf(undone, 'changed').figures).toEqual([{ label: 'Undone', n: 1, link: null }]);
  tick(HOUR_MS);
  const later = app.clock.now();
  await turn(id, 'redo');
  expect(sectionOf(await generate(app, later), 'changed').figures).toEqual([
    { label: 'Done again', n: 1, link: null },
  ]);
  // Undone and done again within one shift: nothing is different.
  expect(sectionOf(await generate(app, since), 'changed').total).toBe(0);
});

/** What a person did, as somebody who watches notes it, and the alerts of which it stands. */
interface Deed {
  readonly actionId: string;
  readonly alertIds: readonly string[];
  readonly what: 'close' | 'reopen' | 'start' | 'escalate' | 'withdraw';
  readonly verdict: string | null;
  readonly on: Set<string>;
  isUndone: boolean;
}

const isOfStatus = ({ what }: Deed) => what !== 'escalate' && what !== 'withdraw';

/** An undo leaves what a later deed changed the same of. */
function undone(deeds: readonly Deed[], deed: Deed): void {
  const later = deeds.slice(deeds.indexOf(deed) + 1);
  for (const id of [...deed.on])
    if (!later.some((one) => one.on.has(id) && isOfStatus(one) === isOfStatus(deed)))
      deed.on.delete(id);
  deed.isUndone = true;
}

const VERDICTS: Record<string, string> = {
  TRUE_POSITIVE: 'True positive',
  BENIGN_TRUE_POSITIVE: 'Benign true positive',
  FALSE_POSITIVE: 'False positive',
};

/** Of each alert the last deed of its status, and of its escalation, that stands. */
function recount(deeds: readonly Deed[]) {
  const status = new Map<string, Deed>();
  const raised = new Map<string, Deed>();
  const reopened = new Set<string>();
  for (const deed of deeds) {
    for (const id of deed.on) {
      if (deed.what === 'escalate' || deed.what === 'withdraw') raised.set(id, deed);
      else status.set(id, deed);
      if (deed.what === 'close') reopened.delete(id);
      if (deed.what === 'reopen') reopened.add(id);
    }
  }
  const closed = [...status].filter(([, { what }]) => what === 'close');
  const isClosed = new Set(closed.map(([id]) => id));
  const count = (verdict: string) => closed.filter(([, deed]) => deed.verdict === verdict).length;
  const open = (what: Deed['what'], of: Map<string, Deed>) =>
    [...of].filter(([id, deed]) => deed.what === what && !isClosed.has(id)).length;
  return {
    decided: closed.length,
    ...Object.fromEntries(Object.keys(VERDICTS).map((verdict) => [verdict, count(verdict)])),
    reopened: [...reopened].filter((id) => !isClosed.has(id)).length,
    started: open('start', status),
    escalated: open('escalate', raised),
    withdrawn: open('withdraw', raised),
  };
}

const CLOSINGS = [
  { status: 'RESOLVED', verdict: 'TRUE_POSITIVE' },
  { status: 'RESOLVED', verdict: 'BENIGN_TRUE_POSITIVE' },
  { status: 'FALSE_POSITIVE', verdict: 'FALSE_POSITIVE' },
];

test('[HO1] [HO2] decisions, undos and redos in any order give what a recount gives', async () => {
  const random = createRandom(20_261_126);
  for (let n = 0; n < 12; n++)
    await createAlert(app, { severity: n < 5 ? 'LOW' : n < 9 ? 'MEDIUM' : 'HIGH' });
  tick();
  const since = app.clock.now();
  const deeds: Deed[] = [];
  const note = (actionId: string, deed: Pick<Deed, 'alertIds' | 'what' | 'verdict'>) =>
    deeds.push({ ...deed, actionId, on: new Set(deed.alertIds), isUndone: false });
  /** What was undone and not done again is over once something else is done. */
  const forgetUndone = () => {
    while (deeds.at(-1)?.on.size === 0) deeds.pop();
  };

  async function changeOne() {
    const { alerts } = await listAll(app);
    const { id, status, escalated } = random.pick(alerts);
    const alertIds = [id];
    const change = async (what: Deed['what'], body: object, verdict: string | null = null) => {
      await updateAlert(app, id, body as Record<string, unknown>);
      note(await lastAction(), { alertIds, what, verdict });
    };
    if (random.chance(30))
      return change(escalated ? 'withdraw' : 'escalate', { escalated: !escalated });
    if (status === 'OPEN') return change('start', { status: 'IN_PROGRESS' });
    if (status !== 'IN_PROGRESS')
      return change('reopen', { status: 'OPEN', reason: 'Not done yet' });
    const closing = random.pick(CLOSINGS);
    return change('close', closing, closing.verdict);
  }

  async function changeMany() {
    const severity = random.pick(['LOW', 'MEDIUM', 'HIGH'] as const);
    const closing = random.pick(CLOSINGS);
    const { alerts } = await listAll(app, { severity, status: 'OPEN,IN_PROGRESS' });
    if (alerts.length === 0) return;
    const id = await bulk({ severity, status: 'OPEN,IN_PROGRESS' }, closing);
    note(id, { alertIds: alerts.map((one) => one.id), what: 'close', verdict: closing.verdict });
  }

  /** The newest that stands is undone, or the last undone is done again, where nothing came after it. */
  async function turnBack() {
    const standing = deeds.findLastIndex(({ on }) => on.size > 0);
    const next = deeds[standing + 1];
    const last = deeds[standing];
    if (next && random.chance(50)) {
      await turn(next.actionId, 'redo');
      for (const id of next.alertIds) next.on.add(id);
      next.isUndone = false;
    } else if (last && !last.isUndone) {
      await turn(last.actionId, 'undo');
      undone(deeds, last);
    }
  }

  /** Any that stands, whatever came after it. */
  async function turnOldBack() {
    forgetUndone();
    const standing = deeds.filter(({ isUndone }) => !isUndone);
    if (standing.length === 0) return;
    const deed = random.pick(standing);
    await turn(deed.actionId, 'undo');
    undone(deeds, deed);
    forgetUndone();
  }

  for (let n = 0; n < 160; n++) {
    tick();
    const kind = random.below(10);
    if (kind < 6) {
      forgetUndone();
      await (kind < 4 ? changeOne() : changeMany());
    } else await (kind < 9 ? turnBack() : turnOldBack());
    if (n % 8 !== 7) continue;
    tick();
    const handover = await generate(app, since);
    const label = `seed ${random.seed}, after ${n + 1} steps`;
    const counted = {
      decided: sectionOf(handover, 'decided').total,
      ...Object.fromEntries(
        Object.entries(VERDICTS).map(([verdict, word]) => [
          verdict,
          figureOf(handover, 'decided', word),
        ]),
      ),
      reopened: figureOf(handover, 'changed', 'Reopened'),
      started: figureOf(handover, 'changed', 'Investigation started'),
      escalated: figureOf(handover, 'changed', 'Escalated'),
      withdrawn: figureOf(handover, 'changed', 'Escalation withdrawn'),
    };
    expect(counted, label).toEqual(recount(deeds));
    for (const { n: told, link } of sectionOf(handover, 'decided').figures)
      expect(await countBehind(app, link ?? ''), `${label}: ${link}`).toBe(told);
  }
}, 120_000);

test('[HO12] [VI15] what is overdue, and what one person closed, is what its link leads to', async () => {
  for (const severity of ['CRITICAL', 'HIGH', 'LOW'] as const)
    for (let n = 0; n < 3; n++) await createAlert(app, { severity, title: `${severity} ${n}` });
  const { alerts } = await listAll(app, { severity: 'CRITICAL' });
  await updateAlert(app, alerts[0]?.id ?? '', { status: 'IN_PROGRESS' });
  const since = app.clock.now();
  tick(5 * HOUR_MS);
  await createAlert(app, { severity: 'CRITICAL', title: 'Came just now' });
  const done = alerts[1] as Alert;
  await updateAlert(app, done.id, { status: 'IN_PROGRESS' });
  await updateAlert(app, done.id, { status: 'RESOLVED', verdict: 'TRUE_POSITIVE' });
  tick();
  const handover = await generate(app, since);
  const overdue = sectionOf(handover, 'overdue');
  expect(overdue.total).toBeGreaterThan(0);
  for (const { n, link } of overdue.figures) expect(await countBehind(app, link ?? '')).toBe(n);
  const closed = handover.facts?.people[0]?.figures.find(({ label }) => label === 'Closed');
  expect(closed?.n).toBe(1);
  expect(await countBehind(app, closed?.link ?? '')).toBe(1);
  // What is closed later is none of the shift's.
  tick();
  await updateAlert(app, alerts[0]?.id ?? '', { status: 'RESOLVED', verdict: 'TRUE_POSITIVE' });
  expect(await countBehind(app, closed?.link ?? '')).toBe(1);
});
