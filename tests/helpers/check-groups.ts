import type { Database } from '../../src/main/db/database.ts';
import { entitiesOf } from '../../src/main/db/groups/entities.ts';
import { readGroupRules } from '../../src/main/db/groups/group-rules.ts';
import { createKeyChooser } from '../../src/main/db/groups/keep-groups.store.ts';
import { alertsTable } from '../../src/main/db/tables/alerts.table.ts';
import { isActive } from '../../src/shared/areas/alerts/alerts.rules.ts';
import { SEVERITIES } from '../../src/shared/kernel/severity.ts';

interface Expected {
  key: string;
  source: string;
  detector: string | null;
  title: string;
  severity: string;
  techniques: string;
  n: number;
  n_active: number;
  first_seen: number;
  last_seen: number;
  seqs: number[];
  named: Map<string, number>;
}

/** Every group as a full scan of the alerts makes it, by key. */
function scan(db: Database): Map<string, Expected> {
  return db.read('test.scan', (reader) => {
    const alerts = reader.rows(alertsTable, 'SELECT * FROM alerts WHERE deleted_at IS NULL');
    const keyOf = createKeyChooser(reader, readGroupRules(reader), () =>
      alerts.map(({ id }) => id),
    );
    const groups = new Map<string, Expected>();
    const order = (a: string, b: string) => (a < b ? -1 : Number(a > b));
    const sorted = alerts.sort(
      (a, b) =>
        a.createdAt - b.createdAt ||
        order(a.title, b.title) ||
        order(a.detector ?? '', b.detector ?? ''),
    );
    for (const alert of sorted) {
      const key = Buffer.from(keyOf(alert)).toString('hex');
      const { source, detector, title, createdAt } = alert;
      const group: Expected = groups.get(key) ?? {
        ...{ key, source, detector, title, severity: 'LOW', techniques: '[]', n: 0, n_active: 0 },
        ...{ first_seen: createdAt, last_seen: createdAt, seqs: [], named: new Map() },
      };
      groups.set(key, group);
      group.n++;
      if (isActive(alert.status) && alert.suppressedBy === null) group.n_active++;
      group.last_seen = Math.max(group.last_seen, createdAt);
      const severities = [group.severity, alert.severity];
      group.severity = SEVERITIES.find((severity) => severities.includes(severity)) ?? 'LOW';
      const techniques = new Set([...JSON.parse(group.techniques), ...alert.techniques]);
      group.techniques = JSON.stringify([...techniques].sort());
      group.seqs.push(alert.seq);
      for (const { kind, value } of entitiesOf(alert)) {
        const name = `${kind} ${value}`;
        group.named.set(name, (group.named.get(name) ?? 0) + 1);
      }
    }
    return groups;
  });
}

/** The groups as kept, without what depends on their place in the table. */
export function keptGroups(db: Database): unknown[] {
  return db.read('test.kept', (reader) => {
    const groups = reader.all<Record<string, unknown> & { id: number }>(
      `SELECT id, hex(key) AS key, source, detector, title, severity, techniques, n, n_active,
         first_seen, last_seen FROM alert_groups ORDER BY key`,
    );
    return groups.map(({ id, ...group }) => ({
      ...group,
      key: String(group.key).toLowerCase(),
      seqs: reader
        .all<{ seq: number }>(
          'SELECT alert_seq AS seq FROM group_members WHERE group_id = ? ORDER BY alert_seq',
          id,
        )
        .map(({ seq }) => seq),
      named: reader
        .all<{ name: string; n: number }>(
          `SELECT e.kind || ' ' || e.value AS name, g.n FROM group_entities g
           JOIN entities e ON e.id = g.entity_id WHERE g.group_id = ? ORDER BY 1`,
          id,
        )
        .map(({ name, n }) => [name, n]),
    }));
  });
}

/** What entities are counted, by value. */
export function keptEntities(db: Database): unknown[] {
  return db.read('test.entities', (reader) =>
    reader.all('SELECT kind, value, alerts, groups FROM entities ORDER BY kind, value'),
  );
}

/**
 * What is kept about groups beside what a full scan of the alerts says: equal for any state of a
 * workspace whose groups are made. To be compared with `toEqual`.
 */
export function groupsBesideScan(db: Database): { kept: unknown; scanned: unknown } {
  const groups = [...scan(db).values()].sort((a, b) => (a.key < b.key ? -1 : 1));
  const entities = new Map<string, { alerts: number; groups: number }>();
  const totals = new Map<string, number>();
  for (const group of groups) {
    const cell = `${group.source}|${group.severity}|${Number(group.n_active > 0)}`;
    totals.set(cell, (totals.get(cell) ?? 0) + 1);
    for (const [name, n] of group.named) {
      const counts = entities.get(name) ?? { alerts: 0, groups: 0 };
      entities.set(name, { alerts: counts.alerts + n, groups: counts.groups + 1 });
    }
  }
  const kept = db.read('test.kept', (reader) => ({
    totals: reader
      .all<{ cell: string; n: number }>(
        "SELECT source || '|' || severity || '|' || is_active AS cell, n FROM group_totals WHERE n <> 0",
      )
      .map(({ cell, n }) => [cell, n])
      .sort(),
    orphans: reader.all(
      'SELECT alert_seq FROM group_members WHERE group_id NOT IN (SELECT id FROM alert_groups)',
    ),
    entities: reader
      .all<{ name: string; alerts: number; groups: number }>(
        "SELECT kind || ' ' || value AS name, alerts, groups FROM entities",
      )
      .map(({ name, alerts, groups: count }) => [name, { alerts, groups: count }])
      .sort(byFirst),
  }));
  return {
    kept: { groups: keptGroups(db), ...kept },
    scanned: {
      groups: groups.map(({ named, seqs, ...group }) => ({
        ...group,
        seqs: seqs.sort((a, b) => a - b),
        named: [...named].sort(byFirst),
      })),
      totals: [...totals].sort(),
      orphans: [],
      entities: [...entities].sort(byFirst),
    },
  };
}

function byFirst(a: readonly unknown[], b: readonly unknown[]): number {
  return Buffer.compare(Buffer.from(String(a[0])), Buffer.from(String(b[0])));
}

/** Alerts that lie outside the moments that are kept of their span: none, for any state of a workspace. */
export function spansBesideScan(db: Database): { wrong: unknown[] } {
  return db.read('test.spans', (reader) => ({
    wrong: reader.all(
      `SELECT a.seq, a.created_at, s.earliest, s.latest FROM alerts a
       LEFT JOIN alert_spans s ON s.span = a.seq / 512
       WHERE a.deleted_at IS NULL
         AND (s.span IS NULL OR a.created_at NOT BETWEEN s.earliest AND s.latest)`,
    ),
  }));
}
