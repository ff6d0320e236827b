import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../shared/kernel/time.ts';
import type { AlertWithRaw } from '../../alerts/alert-batch.ts';
import type { AlertDoor } from './alert-door.ts';
import type { Detection, NoiseTemplate, StoryStep } from './detection.ts';
import { writeRecord } from './records.ts';
import { createScene } from './scene.ts';
import { pickAnalyst, type World } from './world.ts';

/** How an alert was closed, or that it was not. */
export type Fate =
  | { readonly type: 'auto'; readonly as: Closed; readonly why: string }
  | {
      readonly type: 'overturned';
      readonly as: Closed;
      readonly why: string;
      readonly reopenAt: number;
      readonly reason: string;
      readonly finallyAs: Closed;
      readonly found: string;
      readonly by: string;
    }
  | { readonly type: 'analyst'; readonly as: Closed; readonly found: string; readonly by: string }
  | { readonly type: 'working'; readonly by: string; readonly isEscalated: boolean }
  | { readonly type: 'open' };
type Closed = 'RESOLVED' | 'FALSE_POSITIVE';

export interface DemoAlert {
  readonly id: string;
  readonly at: number;
  readonly receivedAt: number;
  /** Key of its template, or of its story. */
  readonly key: string;
  /** Of a story: which of its steps, from 0. */
  readonly step: number | null;
  readonly alert: AlertWithRaw;
  readonly fate: Fate;
}

/**
 * How many alerts of the last 30 days there are (decisions, section 3): 1,000 closed, 909 of them
 * automatically, 19 of those taken back; and 12 that are active.
 */
export const CLOSED = 1000;
export const CLOSED_AUTOMATICALLY = 909;
const ACTIVE = 12;

const FIRST_AGE_MS = 29.5 * DAY_MS;
/** The youngest of the noise is older than what happened last, so that it can be closed by then. */
const LAST_AGE_MS = 5 * MINUTE_MS;
/** What people close has to be old enough for them to have done it. */
const HANDLED_AGE_MS = 4 * HOUR_MS;
const OVERTURNED_AGE_MS = 3 * DAY_MS;

function createAlert(
  world: World,
  door: AlertDoor,
  detection: Detection,
  place: { key: string; at: number; fate: Fate; peer?: string; step?: number },
): DemoAlert & { readonly peer: string | null } {
  const { key, at, fate } = place;
  const scene = createScene(world, detection, at, place.peer);
  const record = writeRecord(world, detection, scene);
  const id = world.newId();
  const receivedAt = at + world.random.int(SECOND_MS, 3 * SECOND_MS);
  return {
    id,
    at,
    receivedAt,
    key,
    step: place.step ?? null,
    fate,
    peer: scene.peer,
    alert: door.read(record, id, receivedAt),
  };
}

/** The three stories and the noise around them, oldest first. */
export function createAlerts(world: World, door: AlertDoor): DemoAlert[] {
  const alerts: DemoAlert[] = createStoryAlerts(world, door);
  const count = (type: Fate['type']) => alerts.filter(({ fate }) => fate.type === type).length;
  const overturned = world.content.noise.filter((template) => template.overturn !== undefined);
  const needed = {
    auto: CLOSED_AUTOMATICALLY - count('overturned') - overturned.length,
    analyst: CLOSED - CLOSED_AUTOMATICALLY - count('analyst'),
    open: ACTIVE - count('working') - count('open'),
  };
  for (const template of overturned) alerts.push(createOverturned(world, door, template));
  for (let n = 0; n < needed.analyst; n++) alerts.push(createHandled(world, door));
  for (let n = 0; n < needed.open; n++) alerts.push(createOpen(world, door, n));
  const automatic: DemoAlert[] = [];
  while (automatic.length < needed.auto) {
    const burst = createBurst(world, door, needed.auto - automatic.length);
    automatic.push(...burst);
  }
  return [...alerts, ...automatic].sort((a, b) => a.at - b.at);
}

function fateOf(world: World, step: StoryStep): Fate {
  switch (step.fate) {
    case 'overturned':
      return {
        type: 'overturned',
        as: 'FALSE_POSITIVE',
        why: step.why,
        reopenAt: world.ago(step.reopen),
        reason: step.reason,
        finallyAs: 'RESOLVED',
        found: step.found,
        by: pickAnalyst(world),
      };
    case 'analyst':
      return { type: 'analyst', as: 'RESOLVED', found: step.found, by: pickAnalyst(world) };
    case 'working':
      return { type: 'working', by: step.by, isEscalated: step.escalate };
    case 'open':
      return { type: 'open' };
  }
}

function createStoryAlerts(world: World, door: AlertDoor): DemoAlert[] {
  return world.content.stories.flatMap((story) =>
    story.steps.map((step, index) =>
      createAlert(world, door, step, {
        key: story.key,
        step: index,
        at: world.ago(step.before),
        fate: fateOf(world, step),
      }),
    ),
  );
}

/** Most alerts come in office hours, fewer at night and at weekends. */
function momentWithin(world: World, oldest: number, youngest: number): number {
  const { random, now } = world;
  for (;;) {
    const at = now - Math.floor(youngest + random.next() * (oldest - youngest));
    const date = new Date(at);
    const hour = date.getUTCHours();
    const isOffice = hour >= 6 && hour < 18;
    const isWeekend = date.getUTCDay() % 6 === 0;
    if (random.next() < (isOffice ? 1 : 0.4) * (isWeekend ? 0.5 : 1)) return at;
  }
}

function createOverturned(world: World, door: AlertDoor, template: NoiseTemplate): DemoAlert {
  const { closing, overturn } = template;
  if (!overturn) throw new Error(`${template.key} is never overturned`);
  const at = momentWithin(world, FIRST_AGE_MS, OVERTURNED_AGE_MS);
  const fate: Fate = {
    type: 'overturned',
    as: closing.as,
    why: closing.why,
    reopenAt: at + world.random.int(HOUR_MS, 20 * HOUR_MS),
    reason: overturn.why,
    finallyAs: overturn.as,
    found: overturn.found,
    by: pickAnalyst(world),
  };
  return createAlert(world, door, template, { key: template.key, at, fate });
}

function createHandled(world: World, door: AlertDoor): DemoAlert {
  const template = world.random.weighted(world.content.noise, ({ analyst }) => analyst);
  const at = momentWithin(world, FIRST_AGE_MS, HANDLED_AGE_MS);
  const by = pickAnalyst(world);
  const fate: Fate = { type: 'analyst', as: template.closing.as, found: template.found, by };
  return createAlert(world, door, template, { key: template.key, at, fate });
}

/** Noise that nobody has looked at yet. */
function createOpen(world: World, door: AlertDoor, index: number): DemoAlert {
  const common = world.content.noise.filter(({ burst, weight }) => burst === 1 && weight >= 5);
  const template = world.random.pick(common);
  const at = world.now - (index + 2) * HOUR_MS - world.random.int(0, 40 * MINUTE_MS);
  return createAlert(world, door, template, { key: template.key, at, fate: { type: 'open' } });
}

/** What came once, or several times from one address within minutes, and was closed by itself. */
function createBurst(world: World, door: AlertDoor, atMost: number): DemoAlert[] {
  const { random, content, now } = world;
  const template = random.weighted(content.noise, ({ weight }) => weight);
  const size = Math.min(random.int(1, template.burst), atMost);
  const fate: Fate = { type: 'auto', as: template.closing.as, why: template.closing.why };
  const alerts: DemoAlert[] = [];
  let at = momentWithin(world, FIRST_AGE_MS, LAST_AGE_MS);
  let peer: string | undefined;
  while (alerts.length < size && at <= now - LAST_AGE_MS) {
    const place = { key: template.key, at, fate, ...(peer ? { peer } : {}) };
    const made = createAlert(world, door, template, place);
    peer = made.peer ?? undefined;
    alerts.push(made);
    at += random.int(5 * SECOND_MS, 3 * MINUTE_MS);
  }
  return alerts;
}
