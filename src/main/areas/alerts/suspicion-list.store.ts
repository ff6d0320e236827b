/**
 * The queue by suspicion: along the engine's index of what waits, each stretch tested for the filter, for
 * a few milliseconds at most; then the page ends where the look has got to, and its cursor goes on. What the
 * engine has not come to stands at the end, the newest first, so that nothing that waits is missing.
 */
import type { AlertEngine, AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import { ENGINE_VERSION } from '../../../shared/areas/assistant/engine/engine.types.ts';
import { DECISIONS } from '../../../shared/areas/assistant/explanation.ts';
import type { ReadDb } from '../../db/database.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';
import type { Position } from './alert-filter.store.ts';
import { isAllThatWaits } from './alert-query.ts';
import type { AlertRow } from './alert-rows.ts';
import { type AskedQuery, askQuery } from './query-ask.store.ts';
import { placesOfQuery } from './query-list.store.ts';
import { givenRows, matchingRows } from './query-rows.store.ts';
import { fewOf, totalAtOnce } from './query-stack.store.ts';

const LOOK_MS = 10;
const FIRST_STRETCH = 300;
const LONGEST_STRETCH = 2_000;

/** A place of the list; below every suspicion stands what has none yet. */
export interface SuspicionPlace {
  readonly suspicion: number;
  readonly created_at: number;
  readonly seq: number;
  readonly look?: Position['look'];
}

export interface SuspicionPage {
  readonly rows: AlertRow[];
  readonly total: number | null;
  readonly next: SuspicionPlace | null;
}

export interface SuspicionPlaces {
  readonly places: readonly SuspicionPlace[];
  readonly next: SuspicionPlace | null;
}

const NOT_LOOKED_AT = -1;
const BEFORE_ALL: SuspicionPlace = { suspicion: 101, created_at: 0, seq: 0 };
const BEFORE_UNDECIDED: SuspicionPlace = {
  suspicion: NOT_LOOKED_AT,
  created_at: Number.MAX_SAFE_INTEGER,
  seq: 0,
};

/** @param filter Settled (alert-query.ts): it says itself that it is of what waits. */
export function listBySuspicion(
  db: ReadDb,
  filter: AlertFilter,
  options: { after: SuspicionPlace | null; limit: number },
): SuspicionPage {
  const { places, next } = placesBySuspicion(db, filter, options);
  const rows = places.flatMap(({ seq }) =>
    db.rows(alertsTable, 'SELECT * FROM alerts WHERE seq = ?', seq),
  );
  return { rows, total: totalAtOnce(db, askQuery(db, filter)), next };
}

/** The next places; short of the limit, or empty, while `next` says that there is more. */
export function placesBySuspicion(
  db: ReadDb,
  filter: AlertFilter,
  { after, limit }: { after: SuspicionPlace | null; limit: number },
): SuspicionPlaces {
  const asked = isAllThatWaits(filter) ? null : askQuery(db, filter);
  const few = asked && fewOf(db, asked);
  if (asked && few) return fewPlaces(db, asked, few, { after, limit });
  const position = after ?? BEFORE_ALL;
  if (position.suspicion === NOT_LOOKED_AT) return undecided(db, filter, position, limit);
  // Asked first: what is decided while this looks would else count as decided without having been found.
  const isBehind = !isAllDecided(db);
  const found = decided(db, asked, position, limit);
  if (found.next !== null || !isBehind) return found;
  const late = undecided(db, filter, BEFORE_UNDECIDED, limit);
  return joined(decided(db, asked, position, limit), late, limit);
}

/** What was decided since the late ones were read is among the decided, who are read after them. */
function joined(found: SuspicionPlaces, late: SuspicionPlaces, limit: number): SuspicionPlaces {
  if (found.next !== null) return found;
  const known = new Set(found.places.map(({ seq }) => seq));
  const rest = late.places.filter(({ seq }) => !known.has(seq));
  const room = limit - found.places.length;
  if (room === 0) return { places: found.places, next: BEFORE_UNDECIDED };
  const more = rest.slice(0, room);
  const next = rest.length > room ? (more.at(-1) ?? null) : late.next;
  return { places: [...found.places, ...more], next };
}

function decided(
  db: ReadDb,
  asked: AskedQuery | null,
  after: SuspicionPlace,
  limit: number,
): SuspicionPlaces {
  const started = performance.now();
  const found: SuspicionPlace[] = [];
  let position = after;
  for (let length = FIRST_STRETCH; ; length = Math.min(2 * length, LONGEST_STRETCH)) {
    const stretch = nextStretch(db, position, length);
    found.push(...passing(db, asked, stretch));
    if (found.length > limit) return cut(found, limit);
    const last = stretch.at(-1);
    if (!last || stretch.length < length) return { places: found, next: null };
    position = last;
    if (performance.now() - started > LOOK_MS) return { places: found, next: last };
  }
}

function cut(places: readonly SuspicionPlace[], limit: number): SuspicionPlaces {
  const shown = places.slice(0, limit);
  return { places: shown, next: places.length > limit ? (shown.at(-1) ?? null) : null };
}

/** So few are read at once, and put in order. */
function fewPlaces(
  db: ReadDb,
  asked: AskedQuery,
  few: readonly number[],
  { after, limit }: { after: SuspicionPlace | null; limit: number },
): SuspicionPlaces {
  const suspicion = `coalesce((SELECT e.suspicion FROM engine_decisions e WHERE e.alert_seq = a.seq),
    ${NOT_LOOKED_AT}) AS suspicion`;
  const select = `a.seq, a.created_at, ${suspicion}`;
  const all = [...matchingRows<SuspicionPlace>(db, asked.test, givenRows(few), select)]
    .map(({ seq, created_at, suspicion: points }) => ({ suspicion: points, created_at, seq }))
    .sort(byPlace);
  return cut(after ? all.filter((one) => byPlace(after, one) < 0) : all, limit);
}

function byPlace(a: SuspicionPlace, b: SuspicionPlace): number {
  return b.suspicion - a.suspicion || b.created_at - a.created_at || b.seq - a.seq;
}

function undecided(
  db: ReadDb,
  filter: AlertFilter,
  { created_at: createdAt, seq, look }: SuspicionPlace,
  limit: number,
): SuspicionPlaces {
  const asked = askQuery(db, { ...filter, query: `(${filter.query ?? ''}) decision:none` });
  const after = { createdAt, seq, ...(look ? { look } : {}) };
  const { places, next } = placesOfQuery(db, asked, { after, limit });
  const suspicion = NOT_LOOKED_AT;
  return {
    places: places.map((place) => ({ suspicion, created_at: place.created_at, seq: place.seq })),
    next: next && {
      ...{ suspicion, created_at: next.createdAt, seq: next.seq },
      ...(next.look ? { look: next.look } : {}),
    },
  };
}

/** As the engine itself says; then there is no need to look for others among all that wait. */
function isAllDecided(db: ReadDb): boolean {
  const state = db.get<{ version: string; scored: number; last: number | null }>(
    `SELECT version, scored, (SELECT max(seq) FROM alerts) AS last FROM engine_state WHERE one = 1`,
  );
  return state?.version === ENGINE_VERSION && state.scored >= (state.last ?? 0);
}

function nextStretch(db: ReadDb, after: SuspicionPlace, limit: number): SuspicionPlace[] {
  return db.all(
    `SELECT e.suspicion, e.created_at, e.alert_seq AS seq
     FROM engine_decisions e INDEXED BY engine_decisions_queue
     WHERE e.is_open = 1 AND (e.suspicion, e.created_at, e.alert_seq) < (?, ?, ?)
     ORDER BY e.suspicion DESC, e.created_at DESC, e.alert_seq DESC LIMIT ?`,
    ...[after.suspicion, after.created_at, after.seq, limit],
  );
}

function passing(
  db: ReadDb,
  asked: AskedQuery | null,
  stretch: readonly SuspicionPlace[],
): readonly SuspicionPlace[] {
  if (asked === null || stretch.length === 0) return stretch;
  const seqs = stretch.map(({ seq }) => seq);
  const passed = new Set<number>();
  for (const { seq } of matchingRows<{ seq: number }>(db, asked.test, givenRows(seqs), 'a.seq'))
    passed.add(seq);
  return stretch.filter(({ seq }) => passed.has(seq));
}

/** What the engine decided about these alerts. */
export function readEngine(db: ReadDb, seqs: readonly number[]): ReadonlyMap<number, AlertEngine> {
  const rows = db.all<{ seq: number; suspicion: number; decision: number }>(
    `SELECT e.alert_seq AS seq, e.suspicion, e.decision
     FROM json_each(?) j CROSS JOIN engine_decisions e ON e.alert_seq = j.value`,
    JSON.stringify(seqs),
  );
  return new Map(
    rows.flatMap(({ seq, suspicion, decision }) => {
      const name = DECISIONS[decision];
      return name ? [[seq, { suspicion, decision: name }] as const] : [];
    }),
  );
}
