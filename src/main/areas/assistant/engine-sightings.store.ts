/**
 * Which detections spoke of which hosts, by hour: what is new on a host or on the desk. Written with the
 * scoring, asked by seeks of one index; the order in which alerts arrive changes nothing but the count
 * of what was new in an hour.
 */
import type { AlertFacts } from '../../../shared/areas/assistant/engine/engine.types.ts';
import { HOUR_MS } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { ScoredAlert } from './engine-rows.ts';
import { remembered } from './remembered.ts';

const REMEMBERED_HOURS = 30 * 24;
const USUAL_HOURS = 7 * 24;
/** Of one host in one hour, so many detections are looked at. */
const DETECTIONS_MAX = 64;
/** Of them, in two hours, so many are read. */
const AROUND_MAX = 1_000;
/** `host` of a row: 0 stands for any. */
const ANY = 0;

interface Sighting {
  readonly host: number;
  readonly detection: number;
  readonly hour: number;
  firstAt: number;
}

/** The sightings of a batch, each once. */
export function noteSightings(tx: WriteTx, alerts: readonly ScoredAlert[]): void {
  const found = new Map<string, Sighting>();
  const add = (host: number, detection: number, hour: number, at: number) => {
    const key = `${host} ${detection} ${hour}`;
    const known = found.get(key);
    if (known === undefined) found.set(key, { host, detection, hour, firstAt: at });
    else if (at < known.firstAt) known.firstAt = at;
  };
  for (const { row, seen } of alerts) {
    add(ANY, seen.detection, seen.hour, row.createdAt);
    if (seen.host !== null) add(seen.host, seen.detection, seen.hour, row.createdAt);
    if (seen.user !== null) add(seen.user, ANY, seen.hour, row.createdAt);
  }
  const inOrder = [...found.values()].sort((a, b) => a.firstAt - b.firstAt);
  for (const sighting of inOrder) note(tx, sighting);
}

function note(tx: WriteTx, { host, detection, hour, firstAt }: Sighting): void {
  const known = tx.get<{ first_at: number }>(
    'SELECT first_at FROM engine_sightings WHERE host = ? AND detection = ? AND hour = ?',
    ...[host, detection, hour],
  );
  if (known) {
    if (firstAt < known.first_at)
      tx.run(
        'UPDATE engine_sightings SET first_at = ? WHERE host = ? AND detection = ? AND hour = ?',
        ...[firstAt, host, detection, hour],
      );
    return;
  }
  const isPair = host !== ANY && detection !== ANY;
  const isNew = isPair && !wasSeen(tx, host, detection, hour, firstAt);
  tx.run(
    'INSERT INTO engine_sightings (host, detection, hour, first_at) VALUES (?, ?, ?, ?)',
    ...[host, detection, hour, firstAt],
  );
  if (isNew)
    tx.run(
      'INSERT INTO engine_new_hours (hour, n) VALUES (?, 1) ON CONFLICT (hour) DO UPDATE SET n = n + 1',
      hour,
    );
}

/** Before a moment, within what is remembered. */
function wasSeen(db: ReadDb, host: number, detection: number, hour: number, at: number): boolean {
  return earliest(db, host, detection, hour) < at;
}

/** Hours come one after the other: the first of them has the first moment. Infinity: not within what is remembered. */
function earliest(db: ReadDb, host: number, detection: number, hour: number): number {
  const row = db.get<{ first_at: number }>(
    `SELECT first_at FROM engine_sightings
     WHERE host = ? AND detection = ? AND hour BETWEEN ? AND ? ORDER BY hour LIMIT 1`,
    ...[host, detection, hour - REMEMBERED_HOURS, hour],
  );
  return row?.first_at ?? Number.POSITIVE_INFINITY;
}

function earliestOnHost(db: ReadDb, host: number, hour: number): number {
  const row = db.get<{ first_at: number }>(
    `SELECT first_at FROM engine_sightings INDEXED BY engine_sightings_hour
     WHERE host = ? AND hour BETWEEN ? AND ? ORDER BY hour, first_at LIMIT 1`,
    ...[host, hour - REMEMBERED_HOURS, hour],
  );
  return row?.first_at ?? Number.POSITIVE_INFINITY;
}

type SeenFacts = Pick<
  AlertFacts,
  'detectorsOnHost' | 'newOnHost' | 'newOnDesk' | 'newOnDeskUsual' | 'firstSeen'
>;

/** Reads within one transaction in which no sighting is added. */
export function createSightings(db: ReadDb): (alert: ScoredAlert) => SeenFacts {
  const usualAt = createUsual(db);
  const newAt = remembered(String, (hour: number) => newInHour(db, hour));
  const firstOf = remembered(
    ({ host, detection, hour }: PairHour) => `${host} ${detection} ${hour}`,
    ({ host, detection, hour }) => earliest(db, host, detection, hour),
  );
  const firstOn = remembered(
    ({ host, hour }: HostHour) => `${host} ${hour}`,
    ({ host, hour }) => earliestOnHost(db, host, hour),
  );
  const around = remembered(
    ({ host, hour }: HostHour) => `${host} ${hour}`,
    ({ host, hour }) => sightingsAround(db, host, hour),
  );
  return ({ row, seen }) => {
    const at = row.createdAt;
    const { detection, host, user, hour } = seen;
    const onHost = host === null ? [] : detectionsUntil(around({ host, hour }), at);
    const isFirst = (on: number | null, what: number) =>
      on !== null && firstOf({ host: on, detection: what, hour }) >= at;
    // Not before the hour that ends with the alert.
    const isNew = (one: number) =>
      host === null || firstOf({ host, detection: one, hour }) >= at - HOUR_MS;
    return {
      detectorsOnHost: Math.max(1, onHost.length),
      newOnHost: onHost.filter(isNew).length,
      newOnDesk: newAt(hour),
      newOnDeskUsual: usualAt(hour),
      firstSeen: {
        detector: isFirst(ANY, detection),
        detectorOnHost: isFirst(host, detection),
        host: host !== null && firstOn({ host, hour }) >= at,
        user: isFirst(user, ANY),
      },
    };
  };
}

interface HostHour {
  readonly host: number;
  readonly hour: number;
}

interface PairHour extends HostHour {
  readonly detection: number;
}

interface Around {
  readonly detection: number;
  readonly first_at: number;
}

/** Of an hour and the one before it, in the order of the index. */
function sightingsAround(db: ReadDb, host: number, hour: number): Around[] {
  return db.all<Around>(
    `SELECT detection, first_at FROM engine_sightings INDEXED BY engine_sightings_hour
     WHERE host = ? AND hour BETWEEN ? AND ? ORDER BY hour, first_at, detection LIMIT ?`,
    ...[host, hour - 1, hour, AROUND_MAX],
  );
}

function detectionsUntil(sightings: readonly Around[], at: number): number[] {
  const found = new Set<number>();
  for (const { detection, first_at } of sightings) {
    if (first_at > at) continue;
    found.add(detection);
    if (found.size === DETECTIONS_MAX) break;
  }
  return [...found];
}

function newInHour(db: ReadDb, hour: number): number {
  return db.get<{ n: number }>('SELECT n FROM engine_new_hours WHERE hour = ?', hour)?.n ?? 0;
}

/** How many an hour are usual, by the seven days before; kept for the hours that were asked for. */
function createUsual(db: ReadDb): (hour: number) => number {
  const known = new Map<number, number>();
  return (hour) => {
    const before = known.get(hour);
    if (before !== undefined) return before;
    const row = db.get<{ n: number | null }>(
      'SELECT sum(n) AS n FROM engine_new_hours WHERE hour >= ? AND hour < ?',
      ...[hour - USUAL_HOURS, hour],
    );
    const usual = (row?.n ?? 0) / USUAL_HOURS;
    known.set(hour, usual);
    return usual;
  };
}
