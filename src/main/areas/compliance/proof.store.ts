/**
 * What the scores are made of: controls with their evidence, tests and challenges, read in four
 * queries whatever their number. The formula is in `assurance.rules.ts`.
 */
import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import type {
  ChallengeProof,
  ControlProof,
  EvidenceProof,
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
  /** These alone. */
  readonly controlIds?: readonly string[];
  /** Leaves it out, to be read of those alone that need it (`readEvidenceOf`). */
  readonly isWithoutEvidence?: boolean;
}

/** With its place in the order of its framework. */
export type PlacedProof = ControlProof & { readonly position: number };

interface ControlRow {
  readonly id: string;
  readonly framework_id: string;
  readonly control_id: string;
  readonly title: string;
  readonly position: number;
  readonly parent_ref: string | null;
  readonly status: ControlStatus;
  readonly weight: number;
  readonly is_applicable: 0 | 1;
  readonly gone_in: string | null;
  readonly last_assessment: number | null;
  readonly next_assessment: number | null;
}

/** The chosen controls as a table `c`; the joins are CROSS JOIN, so that SQLite begins with it. */
function scope({ frameworkId, controlId, controlIds }: ProofQuery): {
  where: string;
  values: Bound[];
} {
  if (controlIds !== undefined)
    return {
      where: 'c.id IN (SELECT value FROM json_each(?)) AND c.deleted_at IS NULL',
      values: [JSON.stringify(controlIds)],
    };
  if (controlId !== undefined)
    return { where: 'c.id = ? AND c.deleted_at IS NULL', values: [controlId] };
  if (frameworkId !== undefined)
    return { where: 'c.framework_id = ? AND c.deleted_at IS NULL', values: [frameworkId] };
  return { where: 'c.deleted_at IS NULL', values: [] };
}

function readControls(db: ReadDb, query: ProofQuery): ControlRow[] {
  const { where, values } = scope(query);
  return db.all<ControlRow>(
    `SELECT c.id, c.framework_id, c.control_id, c.title, c.position, c.parent_ref, c.status, c.weight, c.is_applicable,
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

/** As it is read: the rows themselves become the proof, as a hundred thousand are not made twice. */
type EvidenceRow = Omit<EvidenceProof, 'isSelfApproved'> & { isSelfApproved: 0 | 1 | boolean };

const EVIDENCE_COLUMNS = `e.id, e.title, e.verdict, e.expiration_date AS expiresAt,
  e.is_self_approved AS isSelfApproved,
  coalesce(e.period_end, e.received_at, e.collection_date, e.created_at) AS since`;

function evidenceProof(row: EvidenceRow): EvidenceProof {
  row.isSelfApproved = row.isSelfApproved === 1;
  return row as EvidenceProof;
}

function readEvidence(db: ReadDb, query: ProofQuery): Listed<EvidenceProof> {
  const { frameworkId, controlId, controlIds } = query;
  if ((frameworkId ?? controlId ?? controlIds) === undefined) return readAllEvidence(db);
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

/** So many controls and more are read in two passes over everything. */
const MANY_CONTROLS = 2_000;

/** Of these controls. */
export function readEvidenceOf(
  db: ReadDb,
  controlIds: ReadonlySet<string>,
): ReadonlyMap<string, readonly EvidenceProof[]> {
  if (controlIds.size === 0) return new Map();
  if (controlIds.size >= MANY_CONTROLS) return readAllEvidence(db, controlIds);
  const rows = db.all<EvidenceRow & { control: string }>(
    `SELECT l.control_id AS control, ${EVIDENCE_COLUMNS}
     FROM json_each(?) j
       CROSS JOIN control_evidence l INDEXED BY control_evidence_control
         ON l.control_id = j.value AND l.deleted_at IS NULL
       CROSS JOIN evidence e INDEXED BY evidence_proof
         ON e.id = l.evidence_id AND e.deleted_at IS NULL AND e.superseded_by IS NULL`,
    JSON.stringify([...controlIds]),
  );
  const lists: Listed<EvidenceProof> = new Map();
  for (const row of rows) put(lists, row.control, evidenceProof(row));
  return lists;
}

/** The controls that have evidence which is accepted and has not run out (kept by triggers). */
export function readProvedIds(db: ReadDb, now: number): Set<string> {
  const rows = db.all<{ id: string }>(
    'SELECT control_id AS id FROM control_proof WHERE accepted_until > ?',
    now,
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Of every control, or of many: two passes in the order of the files, where a join would go back and
 * forth.
 */
function readAllEvidence(db: ReadDb, only?: ReadonlySet<string>): Listed<EvidenceProof> {
  const pieces = new Map<string, EvidenceProof>();
  const rows = db.all<EvidenceRow>(
    `SELECT ${EVIDENCE_COLUMNS} FROM evidence e INDEXED BY evidence_proof
     WHERE e.deleted_at IS NULL AND e.superseded_by IS NULL`,
  );
  for (const row of rows) pieces.set(row.id, evidenceProof(row));
  const lists: Listed<EvidenceProof> = new Map();
  const links = db.all<{ control: string; evidence: string }>(
    `SELECT control_id AS control, evidence_id AS evidence
     FROM control_evidence INDEXED BY control_evidence_control WHERE deleted_at IS NULL`,
  );
  for (const { control, evidence } of links) {
    if (only && !only.has(control)) continue;
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
export function readControlProofs(db: ReadDb, query: ProofQuery): PlacedProof[] {
  const evidence = query.isWithoutEvidence ? new Map<string, never>() : readEvidence(db, query);
  const tests = readTests(db, query);
  const challenges = readChallenges(db, query);
  return readControls(db, query).map((row) => ({
    id: row.id,
    frameworkId: row.framework_id,
    ref: row.control_id,
    title: row.title,
    position: row.position,
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
