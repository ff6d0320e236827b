/** The row of a group, read and written. */
import type { Severity } from '../../../shared/kernel/severity.ts';
import type { ReadDb } from '../database.ts';
import type { WriteTx } from '../write-door.ts';
import { inPieces, manyRows } from './many-rows.ts';

export interface GroupRow {
  readonly id: number;
  /** The incident it belongs to; null until the next linking. */
  readonly incidentId: number | null;
  readonly source: string;
  detector: string | null;
  title: string;
  severity: Severity;
  techniqueCounts: Record<string, number>;
  n: number;
  nActive: number;
  firstSeen: number;
  lastSeen: number;
  counts: Record<Severity, number>;
}

interface RawGroup {
  id: number;
  incident_id: number | null;
  source: string;
  detector: string | null;
  title: string;
  severity: Severity;
  technique_counts: string;
  n: number;
  n_active: number;
  first_seen: number;
  last_seen: number;
  n_critical: number;
  n_high: number;
  n_medium: number;
  n_low: number;
}

const NO_TECHNIQUES = '{}';

const FIND_GROUPS = manyRows(
  2,
  (list) => `WITH v (place, key) AS (VALUES ${list})
    SELECT v.place, g.* FROM v CROSS JOIN alert_groups g ON g.key = v.key`,
);

/** Those that there are, by the places of their keys. */
export function readGroups(db: ReadDb, keys: readonly Uint8Array[]): Map<number, GroupRow> {
  const found = new Map<number, GroupRow>();
  inPieces(
    FIND_GROUPS,
    keys,
    (key, put, place) => {
      put(place);
      put(key);
    },
    (sql, values) => {
      for (const raw of db.all<RawGroup & { place: number }>(sql, ...values))
        found.set(raw.place, toGroupRow(raw));
    },
  );
  return found;
}

function toGroupRow(raw: RawGroup): GroupRow {
  return {
    id: raw.id,
    incidentId: raw.incident_id,
    source: raw.source,
    detector: raw.detector,
    title: raw.title,
    severity: raw.severity,
    techniqueCounts:
      raw.technique_counts === NO_TECHNIQUES
        ? {}
        : (JSON.parse(raw.technique_counts) as Record<string, number>),
    n: raw.n,
    nActive: raw.n_active,
    firstSeen: raw.first_seen,
    lastSeen: raw.last_seen,
    counts: { CRITICAL: raw.n_critical, HIGH: raw.n_high, MEDIUM: raw.n_medium, LOW: raw.n_low },
  };
}

/** Sorted by name, so that the same alerts make the same text in whatever order they came. */
function techniqueTexts(counts: Readonly<Record<string, number>>): [names: string, counts: string] {
  const names = Object.keys(counts).sort();
  if (names.length === 0) return ['[]', NO_TECHNIQUES];
  const sorted = Object.fromEntries(names.map((name) => [name, counts[name]]));
  return [JSON.stringify(names), JSON.stringify(sorted)];
}

const INSERT_GROUPS = manyRows(
  16,
  (
    list,
  ) => `INSERT OR FAIL INTO alert_groups (id, key, source, detector, title, severity, techniques,
      n, n_active, first_seen, last_seen, n_critical, n_high, n_medium, n_low, technique_counts)
    VALUES ${list}`,
);

export interface NewGroup {
  readonly key: Uint8Array;
  readonly group: GroupRow;
}

/** In the order of their ids, so that the table only grows at its end. */
export function insertGroups(tx: WriteTx, begun: readonly NewGroup[]): void {
  inPieces(
    INSERT_GROUPS,
    begun,
    ({ key, group }, put) => {
      const [techniques, counts] = techniqueTexts(group.techniqueCounts);
      const { CRITICAL, HIGH, MEDIUM, LOW } = group.counts;
      for (const value of [
        ...[group.id, key, group.source, group.detector, group.title, group.severity, techniques],
        ...[group.n, group.nActive, group.firstSeen, group.lastSeen],
        ...[CRITICAL, HIGH, MEDIUM, LOW, counts],
      ])
        put(value);
    },
    (sql, values) => tx.run(sql, ...values),
  );
}

/** A group without alerts is none. */
export function updateGroup(tx: WriteTx, before: GroupRow, after: GroupRow): void {
  if (after.n === 0) {
    tx.run('DELETE FROM alert_groups WHERE id = ?', after.id);
    return;
  }
  tx.run(
    `UPDATE OR FAIL alert_groups SET n = ?, n_active = ?, last_seen = ?, severity = ?, n_critical = ?,
       n_high = ?, n_medium = ?, n_low = ?, technique_counts = ? WHERE id = ?`,
    after.n,
    after.nActive,
    after.lastSeen,
    after.severity,
    after.counts.CRITICAL,
    after.counts.HIGH,
    after.counts.MEDIUM,
    after.counts.LOW,
    techniqueTexts(after.techniqueCounts)[1],
    after.id,
  );
  // What seldom differs stays out of the way.
  const [techniques] = techniqueTexts(after.techniqueCounts);
  const isLeadNew =
    after.firstSeen !== before.firstSeen ||
    byAlphabet(after, before) !== 0 ||
    techniques !== techniqueTexts(before.techniqueCounts)[0];
  if (!isLeadNew) return;
  tx.run(
    'UPDATE OR FAIL alert_groups SET first_seen = ?, title = ?, detector = ?, techniques = ? WHERE id = ?',
    after.firstSeen,
    after.title,
    after.detector,
    techniques,
    after.id,
  );
}

/** So many alerts of one moment are compared by their titles. */
const LEADS = 1_000;

/** What the alerts that are left begin and end with. */
export function firstOf(
  tx: WriteTx,
  groupId: number,
): Pick<GroupRow, 'firstSeen' | 'lastSeen' | 'title' | 'detector'> {
  const bounds = tx.get<{ first: number; last: number }>(
    `SELECT (SELECT min(created_at) FROM group_members WHERE group_id = ?) AS first,
            (SELECT max(created_at) FROM group_members WHERE group_id = ?) AS last`,
    groupId,
    groupId,
  );
  const first = bounds?.first ?? 0;
  const leads = tx.all<{ title: string; detector: string | null }>(
    `SELECT DISTINCT a.title, a.detector FROM (
       SELECT alert_seq FROM group_members WHERE group_id = ? AND created_at = ? LIMIT ?
     ) m JOIN alerts a ON a.seq = m.alert_seq`,
    groupId,
    first,
    LEADS,
  );
  const [lead] = leads.sort(byAlphabet);
  return {
    firstSeen: first,
    lastSeen: bounds?.last ?? first,
    title: lead?.title ?? '',
    detector: lead?.detector ?? null,
  };
}

/** As JavaScript compares texts, here and where alerts come in. */
export function byAlphabet(
  a: Pick<GroupRow, 'title' | 'detector'>,
  b: Pick<GroupRow, 'title' | 'detector'>,
): number {
  if (a.title !== b.title) return a.title < b.title ? -1 : 1;
  const [left, right] = [a.detector ?? '', b.detector ?? ''];
  return left === right ? 0 : left < right ? -1 : 1;
}
