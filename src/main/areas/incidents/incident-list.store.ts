/** Lists of incidents: a merge of exact ranges of one index, so that nothing is scanned. */
import type {
  Incident,
  IncidentQuery,
} from '../../../shared/areas/incidents/incidents.contract.ts';
import { ENTITY_KINDS } from '../../../shared/areas/incidents/incidents.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';

export interface IncidentRow {
  readonly id: number;
  readonly key: string;
  readonly has_record: number;
  readonly name: string;
  readonly auto_name: string;
  readonly is_locked: number;
  readonly techniques: string;
  readonly severity_rank: number;
  readonly n_groups: number;
  readonly n_alerts: number;
  readonly n_active: number;
  readonly first_seen: number;
  readonly last_seen: number;
}

export function toIncident(row: IncidentRow): Incident {
  return {
    id: row.key,
    name: row.name,
    autoName: row.auto_name,
    severity: SEVERITIES[3 - row.severity_rank] ?? 'LOW',
    techniques: JSON.parse(row.techniques) as string[],
    groups: row.n_groups,
    alerts: row.n_alerts,
    active: row.n_active,
    firstSeen: toIso(row.first_seen),
    lastSeen: toIso(row.last_seen),
    isLocked: row.is_locked === 1,
    isHeld: row.has_record === 1,
  };
}

/** Where a list goes on: after this one. */
interface Place {
  readonly rank: number;
  readonly lastSeen: number;
  readonly id: number;
}

const placeOf = (row: IncidentRow): Place => ({
  rank: row.severity_rank,
  lastSeen: row.last_seen,
  id: row.id,
});

const placeToCursor = ({ rank, lastSeen, id }: Place): string =>
  Buffer.from(`${rank}.${lastSeen}.${id}`).toString('base64url');

function cursorToPlace(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const match = /^([0-3])\.(-?\d{1,16})\.(\d{1,16})$/.exec(text);
  if (match) return { rank: Number(match[1]), lastSeen: Number(match[2]), id: Number(match[3]) };
  const message = 'The cursor is not one that this server gave out';
  throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
}

interface Ranges {
  readonly open: readonly number[];
  readonly linked: readonly number[];
  /** The most severe first. */
  readonly ranks: readonly number[];
}

function rangesOf({ state, linked, severity }: IncidentQuery): Ranges {
  const both = [1, 0];
  return {
    open: state === undefined ? both : [state === 'active' ? 1 : 0],
    linked: linked === undefined ? both : [linked === 'yes' ? 1 : 0],
    ranks: [3, 2, 1, 0].filter(
      (rank) =>
        !severity || severity.length === 0 || severity.includes(SEVERITIES[3 - rank] ?? 'LOW'),
    ),
  };
}

export interface IncidentPage {
  readonly rows: Incident[];
  readonly total: number;
  readonly nextCursor: string | null;
}

export function listIncidents(db: ReadDb, query: IncidentQuery): IncidentPage {
  const place = cursorToPlace(query.cursor);
  const found = query.q ? searched(db, query, place) : ranged(db, query, place);
  const shown = found.rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(toIncident),
    total: found.total,
    nextCursor: found.rows.length > query.limit && last ? placeToCursor(placeOf(last)) : null,
  };
}

interface Found {
  /** One more than asked for, where there is one. */
  readonly rows: IncidentRow[];
  readonly total: number;
}

const newestFirst = (a: IncidentRow, b: IncidentRow): number =>
  b.last_seen - a.last_seen || b.id - a.id;
const severestFirst = (a: IncidentRow, b: IncidentRow): number =>
  b.severity_rank - a.severity_rank || newestFirst(a, b);

function ranged(db: ReadDb, query: IncidentQuery, place: Place | null): Found {
  const ranges = rangesOf(query);
  const rows =
    query.sort === 'newest'
      ? readRanges(db, ranges, { after: place, limit: query.limit + 1 })
      : bySeverity(db, ranges, { after: place, limit: query.limit + 1 });
  return { rows, total: countRanges(db, ranges) };
}

function bySeverity(db: ReadDb, ranges: Ranges, { after, limit }: Reading): IncidentRow[] {
  const rows: IncidentRow[] = [];
  for (const rank of ranges.ranks) {
    if (after && rank > after.rank) continue;
    if (rows.length >= limit) break;
    const isGoingOn = after !== null && rank === after.rank;
    rows.push(
      ...readRanges(
        db,
        { ...ranges, ranks: [rank] },
        { after: isGoingOn ? after : null, limit: limit - rows.length },
      ),
    );
  }
  return rows;
}

interface Reading {
  readonly after: Place | null;
  readonly limit: number;
}

function readRanges(db: ReadDb, { open, linked, ranks }: Ranges, reading: Reading): IncidentRow[] {
  const lastSeen = reading.after?.lastSeen ?? Number.MAX_SAFE_INTEGER;
  const id = reading.after?.id ?? Number.MAX_SAFE_INTEGER;
  const rows: IncidentRow[] = [];
  for (const isOpen of open)
    for (const isLinked of linked)
      for (const rank of ranks)
        rows.push(
          ...db.all<IncidentRow>(
            `SELECT * FROM incidents INDEXED BY incidents_places
             WHERE is_open = ? AND is_linked = ? AND severity_rank = ?
               AND (last_seen, id) < (?, ?)
             ORDER BY last_seen DESC, id DESC LIMIT ?`,
            isOpen,
            isLinked,
            rank,
            lastSeen,
            id,
            reading.limit,
          ),
        );
  return rows.sort(newestFirst).slice(0, reading.limit);
}

function countRanges(db: ReadDb, { open, linked, ranks }: Ranges): number {
  const rows = db.all<{ is_open: number; is_linked: number; severity_rank: number; n: number }>(
    'SELECT is_open, is_linked, severity_rank, n FROM incident_totals',
  );
  return rows
    .filter(
      (row) =>
        open.includes(row.is_open) &&
        linked.includes(row.is_linked) &&
        ranks.includes(row.severity_rank),
    )
    .reduce((sum, { n }) => sum + n, 0);
}

const ENTITIES_FOUND = 20;
const GROUPS_PER_ENTITY = 300;
const NAMES_FOUND = 200;

/** By the beginning of an entity's value (its newest groups), or part of a name that a person gave. */
function searched(db: ReadDb, query: IncidentQuery, place: Place | null): Found {
  const ranges = rangesOf(query);
  const matches = findIds(db, query.q?.toLowerCase() ?? '')
    .flatMap((id) => db.get<IncidentRow>('SELECT * FROM incidents WHERE id = ?', id) ?? [])
    .filter(
      (row) =>
        ranges.open.includes(row.n_active > 0 ? 1 : 0) &&
        ranges.linked.includes(row.n_groups > 1 ? 1 : 0) &&
        ranges.ranks.includes(row.severity_rank),
    );
  const order = query.sort === 'newest' ? newestFirst : severestFirst;
  const after = place && {
    severity_rank: place.rank,
    last_seen: place.lastSeen,
    id: place.id,
  };
  const rows = matches
    .filter((row) => after === null || order(after as IncidentRow, row) < 0)
    .sort(order)
    .slice(0, query.limit + 1);
  return { rows, total: matches.length };
}

function findIds(db: ReadDb, text: string): number[] {
  const ids = new Set<number>();
  for (const kind of ENTITY_KINDS) {
    const entities = db.all<{ id: number }>(
      'SELECT id FROM entities WHERE kind = ? AND value >= ? AND value < ? LIMIT ?',
      kind,
      text,
      `${text}\u{10ffff}`,
      ENTITIES_FOUND,
    );
    for (const { id } of entities)
      for (const row of db.all<{ incident: number | null }>(
        `SELECT g.incident_id AS incident FROM (
           SELECT group_id FROM group_entities WHERE entity_id = ? ORDER BY slot DESC LIMIT ?) t
         CROSS JOIN alert_groups g ON g.id = t.group_id`,
        id,
        GROUPS_PER_ENTITY,
      ))
        if (row.incident !== null) ids.add(row.incident);
  }
  const named = db.all<{ id: number }>(
    `SELECT i.id FROM incident_records r CROSS JOIN incidents i ON i.key = r.id
     WHERE r.name IS NOT NULL AND r.deleted_at IS NULL AND instr(lower(r.name), ?) > 0 LIMIT ?`,
    text,
    NAMES_FOUND,
  );
  for (const { id } of named) ids.add(id);
  return [...ids];
}
