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

/**
 * Controls that are asked for, framework by framework, from an index that holds nothing else: without
 * it SQLite goes through the rows, which are wide.
 */
const ACTIVE_CONTROLS = `compliance_frameworks f
  CROSS JOIN controls c INDEXED BY controls_in_scope ON c.framework_id = f.id
  LEFT JOIN control_proof p ON p.control_id = c.id
  WHERE c.deleted_at IS NULL AND f.deleted_at IS NULL AND f.is_active = 1
  AND c.gone_in IS NULL AND c.is_applicable = 1`;

function conditions(filter: MappingFilter, now: number): Condition[] {
  const found: Condition[] = [];
  if (filter.framework) found.push({ sql: 'f.id = ?', values: [filter.framework] });
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
  position: number;
}

interface FrameworkRow {
  readonly id: string;
  readonly name: string;
}

interface MappingPage {
  readonly after: MappingPlace | null;
  readonly limit: number;
  readonly now: number;
}

/** Frameworks by name, the controls of each in its own order: one index range after the other. */
export function listMappedControls(
  db: ReadDb,
  filter: MappingFilter,
  { after, limit, now }: MappingPage,
): { controls: MappedControl[]; total: number; next: MappingPlace | null } {
  const wanted = conditions(filter, now);
  const where = wanted.map(({ sql }) => ` AND ${sql}`).join('');
  const values = wanted.flatMap((condition) => condition.values);
  const frameworks = db.all<FrameworkRow>(
    `SELECT id, name FROM compliance_frameworks
     WHERE deleted_at IS NULL AND is_active = 1 AND (name, id) >= (?, ?) ORDER BY name, id`,
    ...[after?.framework ?? '', after?.frameworkId ?? ''],
  );
  const found: { readonly row: PlacedRow; readonly framework: FrameworkRow }[] = [];
  for (const framework of frameworks) {
    if (found.length > limit) break;
    const from = after?.frameworkId === framework.id ? after : null;
    const rows = db.all<PlacedRow>(
      `SELECT c.id, c.control_id, c.title, c.status, c.position FROM ${ACTIVE_CONTROLS}${where}
       AND f.id = ? ${from ? 'AND (c.position, c.control_id, c.id) > (?, ?, ?)' : ''}
       ORDER BY c.position, c.control_id, c.id LIMIT ?`,
      ...values,
      framework.id,
      ...(from ? [from.position, from.controlId, from.id] : []),
      limit + 1 - found.length,
    );
    for (const row of rows) found.push({ row, framework });
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const isWhole = after === null && found.length <= limit;
  const count = () =>
    db.get<{ n: number }>(`SELECT count(*) AS n FROM ${ACTIVE_CONTROLS}${where}`, ...values)?.n;
  const proofs = readProofs(
    db,
    shown.map(({ row }) => row.id),
    now,
  );
  return {
    controls: shown.map(({ row, framework }) => mapped(row, framework, proofs.get(row.id))),
    total: isWhole ? shown.length : (count() ?? 0),
    next: last && found.length > limit ? placeOf(last.row, last.framework) : null,
  };
}

function placeOf(row: PlacedRow, framework: FrameworkRow): MappingPlace {
  return {
    framework: framework.name,
    frameworkId: framework.id,
    position: row.position,
    controlId: row.control_id,
    id: row.id,
  };
}

interface Proof {
  readonly id: string;
  readonly valid: number;
  readonly pending: number;
  readonly expired: number;
  readonly until: number | null;
  readonly endless: number | null;
}

/** How much evidence each has, for all that are shown at once. */
function readProofs(db: ReadDb, ids: readonly string[], now: number): Map<string, Proof> {
  const rows = db.all<Proof>(
    `SELECT l.control_id AS id, sum(e.verdict = 'ACCEPTED' AND ${IS_CURRENT}) AS valid,
       sum(e.verdict = 'PENDING' AND ${IS_CURRENT}) AS pending,
       coalesce(sum(e.verdict <> 'REJECTED' AND e.expiration_date <= ?), 0) AS expired,
       max(e.expiration_date) FILTER (WHERE e.verdict = 'ACCEPTED') AS until,
       max(e.expiration_date IS NULL) FILTER (WHERE e.verdict = 'ACCEPTED') AS endless
     FROM control_evidence l CROSS JOIN evidence e INDEXED BY evidence_proof ON e.id = l.evidence_id
     WHERE l.control_id IN (SELECT value FROM json_each(?)) AND l.deleted_at IS NULL
       AND e.deleted_at IS NULL AND e.superseded_by IS NULL
     GROUP BY l.control_id`,
    ...[now, now, now, JSON.stringify(ids)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function mapped(row: PlacedRow, framework: FrameworkRow, proof: Proof | undefined): MappedControl {
  const { valid = 0, pending = 0, expired = 0 } = proof ?? {};
  const until = valid > 0 && !proof?.endless ? proof?.until : null;
  return {
    id: row.id,
    controlId: row.control_id,
    title: row.title,
    status: row.status,
    frameworkId: framework.id,
    framework: framework.name,
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
