/** Which evidence proves which control. Derived when read: what has expired is so from that moment on. */
import type {
  MappedControl,
  MappingState,
  MappingSummary,
  UnlinkedEvidence,
} from '../../../shared/areas/evidence/mappings.contract.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';

export interface MappingPlace {
  readonly framework: string;
  readonly frameworkId: string;
  readonly position: number;
  readonly controlId: string;
  readonly id: string;
}

export interface MappingFilter {
  readonly q?: string | undefined;
  readonly framework?: string | undefined;
  readonly state?: MappingState | undefined;
}

interface Condition {
  readonly sql: string;
  readonly values: readonly Bound[];
}

const IS_CURRENT = '(e.expiration_date IS NULL OR e.expiration_date > ?)';

/** The best there is: valid, else waiting for review, else expired, else nothing. */
const STATE_SQL = `CASE WHEN p.accepted_until > ? THEN 'valid' WHEN p.pending_until > ? THEN 'pending'
  WHEN p.pieces > 0 THEN 'expired' ELSE 'none' END`;
const stateValues = (now: number): number[] => [now, now];

const ACTIVE_CONTROLS = `controls c JOIN compliance_frameworks f ON f.id = c.framework_id
  LEFT JOIN control_proof p ON p.control_id = c.id
  WHERE c.deleted_at IS NULL AND f.deleted_at IS NULL AND f.is_active = 1
  AND c.gone_in IS NULL AND c.is_applicable = 1`;

function conditions(filter: MappingFilter, now: number): Condition[] {
  const found: Condition[] = [];
  if (filter.framework) found.push({ sql: 'c.framework_id = ?', values: [filter.framework] });
  if (filter.q?.trim()) {
    const like = `%${filter.q.trim().replace(/[\\%_]/g, '\\$&')}%`;
    const sql = "(c.control_id LIKE ? ESCAPE '\\' OR c.title LIKE ? ESCAPE '\\')";
    found.push({ sql, values: [like, like] });
  }
  if (filter.state) {
    found.push({ sql: `${STATE_SQL} = ?`, values: [...stateValues(now), filter.state] });
  }
  return found;
}

interface PlacedRow {
  id: string;
  control_id: string;
  title: string;
  status: MappedControl['status'];
  framework_id: string;
  framework: string;
  position: number;
}

export function listMappedControls(
  db: ReadDb,
  filter: MappingFilter,
  page: { readonly after: MappingPlace | null; readonly limit: number; readonly now: number },
): { controls: MappedControl[]; total: number; next: MappingPlace | null } {
  const wanted = conditions(filter, page.now);
  const where = wanted.map(({ sql }) => ` AND ${sql}`).join('');
  const values = wanted.flatMap((condition) => condition.values);
  const { after } = page;
  const rows = db.all<PlacedRow>(
    `SELECT c.id, c.control_id, c.title, c.status, c.framework_id, f.name AS framework, c.position
     FROM ${ACTIVE_CONTROLS}${where}
     ${after ? 'AND (f.name, f.id, c.position, c.control_id, c.id) > (?, ?, ?, ?, ?)' : ''}
     ORDER BY f.name, f.id, c.position, c.control_id, c.id LIMIT ?`,
    ...values,
    ...(after
      ? [after.framework, after.frameworkId, after.position, after.controlId, after.id]
      : []),
    page.limit + 1,
  );
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    controls: shown.map((row) => withEvidence(db, row, page.now)),
    total:
      db.get<{ n: number }>(`SELECT count(*) AS n FROM ${ACTIVE_CONTROLS}${where}`, ...values)?.n ??
      0,
    next: last && rows.length > page.limit ? placeOf(last) : null,
  };
}

function placeOf(row: PlacedRow): MappingPlace {
  return {
    framework: row.framework,
    frameworkId: row.framework_id,
    position: row.position,
    controlId: row.control_id,
    id: row.id,
  };
}

function withEvidence(db: ReadDb, row: PlacedRow, now: number): MappedControl {
  const found = db.get<{
    valid: number | null;
    pending: number | null;
    expired: number | null;
    until: number | null;
    endless: number | null;
  }>(
    `SELECT sum(e.verdict = 'ACCEPTED' AND ${IS_CURRENT}) AS valid,
       sum(e.verdict = 'PENDING' AND ${IS_CURRENT}) AS pending,
       sum(e.verdict <> 'REJECTED' AND e.expiration_date <= ?) AS expired,
       max(e.expiration_date) FILTER (WHERE e.verdict = 'ACCEPTED') AS until,
       max(e.expiration_date IS NULL) FILTER (WHERE e.verdict = 'ACCEPTED') AS endless
     FROM control_evidence l JOIN evidence e ON e.id = l.evidence_id
     WHERE l.control_id = ? AND l.deleted_at IS NULL AND e.deleted_at IS NULL
     AND e.superseded_by IS NULL`,
    now,
    now,
    now,
    row.id,
  );
  const [valid, pending, expired] = [found?.valid ?? 0, found?.pending ?? 0, found?.expired ?? 0];
  const until = valid > 0 && !found?.endless ? found?.until : null;
  return {
    id: row.id,
    controlId: row.control_id,
    title: row.title,
    status: row.status,
    frameworkId: row.framework_id,
    framework: row.framework,
    state: valid > 0 ? 'valid' : pending > 0 ? 'pending' : expired > 0 ? 'expired' : 'none',
    valid,
    pending,
    expired,
    validUntil: until === null || until === undefined ? null : toIso(until),
  };
}

export function mappingSummary(db: ReadDb, now: number): MappingSummary {
  const rows = db.all<{ state: MappingState; n: number }>(
    `SELECT ${STATE_SQL} AS state, count(*) AS n FROM ${ACTIVE_CONTROLS} GROUP BY 1`,
    ...stateValues(now),
  );
  const counts = new Map(rows.map(({ state, n }) => [state, n]));
  const of = (state: MappingState) => counts.get(state) ?? 0;
  return {
    controls: {
      valid: of('valid'),
      pending: of('pending'),
      expired: of('expired'),
      none: of('none'),
    },
    unlinkedEvidence: db.get<{ n: number }>('SELECT count(*) AS n FROM evidence_unlinked')?.n ?? 0,
  };
}

export function listUnlinked(
  db: ReadDb,
  page: { readonly after: { createdAt: number; id: string } | null; readonly limit: number },
) {
  const rows = db.all<{
    id: string;
    title: string;
    type: string;
    collection_date: number | null;
    created_at: number;
  }>(
    `SELECT e.id, e.title, e.type, e.collection_date, u.created_at
     FROM evidence_unlinked u JOIN evidence e ON e.id = u.evidence_id
     ${page.after ? 'WHERE (u.created_at, u.evidence_id) < (?, ?)' : ''}
     ORDER BY u.created_at DESC, u.evidence_id DESC LIMIT ?`,
    ...(page.after ? [page.after.createdAt, page.after.id] : []),
    page.limit + 1,
  );
  const shown = rows.slice(0, page.limit);
  const last = shown.at(-1);
  return {
    evidence: shown.map(
      (row): UnlinkedEvidence => ({
        id: row.id,
        title: row.title,
        type: row.type,
        collectionDate: row.collection_date === null ? null : toIso(row.collection_date),
      }),
    ),
    next: last && rows.length > page.limit ? ([last.created_at, last.id] as const) : null,
  };
}
