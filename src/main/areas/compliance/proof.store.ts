/**
 * What the scores are made of: controls with their evidence, tests and challenges, read in four
 * queries whatever their number. The formula is in `assurance.rules.ts`.
 */
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import type {
  ChallengeProof,
  ControlProof,
  EvidenceProof,
  EvidenceVerdict,
  TestProof,
  TestResult,
} from '../../../shared/areas/compliance/proof.rules.ts';
import type { Bound, ReadDb } from '../../db/database.ts';

export interface ProofQuery {
  /** Ms since the epoch: runs that were made later do not count. */
  readonly now: number;
  /** Absent reads the controls of every framework, active or not. */
  readonly frameworkId?: string;
  /** One control alone. */
  readonly controlId?: string;
}

interface ControlRow {
  readonly id: string;
  readonly framework_id: string;
  readonly control_id: string;
  readonly title: string;
  readonly parent_ref: string | null;
  readonly status: ControlStatus;
  readonly weight: number;
  readonly is_applicable: 0 | 1;
  readonly gone_in: string | null;
  readonly last_assessment: number | null;
  readonly next_assessment: number | null;
}

/** The chosen controls as a table `c`; the joins are CROSS JOIN, so that SQLite begins with it. */
function scope({ frameworkId, controlId }: ProofQuery): { where: string; values: Bound[] } {
  if (controlId !== undefined)
    return { where: 'c.id = ? AND c.deleted_at IS NULL', values: [controlId] };
  if (frameworkId !== undefined)
    return { where: 'c.framework_id = ? AND c.deleted_at IS NULL', values: [frameworkId] };
  return { where: 'c.deleted_at IS NULL', values: [] };
}

function readControls(db: ReadDb, query: ProofQuery): ControlRow[] {
  const { where, values } = scope(query);
  return db.all<ControlRow>(
    `SELECT c.id, c.framework_id, c.control_id, c.title, c.parent_ref, c.status, c.weight, c.is_applicable,
       c.gone_in, c.last_assessment, c.next_assessment
     FROM controls c WHERE ${where} ORDER BY c.framework_id, c.position, c.control_id, c.id`,
    ...values,
  );
}

type Listed<T> = Map<string, T[]>;

function put<T>(lists: Listed<T>, key: string, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

interface EvidenceRow {
  readonly id: string;
  readonly title: string;
  readonly verdict: EvidenceVerdict;
  readonly since: number;
  readonly expires_at: number | null;
  readonly is_self_approved: 0 | 1;
}

const EVIDENCE_COLUMNS = `e.id, e.title, e.verdict, e.expiration_date AS expires_at, e.is_self_approved,
  coalesce(e.period_end, e.received_at, e.collection_date, e.created_at) AS since`;

const evidenceProof = (row: EvidenceRow): EvidenceProof => ({
  id: row.id,
  title: row.title,
  verdict: row.verdict,
  since: row.since,
  expiresAt: row.expires_at,
  isSelfApproved: row.is_self_approved === 1,
});

function readEvidence(db: ReadDb, query: ProofQuery): Listed<EvidenceProof> {
  if (query.frameworkId === undefined && query.controlId === undefined) return readAllEvidence(db);
  const { where, values } = scope(query);
  const rows = db.all<EvidenceRow & { control: string }>(
    `SELECT l.control_id AS control, ${EVIDENCE_COLUMNS}
     FROM controls c
       CROSS JOIN control_evidence l ON l.control_id = c.id AND l.deleted_at IS NULL
       CROSS JOIN evidence e INDEXED BY evidence_proof
         ON e.id = l.evidence_id AND e.deleted_at IS NULL AND e.superseded_by IS NULL
     WHERE ${where}`,
    ...values,
  );
  const lists: Listed<EvidenceProof> = new Map();
  for (const row of rows) put(lists, row.control, evidenceProof(row));
  return lists;
}

/** Of every control: two passes in the order of the files, where a join would go back and forth. */
function readAllEvidence(db: ReadDb): Listed<EvidenceProof> {
  const pieces = new Map<string, EvidenceProof>();
  // The rows themselves become the proof: a hundred thousand are not made twice.
  const rows = db.all<Omit<EvidenceProof, 'isSelfApproved'> & { isSelfApproved: 0 | 1 | boolean }>(
    `SELECT e.id, e.title, e.verdict, e.expiration_date AS expiresAt,
       e.is_self_approved AS isSelfApproved,
       coalesce(e.period_end, e.received_at, e.collection_date, e.created_at) AS since
     FROM evidence e INDEXED BY evidence_proof
     WHERE e.deleted_at IS NULL AND e.superseded_by IS NULL`,
  );
  for (const row of rows) {
    row.isSelfApproved = row.isSelfApproved === 1;
    pieces.set(row.id, row as EvidenceProof);
  }
  const lists: Listed<EvidenceProof> = new Map();
  const links = db.all<{ control: string; evidence: string }>(
    'SELECT control_id AS control, evidence_id AS evidence FROM control_evidence WHERE deleted_at IS NULL',
  );
  for (const { control, evidence } of links) {
    const piece = pieces.get(evidence);
    if (piece) put(lists, control, piece);
  }
  return lists;
}

/** Active tests, each with its newest approved run. */
function readTests(db: ReadDb, query: ProofQuery): Listed<TestProof> {
  const { where, values } = scope(query);
  const rows = db.all<{
    control: string;
    id: string;
    title: string;
    next_due: number | null;
    run_id: string | null;
    result: TestResult | null;
    ran_at: number | null;
    is_self_approved: 0 | 1 | null;
    pending: number;
  }>(
    `SELECT t.control_id AS control, t.id, t.title, t.next_due, r.id AS run_id, r.result, r.ran_at, r.is_self_approved,
       (SELECT count(*) FROM control_test_runs p WHERE p.test_id = t.id AND p.approved_at IS NULL
          AND p.deleted_at IS NULL AND p.ran_at > coalesce(r.ran_at, 0)) AS pending
     FROM controls c
       CROSS JOIN control_tests t ON t.control_id = c.id AND t.is_active = 1 AND t.deleted_at IS NULL
       LEFT JOIN control_test_runs r ON r.id = (
         SELECT n.id FROM control_test_runs n WHERE n.test_id = t.id AND n.approved_at IS NOT NULL
           AND n.deleted_at IS NULL AND n.ran_at <= ? ORDER BY n.ran_at DESC, n.id DESC LIMIT 1)
     WHERE ${where} ORDER BY t.control_id, t.created_at, t.id`,
    query.now,
    ...values,
  );
  const lists: Listed<TestProof> = new Map();
  for (const row of rows) {
    const { run_id: id, result, ran_at: ranAt } = row;
    put(lists, row.control, {
      id: row.id,
      title: row.title,
      nextDue: row.next_due,
      lastRun:
        id === null || result === null || ranAt === null
          ? null
          : { id, result, ranAt, isSelfApproved: row.is_self_approved === 1 },
      pendingRuns: row.pending,
    });
  }
  return lists;
}

/** A confirmed challenge counts until the control is assessed anew. */
function readChallenges(db: ReadDb, query: ProofQuery): Listed<ChallengeProof> {
  const { where, values } = scope(query);
  const rows = db.all<{
    control: string;
    id: string;
    state: ChallengeProof['state'];
    kind: string;
    created_at: number;
  }>(
    `SELECT x.control_id AS control, x.id, x.state, x.kind, x.created_at
     FROM control_challenges x CROSS JOIN controls c ON c.id = x.control_id
     WHERE ${where} AND x.deleted_at IS NULL AND (x.state = 'OPEN'
       OR (x.state = 'CONFIRMED' AND coalesce(c.last_assessment, 0) <= coalesce(x.decided_at, x.created_at)))
     ORDER BY x.created_at, x.id`,
    ...values,
  );
  const lists: Listed<ChallengeProof> = new Map();
  for (const { control, id, state, kind, created_at: createdAt } of rows)
    put(lists, control, { id, state, kind, createdAt });
  return lists;
}

/** In the order of their framework: by place, then by identifier. */
export function readControlProofs(db: ReadDb, query: ProofQuery): ControlProof[] {
  const evidence = readEvidence(db, query);
  const tests = readTests(db, query);
  const challenges = readChallenges(db, query);
  return readControls(db, query).map((row) => ({
    id: row.id,
    frameworkId: row.framework_id,
    ref: row.control_id,
    title: row.title,
    parentRef: row.parent_ref,
    status: row.status,
    weight: row.weight,
    isApplicable: row.is_applicable === 1,
    isGone: row.gone_in !== null,
    lastAssessment: row.last_assessment,
    nextAssessment: row.next_assessment,
    evidence: evidence.get(row.id) ?? [],
    tests: tests.get(row.id) ?? [],
    challenges: challenges.get(row.id) ?? [],
  }));
}
