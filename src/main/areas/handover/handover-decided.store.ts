/**
 * What was decided in a span, and against whose proposal: of the closings that stand, by the moment of the
 * closing, so that a list of the desk with the same conditions holds exactly these.
 */
import type { Verdict } from '../../../shared/areas/alerts/dispositions.rules.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import type { AlertLine } from './handover-state.store.ts';

interface Span {
  readonly since: number;
  readonly until: number;
}

const CLOSED = `FROM alerts a INDEXED BY alerts_closed_places
  WHERE a.resolved_at IS NOT NULL AND a.resolved_at >= ? AND a.resolved_at <= ?
    AND a.deleted_at IS NULL AND a.status IN ('RESOLVED', 'FALSE_POSITIVE')`;
/** As `closed-by:watchfloor` means it. */
const AUTOMATIC = '(a.auto_closed_at IS NOT NULL AND a.overturned_at IS NULL)';
const SEVEREST_FIRST = `CASE a.severity WHEN 'CRITICAL' THEN 0 WHEN 'HIGH' THEN 1 WHEN 'MEDIUM' THEN 2
  ELSE 3 END`;

export interface DecidedGroup {
  readonly verdict: Verdict | null;
  readonly closed_by: string | null;
  readonly is_automatic: 0 | 1;
  readonly n: number;
}

export interface DecidedLine extends AlertLine, Omit<DecidedGroup, 'n'> {
  readonly resolved_at: number;
}

export interface DecidedAlerts {
  readonly groups: readonly DecidedGroup[];
  /** What people decided comes first, the most severe before. */
  readonly rows: readonly DecidedLine[];
}

export function readDecided(
  db: ReadDb,
  { since, until, limit }: Span & { readonly limit: number },
): DecidedAlerts {
  const of = `a.verdict, a.closed_by, ${AUTOMATIC} AS is_automatic`;
  return {
    groups: db.all<DecidedGroup>(
      `SELECT ${of}, count(*) AS n ${CLOSED} GROUP BY 1, 2, 3`,
      since,
      until,
    ),
    rows: db.all<DecidedLine>(
      `SELECT a.id, a.title, a.severity, a.status, a.created_at, a.resolved_at, ${of} ${CLOSED}
       ORDER BY is_automatic, ${SEVEREST_FIRST}, a.resolved_at DESC, a.seq DESC LIMIT ?`,
      since,
      until,
      limit,
    ),
  };
}

/** Whose proposal was not followed; where it was both, it counts as the engine's. */
export type Proposer = 'engine' | 'investigation';

export interface ContraryLine extends AlertLine {
  readonly verdict: Verdict;
  readonly closed_by: string | null;
  readonly resolved_at: number;
  readonly proposer: Proposer;
  readonly proposal: string;
}

export interface ContraryAlerts {
  readonly totals: Readonly<Record<Proposer, number>>;
  readonly rows: readonly ContraryLine[];
}

/** As engine_decisions numbers them. What is closed keeps the decision that it was closed with. */
const ENGINE_SAID = `CASE WHEN e.scored_at > a.resolved_at THEN NULL
  WHEN e.decision IN (2, 3) AND a.verdict = 'TRUE_POSITIVE' THEN iif(e.decision = 3, 'close it', 'likely benign')
  WHEN e.decision = 0 AND a.verdict IN ('FALSE_POSITIVE', 'BENIGN_TRUE_POSITIVE') THEN 'escalate it' END`;
/** The verdict of the last investigation that the alert was part of, a model's or the product's own. */
const INVESTIGATION_SAID = `CASE
  WHEN NOT json_valid(a.ai_investigation) THEN NULL
  WHEN a.ai_investigation ->> '$.verdict' = 'benign' AND a.verdict = 'TRUE_POSITIVE' THEN 'benign'
  WHEN a.ai_investigation ->> '$.verdict' IN ('malicious', 'suspicious')
    AND a.verdict IN ('FALSE_POSITIVE', 'BENIGN_TRUE_POSITIVE') THEN a.ai_investigation ->> '$.verdict' END`;

/** Closings by people against what was proposed; those that take an automatic closing back are told as such. */
const CONTRARY = `SELECT a.id, a.title, a.severity, a.status, a.created_at, a.resolved_at, a.verdict, a.closed_by,
    ${SEVEREST_FIRST} AS rank, ${ENGINE_SAID} AS engine, ${INVESTIGATION_SAID} AS investigation
  FROM alerts a INDEXED BY alerts_closed_places LEFT JOIN engine_decisions e ON e.alert_seq = a.seq
  WHERE a.resolved_at IS NOT NULL AND a.resolved_at >= ? AND a.resolved_at <= ?
    AND a.deleted_at IS NULL AND a.verdict IS NOT NULL AND a.closed_by IS NOT NULL
    AND NOT ${AUTOMATIC} AND NOT (a.overturned_at IS NOT NULL AND a.overturned_at >= ?)`;

export function readContrary(
  db: ReadDb,
  { since, until, limit }: Span & { readonly limit: number },
): ContraryAlerts {
  const values: Bound[] = [since, until, since];
  const found = `FROM (${CONTRARY}) WHERE engine IS NOT NULL OR investigation IS NOT NULL`;
  const totals = db.get<{ engine: number; all_of_them: number }>(
    `SELECT count(engine) AS engine, count(*) AS all_of_them ${found}`,
    ...values,
  );
  const { engine = 0, all_of_them: all = 0 } = totals ?? {};
  return {
    totals: { engine, investigation: all - engine },
    rows: db.all<ContraryLine>(
      `SELECT id, title, severity, status, created_at, resolved_at, verdict, closed_by,
         iif(engine IS NULL, 'investigation', 'engine') AS proposer,
         coalesce(engine, investigation) AS proposal
       ${found} ORDER BY rank, resolved_at DESC, id LIMIT ?`,
      ...values,
      limit,
    ),
  };
}
