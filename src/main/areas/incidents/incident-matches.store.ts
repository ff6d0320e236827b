/** Incidents with an alert that matches, or with a given name that does, in the order of their list. */
import type { AlertFilter } from '../../../shared/areas/alerts/alerts.contract.ts';
import type { IncidentQuery } from '../../../shared/areas/incidents/incidents.contract.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import type { ReadDb } from '../../db/database.ts';
import type { AlertMatcher, MatchBounds } from '../alerts/alert-matcher.store.ts';
import { alertPart, type MatcherOf } from './alert-part.ts';
import { canHold, membersInPieces } from './group-matches.store.ts';
import {
  type IncidentRow,
  orderOf,
  type Place,
  placeOf,
  rangesOf,
  readOrdered,
} from './incident-list.store.ts';
import { type Walk, type Within, walkMatches } from './match-walk.ts';

export interface MatchedIncidents {
  readonly rows: readonly IncidentRow[];
  readonly total: number | null;
  readonly next: { readonly at: IncidentRow; readonly within: Within | null } | null;
}

interface Paging {
  readonly limit: number;
  readonly after: Place | null;
  readonly within: Within | null;
}

interface Asked {
  readonly part: AlertFilter;
  readonly matcherOf: MatcherOf;
  readonly paging: Paging;
}

const FIRST_CHUNK = 64;
const LONGEST_CHUNK = 1_024;
const GROUPS_READ = 256;
/** Of few alerts, so many are looked at to say how many incidents they make. */
const COUNTED = 300;

/** What an incident is held against. */
interface Matching {
  readonly matcher: AlertMatcher;
  /** Null where a given name is not asked for. */
  readonly named: Named | null;
}

interface Named {
  readonly text: string;
  /** What one of that name must hold beside; null where nothing. */
  readonly matcher: AlertMatcher | null;
}

export function matchedIncidents(
  db: ReadDb,
  query: IncidentQuery,
  { part, matcherOf, paging }: Asked,
): MatchedIncidents {
  const matching: Matching = {
    matcher: matcherOf(db, part),
    named: namedOf(db, part, matcherOf),
  };
  const few = fewRows(db, query, matching);
  const { after, within, limit } = paging;
  const rest = few && restOf(few.rows, query, paging);
  if (few?.areMatches && rest) {
    const rows = rest.slice(0, limit);
    const last = rows.at(-1);
    const next = rest.length > limit && last !== undefined ? { at: last, within: null } : null;
    return { rows, total: few.rows.length, next };
  }
  const inOrder = rest ?? alongIncidents(db, query, after, within !== null);
  const { found, next } = walkMatches(incidentWalk(db, matching, inOrder), { limit, within });
  const isAll = after === null && next === null;
  return { rows: found, total: isAll ? found.length : null, next };
}

function namedOf(db: ReadDb, { q, ...rest }: AlertFilter, matcherOf: MatcherOf): Named | null {
  const text = q?.trim().toLowerCase() ?? '';
  if (text === '') return null;
  return { text, matcher: alertPart(rest, []) ? matcherOf(db, rest) : null };
}

const isNamed = (named: Named | null, row: IncidentRow): boolean =>
  named !== null &&
  row.has_record === 1 &&
  row.name !== row.auto_name &&
  row.name.toLowerCase().includes(named.text);

interface FewRows {
  /** In the order of the list. */
  readonly rows: readonly IncidentRow[];
  /** Else some of them may not match. */
  readonly areMatches: boolean;
}

/** Every one that can match, where few alerts lead to them; null where they must be looked for along the list. */
function fewRows(db: ReadDb, query: IncidentQuery, { matcher, named }: Matching): FewRows | null {
  if (matcher.few === null) return null;
  const { seqs, areMatches } = matcher.few;
  const isSure = areMatches || seqs.length <= COUNTED;
  const ids = incidentsOf(db, areMatches || !isSure ? seqs : [...matcher.matches(seqs)]);
  const byName = named === null ? [] : namedIncidents(db, named);
  for (const id of byName) ids.add(id);
  const ranges = rangesOf({ ...query, severity: undefined });
  const rows = db
    .all<IncidentRow>(
      'SELECT i.* FROM json_each(?) j CROSS JOIN incidents i ON i.id = j.value',
      JSON.stringify([...ids]),
    )
    .filter(
      (row) =>
        ranges.open.includes(row.n_active > 0 ? 1 : 0) &&
        ranges.linked.includes(row.n_groups > 1 ? 1 : 0),
    )
    .sort(orderOf(query));
  const isBySideCondition = named !== null && named.matcher !== null && byName.length > 0;
  return { rows, areMatches: isSure && !isBySideCondition };
}

function incidentsOf(db: ReadDb, seqs: readonly number[]): Set<number> {
  const rows = db.all<{ id: number }>(
    `SELECT DISTINCT g.incident_id AS id FROM json_each(?) j
     CROSS JOIN group_members m ON m.alert_seq = j.value
     CROSS JOIN alert_groups g ON g.id = m.group_id WHERE g.incident_id IS NOT NULL`,
    JSON.stringify(seqs),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Names that people gave are as many as they typed. */
function namedIncidents(db: ReadDb, named: Named): number[] {
  return db
    .all<IncidentRow>(
      `SELECT i.* FROM incident_records r CROSS JOIN incidents i ON i.key = r.id
       WHERE r.name IS NOT NULL AND r.deleted_at IS NULL`,
    )
    .filter((row) => isNamed(named, row))
    .map(({ id }) => id);
}

function restOf(
  rows: readonly IncidentRow[],
  query: IncidentQuery,
  { after, within }: Paging,
): readonly IncidentRow[] {
  if (after === null) return rows;
  const order = orderOf(query);
  const place = { severity_rank: after.rank, last_seen: after.lastSeen, id: after.id };
  return rows.filter(
    (row) => order(place as IncidentRow, row) < 0 || (within !== null && row.id === place.id),
  );
}

function* alongIncidents(
  db: ReadDb,
  query: IncidentQuery,
  after: Place | null,
  isIncluded: boolean,
): Generator<IncidentRow> {
  if (isIncluded && after) {
    const row = db.get<IncidentRow>('SELECT * FROM incidents WHERE id = ?', after.id);
    if (row) yield row;
  }
  // The severity that is asked for is that of an alert: an incident is as severe as its most severe one.
  const lowest = SEVERITIES.findLastIndex((one) => query.severity?.includes(one) ?? false);
  const severity = query.severity?.length ? SEVERITIES.slice(0, lowest + 1) : undefined;
  const ranges = rangesOf({ ...query, severity });
  let place = after;
  let limit = FIRST_CHUNK;
  for (;;) {
    const rows = readOrdered(db, query, ranges, { after: place, limit });
    yield* rows;
    const last = rows.at(-1);
    if (rows.length < limit || last === undefined) return;
    place = placeOf(last);
    limit = Math.min(limit * 2, LONGEST_CHUNK);
  }
}

function incidentWalk(
  db: ReadDb,
  { matcher, named }: Matching,
  inOrder: Iterable<IncidentRow>,
): Walk<IncidentRow> {
  /** Null: it is found by its name alone. */
  const matcherFor = (row: IncidentRow): AlertMatcher | null =>
    isNamed(named, row) && named !== null ? named.matcher : matcher;
  return {
    inOrder,
    canMatch(row) {
      const held = matcherFor(row);
      return held === null || canHoldOne(held.bounds, row);
    },
    byNewest(batch) {
      const found = new Set(batch.filter((row) => matcherFor(row) === null));
      const rest = batch.filter((row) => !found.has(row));
      for (const one of [matcher, named?.matcher ?? null]) {
        if (one === null) continue;
        const held = rest.filter((row) => matcherFor(row) === one);
        if (held.length === 0) continue;
        const heads = newestAlerts(db, held);
        const matched = one.matches([...heads.values()]);
        for (const row of held) if (matched.has(heads.get(row.id) ?? -1)) found.add(row);
      }
      return found;
    },
    pieces(row, within) {
      const held = matcherFor(row);
      if (held === null || held.bounds === null || (row.n_alerts === 1 && within === null))
        return [];
      return alertsInPieces(db, row.id, { within, matcher: held, bounds: held.bounds });
    },
    isAmong: (row, seqs) => (matcherFor(row)?.matches(seqs).size ?? 0) > 0,
  };
}

function canHoldOne(bounds: MatchBounds | null, row: IncidentRow): boolean {
  if (bounds === null) return false;
  if (row.last_seen < bounds.from || row.first_seen > bounds.to) return false;
  return !bounds.areWaiting || row.n_active > 0;
}

function newestAlerts(db: ReadDb, rows: readonly IncidentRow[]): Map<number, number> {
  const heads = db.all<{ id: number; seq: number | null }>(
    `SELECT j.value AS id, (SELECT m.alert_seq FROM group_members m
       WHERE m.group_id = (SELECT g.id FROM alert_groups g WHERE g.incident_id = j.value
         ORDER BY g.last_seen DESC, g.id DESC LIMIT 1)
       ORDER BY m.created_at DESC, m.alert_seq DESC LIMIT 1) AS seq
     FROM json_each(?) j`,
    JSON.stringify(rows.map(({ id }) => id)),
  );
  return new Map(heads.flatMap(({ id, seq }) => (seq === null ? [] : [[id, seq]])));
}

type GroupOfOne = Parameters<typeof canHold>[1] & { readonly id: number; readonly n: number };

interface Pieces {
  readonly within: Within | null;
  readonly matcher: AlertMatcher;
  readonly bounds: MatchBounds;
}

/** By its groups, newest first: several small ones in a piece, a large one in pieces of its own. */
function* alertsInPieces(
  db: ReadDb,
  incident: number,
  { within, matcher: { longest }, bounds }: Pieces,
): Generator<{ seqs: readonly number[]; end: Within }> {
  let [lastSeen, id] = within ?? [];
  if (within?.length === 4 && id !== undefined && lastSeen !== undefined) {
    const place: Within = [lastSeen, id];
    for (const { seqs, end } of membersInPieces(db, id, { within: within.slice(2), longest }))
      yield { seqs, end: [...place, ...end] };
  }
  for (;;) {
    const isAfterAny = lastSeen !== undefined && id !== undefined;
    const groups = db.all<GroupOfOne>(
      `SELECT id, last_seen, first_seen, is_active, source, n, n_critical, n_high, n_medium, n_low
       FROM alert_groups WHERE incident_id = ?${isAfterAny ? ' AND (last_seen, id) < (?, ?)' : ''}
       ORDER BY last_seen DESC, id DESC LIMIT ?`,
      ...[incident, ...(lastSeen !== undefined && id !== undefined ? [lastSeen, id] : [])],
      GROUPS_READ,
    );
    yield* piecesOf(
      db,
      groups.filter((group) => canHold(bounds, group)),
      longest,
    );
    const last = groups.at(-1);
    if (groups.length < GROUPS_READ || last === undefined) return;
    [lastSeen, id] = [last.last_seen, last.id];
    // What the kept numbers rule out takes time, too.
    yield { seqs: [], end: [lastSeen, id] };
  }
}

function* piecesOf(
  db: ReadDb,
  groups: readonly GroupOfOne[],
  longest: number,
): Generator<{ seqs: readonly number[]; end: Within }> {
  let small: GroupOfOne[] = [];
  let n = 0;
  for (const group of groups) {
    if (group.n > longest) {
      if (small.length > 0) yield pieceOf(db, small);
      [small, n] = [[], 0];
      const place: Within = [group.last_seen, group.id];
      for (const { seqs, end } of membersInPieces(db, group.id, { within: null, longest }))
        yield { seqs, end: [...place, ...end] };
      continue;
    }
    if (n + group.n > longest) {
      yield pieceOf(db, small);
      [small, n] = [[], 0];
    }
    small.push(group);
    n += group.n;
  }
  if (small.length > 0) yield pieceOf(db, small);
}

function pieceOf(db: ReadDb, groups: readonly GroupOfOne[]): { seqs: number[]; end: Within } {
  const rows = db.all<{ seq: number }>(
    `SELECT m.alert_seq AS seq FROM json_each(?) j CROSS JOIN group_members m ON m.group_id = j.value`,
    JSON.stringify(groups.map(({ id }) => id)),
  );
  const last = groups.at(-1);
  return { seqs: rows.map(({ seq }) => seq), end: [last?.last_seen ?? 0, last?.id ?? 0] };
}
