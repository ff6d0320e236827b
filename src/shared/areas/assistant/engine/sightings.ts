/**
 * What is seen for the first time, and how often within a quarter of an hour: the facts that only time
 * tells. Alerts are shown to it in the order of their own time; what is older than a month is forgotten.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/time.ts';
import type { AlertFacts, EngineAlert } from './engine.types.ts';
import { peerOf } from './normalise.ts';
import { detectionOf, principalOf } from './pattern-keys.ts';

const WINDOW_MS = 15 * MINUTE_MS;
const REMEMBERED_MS = 30 * DAY_MS;
const USUAL_HOURS = 7 * 24;
const USUAL_AT_LEAST = 24;

export type SightingFacts = Pick<
  AlertFacts,
  | 'burst'
  | 'detectorsOnHost'
  | 'newOnHost'
  | 'newOnDesk'
  | 'newOnDeskUsual'
  | 'firstSeen'
  | 'peer'
  | 'hour'
>;

interface Pair {
  lastAt: number;
  window: number;
  burst: number;
}

interface Host {
  readonly detectors: Map<string, number>;
  newAt: number[];
}

export type SurroundingFacts = Pick<
  AlertFacts,
  'detectorsOnHost' | 'newOnHost' | 'newOnDesk' | 'newOnDeskUsual'
>;

export interface Sightings {
  /** @param repeats how many alerts at once it stands for. Facts are as of the alert itself. */
  see(alert: EngineAlert, repeats?: number): SightingFacts;
  /** What went on around an alert that was seen, as of a later moment. */
  around(alert: EngineAlert, at: number): SurroundingFacts;
}

export function createSightings(): Sightings {
  const lastSeen = new Map<string, number>();
  const pairs = new Map<string, Pair>();
  const hosts = new Map<string, Host>();
  const desk = createRate();

  /** Whether it is new at this moment, which it is no more afterwards. */
  function isFirst(key: string, at: number): boolean {
    const before = lastSeen.get(key);
    lastSeen.set(key, Math.max(at, before ?? at));
    return before === undefined || at - before > REMEMBERED_MS;
  }

  function seePair(key: string, at: number, repeats: number): Pair & { isNew: boolean } {
    const known = pairs.get(key);
    const isNew = known === undefined || at - known.lastAt > REMEMBERED_MS;
    const window = Math.floor(at / WINDOW_MS);
    const pair: Pair = isNew || !known ? { lastAt: at, window, burst: 0 } : known;
    pair.burst = pair.window === window ? pair.burst + repeats : repeats;
    pair.window = window;
    pair.lastAt = Math.max(at, pair.lastAt);
    pairs.set(key, pair);
    return { ...pair, isNew };
  }

  function seeHost(name: string, detection: string, isNew: boolean, at: number): void {
    const host: Host = hosts.get(name) ?? { detectors: new Map(), newAt: [] };
    hosts.set(name, host);
    host.detectors.set(detection, at);
    if (isNew) host.newAt.push(at);
  }

  function around(principal: string, at: number): SurroundingFacts {
    const host = hosts.get(principal);
    for (const [detector, seen] of host?.detectors ?? [])
      if (at - seen > HOUR_MS) host?.detectors.delete(detector);
    if (host && host.newAt.length > 0)
      host.newAt = host.newAt.filter((time) => at - time <= HOUR_MS);
    return {
      detectorsOnHost: host?.detectors.size ?? 0,
      newOnHost: host?.newAt.length ?? 0,
      ...desk.at(at),
    };
  }

  return {
    see(alert, repeats = 1) {
      const { at } = alert;
      const detection = detectionOf(alert);
      const principal = principalOf(alert) ?? '';
      const pair = seePair(`${principal.length}:${principal}|${detection}`, at, repeats);
      seeHost(principal, detection, pair.isNew, at);
      if (pair.isNew) desk.add(at);
      return {
        burst: pair.burst,
        ...around(principal, at),
        firstSeen: {
          detector: isFirst(`detector|${detection}`, at),
          detectorOnHost: pair.isNew,
          host: isFirst(`host|${principal}`, at),
          user: alert.user !== null && isFirst(`user|${alert.user.text.toLowerCase()}`, at),
        },
        peer: peerOf(alert),
        hour: Math.floor((at % DAY_MS) / HOUR_MS),
      };
    },
    around: (alert, at) => around(principalOf(alert) ?? '', at),
  };
}

/** How many new things within an hour, and how many are usual. */
function createRate() {
  let recent: number[] = [];
  const hours = new Map<number, number>();
  let firstHour: number | null = null;
  return {
    add(at: number): void {
      recent.push(at);
      const hour = Math.floor(at / HOUR_MS);
      firstHour ??= hour;
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
    },
    at(at: number): Pick<AlertFacts, 'newOnDesk' | 'newOnDeskUsual'> {
      if (recent.length > 0 && at - (recent[0] ?? at) > HOUR_MS)
        recent = recent.filter((time) => at - time <= HOUR_MS);
      const hour = Math.floor(at / HOUR_MS);
      let sum = 0;
      for (const [past, count] of hours) {
        if (hour - past > USUAL_HOURS) hours.delete(past);
        else if (past < hour) sum += count;
      }
      const span = Math.min(USUAL_HOURS, Math.max(USUAL_AT_LEAST, hour - (firstHour ?? hour)));
      return { newOnDesk: recent.length, newOnDeskUsual: sum / span };
    },
  };
}
