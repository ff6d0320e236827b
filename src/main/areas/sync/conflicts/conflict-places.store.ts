/** Where the row of a conflict is shown: the record it is or belongs to, its name and its address. */
import type { ReadDb } from '../../../db/database.ts';

interface Root {
  /** What names it, in SQL. */
  readonly title: string;
  readonly link: (id: string) => string;
}

const address = (start: string) => (id: string) => `${start}${encodeURIComponent(id)}`;

const ROOTS: Readonly<Record<string, Root>> = {
  alerts: { title: 'title', link: address('/alerts?alert=') },
  incident_records: { title: 'name', link: address('/alerts?show=incidents&incident=') },
  controls: {
    title: "control_id || ' ' || title",
    link: address('/compliance?tab=controls&control='),
  },
  compliance_frameworks: { title: 'name', link: address('/compliance?tab=frameworks&framework=') },
  risks: { title: 'title', link: address('/risk?risk=') },
  policies: { title: 'title', link: address('/policies?policy=') },
  evidence: { title: 'title', link: address('/evidence?evidence=') },
  vendors: { title: 'name', link: address('/vendors?vendor=') },
  audits: { title: 'title', link: address('/audits?audit=') },
  findings: {
    title: "'F' || number || ' ' || title",
    link: address('/audits?tab=findings&finding='),
  },
  forensic_investigations: { title: 'title', link: address('/forensics?investigation=') },
  indicators: { title: 'value', link: address('/forensics?tab=iocs&ioc=') },
  suppression_rules: { title: 'name', link: address('/suppressions?rule=') },
  users: { title: 'email', link: () => '/settings/people' },
};

/** Rows that belong to a record, by the column that names it. */
const CHILDREN: Readonly<Record<string, readonly [root: string, column: string]>> = {
  alert_comments: ['alerts', 'alert_id'],
  alert_checks: ['alerts', 'alert_id'],
  control_tests: ['controls', 'control_id'],
  control_test_runs: ['controls', 'control_id'],
  control_exceptions: ['controls', 'control_id'],
  control_challenges: ['controls', 'control_id'],
  risk_tasks: ['risks', 'risk_id'],
  risk_reviews: ['risks', 'risk_id'],
  risk_quantities: ['risks', 'risk_id'],
  risk_cases: ['risks', 'risk_id'],
  policy_versions: ['policies', 'policy_id'],
  policy_attestation_requests: ['policies', 'policy_id'],
  vendor_assessments: ['vendors', 'vendor_id'],
  vendor_reassessments: ['vendors', 'vendor_id'],
  vendor_subprocessors: ['vendors', 'vendor_id'],
  audit_requests: ['audits', 'audit_id'],
  audit_samples: ['audits', 'audit_id'],
  investigation_comments: ['forensic_investigations', 'investigation_id'],
  promoted_events: ['forensic_investigations', 'investigation_id'],
  event_alignments: ['forensic_investigations', 'investigation_id'],
};

export function childrenOf(root: string): { readonly table: string; readonly column: string }[] {
  return Object.entries(CHILDREN)
    .filter(([, [of]]) => of === root)
    .map(([table, [, column]]) => ({ table, column }));
}

export interface ConflictPlace {
  readonly title: string | null;
  readonly link: string | null;
}

export function placeOf(db: ReadDb, table: string, id: string): ConflictPlace {
  const child = Object.hasOwn(CHILDREN, table) ? CHILDREN[table] : undefined;
  if (child) {
    const [root, column] = child;
    const parent = db.get<{ id: string }>(`SELECT ${column} AS id FROM ${table} WHERE id = ?`, id);
    return parent ? placeOf(db, root, parent.id) : { title: null, link: null };
  }
  const root = Object.hasOwn(ROOTS, table) ? ROOTS[table] : undefined;
  if (!root) return { title: null, link: null };
  const found = db.get<{ title: string | null }>(
    `SELECT ${root.title} AS title FROM ${table} WHERE id = ?`,
    id,
  );
  return { title: found?.title ?? null, link: found ? root.link(id) : null };
}

/** Columns that name a record, by what stands before their `_id`. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ alert: 'alerts', control: 'controls', framework: 'compliance_frameworks', risk: 'risks' },
  ...{ policy: 'policies', evidence: 'evidence', vendor: 'vendors', linked_vendor: 'vendors' },
  ...{ audit: 'audits', finding: 'findings', investigation: 'forensic_investigations' },
  ...{ incident: 'incident_records', bundle_evidence: 'evidence' },
};

/** Name of the record that this column names; null where it is none of these or is not here. */
export function titleOfNamed(db: ReadDb, column: string, id: string): string | null {
  const named = column.replace(/_id$/, '');
  const table = Object.hasOwn(NAMED, named) ? NAMED[named] : undefined;
  return table === undefined ? null : placeOf(db, table, id).title;
}

/** The row as it is in the database, or undefined. `table` is one of the synced ones. */
export function rawRow(db: ReadDb, table: string, id: string): Record<string, unknown> | undefined {
  return db.get(`SELECT * FROM ${table} WHERE id = ?`, id);
}

export function personNames(db: ReadDb): ReadonlyMap<string, string> {
  const rows = db.all<{ id: string; name: string }>(
    `SELECT id, coalesce(nullif(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), ''), email) AS name
     FROM users`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
