/** Lists of groups, the one seen last first: exact ranges of one index, merged, as with alerts. */
import {
  type GroupFilter,
  groupEntitySchema,
} from '../../../shared/areas/incidents/groups.contract.ts';
import { SEVERITIES, type Severity } from '../../../shared/kernel/severity.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import { normalEntity } from '../../db/groups/entities.ts';
import { findIncident } from './incident-detail.store.ts';

/** A place in the list: groups after it were seen before, or at the same moment with a lower `id`. */
export interface GroupPlace {
  readonly id: number;
  readonly last_seen: number;
}

export interface GroupPage {
  readonly places: readonly GroupPlace[];
  /** Null where counting would be a scan. */
  readonly total: number | null;
  readonly next: GroupPlace | null;
}

export interface GroupPaging {
  readonly limit: number;
  readonly after: GroupPlace | null;
}

/** Groups of one entity or incident that are looked at for one page, whatever the filter leaves of them. */
const WALK_MAX = 4_000;

export const isActiveValues = (filter: GroupFilter): number[] =>
  filter.active === undefined ? [1, 0] : [filter.active === 'true' ? 1 : 0];
const severitiesOf = (filter: GroupFilter): readonly Severity[] =>
  filter.severity?.length ? [...new Set(filter.severity)] : SEVERITIES;

export function listGroups(db: ReadDb, filter: GroupFilter, paging: GroupPaging): GroupPage {
  if (filter.entity !== undefined || filter.incident !== undefined) {
    return filter.entity === undefined
      ? ofIncident(db, filter, paging)
      : ofEntity(db, filter, paging);
  }
  const ranges = isActiveValues(filter).flatMap((isActive) =>
    severitiesOf(filter).map((severity) => ({ isActive, severity })),
  );
  const source = filter.source === undefined ? '' : 'source = ? AND ';
  const before = paging.after ? ' AND (last_seen, id) < (?, ?)' : '';
  const sql = `SELECT id, last_seen FROM alert_groups WHERE ${source}is_active = ? AND severity = ?${before}`;
  const values: Bound[] = ranges.flatMap(({ isActive, severity }) => [
    ...(filter.source === undefined ? [] : [filter.source]),
    isActive,
    severity,
    ...(paging.after ? [paging.after.last_seen, paging.after.id] : []),
  ]);
  const found = db.all<GroupPlace>(
    `${ranges.map(() => sql).join(' UNION ALL ')} ORDER BY 2 DESC, 1 DESC LIMIT ?`,
    ...values,
    paging.limit + 1,
  );
  return toPage(found, paging.limit, countGroups(db, filter));
}

function toPage(found: readonly GroupPlace[], limit: number, total: number | null): GroupPage {
  const places = found.slice(0, limit);
  return { places, total, next: found.length > limit ? (places.at(-1) ?? null) : null };
}

/** From kept numbers. */
export function countGroups(
  db: ReadDb,
  filter: Pick<GroupFilter, 'source' | 'active' | 'severity'>,
): number {
  const severities = severitiesOf(filter);
  const active = isActiveValues(filter);
  const source = filter.source === undefined ? '' : 'source = ? AND ';
  const row = db.get<{ n: number | null }>(
    `SELECT sum(n) AS n FROM group_totals WHERE ${source}
       severity IN (SELECT value FROM json_each(?)) AND is_active IN (SELECT value FROM json_each(?))`,
    ...(filter.source === undefined ? [] : [filter.source]),
    JSON.stringify(severities),
    JSON.stringify(active),
  );
  return row?.n ?? 0;
}

interface WalkedGroup extends GroupPlace {
  readonly severity: Severity;
  readonly is_active: number;
  readonly source: string;
  readonly slot: number;
}

const passes = (filter: GroupFilter, group: WalkedGroup): boolean =>
  (filter.source === undefined || group.source === filter.source) &&
  (!filter.severity?.length || filter.severity.includes(group.severity)) &&
  isActiveValues(filter).includes(group.is_active);

const isFiltered = (filter: GroupFilter): boolean =>
  filter.source !== undefined || Boolean(filter.severity?.length) || filter.active !== undefined;

const GROUP = 'g.id, g.last_seen, g.severity, g.is_active, g.source';

export function incidentOf(db: ReadDb, key: string): { id: number; n: number } | undefined {
  const row = findIncident(db, key);
  return row && { id: row.id, n: row.n_groups };
}

function ofIncident(db: ReadDb, filter: GroupFilter, { limit, after }: GroupPaging): GroupPage {
  const incident = incidentOf(db, filter.incident ?? '');
  if (!incident) return { places: [], total: 0, next: null };
  const walk = db.iterate<WalkedGroup>(
    `SELECT ${GROUP}, 0 AS slot FROM alert_groups g
     WHERE g.incident_id = ?${after ? ' AND (g.last_seen, g.id) < (?, ?)' : ''}
     ORDER BY g.last_seen DESC, g.id DESC`,
    incident.id,
    ...(after ? [after.last_seen, after.id] : []),
  );
  const found: GroupPlace[] = [];
  let walked = 0;
  let last: GroupPlace | null = null;
  for (const group of walk) {
    if (passes(filter, group)) found.push(group);
    last = group;
    walked++;
    if (found.length > limit || walked >= WALK_MAX) break;
  }
  const page = toPage(found, limit, isFiltered(filter) ? null : incident.n);
  // The next page goes on where this one stopped looking.
  return walked >= WALK_MAX && page.next === null ? { ...page, next: last } : page;
}

/** Groups lie by quarters of an hour, so that those of one quarter are all that is sorted. */
function ofEntity(db: ReadDb, filter: GroupFilter, { limit, after }: GroupPaging): GroupPage {
  const entity = entityOf(db, filter.entity ?? '');
  if (!entity) return { places: [], total: 0, next: null };
  const walk = db.iterate<WalkedGroup>(
    `SELECT ${GROUP}, e.slot FROM group_entities e CROSS JOIN alert_groups g ON g.id = e.group_id
     WHERE e.entity_id = ?${after ? ' AND e.slot <= ?' : ''}
     ORDER BY e.slot DESC`,
    entity.id,
    ...(after ? [slotOf(after.last_seen)] : []),
  );
  const found: GroupPlace[] = [];
  let walked = 0;
  let slot: number | null = null;
  for (const group of walk) {
    const isEnough = found.length > limit || walked >= WALK_MAX;
    if (isEnough && group.slot !== slot) break;
    slot = group.slot;
    walked++;
    if (after && !isAfter(group, after)) continue;
    if (passes(filter, group)) found.push(group);
  }
  found.sort((a, b) => b.last_seen - a.last_seen || b.id - a.id);
  const page = toPage(found, limit, isFiltered(filter) || filter.incident ? null : entity.groups);
  if (walked < WALK_MAX || page.next !== null || slot === null) return page;
  return { ...page, next: { last_seen: slot * SLOT_MS, id: 0 } };
}

const SLOT_MS = 900_000;
const slotOf = (time: number): number => Math.floor(time / SLOT_MS);
const isAfter = (group: GroupPlace, place: GroupPlace): boolean =>
  group.last_seen < place.last_seen || (group.last_seen === place.last_seen && group.id < place.id);

export function entityOf(db: ReadDb, text: string): { id: number; groups: number } | undefined {
  const at = text.indexOf(':');
  const kind = groupEntitySchema.shape.kind.safeParse(text.slice(0, at));
  const value = kind.success ? normalEntity(kind.data, text.slice(at + 1)) : null;
  if (!kind.success || value === null) return undefined;
  return db.get<{ id: number; groups: number }>(
    'SELECT id, groups FROM entities WHERE kind = ? AND value = ?',
    kind.data,
    value,
  );
}
