/** Reads of the workspace for an investigation: alerts, what they belong to, and what is known of them. */
import type { Criticality, EntityKind } from '../../../shared/areas/entities/entities.contract.ts';
import type {
  CaseAlert,
  DeskPattern,
  KnownIndicator,
} from '../../../shared/areas/forensics/case.types.ts';
import { FREE_MAIL } from '../../../shared/areas/forensics/indicators/names.table.ts';
import type { ReadDb } from '../../db/database.ts';
import { entitiesOf } from '../../db/groups/entities.ts';
import type { RowOf } from '../../db/statements.ts';
import { alertsTable } from '../../db/tables/alerts.table.ts';

type AlertRow = RowOf<typeof alertsTable>;

const SLOT_MS = 900_000;
/** Of one group at most; a group is repeats of one thing. */
const ALERTS_OF_GROUP = 20;
const GROUPS_MAX = 400;
/** Closings by people that are looked at, the newest first. */
const CLOSINGS_READ = 5_000;
const DAY_MS = 86_400_000;
/** Merged into what was merged: followed so far. */
const MAX_HOPS = 20;

const toCaseAlert = (row: AlertRow): CaseAlert => ({
  ...{ id: row.id, seq: row.seq, title: row.title, description: row.description.slice(0, 8_000) },
  ...{ severity: row.severity, status: row.status, source: row.source },
  ...{ sourceHost: row.sourceHost, sourceUser: row.sourceUser, sourceIp: row.sourceIp },
  ...{ destIp: row.destIp, detector: row.detector, category: row.category },
  techniques: row.techniques ?? [],
  verdict: row.verdict,
  isEscalated: row.escalated,
  isClosedByPerson: row.closedBy !== null,
  at: row.createdAt,
  closedAt: row.resolvedAt,
  entities: entitiesOf(row).map(({ kind, value }) => `${kind}:${value}`),
});

export function alertsById(db: ReadDb, ids: readonly string[]): CaseAlert[] {
  return db
    .rows(
      alertsTable,
      `SELECT * FROM alerts WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
       ORDER BY created_at, id`,
      JSON.stringify(ids),
    )
    .map(toCaseAlert);
}

function alertsBySeq(db: ReadDb, seqs: readonly number[]): CaseAlert[] {
  return db
    .rows(
      alertsTable,
      `SELECT * FROM alerts WHERE seq IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
       ORDER BY created_at, id`,
      JSON.stringify(seqs),
    )
    .map(toCaseAlert);
}

export interface FoundIncident {
  readonly id: number;
  readonly key: string;
  readonly name: string;
}

/** By its key, that of a group in it, or that of one that was merged into it. */
export function findIncident(db: ReadDb, given: string): FoundIncident | undefined {
  let key = given;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const row =
      db.get<FoundIncident>('SELECT id, key, name FROM incidents WHERE key = ?', key) ??
      (/^[\da-f]{32}$/.test(key)
        ? db.get<FoundIncident>(
            `SELECT i.id, i.key, i.name FROM alert_groups g
             CROSS JOIN incidents i ON i.id = g.incident_id WHERE g.key = unhex(?)`,
            key,
          )
        : undefined);
    if (row) return row;
    const next = db.get<{ merged_into: string | null }>(
      'SELECT merged_into FROM incident_records WHERE id = ? AND deleted_at IS NULL',
      key,
    )?.merged_into;
    if (!next) return undefined;
    key = next;
  }
  return undefined;
}

/** Of alerts: the incidents that they are in, by key. */
export function incidentsOfAlerts(db: ReadDb, seqs: readonly number[]): FoundIncident[] {
  return db.all<FoundIncident>(
    `SELECT DISTINCT i.id, i.key, i.name FROM json_each(?) s
     CROSS JOIN group_members m ON m.alert_seq = s.value
     CROSS JOIN alert_groups g ON g.id = m.group_id
     CROSS JOIN incidents i ON i.id = g.incident_id
     WHERE i.n_groups > 1 ORDER BY i.key LIMIT 20`,
    JSON.stringify(seqs),
  );
}

/** The first alerts of each group, the earliest groups first; `total` of the incident. */
export function alertsOfIncident(
  db: ReadDb,
  incident: number,
  limit: number,
): { alerts: CaseAlert[]; total: number } {
  const groups = db.all<{ id: number }>(
    `SELECT id FROM alert_groups WHERE incident_id = ? ORDER BY first_seen, key LIMIT ?`,
    incident,
    GROUPS_MAX,
  );
  const each = Math.min(
    ALERTS_OF_GROUP,
    Math.max(1, Math.floor(limit / Math.max(1, groups.length))),
  );
  const seqs = groups.flatMap(({ id }) =>
    db
      .all<{ alert_seq: number }>(
        `SELECT alert_seq FROM group_members INDEXED BY group_members_group
         WHERE group_id = ? ORDER BY created_at, alert_seq LIMIT ?`,
        id,
        each,
      )
      .map(({ alert_seq }) => alert_seq),
  );
  const total =
    db.get<{ n: number }>('SELECT n_alerts AS n FROM incidents WHERE id = ?', incident)?.n ?? 0;
  return { alerts: alertsBySeq(db, seqs.slice(0, limit)), total };
}

export interface EntityCount {
  readonly id: number;
  readonly kind: EntityKind;
  readonly value: string;
  readonly alerts: number;
  readonly criticality: Criticality;
}

/** What is kept of these entities, `kind:value` each. */
export function readEntities(db: ReadDb, names: readonly string[]): EntityCount[] {
  return db.all<EntityCount>(
    `SELECT e.id, e.kind, e.value, e.alerts, coalesce(k.criticality, 'NORMAL') AS criticality
     FROM json_each(?) j CROSS JOIN entities e
       ON e.kind = substr(j.value, 1, instr(j.value, ':') - 1)
      AND e.value = substr(j.value, instr(j.value, ':') + 1)
     LEFT JOIN entity_marks k INDEXED BY entity_marks_entity
       ON k.entity_kind = e.kind AND k.entity_value = e.value AND k.deleted_at IS NULL
     ORDER BY e.kind, e.value`,
    JSON.stringify(names),
  );
}

/** Alerts that name an entity between two times, both included; for entities that few alerts name. */
export function alertsNaming(
  db: ReadDb,
  { id, kind, value }: Pick<EntityCount, 'id' | 'kind' | 'value'>,
  { from, to, limit }: { from: number; to: number; limit: number },
): CaseAlert[] {
  const seqs = db.all<{ seq: number }>(
    `SELECT m.alert_seq AS seq FROM group_entities e INDEXED BY group_entities_entity
     CROSS JOIN group_members m INDEXED BY group_members_group ON m.group_id = e.group_id
     WHERE e.entity_id = ? AND e.slot BETWEEN ? AND ? AND m.created_at BETWEEN ? AND ?
     ORDER BY m.created_at, m.alert_seq LIMIT ?`,
    id,
    Math.floor(from / SLOT_MS) - 1,
    Math.floor(to / SLOT_MS) + 1,
    from,
    to,
    limit,
  );
  const name = `${kind}:${value}`;
  return alertsBySeq(
    db,
    seqs.map(({ seq }) => seq),
  ).filter(({ entities }) => entities.includes(name));
}

interface ClosingRow {
  readonly id: string;
  readonly source: string;
  readonly detector: string | null;
  readonly verdict: string | null;
  readonly closed_by: string | null;
  readonly resolved_at: number;
}

/** The newest closings by people, by source and detector; alerts of the case are not their own precedent. */
export function readPatterns(
  db: ReadDb,
  wanted: ReadonlySet<string>,
  without: ReadonlySet<string>,
): { patterns: DeskPattern[]; since: number | null } {
  const rows = db.all<ClosingRow>(
    `SELECT id, source, detector, verdict, closed_by, resolved_at FROM alerts
     INDEXED BY alerts_closed_places
     WHERE resolved_at IS NOT NULL AND deleted_at IS NULL
     ORDER BY resolved_at DESC, created_at DESC LIMIT ?`,
    CLOSINGS_READ,
  );
  const found = new Map<
    string,
    { row: ClosingRow; benign: number; malicious: number; days: Set<number>; people: Set<string> }
  >();
  for (const row of rows) {
    if (row.verdict === null || row.closed_by === null || without.has(row.id)) continue;
    const key = JSON.stringify([row.source, row.detector]);
    if (!wanted.has(key)) continue;
    const own = found.get(key) ?? {
      ...{ row, benign: 0, malicious: 0 },
      ...{ days: new Set<number>(), people: new Set<string>() },
    };
    found.set(key, own);
    if (row.verdict === 'TRUE_POSITIVE') own.malicious++;
    else if (row.verdict !== 'UNDETERMINED') {
      own.benign++;
      own.days.add(Math.floor(row.resolved_at / DAY_MS));
      own.people.add(row.closed_by);
    }
  }
  const patterns = [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { row, benign, malicious, days, people }]) => ({
      ...{ source: row.source, detector: row.detector, benign, malicious },
      ...{ days: days.size, people: people.size, lastAt: row.resolved_at },
    }));
  const oldest = rows.at(-1)?.resolved_at ?? null;
  return { patterns, since: rows.length < CLOSINGS_READ ? null : oldest };
}

/** Of other investigations. */
export function readKnownIndicators(
  db: ReadDb,
  values: readonly string[],
  investigationId: string,
): KnownIndicator[] {
  return db
    .all<Omit<KnownIndicator, 'isActive'> & { active: number }>(
      `SELECT i.type, i.value, i.severity, i.is_active AS active, i.investigation_id AS investigationId,
         coalesce(v.closing_verdict, v.verdict) AS verdict
       FROM indicators i INDEXED BY indicators_value
       LEFT JOIN forensic_investigations v ON v.id = i.investigation_id AND v.deleted_at IS NULL
       WHERE i.value IN (SELECT value FROM json_each(?)) AND i.deleted_at IS NULL
         AND i.investigation_id IS NOT ?
       ORDER BY i.type, i.value, i.id LIMIT 2000`,
      JSON.stringify(values),
      investigationId,
    )
    .map(({ active, ...row }) => ({ ...row, isActive: active === 1 }));
}

/** Domains under which the workspace's people have their addresses. */
export function readOwnDomains(db: ReadDb): string[] {
  return db
    .all<{ domain: string }>(
      `SELECT DISTINCT lower(substr(email, instr(email, '@') + 1)) AS domain FROM users
       WHERE deleted_at IS NULL AND instr(email, '@') > 0 ORDER BY 1`,
    )
    .map(({ domain }) => domain)
    .filter((domain) => domain.includes('.') && !FREE_MAIL.has(domain));
}
