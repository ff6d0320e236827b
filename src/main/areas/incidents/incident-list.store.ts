/** Lists of incidents: a merge of exact ranges of one index, so that nothing is scanned. */
import type {
  Incident,
  IncidentQuery,
} from '../../../shared/areas/incidents/incidents.contract.ts';
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

/** Where a list goes on: after this one, or on within it. */
export interface Place {
  readonly rank: number;
  readonly lastSeen: number;
  readonly id: number;
}

export const placeOf = (row: IncidentRow): Place => ({
  rank: row.severity_rank,
  lastSeen: row.last_seen,
  id: row.id,
});

export interface Ranges {
  readonly open: readonly number[];
  readonly linked: readonly number[];
  /** The most severe first. */
  readonly ranks: readonly number[];
}

export function rangesOf({ state, linked, severity }: IncidentQuery): Ranges {
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

interface Found {
  /** One more than asked for, where there is one. */
  readonly rows: IncidentRow[];
  readonly total: number;
}

const newestFirst = (a: IncidentRow, b: IncidentRow): number =>
  b.last_seen - a.last_seen || b.id - a.id;
const severestFirst = (a: IncidentRow, b: IncidentRow): number =>
  b.severity_rank - a.severity_rank || newestFirst(a, b);
export const orderOf = ({ sort }: IncidentQuery) =>
  sort === 'newest' ? newestFirst : severestFirst;

export function ranged(db: ReadDb, query: IncidentQuery, place: Place | null): Found {
  const ranges = rangesOf(query);
  const rows = readOrdered(db, query, ranges, { after: place, limit: query.limit + 1 });
  return { rows, total: countRanges(db, ranges) };
}

export function readOrdered(
  db: ReadDb,
  { sort }: IncidentQuery,
  ranges: Ranges,
  reading: Reading,
): IncidentRow[] {
  return sort === 'newest' ? readRanges(db, ranges, reading) : bySeverity(db, ranges, reading);
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
