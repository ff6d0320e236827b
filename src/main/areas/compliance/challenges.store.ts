/** Challenges: rows, lists, and the two ways in which a person ends one. */

import type { ControlStatus } from '../../../shared/areas/compliance/compliance.rules.ts';
import type { Challenge } from '../../../shared/areas/compliance/gaps.contract.ts';
import { packOfFramework } from '../../../shared/areas/compliance/soc-proof.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import type { NewRowOf, RowOf } from '../../db/statements.ts';
import { controlChallengesTable } from '../../db/tables/challenges.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { assessControl } from './control-assess.store.ts';
import type { PlacedControl } from './threat-controls.ts';

export type ChallengeRow = RowOf<typeof controlChallengesTable>;
export type NewChallenge = Omit<
  NewRowOf<typeof controlChallengesTable>,
  'rowVersion' | 'fieldVersions' | 'deletedAt' | 'state' | 'createdAt' | 'updatedAt'
>;

/** A control of an active framework, as far as the queue can say something of it. */
export interface ClaimedControl extends PlacedControl {
  readonly title: string;
  readonly framework: string;
  readonly status: ControlStatus;
  readonly lastAssessment: number | null;
}

export function readClaims(db: ReadDb): ClaimedControl[] {
  const rows = db.all<Omit<ClaimedControl, 'pack'> & { readonly packId: string | null }>(
    `SELECT c.id, c.framework_id AS frameworkId, c.control_id AS ref, c.title, c.status,
       c.last_assessment AS lastAssessment, f.name AS framework, f.pack_id AS packId
     FROM compliance_frameworks f JOIN controls c ON c.framework_id = f.id
     WHERE f.is_active = 1 AND f.deleted_at IS NULL AND c.deleted_at IS NULL
       AND c.gone_in IS NULL AND c.is_applicable = 1
     ORDER BY f.created_at, f.id, c.position, c.control_id, c.id`,
  );
  return rows.map(({ packId, ...row }) => ({
    ...row,
    pack: packOfFramework({ packId, name: row.framework }),
  }));
}

/** For each control and kind: whether one is open, and when one was last decided. */
export function readChallengeMarks(
  db: ReadDb,
): ReadonlyMap<string, { isOpen: boolean; decidedAt: number | null }> {
  const rows = db.all<{ control: string; kind: string; open: number; decided: number | null }>(
    `SELECT control_id AS control, kind, sum(state = 'OPEN') AS open, max(decided_at) AS decided
     FROM control_challenges WHERE deleted_at IS NULL GROUP BY control_id, kind`,
  );
  return new Map(
    rows.map(({ control, kind, open, decided }) => [
      `${control} ${kind}`,
      { isOpen: open > 0, decidedAt: decided },
    ]),
  );
}

/** Opens those that are not open already. Returns how many. */
export function openChallenges(tx: WriteTx, challenges: readonly NewChallenge[]): number {
  const marks = readChallengeMarks(tx);
  const fresh = challenges.filter(
    ({ controlId, kind }) => !marks.get(`${controlId} ${kind}`)?.isOpen,
  );
  for (const challenge of fresh)
    tx.insert(controlChallengesTable, { ...challenge, createdAt: tx.now, updatedAt: tx.now });
  return fresh.length;
}

export function countOpen(db: ReadDb): number {
  return (
    db.get<{ n: number }>(
      "SELECT count(*) AS n FROM control_challenges WHERE state = 'OPEN' AND deleted_at IS NULL",
    )?.n ?? 0
  );
}

export function openByControl(db: ReadDb): ReadonlyMap<string, number> {
  const rows = db.all<{ id: string; n: number }>(
    `SELECT control_id AS id, count(*) AS n FROM control_challenges
     WHERE state = 'OPEN' AND deleted_at IS NULL GROUP BY control_id`,
  );
  return new Map(rows.map(({ id, n }) => [id, n]));
}

interface JoinedRow {
  readonly id: string;
  readonly ref: string;
  readonly title: string;
  readonly framework_id: string;
  readonly framework: string;
  readonly control_status: ControlStatus;
  readonly alert_title: string | null;
  readonly decider: string | null;
}

function toChallenge(row: ChallengeRow, joined: JoinedRow): Challenge {
  return {
    id: row.id,
    controlId: row.controlId,
    ref: joined.ref,
    title: joined.title,
    frameworkId: joined.framework_id,
    framework: joined.framework,
    controlStatus: joined.control_status,
    kind: row.kind,
    state: row.state,
    measure: row.measure,
    alert:
      row.alertId === null || joined.alert_title === null
        ? null
        : { id: row.alertId, title: joined.alert_title },
    technique: row.technique,
    reason: row.reason,
    proposedStatus: row.proposedStatus,
    decidedBy: joined.decider,
    decidedAt: row.decidedAt === null ? null : toIso(row.decidedAt),
    note: row.note,
    createdAt: toIso(row.createdAt),
  };
}

/** Everything that a challenge is shown with, for the chosen ones. */
function withNames(db: ReadDb, rows: readonly ChallengeRow[]): Challenge[] {
  const joined = db.all<JoinedRow>(
    `SELECT x.id, c.control_id AS ref, c.title, c.framework_id, f.name AS framework,
       c.status AS control_status, a.title AS alert_title,
       coalesce(nullif(trim(coalesce(u.first_name, '') || ' ' || coalesce(u.last_name, '')), ''), u.email) AS decider
     FROM json_each(?) chosen JOIN control_challenges x ON x.id = chosen.value
       JOIN controls c ON c.id = x.control_id
       JOIN compliance_frameworks f ON f.id = c.framework_id
       LEFT JOIN alerts a ON a.id = x.alert_id AND a.deleted_at IS NULL
       LEFT JOIN users u ON u.id = x.decided_by`,
    JSON.stringify(rows.map(({ id }) => id)),
  );
  const byId = new Map(joined.map((row) => [row.id, row]));
  return rows.flatMap((row) => {
    const names = byId.get(row.id);
    return names ? [toChallenge(row, names)] : [];
  });
}

export interface ChallengeQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
  readonly state?: Challenge['state'] | undefined;
  readonly control?: string | undefined;
}

function afterCursor(cursor: string): { at: number; id: string } {
  const [at, id] = /^(\d{1,16})\.(.{1,100})$/.exec(cursor)?.slice(1) ?? [];
  if (at !== undefined && id !== undefined) return { at: Number(at), id };
  const message = 'The cursor is not one that this server gave out';
  throw new AppError('bad-input', message, { issues: [{ path: 'cursor', message }] });
}

export function listChallenges(
  db: ReadDb,
  { limit, cursor, state, control }: ChallengeQuery,
): { rows: Challenge[]; total: number; nextCursor: string | null } {
  const parts = ['deleted_at IS NULL'];
  const values: Bound[] = [];
  const add = (part: string, ...bound: Bound[]) => {
    parts.push(part);
    values.push(...bound);
  };
  if (state !== undefined) add('state = ?', state);
  if (control !== undefined) add('control_id = ?', control);
  const total =
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM control_challenges WHERE ${parts.join(' AND ')}`,
      ...values,
    )?.n ?? 0;
  if (cursor !== undefined) {
    const { at, id } = afterCursor(cursor);
    add('(created_at, id) < (?, ?)', at, id);
  }
  const found = db.rows(
    controlChallengesTable,
    `SELECT * FROM control_challenges WHERE ${parts.join(' AND ')}
     ORDER BY created_at DESC, id DESC LIMIT ?`,
    ...values,
    limit + 1,
  );
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return {
    rows: withNames(db, rows),
    total,
    nextCursor: last ? `${last.createdAt}.${last.id}` : null,
  };
}

function mustFind(db: ReadDb, id: string): ChallengeRow {
  const row = db.rows(
    controlChallengesTable,
    'SELECT * FROM control_challenges WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
  if (!row) throw new AppError('not-found', 'There is no such challenge');
  return row;
}

/** From best to worst; what is not assessed claims nothing. */
const RANK: Readonly<Record<ControlStatus, number>> = {
  COMPLIANT: 3,
  PARTIALLY_COMPLIANT: 2,
  NON_COMPLIANT: 1,
  NOT_ASSESSED: 0,
};

/**
 * Ends a challenge. Confirming puts the control down to the proposed status where it claims more.
 * @throws AppError 'not-found', 'conflict' where it was decided already or the control cannot be assessed.
 */
export function decideChallenge(
  tx: WriteTx,
  id: string,
  decision: { state: 'CONFIRMED' | 'DISMISSED'; actor: string; note: string | null },
): Challenge {
  const row = mustFind(tx, id);
  if (row.state !== 'OPEN')
    throw new AppError('conflict', 'This challenge has been decided already', { allowed: [] });
  const { state, actor, note } = decision;
  const status = tx.get<{ status: ControlStatus }>(
    'SELECT status FROM controls WHERE id = ?',
    row.controlId,
  )?.status;
  if (state === 'CONFIRMED' && status && RANK[status] > RANK[row.proposedStatus])
    assessControl(tx, row.controlId, row.proposedStatus);
  tx.update(controlChallengesTable, id, {
    ...{ state, note, decidedBy: actor, decidedAt: tx.now, updatedAt: tx.now },
  });
  const [challenge] = withNames(tx, [mustFind(tx, id)]);
  if (!challenge) throw new AppError('not-found', 'There is no such challenge');
  return challenge;
}
