/** What the memory says of a pattern: rows by day and person, at most 90 days of them. */
import { DAILY_SUPPORT, SUPPORT_MS } from '../../../shared/areas/assistant/engine/conditions.ts';
import type {
  AlertFacts,
  KeyCounts,
  PastAlert,
  PatternKeys,
  PatternSupport,
} from '../../../shared/areas/assistant/engine/engine.types.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { hasOpenSecondLook } from './automation.store.ts';
import { levelsOf, patternUid, traitHash } from './engine-rows.ts';
import { remembered } from './remembered.ts';

const dayOf = (at: number) => Math.floor(at / DAY_MS);
const WEEK_DAYS = 7;
const SIMILAR = 5;

/** Reads within one transaction in which nothing is learned. */
export function createKeyCounts(
  db: ReadDb,
): (keys: PatternKeys, now: number) => AlertFacts['dispositions'] {
  const countsOf = remembered(
    ({ key, day }: KeyDay) => `${day} ${key}`,
    (one) => readCounts(db, one),
  );
  return (keys, now) => {
    const found: Record<string, KeyCounts | null> = { detector: null, role: null, host: null };
    for (const { level, key } of levelsOf(keys))
      found[level] = countsOf({ key, day: dayOf(now), since: dayOf(now - SUPPORT_MS) });
    return found as unknown as AlertFacts['dispositions'];
  };
}

interface KeyDay {
  readonly key: string;
  readonly day: number;
  /** The last day that no longer counts. */
  readonly since: number;
}

function readCounts(db: ReadDb, { key, day, since }: KeyDay): KeyCounts | null {
  const row = db.get<{ b7: number | null; m7: number; b90: number | null; m90: number }>(
    `SELECT sum(CASE WHEN d.day > ? THEN d.benign ELSE 0 END) AS b7,
       sum(CASE WHEN d.day > ? THEN d.malicious ELSE 0 END) AS m7,
       sum(d.benign) AS b90, sum(d.malicious) AS m90
     FROM engine_pattern_days d
     WHERE d.pattern_id = (SELECT id FROM engine_patterns WHERE uid = ?) AND d.day > ?`,
    ...[day - WEEK_DAYS, day - WEEK_DAYS, patternUid(key), since],
  );
  if (!row || row.b90 === null) return null;
  return {
    benign7: row.b7 ?? 0,
    malicious7: row.m7,
    benign90: row.b90,
    malicious90: row.m90,
  };
}

interface DayRow {
  readonly day: number;
  readonly analyst: string;
  readonly benign: number;
  readonly malicious: number;
  readonly last_at: number;
}

/** Null where the desk has given no verdict about the pattern. */
export function readSupport(db: ReadDb, keys: PatternKeys, now: number): PatternSupport | null {
  if (keys.pattern === null) return null;
  const uid = patternUid(keys.pattern);
  const id = db.get<{ id: number }>('SELECT id FROM engine_patterns WHERE uid = ?', uid)?.id;
  if (id === undefined) return null;
  const days = db.all<DayRow>(
    'SELECT day, analyst, benign, malicious, last_at FROM engine_pattern_days WHERE pattern_id = ? AND day > ?',
    ...[id, dayOf(now - SUPPORT_MS)],
  );
  const { open, leaning } = hasOpenSecondLook(db, uid) ? countOpen(db, uid) : NO_LOOKS;
  if (days.length === 0 && open + leaning === 0) return null;
  const counted = countDays(db, days);
  return {
    ...{ pattern: keys.pattern, label: keys.label },
    ...counted,
    burstMax: readBurstMax(db, id, now),
    unseenTraits: unseenTraits(db, id, keys.traits, now),
    // What waits for a second look is not in the days yet; what is in them stands.
    secondLook: { open, leaning, confirmed: counted.malicious },
    similar: readSimilar(db, id),
  };
}

type Counted = Pick<
  PatternSupport,
  'closed' | 'counted' | 'days' | 'analysts' | 'malicious' | 'lastAt'
>;

function countDays(db: ReadDb, rows: readonly DayRow[]): Counted {
  const byDay = new Map<number, number>();
  const byAnalyst = new Map<string, number>();
  let malicious = 0;
  let lastAt: number | null = null;
  for (const row of rows) {
    malicious += row.malicious;
    if (row.benign === 0) continue;
    byDay.set(row.day, (byDay.get(row.day) ?? 0) + row.benign);
    byAnalyst.set(row.analyst, (byAnalyst.get(row.analyst) ?? 0) + row.benign);
    lastAt = Math.max(lastAt ?? 0, row.last_at);
  }
  const closed = [...byDay.values()].reduce((sum, n) => sum + n, 0);
  return {
    closed,
    counted: [...byDay.values()].reduce((sum, n) => sum + Math.min(DAILY_SUPPORT, n), 0),
    days: byDay.size,
    analysts: namedAnalysts(db, byAnalyst),
    malicious,
    lastAt,
  };
}

function namedAnalysts(
  db: ReadDb,
  byAnalyst: ReadonlyMap<string, number>,
): PatternSupport['analysts'] {
  return [...byAnalyst]
    .map(([id, closed]) => ({ id, name: accountName(db, id), closed }))
    .sort((a, b) => b.closed - a.closed || (a.id < b.id ? -1 : 1));
}

export function accountName(db: ReadDb, id: string): string {
  return (
    db.get<{ name: string }>(
      `SELECT coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name
       FROM users WHERE id = ?`,
      id,
    )?.name ?? 'Unknown account'
  );
}

function readBurstMax(db: ReadDb, patternId: number, now: number): number {
  return (
    db.get<{ burst: number }>(
      `SELECT burst FROM engine_dispositions INDEXED BY engine_dispositions_burst
       WHERE pattern_id = ? AND outcome = 1 AND closed_at > ? ORDER BY burst DESC LIMIT 1`,
      ...[patternId, now - SUPPORT_MS],
    )?.burst ?? 0
  );
}

function unseenTraits(
  db: ReadDb,
  patternId: number,
  traits: readonly string[],
  now: number,
): string[] {
  return traits.filter(
    (trait) =>
      db.get(
        'SELECT 1 FROM engine_pattern_traits WHERE pattern_id = ? AND trait = ? AND n > 0 AND last_at > ?',
        ...[patternId, traitHash(trait), now - SUPPORT_MS],
      ) === undefined,
  );
}

interface OpenLooks {
  readonly open: number;
  /** Confirmed by one where two must agree. */
  readonly leaning: number;
}
const NO_LOOKS: OpenLooks = { open: 0, leaning: 0 };

function countOpen(db: ReadDb, uid: string): OpenLooks {
  return (
    db.get<OpenLooks>(
      `SELECT coalesce(sum(first_confirmed_by IS NULL), 0) AS open,
         coalesce(sum(first_confirmed_by IS NOT NULL), 0) AS leaning FROM automation_second_looks INDEXED BY automation_second_looks_pattern
       WHERE pattern_id = ? AND outcome IS NULL AND deleted_at IS NULL`,
      uid,
    ) ?? NO_LOOKS
  );
}

function readSimilar(db: ReadDb, patternId: number): PastAlert[] {
  return db.all<PastAlert>(
    `SELECT a.id AS alertId, a.title, d.closed_at AS closedAt, a.verdict
     FROM engine_dispositions d INDEXED BY engine_dispositions_pattern
     CROSS JOIN alerts a ON a.seq = d.alert_seq
     WHERE d.pattern_id = ? AND a.deleted_at IS NULL
     ORDER BY d.closed_at DESC LIMIT ?`,
    ...[patternId, SIMILAR],
  );
}
