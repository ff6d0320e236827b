/**
 * Every day of the workspace by which something is due, read from the registers as they are. The
 * calendar and the reminders use the same list, so that neither knows of a date the other does not.
 */
import type { CalendarKind } from '../../shared/areas/calendar/calendar.rules.ts';
import type { Permission } from '../../shared/contract/permissions.ts';
import { addDays, type Day } from '../../shared/kernel/day.ts';
import type { Bound, ReadDb } from './database.ts';

export interface DueDay {
  readonly kind: CalendarKind;
  /** `<record>/<part>` where it is a part of one. */
  readonly id: string;
  readonly title: string;
  readonly day: Day;
  readonly owner: string | null;
  /** What the row holds as its day, and its own id: its place in the order of its kind. */
  readonly at: string | number;
  readonly key: string;
}

/**
 * How a column holds its day: as text; as the moment at which it ends or begins on this machine; or as
 * a moment of UTC.
 */
type DayForm = 'text' | 'local' | 'utc';

interface DueSource {
  readonly permission: Permission;
  readonly from: string;
  readonly id: string;
  /** The id of the row that holds the day, where it is not `id`. */
  readonly key?: string;
  readonly title: string;
  readonly owner?: string;
  readonly column: string;
  readonly form: DayForm;
  readonly where: string;
  /** Besides being the owner: in what other case it is one's own; `?` is the account. */
  readonly mine?: string;
}

const AUDIT_IS_OPEN = "a.deleted_at IS NULL AND a.status IN ('PLANNED', 'IN_PROGRESS')";
const CONTROL_COUNTS = 'c.deleted_at IS NULL AND c.is_applicable = 1 AND c.gone_in IS NULL';
const CONTROL_TITLE = "c.control_id || ' ' || c.title";
const RISK = {
  permission: 'risk.read',
  from: 'risks r',
  id: 'r.id',
  title: 'r.title',
  owner: 'r.owner',
  form: 'text',
} as const;
const AUDIT = {
  permission: 'audits.read',
  from: 'audits a',
  id: 'a.id',
  title: 'a.title',
  owner: 'a.assigned_to',
  form: 'text',
} as const;
const VENDOR = {
  permission: 'vendors.read',
  from: 'vendors v',
  id: 'v.id',
  title: 'v.name',
  form: 'text',
} as const;
const POLICY = {
  permission: 'policies.read',
  from: 'policies p',
  id: 'p.id',
  title: 'p.title',
  owner: 'p.owner',
  form: 'text',
} as const;

const SOURCES: Readonly<Record<CalendarKind, DueSource>> = {
  'evidence-expiry': {
    permission: 'evidence.read',
    ...{ from: 'evidence e INDEXED BY calendar_evidence', id: 'e.id', title: 'e.title' },
    ...{ owner: 'e.collected_by', column: 'e.expiration_date', form: 'local' },
    where: "e.deleted_at IS NULL AND e.superseded_by IS NULL AND e.verdict <> 'REJECTED'",
  },
  collection: {
    permission: 'evidence.read',
    ...{ from: 'collection_tasks t', id: 't.id', title: 't.title', owner: 't.owner' },
    ...{ column: 't.next_due', form: 'text', where: 't.deleted_at IS NULL AND t.is_active = 1' },
  },
  'control-assessment': {
    permission: 'compliance.read',
    ...{
      from: 'controls c INDEXED BY calendar_controls',
      id: 'c.id',
      title: CONTROL_TITLE,
      owner: 'c.owner',
    },
    ...{ column: 'c.next_assessment', form: 'local', where: CONTROL_COUNTS },
  },
  'control-test': {
    permission: 'compliance.read',
    from: 'control_tests t JOIN controls c ON c.id = t.control_id',
    ...{
      id: "c.id || '/' || t.id",
      key: 't.id',
      title: "c.control_id || ' ' || t.title",
      owner: 't.tester',
    },
    ...{ column: 't.next_due', form: 'local' },
    where: `t.deleted_at IS NULL AND t.is_active = 1 AND ${CONTROL_COUNTS}`,
  },
  'control-exception': {
    permission: 'compliance.read',
    from: 'control_exceptions x INDEXED BY calendar_exceptions CROSS JOIN controls c ON c.id = x.control_id',
    ...{ id: "c.id || '/' || x.id", key: 'x.id', title: CONTROL_TITLE, owner: 'c.owner' },
    ...{ column: 'x.expires_at', form: 'local' },
    where: 'x.deleted_at IS NULL AND x.ended_at IS NULL AND c.deleted_at IS NULL',
  },
  suppression: {
    permission: 'alerts.read',
    ...{
      from: 'suppression_rules s INDEXED BY suppression_rules_running',
      id: 's.id',
      title: 's.name',
    },
    ...{ owner: 's.owner', column: 's.expires_at', form: 'local' },
    where: 's.deleted_at IS NULL AND s.ended_at IS NULL',
  },
  'audit-start': {
    ...AUDIT,
    column: 'a.start_date',
    where: "a.deleted_at IS NULL AND a.status = 'PLANNED'",
  },
  'audit-end': { ...AUDIT, column: 'a.end_date', where: AUDIT_IS_OPEN },
  'audit-report': {
    ...AUDIT,
    column: 'a.report_date',
    where: "a.deleted_at IS NULL AND a.status IN ('PLANNED', 'IN_PROGRESS')",
  },
  'audit-request': {
    permission: 'audits.read',
    ...{
      from: 'audit_requests q INDEXED BY calendar_requests CROSS JOIN audits a ON a.id = q.audit_id',
      id: 'q.id',
      title: 'q.title',
    },
    ...{ owner: 'q.owner', column: 'q.due', form: 'text' },
    where: `q.deleted_at IS NULL AND q.status IN ('OPEN', 'RETURNED') AND ${AUDIT_IS_OPEN}`,
  },
  finding: {
    permission: 'audits.read',
    ...{ from: 'findings f', id: 'f.id', title: "'F' || f.number || ' ' || f.title" },
    ...{ owner: 'f.owner', column: 'f.due_at', form: 'utc' },
    where: "f.deleted_at IS NULL AND f.status NOT IN ('CLOSED', 'ACCEPTED')",
  },
  'finding-acceptance': {
    permission: 'audits.read',
    ...{ from: 'findings f', id: 'f.id', title: "'F' || f.number || ' ' || f.title" },
    ...{ owner: 'f.owner', column: 'f.accepted_until', form: 'text' },
    where: "f.deleted_at IS NULL AND f.status = 'ACCEPTED'",
  },
  'risk-target': {
    ...RISK,
    from: 'risks r INDEXED BY calendar_risk_targets',
    column: 'r.target_date',
    where: "r.deleted_at IS NULL AND r.status IN ('IDENTIFIED', 'ASSESSED')",
  },
  'risk-review': {
    ...RISK,
    from: 'risks r INDEXED BY calendar_risk_reviews',
    column: 'r.next_review',
    where: 'r.deleted_at IS NULL',
  },
  'risk-acceptance': {
    ...RISK,
    from: 'risks r INDEXED BY calendar_risk_acceptances',
    column: 'r.expires_on',
    where: "r.deleted_at IS NULL AND r.status = 'ACCEPTED'",
  },
  'risk-task': {
    permission: 'risk.read',
    from: 'risk_tasks k INDEXED BY calendar_risk_tasks CROSS JOIN risks r ON r.id = k.risk_id',
    ...{
      id: "r.id || '/' || k.id",
      key: 'k.id',
      title: "k.title || ' · ' || r.title",
      owner: 'k.owner',
    },
    ...{ column: 'k.due', form: 'text' },
    where: 'k.deleted_at IS NULL AND k.done_on IS NULL AND r.deleted_at IS NULL',
  },
  'policy-review': {
    ...POLICY,
    from: 'policies p INDEXED BY calendar_policy_reviews',
    column: 'p.next_review_date',
    where: "p.deleted_at IS NULL AND p.status <> 'DEPRECATED'",
  },
  'policy-effective': {
    ...POLICY,
    from: 'policy_versions w INDEXED BY calendar_policy_versions CROSS JOIN policies p ON p.id = w.policy_id',
    key: 'w.id',
    column: 'w.effective_date',
    where:
      "w.deleted_at IS NULL AND w.status = 'APPROVED' AND p.deleted_at IS NULL AND p.status <> 'DEPRECATED'",
  },
  attestation: {
    permission: 'policies.read',
    from: 'policy_attestation_requests q JOIN policies p ON p.id = q.policy_id',
    ...{ id: "p.id || '/' || q.id", key: 'q.id', title: 'p.title', column: 'q.due', form: 'text' },
    where: 'q.deleted_at IS NULL AND q.closed_at IS NULL AND p.deleted_at IS NULL',
    mine: `EXISTS (SELECT 1 FROM users u WHERE u.id = ?
        AND (u.id IN (SELECT value FROM json_each(q.accounts)) OR u.role IN (SELECT value FROM json_each(q.roles)))
        AND NOT EXISTS (SELECT 1 FROM policy_attestations z
          WHERE z.account_id = u.id AND z.version_id = q.version_id))`,
  },
  'vendor-review': {
    ...VENDOR,
    from: 'vendors v INDEXED BY calendar_vendor_reviews',
    column: 'v.next_assessment',
    where: "v.deleted_at IS NULL AND v.status <> 'TERMINATED'",
  },
  'vendor-contract': {
    ...VENDOR,
    from: 'vendors v INDEXED BY calendar_vendor_contracts',
    column: 'v.contract_expiry',
    where: "v.deleted_at IS NULL AND v.status <> 'TERMINATED'",
  },
  'vendor-document': {
    permission: 'vendors.read',
    from: 'vendor_documents d JOIN vendors v ON v.id = d.vendor_id JOIN evidence e ON e.id = d.evidence_id',
    ...{ id: "v.id || '/' || d.id", key: 'd.id', title: "v.name || ' · ' || e.title" },
    ...{ column: 'd.expires_on', form: 'text' },
    where: "d.deleted_at IS NULL AND v.deleted_at IS NULL AND v.status <> 'TERMINATED'",
  },
  'vendor-assessment': {
    permission: 'vendors.read',
    from: 'vendor_assessments s JOIN vendors v ON v.id = s.vendor_id',
    ...{ id: "v.id || '/' || s.id", key: 's.id', title: 'v.name', column: 's.due', form: 'text' },
    where: "s.deleted_at IS NULL AND s.state = 'SENT' AND v.deleted_at IS NULL",
  },
  'vendor-reassessment': {
    permission: 'vendors.read',
    from: 'vendor_reassessments t JOIN vendors v ON v.id = t.vendor_id',
    ...{ id: "v.id || '/' || t.id", key: 't.id', title: 'v.name', owner: 't.owner' },
    ...{ column: 't.due', form: 'text' },
    where: "t.deleted_at IS NULL AND t.state IN ('OPEN', 'IN_REVIEW') AND v.deleted_at IS NULL",
  },
};

export function dueDayPermission(kind: CalendarKind): Permission {
  return SOURCES[kind].permission;
}

export interface DueSpan {
  /** Both included. */
  readonly from: Day;
  readonly to: Day;
  /** Only what is this account's. */
  readonly mine: string | null;
}

/** Where a page of one kind begins: behind a row, or on a day. */
export type DueStart = Pick<DueDay, 'at' | 'key'> | null;

function dayOf({ column, form }: DueSource): string {
  if (form === 'text') return `substr(${column}, 1, 10)`;
  return `date(${column} / 1000, 'unixepoch'${form === 'local' ? ", 'localtime'" : ''})`;
}

/** The bounds of a column for days from and to; of text also where a time stands behind the day. */
function boundsOf({ form }: DueSource, { from, to }: DueSpan): [Bound, Bound] {
  const after = addDays(to, 1);
  if (form === 'text') return [from, after];
  const zone = form === 'utc' ? 'Z' : '';
  const at = (day: Day) => new Date(`${day}T00:00:00${zone}`).getTime();
  return [at(from), at(after)];
}

/** Null where nothing of the kind can be somebody's own. */
function rangeOf(source: DueSource, span: DueSpan): { where: string; values: Bound[] } | null {
  const [low, high] = boundsOf(source, span);
  const range = `${source.column} >= ? AND ${source.column} < ? AND ${source.where}`;
  if (span.mine === null) return { where: range, values: [low, high] };
  const own = source.mine ?? (source.owner === undefined ? null : `${source.owner} = ?`);
  if (own === null) return null;
  return { where: `${range} AND ${own}`, values: [low, high, span.mine] };
}

/** Of one kind, earliest first, behind `after` where it is given. */
export function readDueDays(
  db: ReadDb,
  kind: CalendarKind,
  span: DueSpan,
  { after, limit }: { readonly after: DueStart; readonly limit: number },
): DueDay[] {
  const source = SOURCES[kind];
  const range = rangeOf(source, span);
  if (range === null) return [];
  const { column, id, key = id, title, owner = 'NULL', from } = source;
  const follows = after === null ? '' : `AND (${column}, ${key}) > (?, ?)`;
  return db.all<DueDay>(
    `SELECT '${kind}' AS kind, ${id} AS id, ${title} AS title, ${dayOf(source)} AS day,
       ${owner} AS owner, ${column} AS at, ${key} AS key
     FROM ${from} WHERE ${range.where} ${follows} ORDER BY ${column}, ${key} LIMIT ?`,
    ...range.values,
    ...(after === null ? [] : [after.at, after.key]),
    limit,
  );
}

/** How many of one kind are due on each day. */
export function countDueDays(
  db: ReadDb,
  kind: CalendarKind,
  span: DueSpan,
): { day: Day; count: number }[] {
  const source = SOURCES[kind];
  const range = rangeOf(source, span);
  if (range === null) return [];
  // By what the column holds, which is the order of its index; a day may be there with a time too.
  const rows = db.all<{ day: Day; count: number }>(
    `SELECT ${dayOf(source)} AS day, count(*) AS count FROM ${source.from}
     WHERE ${range.where} GROUP BY ${source.column}`,
    ...range.values,
  );
  const counts = new Map<Day, number>();
  for (const { day, count } of rows) counts.set(day, (counts.get(day) ?? 0) + count);
  return [...counts].map(([day, count]) => ({ day, count }));
}

/** How many of one kind are due in a span. */
export function totalDueDays(db: ReadDb, kind: CalendarKind, span: DueSpan): number {
  const source = SOURCES[kind];
  const range = rangeOf(source, span);
  if (range === null) return 0;
  const sql = `SELECT count(*) AS n FROM ${source.from} WHERE ${range.where}`;
  return db.get<{ n: number }>(sql, ...range.values)?.n ?? 0;
}
