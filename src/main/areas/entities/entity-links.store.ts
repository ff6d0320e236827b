/** What else there is about an entity: its groups and incidents, other entities, records of other areas. */
import type {
  EntityGroup,
  EntityIncident,
  LinkedRecord,
  TogetherEntity,
} from '../../../shared/areas/entities/entities.contract.ts';
import type { VendorTerms } from '../../../shared/areas/vendors/vendor-signals.rules.ts';
import { SEVERITIES, type Severity } from '../../../shared/kernel/severity.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';

/** Over so many of the newest groups it is told what they have in common. */
export const GROUPS_LOOKED_AT = 300;
/** Of the newest investigations, so many are asked whether what they are about names the entity. */
const INVESTIGATIONS_ASKED = 300;
/** Of an incident that is investigated, so many of the newest groups are looked at. */
const INCIDENT_GROUPS = 40;

/** Rows of a list, and how many there are; `isMore`: at least so many. */
export interface Linked<T> {
  readonly rows: readonly T[];
  readonly total: { readonly n: number; readonly isMore: boolean };
}

const linked = <T>(rows: readonly T[], n: number, isMore = false): Linked<T> => ({
  ...{ rows, total: { n, isMore } },
});

const countOf = (db: ReadDb, sql: string, ...values: string[]): number =>
  db.get<{ n: number }>(sql, ...values)?.n ?? 0;

const NEWEST_GROUPS = `SELECT group_id FROM group_entities INDEXED BY group_entities_entity
  WHERE entity_id = ? ORDER BY slot DESC, group_id DESC LIMIT ?`;

export function newestGroups(db: ReadDb, entityId: number, limit: number): EntityGroup[] {
  const rows = db.all<{
    key: string;
    title: string;
    severity: Severity;
    source: string;
    n: number;
    n_active: number;
    first_seen: number;
    last_seen: number;
  }>(
    `SELECT lower(hex(g.key)) AS key, g.title, g.severity, g.source, g.n, g.n_active,
       g.first_seen, g.last_seen
     FROM (${NEWEST_GROUPS}) t CROSS JOIN alert_groups g ON g.id = t.group_id
     ORDER BY g.last_seen DESC`,
    entityId,
    limit,
  );
  return rows.map(({ n_active, first_seen, last_seen, ...row }) => ({
    ...row,
    active: n_active,
    firstSeen: toIso(first_seen),
    lastSeen: toIso(last_seen),
  }));
}

/** All of the newest groups. */
export function incidentsOf(db: ReadDb, entityId: number): EntityIncident[] {
  const rows = db.all<{
    key: string;
    name: string;
    severity_rank: number;
    groups: number;
    first_seen: number;
    last_seen: number;
  }>(
    `SELECT i.key, i.name, i.severity_rank, count(*) AS groups, i.first_seen, i.last_seen
     FROM (${NEWEST_GROUPS}) t CROSS JOIN alert_groups g ON g.id = t.group_id
     CROSS JOIN incidents i ON i.id = g.incident_id
     WHERE i.n_groups > 1 GROUP BY i.id ORDER BY i.last_seen DESC`,
    entityId,
    GROUPS_LOOKED_AT,
  );
  return rows.map((row) => ({
    id: row.key,
    title: row.name,
    severity: SEVERITIES[3 - row.severity_rank] ?? 'LOW',
    groups: row.groups,
    firstSeen: toIso(row.first_seen),
    lastSeen: toIso(row.last_seen),
  }));
}

export function seenTogether(
  db: ReadDb,
  entityId: number,
  limit: number,
): { rows: TogetherEntity[]; n: number } {
  const found = db.all<TogetherEntity & { readonly n: number }>(
    `SELECT e.kind, e.value, o.groups, coalesce(k.criticality, 'NORMAL') AS criticality, o.n
     FROM (
       SELECT o.entity_id, count(*) AS groups, count(*) OVER () AS n FROM (${NEWEST_GROUPS}) t
       CROSS JOIN group_entities o ON o.group_id = t.group_id
       WHERE o.entity_id <> ? GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ?
     ) o CROSS JOIN entities e ON e.id = o.entity_id
     LEFT JOIN entity_marks k INDEXED BY entity_marks_entity
       ON k.entity_kind = e.kind AND k.entity_value = e.value AND k.deleted_at IS NULL
     ORDER BY o.groups DESC, e.value`,
    entityId,
    GROUPS_LOOKED_AT,
    entityId,
    limit,
  );
  return { rows: found.map(({ n: _, ...row }) => row), n: found[0]?.n ?? 0 };
}

export interface IndicatorLink extends LinkedRecord {
  readonly investigationId: string | null;
}

/** `values`: the entity's value in every spelling that is known. */
export function indicatorsOf(
  db: ReadDb,
  values: readonly string[],
  limit: number,
): Linked<IndicatorLink> {
  const json = JSON.stringify(values);
  const rows = db.all<{
    id: string;
    type: string;
    value: string;
    severity: string;
    source: string | null;
    is_active: 0 | 1;
    at: number;
    investigation_id: string | null;
  }>(
    `SELECT id, type, value, severity, source, is_active, coalesce(last_seen, created_at) AS at,
       investigation_id
     FROM indicators INDEXED BY indicators_value
     WHERE value IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
     ORDER BY at DESC LIMIT ?`,
    json,
    limit,
  );
  const n = countOf(
    db,
    `SELECT count(*) AS n FROM indicators INDEXED BY indicators_value
     WHERE value IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL`,
    json,
  );
  const links = rows.map((row) => ({
    id: row.id,
    title: row.value,
    detail: [row.type, row.severity.toLowerCase(), row.source, row.is_active ? null : 'not active']
      .filter(Boolean)
      .join(' · '),
    link: row.investigation_id
      ? `/forensics?investigation=${encodeURIComponent(row.investigation_id)}`
      : '/forensics?tab=iocs',
    at: toIso(row.at),
    investigationId: row.investigation_id,
  }));
  return linked(links, n);
}

/**
 * Asked from their side, as they are few: the newest of them whose incident has a group with the entity, or
 * whose alert is in such a group. Of the latter `isDoubtful` says that not all of the group name it.
 */
export function investigationsNaming(
  db: ReadDb,
  entityId: number,
): { readonly id: string; readonly alertSeq: number | null; readonly isDoubtful: 0 | 1 }[] {
  return db.all(
    `WITH v AS MATERIALIZED (
       SELECT id, incident_id FROM forensic_investigations
       WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT ?)
     SELECT v.id, a.seq AS alertSeq, e.n < g.n AS isDoubtful
     FROM v CROSS JOIN alerts a ON a.id = v.incident_id
     CROSS JOIN group_members m ON m.alert_seq = a.seq
     CROSS JOIN group_entities e ON e.group_id = m.group_id AND e.entity_id = ?
     CROSS JOIN alert_groups g ON g.id = m.group_id
     UNION ALL
     SELECT v.id, NULL, 0 FROM v CROSS JOIN incidents i ON i.key = v.incident_id
     WHERE EXISTS (
       SELECT 1 FROM (
         SELECT id FROM alert_groups INDEXED BY alert_groups_incident
         WHERE incident_id = i.id ORDER BY last_seen DESC LIMIT ?) g
       CROSS JOIN group_entities e ON e.group_id = g.id AND e.entity_id = ?)`,
    INVESTIGATIONS_ASKED,
    entityId,
    INCIDENT_GROUPS,
    entityId,
  );
}

const OF_THESE = `deleted_at IS NULL AND id IN (
  SELECT value FROM json_each(?)
  UNION SELECT v.id FROM json_each(?) j
    CROSS JOIN forensic_investigations v INDEXED BY forensic_investigations_incident
    ON v.incident_id = j.value)`;

/** Of these ids, or of one of these incidents or alerts. */
export function investigationsOf(
  db: ReadDb,
  { ids, incidents }: { ids: readonly string[]; incidents: readonly string[] },
  limit: number,
): Linked<LinkedRecord> {
  const values = [JSON.stringify(ids), JSON.stringify(incidents)] as const;
  const rows = db.all<{
    id: string;
    title: string;
    status: string;
    priority: string;
    created_at: number;
  }>(
    `SELECT id, title, status, priority, created_at FROM forensic_investigations
     WHERE ${OF_THESE} ORDER BY created_at DESC LIMIT ?`,
    ...values,
    limit,
  );
  const links = rows.map((row) => ({
    id: row.id,
    title: row.title,
    detail: `${row.status.replaceAll('_', ' ').toLowerCase()} · ${row.priority.toLowerCase()}`,
    link: `/forensics?investigation=${encodeURIComponent(row.id)}`,
    at: toIso(row.created_at),
  }));
  const n = countOf(
    db,
    `SELECT count(*) AS n FROM forensic_investigations WHERE ${OF_THESE}`,
    ...values,
  );
  return linked(links, n, mayMissInvestigations(db));
}

/** There are older ones, or ones of an incident that is not looked at as a whole. */
function mayMissInvestigations(db: ReadDb): boolean {
  return (
    db.get(
      `SELECT 1 FROM (SELECT 1 FROM forensic_investigations WHERE deleted_at IS NULL
         ORDER BY created_at DESC LIMIT 1 OFFSET ?)
       UNION ALL SELECT 1 FROM (SELECT incident_id FROM forensic_investigations
         WHERE deleted_at IS NULL ORDER BY created_at DESC LIMIT ?) v
       CROSS JOIN incidents i ON i.key = v.incident_id AND i.n_groups > ? LIMIT 1`,
      INVESTIGATIONS_ASKED,
      INVESTIGATIONS_ASKED,
      INCIDENT_GROUPS,
    ) !== undefined
  );
}

/** Terms of every vendor that has some, for the matching by domain and address. */
export function readVendorTerms(db: ReadDb): VendorTerms[] {
  return db
    .all<{ id: string; domains: string; addresses: string }>(
      `SELECT id, domains, addresses FROM vendors INDEXED BY vendors_with_terms
       WHERE deleted_at IS NULL AND (domains <> '[]' OR addresses <> '[]' OR software <> '[]')`,
    )
    .map(({ id, domains, addresses }) => ({
      id,
      domains: JSON.parse(domains) as string[],
      addresses: JSON.parse(addresses) as string[],
      // A host that is called like a product is not the product.
      software: [],
    }));
}

const VENDORS_ASKED = 1_000;

/** Vendors by why: the entity is theirs, or alerts about it touched them. */
export function vendorLinks(
  db: ReadDb,
  owned: ReadonlyMap<string, string>,
  { alertIds, areAll }: { alertIds: readonly string[]; areAll: boolean },
  limit: number,
): Linked<LinkedRecord> {
  const touched = db.all<{ vendor_id: string; kind: string; found: string }>(
    `SELECT s.vendor_id, s.kind, s.found FROM json_each(?) j
     CROSS JOIN vendor_signals s INDEXED BY vendor_signals_thing ON s.thing_id = j.value
     WHERE s.deleted_at IS NULL GROUP BY s.vendor_id LIMIT ?`,
    JSON.stringify(alertIds),
    VENDORS_ASKED,
  );
  const why = new Map(
    touched.map(({ vendor_id, kind, found }) => [vendor_id, `Its alerts name ${kind} ${found}`]),
  );
  for (const [vendor, term] of owned) why.set(vendor, `Under ${term}`);
  const rows = db.all<{ id: string; name: string; risk_tier: string }>(
    `SELECT id, name, risk_tier FROM vendors
     WHERE id IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL ORDER BY name`,
    JSON.stringify([...why.keys()]),
  );
  const links = rows.slice(0, limit).map(({ id, name, risk_tier }) => ({
    id,
    title: name,
    detail: `${why.get(id) ?? ''} · ${risk_tier.toLowerCase()} tier`,
    link: `/vendors?vendor=${encodeURIComponent(id)}`,
    at: null,
  }));
  return linked(links, rows.length, !areAll);
}

export interface RuleRow {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
  readonly scope: string;
  readonly expires_at: number;
  readonly ended_at: number | null;
}

/** The newest rules; there are hundreds at most. */
export const RULES_ASKED = 500;

export function suppressionRules(db: ReadDb): RuleRow[] {
  return db.all<RuleRow>(
    `SELECT id, name, reason, scope, expires_at, ended_at FROM suppression_rules
     WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT ?`,
    RULES_ASKED + 1,
  );
}
