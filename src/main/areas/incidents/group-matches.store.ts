/** Groups with an alert that matches, in the order of their list: few alerts lead to theirs, else along the groups. */
import type { GroupFilter } from '../../../shared/areas/incidents/groups.contract.ts';
import { SEVERITIES, type Severity } from '../../../shared/kernel/severity.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import type { AlertMatcher, MatchBounds } from '../alerts/alert-matcher.store.ts';
import { entityOf, type GroupPlace, incidentOf, isActiveValues } from './groups-list.store.ts';
import { type Walk, type Within, walkMatches } from './match-walk.ts';

export interface MatchPaging {
  readonly limit: number;
  readonly after: GroupPlace | null;
  /** On within the group at `after`. */
  readonly within: Within | null;
}

export interface MatchedGroups {
  readonly places: readonly GroupPlace[];
  /** Null where only a look at all of them could tell. */
  readonly total: number | null;
  readonly next: { readonly at: GroupPlace; readonly within: Within | null } | null;
}

interface Candidate extends GroupPlace {
  readonly severity: Severity;
  readonly is_active: number;
  readonly source: string;
  readonly incident_id: number | null;
  readonly n: number;
  readonly first_seen: number;
  readonly n_critical: number;
  readonly n_high: number;
  readonly n_medium: number;
  readonly n_low: number;
}

const COLUMNS = `g.id, g.last_seen, g.severity, g.is_active, g.source, g.incident_id, g.n, g.first_seen,
  g.n_critical, g.n_high, g.n_medium, g.n_low`;
const FIRST_CHUNK = 64;
const LONGEST_CHUNK = 1_024;
/** So many sources are ranges of their own. */
const SOURCES_MAX = 8;
const SLOT_MS = 900_000;
const FIRST_PIECE = 256;
/** Of few alerts, so many are looked at to say how many groups they make. */
const COUNTED = 300;
/** Before any alert: nothing is left to look at. As cursors hold it, in digits. */
const ALL_LOOKED_AT: Within = [0, 0];
const NOTHING: MatchedGroups = { places: [], total: 0, next: null };

/** What is known of a group's own: entity and incident by their rows. */
interface Frame {
  readonly active: readonly number[];
  readonly entity: number | null;
  readonly incident: number | null;
  readonly bounds: MatchBounds;
}

export function matchedGroups(
  db: ReadDb,
  filter: GroupFilter,
  matcher: AlertMatcher,
  paging: MatchPaging,
): MatchedGroups {
  const { bounds } = matcher;
  const entity = filter.entity === undefined ? null : entityOf(db, filter.entity)?.id;
  const incident = filter.incident === undefined ? null : incidentOf(db, filter.incident)?.id;
  if (bounds === null || entity === undefined || incident === undefined) return NOTHING;
  const frame: Frame = { active: isActiveValues(filter), entity, incident, bounds };
  if (matcher.few) return ofFew(db, frame, { matcher, few: matcher.few, paging });
  const { after, within, limit } = paging;
  const { found, next } = walkMatches(
    groupWalk(db, frame, matcher, alongGroups(db, frame, after, within !== null)),
    { limit, within },
  );
  const isAll = after === null && next === null;
  return { places: found, total: isAll ? found.length : null, next };
}

interface OfFew {
  readonly matcher: AlertMatcher;
  readonly few: NonNullable<AlertMatcher['few']>;
  readonly paging: MatchPaging;
}

function ofFew(db: ReadDb, frame: Frame, { matcher, few, paging }: OfFew): MatchedGroups {
  const isSure = few.areMatches || few.seqs.length <= COUNTED;
  const seqs = few.areMatches || !isSure ? few.seqs : [...matcher.matches(few.seqs)];
  const { groups, alertsOf } = groupsOf(db, frame, seqs);
  const { after, within, limit } = paging;
  const rest = after
    ? groups.filter((one) => isAfter(one, after) || (within !== null && one.id === after.id))
    : groups;
  if (isSure) {
    const places = rest.slice(0, limit);
    const last = places.at(-1);
    const next = rest.length > limit && last !== undefined ? { at: last, within: null } : null;
    return { places, total: groups.length, next };
  }
  const { found, next } = walkMatches(leadWalk(matcher, rest, alertsOf), { limit, within });
  const isAll = after === null && next === null;
  return { places: found, total: isAll ? found.length : null, next };
}

/** Of the alerts that a lead ends with, those of each group are all that can match. */
function leadWalk(
  matcher: AlertMatcher,
  inOrder: Iterable<Candidate>,
  alertsOf: (group: Candidate) => readonly number[],
): Walk<Candidate> {
  return {
    inOrder,
    canMatch: () => true,
    byNewest(batch) {
      const matched = matcher.matches(batch.map((group) => alertsOf(group)[0] ?? -1));
      return new Set(batch.filter((group) => matched.has(alertsOf(group)[0] ?? -1)));
    },
    pieces: (group, within) =>
      within === null && alertsOf(group).length > 1
        ? [{ seqs: alertsOf(group), end: ALL_LOOKED_AT }]
        : [],
    isAmong: (_, seqs) => matcher.matches(seqs).size > 0,
  };
}

const byNewest = (a: GroupPlace, b: GroupPlace): number => b.last_seen - a.last_seen || b.id - a.id;
const isAfter = (group: GroupPlace, place: GroupPlace): boolean => byNewest(place, group) < 0;

interface GroupsOf {
  /** Each once, in the order of the list. */
  readonly groups: readonly Candidate[];
  readonly alertsOf: (group: Candidate) => readonly number[];
}

function groupsOf(db: ReadDb, frame: Frame, seqs: readonly number[]): GroupsOf {
  const seqsById = new Map<number, number[]>();
  const members = db.all<{ id: number; seq: number }>(
    `SELECT m.group_id AS id, j.value AS seq FROM json_each(?) j
     CROSS JOIN group_members m ON m.alert_seq = j.value`,
    JSON.stringify(seqs),
  );
  for (const { id, seq } of members) {
    const known = seqsById.get(id);
    if (known) known.push(seq);
    else seqsById.set(id, [seq]);
  }
  const groups = db
    .all<Candidate>(
      `SELECT ${COLUMNS} FROM json_each(?) j CROSS JOIN alert_groups g ON g.id = j.value`,
      JSON.stringify([...seqsById.keys()]),
    )
    .filter((group) => isFramed(db, frame, group))
    .sort(byNewest);
  return { groups, alertsOf: ({ id }) => seqsById.get(id) ?? [] };
}

function isFramed(db: ReadDb, { active, entity, incident }: Frame, group: Candidate): boolean {
  if (!active.includes(group.is_active)) return false;
  if (incident !== null && group.incident_id !== incident) return false;
  return entity === null || namesEntity(db, group.id, entity);
}

function namesEntity(db: ReadDb, group: number, entity: number): boolean {
  const sql = 'SELECT 1 FROM group_entities WHERE group_id = ? AND entity_id = ?';
  return db.get(sql, group, entity) !== undefined;
}

function groupWalk(
  db: ReadDb,
  { bounds }: Frame,
  matcher: AlertMatcher,
  inOrder: Iterable<Candidate>,
): Walk<Candidate> {
  return {
    inOrder,
    canMatch: (group) => canHold(bounds, group),
    byNewest(batch) {
      const heads = db.all<{ id: number; seq: number | null }>(
        `SELECT j.value AS id, (SELECT m.alert_seq FROM group_members m WHERE m.group_id = j.value
           ORDER BY m.created_at DESC, m.alert_seq DESC LIMIT 1) AS seq FROM json_each(?) j`,
        JSON.stringify(batch.map(({ id }) => id)),
      );
      const matched = matcher.matches(heads.flatMap(({ seq }) => seq ?? []));
      const ids = new Set(
        heads.flatMap(({ id, seq }) => (seq !== null && matched.has(seq) ? id : [])),
      );
      return new Set(batch.filter(({ id }) => ids.has(id)));
    },
    pieces: (group, within) =>
      group.n === 1 ? [] : membersInPieces(db, group.id, { within, longest: matcher.longest }),
    isAmong: (_, seqs) => matcher.matches(seqs).size > 0,
  };
}

/** By the kept numbers of a group. */
export function canHold(
  { severities, sources, areWaiting, from, to }: MatchBounds,
  group: Omit<Candidate, 'id' | 'severity' | 'incident_id' | 'n'>,
): boolean {
  if (group.last_seen < from || group.first_seen > to) return false;
  if (areWaiting && group.is_active === 0) return false;
  if (sources !== null && !sources.has(group.source)) return false;
  return (
    (group.n_critical > 0 && severities.has('CRITICAL')) ||
    (group.n_high > 0 && severities.has('HIGH')) ||
    (group.n_medium > 0 && severities.has('MEDIUM')) ||
    (group.n_low > 0 && severities.has('LOW'))
  );
}

export function* membersInPieces(
  db: ReadDb,
  group: number,
  { within, longest }: { within: Within | null; longest: number },
): Generator<{ seqs: number[]; end: Within }> {
  let [time, seq] = within ?? [];
  let size = FIRST_PIECE;
  for (;;) {
    const isAfterAny = time !== undefined && seq !== undefined;
    const rows = db.all<{ seq: number; created_at: number }>(
      `SELECT alert_seq AS seq, created_at FROM group_members
       WHERE group_id = ?${isAfterAny ? ' AND (created_at, alert_seq) < (?, ?)' : ''}
       ORDER BY created_at DESC, alert_seq DESC LIMIT ?`,
      ...[group, ...(time !== undefined && seq !== undefined ? [time, seq] : []), size],
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    yield { seqs: rows.map((row) => row.seq), end: [last.created_at, last.seq] };
    if (rows.length < size) return;
    [time, seq] = [last.created_at, last.seq];
    size = Math.min(size * 4, longest);
  }
}

/** All that the frame and the kept numbers leave, read as far as they are asked for. */
function* alongGroups(
  db: ReadDb,
  frame: Frame,
  after: GroupPlace | null,
  isIncluded: boolean,
): Generator<Candidate> {
  let place = after;
  let compare = isIncluded ? '<=' : '<';
  let size = FIRST_CHUNK;
  for (;;) {
    const chunk = readChunk(db, frame, { place, compare, size });
    for (const group of chunk.groups) {
      if (frame.entity === null || frame.incident === null || group.incident_id === frame.incident)
        yield group;
    }
    if (chunk.end === null) return;
    place = chunk.end;
    compare = '<';
    size = Math.min(size * 2, LONGEST_CHUNK);
  }
}

interface Chunk {
  readonly place: GroupPlace | null;
  readonly compare: string;
  readonly size: number;
}

interface ReadChunk {
  readonly groups: readonly Candidate[];
  /** Where to go on; null at the end. */
  readonly end: GroupPlace | null;
}

function readChunk(db: ReadDb, frame: Frame, chunk: Chunk): ReadChunk {
  if (frame.entity !== null) return ofEntity(db, frame, frame.entity, chunk);
  const { place, compare, size } = chunk;
  const where = frame.incident === null ? ranges(frame) : [ofIncident(frame.incident)];
  const before = place ? ` AND (g.last_seen, g.id) ${compare} (?, ?)` : '';
  const sql = where.map(
    ({ sql: range }) => `SELECT ${COLUMNS} FROM alert_groups g WHERE ${range}${before}`,
  );
  const rows = db.all<Candidate>(
    `${sql.join(' UNION ALL ')} ORDER BY 2 DESC, 1 DESC LIMIT ?`,
    ...where.flatMap(({ values }) => [...values, ...(place ? [place.last_seen, place.id] : [])]),
    size,
  );
  const groups =
    frame.incident === null
      ? rows
      : rows.filter(({ is_active: isActive }) => frame.active.includes(isActive));
  return { groups, end: rows.length < size ? null : (rows.at(-1) ?? null) };
}

interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

const ofIncident = (incident: number): Condition => ({
  sql: 'g.incident_id = ?',
  values: [incident],
});

/** Exact ranges of one index. A group's severity is the highest of its alerts: one below all that is wanted holds none of it. */
function ranges({ active, bounds }: Frame): Condition[] {
  const lowest = SEVERITIES.findLastIndex((severity) => bounds.severities.has(severity));
  const { sources } = bounds;
  const named: (string | null)[] =
    sources !== null && sources.size <= SOURCES_MAX ? [...sources] : [null];
  return named.flatMap((source) =>
    active
      .filter((isActive) => isActive === 1 || !bounds.areWaiting)
      .flatMap((isActive) =>
        SEVERITIES.slice(0, lowest + 1).map((severity) => ({
          sql: `${source === null ? '' : 'g.source = ? AND '}g.is_active = ? AND g.severity = ?
            AND g.last_seen >= ? AND g.last_seen < ?`,
          values: [
            ...(source === null ? [] : [source]),
            ...[isActive, severity, bounds.from],
            // A group is of one quarter of an hour, so that it ends in that of the last moment.
            Math.min(Number.MAX_SAFE_INTEGER, (Math.floor(bounds.to / SLOT_MS) + 1) * SLOT_MS),
          ],
        })),
      ),
  );
}

/** Groups of an entity lie by quarters of an hour, so that whole quarters are read and sorted. */
function ofEntity(
  db: ReadDb,
  frame: Frame,
  entity: number,
  { place, compare, size }: Chunk,
): ReadChunk {
  const sql = `SELECT ${COLUMNS}, e.slot FROM group_entities e CROSS JOIN alert_groups g ON g.id = e.group_id
    WHERE e.entity_id = ? AND e.slot`;
  const newest = place ? Math.floor(place.last_seen / SLOT_MS) : Number.MAX_SAFE_INTEGER;
  const rows = db.all<Candidate & { slot: number }>(
    `${sql} <= ? ORDER BY e.slot DESC LIMIT ?`,
    ...[entity, newest, size],
  );
  const last = rows.at(-1)?.slot;
  if (last === undefined) return { groups: [], end: null };
  const isMore = rows.length === size;
  const whole = isMore
    ? [
        ...rows.filter(({ slot }) => slot !== last),
        ...db.all<Candidate & { slot: number }>(`${sql} = ?`, entity, last),
      ]
    : rows;
  const isNext = (group: Candidate) =>
    place === null || isAfter(group, place) || (compare === '<=' && group.id === place.id);
  return {
    groups: whole
      .filter((group) => frame.active.includes(group.is_active) && isNext(group))
      .sort(byNewest),
    end: isMore ? { last_seen: last * SLOT_MS - 1, id: Number.MAX_SAFE_INTEGER } : null,
  };
}
