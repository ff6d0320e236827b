/** What changed the scores between two moments, and when evidence expires. */
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import type {
  ChangeEntry,
  ChangeKind,
  ComplianceChanges,
  EvidenceExpiry,
  ExpiringEvidence,
} from '../../../shared/areas/compliance/scores.contract.ts';
import { DAY_MS, toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';

const MAX_ENTRIES = 50;
const WEEKS = 13;
const WEEK_MS = 7 * DAY_MS;

/** Of each kind the rows between two moments: `at` and `id` for all, the rest by a join for the newest. */
const KINDS: Readonly<Record<ChangeKind, { readonly from: string; readonly at: string }>> = {
  'evidence-expired': {
    from: `evidence e WHERE e.verdict = 'ACCEPTED' AND e.superseded_by IS NULL AND e.deleted_at IS NULL
      AND e.expiration_date > ? AND e.expiration_date <= ?`,
    at: 'e.expiration_date',
  },
  'evidence-accepted': {
    // Without the hint SQLite takes the index that only begins with the verdict.
    from: `evidence e INDEXED BY evidence_reviewed WHERE e.verdict = 'ACCEPTED' AND e.superseded_by IS NULL AND e.deleted_at IS NULL
      AND e.reviewed_at > ? AND e.reviewed_at <= ?`,
    at: 'e.reviewed_at',
  },
  assessed: {
    from: 'controls e WHERE e.deleted_at IS NULL AND e.last_assessment > ? AND e.last_assessment <= ?',
    at: 'e.last_assessment',
  },
  'test-failed': {
    from: `control_test_runs e WHERE e.result = 'FAIL' AND e.deleted_at IS NULL
      AND e.approved_at > ? AND e.approved_at <= ?`,
    at: 'e.approved_at',
  },
  challenged: {
    from: 'control_challenges e WHERE e.deleted_at IS NULL AND e.created_at > ? AND e.created_at <= ?',
    at: 'e.created_at',
  },
};

interface Found {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly at: number;
}

interface Named {
  readonly title: string;
  readonly controlId: string | null;
  readonly control: string | null;
  readonly framework: string | null;
  readonly status: ControlStatus | null;
}

const CONTROL_NAME =
  'c.id AS controlId, c.control_id AS control, f.name AS framework, c.status AS status';

/** The record behind an entry, with one control that it speaks for. */
const NAMED: Readonly<Record<ChangeKind, string>> = {
  'evidence-expired': `SELECT e.title, ${CONTROL_NAME} FROM evidence e
    LEFT JOIN control_evidence l ON l.evidence_id = e.id AND l.deleted_at IS NULL
    LEFT JOIN controls c ON c.id = l.control_id LEFT JOIN compliance_frameworks f ON f.id = c.framework_id
    WHERE e.id = ? ORDER BY l.created_at, l.id LIMIT 1`,
  'evidence-accepted': `SELECT e.title, ${CONTROL_NAME} FROM evidence e
    LEFT JOIN control_evidence l ON l.evidence_id = e.id AND l.deleted_at IS NULL
    LEFT JOIN controls c ON c.id = l.control_id LEFT JOIN compliance_frameworks f ON f.id = c.framework_id
    WHERE e.id = ? ORDER BY l.created_at, l.id LIMIT 1`,
  assessed: `SELECT c.title, ${CONTROL_NAME} FROM controls c
    JOIN compliance_frameworks f ON f.id = c.framework_id WHERE c.id = ?`,
  'test-failed': `SELECT t.title, ${CONTROL_NAME} FROM control_test_runs r JOIN control_tests t ON t.id = r.test_id
    JOIN controls c ON c.id = r.control_id JOIN compliance_frameworks f ON f.id = c.framework_id WHERE r.id = ?`,
  challenged: `SELECT x.reason AS title, ${CONTROL_NAME} FROM control_challenges x
    JOIN controls c ON c.id = x.control_id JOIN compliance_frameworks f ON f.id = c.framework_id WHERE x.id = ?`,
};

/** The status before the last assessment, from the audit log; null where it has none. */
function statusBefore(db: ReadDb, controlId: string): ControlStatus | null {
  const row = db.get<{ before: ControlStatus }>(
    `SELECT json_extract(changes, '$.status[0]') AS before FROM audit_log
     WHERE record_id = ? AND resource = 'controls' AND json_extract(changes, '$.status[0]') IS NOT NULL
     ORDER BY seq DESC LIMIT 1`,
    controlId,
  );
  return row?.before ?? null;
}

function entryOf(db: ReadDb, { kind, id, at }: Found): ChangeEntry[] {
  const named = db.get<Named>(NAMED[kind], id);
  if (!named) return [];
  const { title, controlId, control, framework, status } = named;
  const isAssessment = kind === 'assessed';
  return [
    {
      ...{ kind, at: toIso(at), title, controlId, control, framework },
      id: kind.startsWith('evidence') ? id : (controlId ?? id),
      from: isAssessment ? statusBefore(db, id) : null,
      to: isAssessment ? status : null,
    },
  ];
}

/** The newest of all kinds, and how many of each there are. */
export function readChanges(db: ReadDb, since: number, now: number): ComplianceChanges {
  const counts = {} as Record<ChangeKind, number>;
  const found: Found[] = [];
  for (const [name, { from, at }] of Object.entries(KINDS)) {
    const kind = name as ChangeKind;
    counts[kind] = db.get<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, since, now)?.n ?? 0;
    const rows = db.all<{ id: string; at: number }>(
      `SELECT e.id, ${at} AS at FROM ${from} ORDER BY ${at} DESC, e.id DESC LIMIT ${MAX_ENTRIES}`,
      since,
      now,
    );
    for (const row of rows) found.push({ kind, ...row });
  }
  found.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  return {
    since: toIso(since),
    counts,
    entries: found.slice(0, MAX_ENTRIES).flatMap((entry) => entryOf(db, entry)),
  };
}

const WITHIN = 'expiration_date > ? AND expiration_date >= ? AND expiration_date < ?';
const IN_FORCE = "verdict = 'ACCEPTED' AND superseded_by IS NULL AND deleted_at IS NULL";

/**
 * Accepted evidence by the week in which it expires; weeks begin with today (UTC). Each is a range of
 * `evidence_by_validity`: grouping the whole of it takes ten times as long.
 */
export function readExpiry(db: ReadDb, now: number): EvidenceExpiry {
  const count = (where: string, ...values: number[]): number =>
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM evidence WHERE ${IN_FORCE} AND ${where}`,
      ...values,
    )?.n ?? 0;
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const end = today + WEEKS * WEEK_MS;
  const weeks = Array.from({ length: WEEKS }, (_, week) => {
    const from = today + week * WEEK_MS;
    const to = from + WEEK_MS;
    return { from: toIso(from), to: toIso(to), count: count(WITHIN, now, from, to) };
  });
  return {
    weeks,
    expired: count('expiration_date <= ?', now),
    never: count('expiration_date IS NULL'),
    later: count('expiration_date >= ?', end),
  };
}

export interface ExpiringQuery {
  readonly now: number;
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** The pieces behind one week of it, and how many there are. */
export function readExpiring(
  db: ReadDb,
  { now, from, to, limit }: ExpiringQuery,
): { rows: ExpiringEvidence[]; total: number } {
  const where = `${IN_FORCE} AND ${WITHIN}`;
  const total = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM evidence WHERE ${where}`,
    ...[now, from, to],
  );
  const rows = db.all<Omit<ExpiringEvidence, 'expiresAt'> & { expiresAt: number }>(
    `SELECT id, title, type, expiration_date AS expiresAt,
       (SELECT count(*) FROM control_evidence l WHERE l.evidence_id = evidence.id AND l.deleted_at IS NULL) AS controls
     FROM evidence WHERE ${where} ORDER BY expiration_date, id LIMIT ?`,
    ...[now, from, to, limit],
  );
  return {
    rows: rows.map((row) => ({ ...row, expiresAt: toIso(row.expiresAt) })),
    total: total?.n ?? 0,
  };
}
