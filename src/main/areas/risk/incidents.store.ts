import { createHash } from 'node:crypto';
import type { ProposalState, RiskCase } from '../../../shared/areas/risk/incident.contract.ts';
import type { ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import {
  riskCasesTable,
  riskFoundCasesTable,
  riskProposalsTable,
  riskScenariosTable,
} from '../../db/tables/risk-quantities.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';

export type ScenarioRow = RowOf<typeof riskScenariosTable>;
export type EntryRow = RowOf<typeof riskCasesTable>;
export type ProposalRow = RowOf<typeof riskProposalsTable>;

/** What a risk says of itself that a rate can be begun from. */
export interface RiskFacts {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly likelihood: number;
  readonly createdAt: number;
}

export function findRiskFacts(db: ReadDb, id: string): RiskFacts | undefined {
  return db.get<RiskFacts>(
    `SELECT id, title, status, likelihood, created_at AS createdAt FROM risks
     WHERE id = ? AND deleted_at IS NULL`,
    id,
  );
}

export function findScenario(db: ReadDb, riskId: string): ScenarioRow | undefined {
  return db.rows(
    riskScenariosTable,
    'SELECT * FROM risk_scenarios WHERE risk_id = ? AND deleted_at IS NULL',
    riskId,
  )[0];
}

export function readEntries(db: ReadDb, riskId: string): EntryRow[] {
  return db.rows(
    riskCasesTable,
    'SELECT * FROM risk_cases WHERE risk_id = ? AND deleted_at IS NULL ORDER BY day DESC, id DESC',
    riskId,
  );
}

/** Risks that somebody counts cases for. */
export function riskIdsWithCases(db: ReadDb): string[] {
  return db
    .all<{ id: string }>(
      `SELECT s.risk_id AS id FROM risk_scenarios s JOIN risks r ON r.id = s.risk_id
       WHERE s.deleted_at IS NULL AND r.deleted_at IS NULL
       UNION SELECT c.risk_id FROM risk_cases c JOIN risks r ON r.id = c.risk_id
       WHERE c.deleted_at IS NULL AND r.deleted_at IS NULL ORDER BY 1`,
    )
    .map(({ id }) => id);
}

/** A scenario whose cases nobody has looked for yet: of a workspace that was restored or just made. */
export function hasUncounted(db: ReadDb): boolean {
  const found = db.get(
    `SELECT 1 FROM risk_scenarios s JOIN risks r ON r.id = s.risk_id
     WHERE s.deleted_at IS NULL AND r.deleted_at IS NULL
       AND NOT EXISTS (SELECT 1 FROM risk_found_cases f WHERE f.risk_id = s.risk_id) LIMIT 1`,
  );
  return found !== undefined;
}

export function readFound(db: ReadDb, riskId: string) {
  return db.rows(
    riskFoundCasesTable,
    'SELECT * FROM risk_found_cases WHERE risk_id = ?',
    riskId,
  )[0];
}

export function saveFound(
  tx: WriteTx,
  { riskId, cases, isCut }: { riskId: string; cases: readonly RiskCase[]; isCut: boolean },
): void {
  tx.run(
    `INSERT INTO risk_found_cases (risk_id, cases, is_cut, found_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (risk_id) DO UPDATE SET cases = excluded.cases, is_cut = excluded.is_cut,
       found_at = excluded.found_at`,
    ...[riskId, JSON.stringify(cases), isCut ? 1 : 0, tx.now],
  );
}

export interface ConfirmedAlert {
  readonly seq: number;
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly techniques: readonly string[];
  readonly raisedAt: number;
  readonly confirmedAt: number;
}

interface Stretch {
  readonly since: number;
  /** The last of the stretch before. */
  readonly after: Pick<ConfirmedAlert, 'seq' | 'confirmedAt'> | null;
  readonly limit: number;
}

/** Alerts that a person resolved as true since then, the newest first. */
export function readConfirmedAlerts(
  db: ReadDb,
  { since, after, limit }: Stretch,
): ConfirmedAlert[] {
  const rows = db.all<Omit<ConfirmedAlert, 'techniques'> & { techniques: string }>(
    `SELECT seq, id, title, description, techniques, created_at AS raisedAt,
       resolved_at AS confirmedAt
     FROM alerts INDEXED BY alerts_confirmed_all
     WHERE status = 'RESOLVED' AND auto_closed_at IS NULL AND first_action_at IS NOT NULL
       AND deleted_at IS NULL AND resolved_at >= ? AND (resolved_at, seq) < (?, ?)
     ORDER BY resolved_at DESC, seq DESC LIMIT ?`,
    ...[since, after?.confirmedAt ?? Number.MAX_SAFE_INTEGER, after?.seq ?? 0, limit],
  );
  return rows.map((row) => ({ ...row, techniques: JSON.parse(row.techniques) as string[] }));
}

export interface EndedInvestigation {
  readonly id: string;
  readonly title: string;
  /** Everything that was written about it, techniques among it. */
  readonly text: string;
  readonly raisedAt: number;
  readonly confirmedAt: number;
}

export function readEndedInvestigations(db: ReadDb, since: number): EndedInvestigation[] {
  return db.all<EndedInvestigation>(
    `SELECT id, title, title || ' ' || coalesce(description, '') || ' ' || coalesce(findings, '')
         || ' ' || coalesce(timeline, '') AS text, created_at AS raisedAt, completed_at AS confirmedAt
     FROM forensic_investigations
     WHERE status = 'COMPLETED' AND completed_at >= ? AND deleted_at IS NULL
       AND coalesce(closing_verdict, verdict, 'malicious') IN ('malicious', 'suspicious')`,
    since,
  );
}

export function findProposal(db: ReadDb, id: string): ProposalRow | undefined {
  return db.rows(
    riskProposalsTable,
    'SELECT * FROM risk_proposals WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
}

const SHOWN_PROPOSALS = 50;

/** Newest first. */
export function proposalsOf(db: ReadDb, riskId: string): ProposalRow[] {
  return db.rows(
    riskProposalsTable,
    `SELECT * FROM risk_proposals WHERE risk_id = ? AND deleted_at IS NULL
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    riskId,
    SHOWN_PROPOSALS,
  );
}

export function listProposals(
  db: ReadDb,
  query: {
    state?: ProposalState | undefined;
    limit: number;
    cursor?: string | undefined;
  },
) {
  const isLive = `p.deleted_at IS NULL AND (? IS NULL OR p.state = ?)
    AND EXISTS (SELECT 1 FROM risks r WHERE r.id = p.risk_id AND r.deleted_at IS NULL)`;
  const state = query.state ?? null;
  const [at, id] = query.cursor ? fromCursor(query.cursor, ['number', 'string']) : [null, null];
  const found = db.rows(
    riskProposalsTable,
    `SELECT p.* FROM risk_proposals p WHERE ${isLive}
       AND (? IS NULL OR (p.created_at, p.id) < (?, ?))
     ORDER BY p.created_at DESC, p.id DESC LIMIT ?`,
    ...[state, state, at, at, id, query.limit + 1],
  );
  const rows = found.slice(0, query.limit);
  const last = rows.at(-1);
  const total = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM risk_proposals p WHERE ${isLive}`,
    ...[state, state],
  );
  return {
    rows,
    total: total?.n ?? 0,
    nextCursor: found.length > query.limit && last ? toCursor([last.createdAt, last.id]) : null,
  };
}

/** Of the evidence and of what follows from it. */
export function digestOf(cases: readonly RiskCase[], likelihood: number): string {
  const keys = cases.map(({ key }) => key).sort();
  return createHash('sha256')
    .update(JSON.stringify([keys, likelihood]))
    .digest('hex');
}
