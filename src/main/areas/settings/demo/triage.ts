import type { AlertUpdate } from '../../../../shared/areas/alerts/alerts.contract.ts';
import { DEFAULT_WORKSPACE_SETTINGS } from '../../../../shared/areas/settings/workspace-settings.contract.ts';
import { MINUTE_MS, SECOND_MS } from '../../../../shared/kernel/time.ts';
import type { AlertDoor } from './alert-door.ts';
import { CLOSED, CLOSED_AUTOMATICALLY, type DemoAlert, type Fate } from './alerts.ts';
import { demoDisposition } from './dispositions.content.ts';
import { itemAt, spread } from './random.ts';
import { byPerson, byWatchfloor, type World } from './world.ts';

/** Mean time to the first action, all and automatic ones; and what handling took of doing it by hand. */
const MEAN_RESPONSE_MS = 45 * SECOND_MS;
const MEAN_AUTOMATIC_MS = 12 * SECOND_MS;
const SHARE_OF_MANUAL_TIME = 0.33;
const BY_HAND_MS = DEFAULT_WORKSPACE_SETTINGS.baselines.manualMinutesPerAlert * MINUTE_MS;

type FateOf<T extends Fate['type']> = Extract<Fate, { type: T }>;

function hasFate(alert: DemoAlert, ...types: Fate['type'][]): boolean {
  return types.includes(alert.fate.type);
}

/** Gives each of the alerts its share of a sum. */
function shares(world: World, alerts: readonly DemoAlert[], total: number) {
  const parts = spread(world.random, alerts.length, total);
  const byId = new Map(alerts.map((alert, index) => [alert.id, itemAt(parts, index)]));
  return (alert: DemoAlert): number => {
    const share = byId.get(alert.id);
    if (share === undefined) throw new Error(`${alert.id} has no share`);
    return share;
  };
}

interface Times {
  /** From creation to the first action. */
  response(alert: DemoAlert): number;
  handling(alert: DemoAlert): number;
}

function planTimes(world: World, alerts: readonly DemoAlert[]): Times {
  const automatic = alerts.filter((alert) => hasFate(alert, 'auto', 'overturned'));
  const byHand = alerts.filter((alert) => hasFate(alert, 'analyst', 'working'));
  const handled = alerts.filter((alert) => hasFate(alert, 'analyst', 'overturned'));
  const automaticMs = CLOSED_AUTOMATICALLY * MEAN_AUTOMATIC_MS;
  const allMs = (automatic.length + byHand.length) * MEAN_RESPONSE_MS;
  const automaticShare = shares(world, automatic, automaticMs);
  const byHandShare = shares(world, byHand, allMs - automaticMs);
  return {
    response: (alert) =>
      hasFate(alert, 'auto', 'overturned') ? automaticShare(alert) : byHandShare(alert),
    handling: shares(world, handled, CLOSED * BY_HAND_MS * SHARE_OF_MANUAL_TIME),
  };
}

/** Adds to the past that the alerts came in and what became of them. */
export function addAlertsToPast(world: World, door: AlertDoor, alerts: readonly DemoAlert[]): void {
  const times = planTimes(world, alerts);
  for (const alert of alerts) {
    world.past.add(alert.receivedAt, byWatchfloor('alerts.receive'), (tx) =>
      door.insert(tx, alert.alert),
    );
    addFate(world, door, alert, times);
  }
}

function addFate(world: World, door: AlertDoor, alert: DemoAlert, times: Times): void {
  const { fate } = alert;
  if (fate.type === 'auto' || fate.type === 'overturned') {
    addAutomaticClosing(world, door, alert, fate, times);
  }
  if (fate.type === 'overturned') addOverturning(world, door, alert, fate, times);
  if (fate.type === 'working') addWork(world, door, alert, fate, times);
  if (fate.type !== 'analyst') return;
  const work = { from: alert.at + times.response(alert), took: times.handling(alert) };
  addHandling(world, door, alert, fate, work);
}

const CLOSING_ACTIONS = {
  RESOLVED: 'alerts.resolve',
  FALSE_POSITIVE: 'alerts.false-positive',
} as const;

function addAutomaticClosing(
  world: World,
  door: AlertDoor,
  alert: DemoAlert,
  fate: FateOf<'auto' | 'overturned'>,
  times: Times,
): void {
  const at = alert.at + times.response(alert);
  world.past.add(at, byWatchfloor(CLOSING_ACTIONS[fate.as], fate.why), (tx) =>
    door.change(tx, alert.id, () => ({
      status: fate.as,
      falsePositive: fate.as === 'FALSE_POSITIVE',
      aiInvestigation: { decision: 'auto-close', reasons: [{ text: fate.why }] },
      resolvedAt: at,
      firstActionAt: at,
      autoClosedAt: at,
      ...demoDisposition(alert.key, fate.as),
      closingNote: fate.why,
      updatedAt: at,
    })),
  );
}

function addOverturning(
  world: World,
  door: AlertDoor,
  alert: DemoAlert,
  fate: FateOf<'overturned'>,
  times: Times,
): void {
  const actor = world.desk(fate.by);
  const caller = byPerson(actor, 'alerts.reopen', fate.reason);
  world.past.add(fate.reopenAt, caller, (tx) =>
    door.act(tx, alert.id, { status: 'OPEN', reason: fate.reason }, actor),
  );
  addHandling(
    world,
    door,
    alert,
    { ...fate, as: fate.finallyAs },
    {
      from: fate.reopenAt + world.random.int(SECOND_MS, 3 * MINUTE_MS),
      took: times.handling(alert),
    },
  );
}

function addHandling(
  world: World,
  door: AlertDoor,
  alert: DemoAlert,
  fate: Pick<FateOf<'analyst'>, 'as' | 'found' | 'by'>,
  work: { readonly from: number; readonly took: number },
): void {
  const actor = world.desk(fate.by);
  world.past.add(work.from, byPerson(actor, 'alerts.investigate'), (tx) =>
    door.act(tx, alert.id, { status: 'IN_PROGRESS', assignedTo: actor }, actor),
  );
  const end = work.from + work.took;
  world.past.add(end, byPerson(actor, CLOSING_ACTIONS[fate.as], fate.found), (tx) =>
    door.act(tx, alert.id, closingOf(alert, fate), actor),
  );
}

/** Most say where they saw it, as the desk asks for it. */
function closingOf(alert: DemoAlert, fate: Pick<FateOf<'analyst'>, 'as' | 'found'>): AlertUpdate {
  const evidence = alert.alert.row.sourceHost === null ? ['raw'] : ['sourceHost', 'raw'];
  const disposition = demoDisposition(alert.key, fate.as);
  return { status: fate.as, reason: fate.found, note: fate.found, evidence, ...disposition };
}

function addWork(
  world: World,
  door: AlertDoor,
  alert: DemoAlert,
  fate: FateOf<'working'>,
  times: Times,
): void {
  const actor = world.desk(fate.by);
  const from = alert.at + times.response(alert);
  world.past.add(from, byPerson(actor, 'alerts.investigate'), (tx) =>
    door.act(tx, alert.id, { status: 'IN_PROGRESS', assignedTo: actor }, actor),
  );
  if (!fate.isEscalated) return;
  world.past.add(world.end, byPerson(actor, 'alerts.escalate'), (tx) =>
    door.act(tx, alert.id, { escalated: true }, actor),
  );
}
