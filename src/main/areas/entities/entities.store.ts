/** What is known of an entity from kept counts and its newest alerts; nothing is scanned. */

import { ALERT_STATUSES } from '../../../shared/areas/alerts/alerts.contract.ts';
import type {
  EntityKind,
  EntityProfile,
  KnownEntity,
} from '../../../shared/areas/entities/entities.contract.ts';
import { SEVERITIES } from '../../../shared/kernel/severity.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { normalEntity } from '../../db/groups/entities.ts';
import { alertsOf, type EntityRow, type NamingAlert } from './entity-alerts.store.ts';

/** So many of the newest alerts are counted by status, severity and technique. */
export const ALERTS_COUNTED = 200;
/** So many of the newest groups (a quarter of an hour each) make up the activity by day. */
const GROUPS_COUNTED = 1_500;
const SLOTS_A_DAY = 96;
const DAY_MS = 86_400_000;
const SPELLINGS = 10;
const TECHNIQUES = 20;

type Counted = Pick<
  EntityProfile,
  'counted' | 'byStatus' | 'bySeverity' | 'techniques' | 'spellings'
>;

export function newestAlerts(db: ReadDb, entity: EntityRow, limit: number): NamingAlert[] {
  const found: NamingAlert[] = [];
  for (const alert of alertsOf(db, entity, null, limit)) {
    found.push(alert);
    if (found.length >= limit) break;
  }
  return found;
}

export function countAlerts(entity: EntityRow, alerts: readonly NamingAlert[]): Counted {
  const byStatus = Object.fromEntries(ALERT_STATUSES.map((status) => [status, 0]));
  const bySeverity = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0]));
  const techniques = new Map<string, number>();
  const spellings = new Set<string>();
  for (const alert of alerts) {
    byStatus[alert.status] = (byStatus[alert.status] ?? 0) + 1;
    bySeverity[alert.severity] = (bySeverity[alert.severity] ?? 0) + 1;
    for (const technique of techniquesOf(alert))
      techniques.set(technique, (techniques.get(technique) ?? 0) + 1);
    const written = entity.kind === 'host' ? alert.source_host : alert.source_user;
    if (!written || spellings.size >= SPELLINGS || spellings.has(written)) continue;
    if (normalEntity(entity.kind, written) === entity.value) spellings.add(written);
  }
  return {
    counted: alerts.length,
    byStatus: byStatus as EntityProfile['byStatus'],
    bySeverity: bySeverity as EntityProfile['bySeverity'],
    techniques: [...techniques]
      .map(([technique, n]) => ({ technique, n }))
      .sort((a, b) => b.n - a.n || (a.technique < b.technique ? -1 : 1))
      .slice(0, TECHNIQUES),
    spellings: [...spellings],
  };
}

/** Each once, as the source wrote it. */
function techniquesOf({ techniques }: NamingAlert): Iterable<string> {
  return techniques === '[]' ? [] : new Set(JSON.parse(techniques) as string[]);
}

/** Alerts by UTC day, from the groups; a first day that is not whole is left out. */
export function readActivity(
  db: ReadDb,
  entity: EntityRow,
): Pick<EntityProfile, 'activity' | 'isWholeActivity'> {
  const groups = db.all<{ slot: number; n: number }>(
    `SELECT slot, n FROM group_entities INDEXED BY group_entities_entity
     WHERE entity_id = ? ORDER BY slot DESC, group_id DESC LIMIT ?`,
    entity.id,
    GROUPS_COUNTED + 1,
  );
  const isWhole = groups.length <= GROUPS_COUNTED;
  const days = new Map<number, number>();
  for (const { slot, n } of groups) {
    const day = Math.floor(slot / SLOTS_A_DAY);
    days.set(day, (days.get(day) ?? 0) + n);
  }
  const oldest = Math.floor((groups.at(-1)?.slot ?? 0) / SLOTS_A_DAY);
  if (!isWhole && days.size > 1) days.delete(oldest);
  return {
    isWholeActivity: isWhole,
    activity: [...days].map(([day, n]) => ({ day: toIso(day * DAY_MS).slice(0, 10), n })).reverse(),
  };
}

/** Whether alerts are still being put into groups, as after an upgrade. */
export function isBeingGathered(db: ReadDb): boolean {
  const build = db.get<{ finished_at: number | null }>('SELECT finished_at FROM group_build');
  return build !== undefined && build.finished_at === null;
}

interface KnownRow extends Omit<EntityRow, 'last_seen'> {
  readonly last_seen: number | null;
  readonly criticality: KnownEntity['criticality'];
}

const toKnown = ({ kind, value, alerts, last_seen, criticality }: KnownRow): KnownEntity => ({
  kind,
  value,
  alerts,
  lastSeen: last_seen === null ? null : toIso(last_seen),
  criticality,
});

/** Those whose value begins with a text (in the form in which values are compared), by kind and value. */
export function entitiesBeginning(
  db: ReadDb,
  kinds: readonly EntityKind[],
  start: string,
  limit: number,
): KnownEntity[] {
  return kinds.flatMap((kind) =>
    db
      .all<KnownRow>(
        `SELECT e.*, coalesce(k.criticality, 'NORMAL') AS criticality
         FROM entities e INDEXED BY entities_value
         LEFT JOIN entity_marks k INDEXED BY entity_marks_entity
           ON k.entity_kind = e.kind AND k.entity_value = e.value AND k.deleted_at IS NULL
         WHERE e.kind = ? AND e.value >= ? AND e.value < ? AND e.alerts > 0
         ORDER BY e.value LIMIT ?`,
        kind,
        start,
        `${start}\u{10ffff}`,
        limit,
      )
      .map(toKnown),
  );
}

export function markedEntities(db: ReadDb, limit: number): KnownEntity[] {
  return db
    .all<KnownRow>(
      `SELECT k.entity_kind AS kind, k.entity_value AS value, k.criticality,
         coalesce(e.alerts, 0) AS alerts, e.last_seen
       FROM entity_marks k INDEXED BY entity_marks_criticality
       LEFT JOIN entities e ON e.kind = k.entity_kind AND e.value = k.entity_value
       WHERE k.criticality IN ('CRITICAL', 'KNOWN_BENIGN') AND k.deleted_at IS NULL
       ORDER BY k.criticality, k.entity_kind, k.entity_value LIMIT ?`,
      limit,
    )
    .map(toKnown);
}
