/** Attestations and the requests for them, as one transaction sees them. */
import type {
  AttestationPerson,
  AttestationQuery,
  AttestationStats,
  OpenAttestation,
  RequestQuery,
} from '../../../shared/areas/policies/attestations.contract.ts';
import {
  ATTESTING_ROLES,
  attestedPercent,
  isLate,
} from '../../../shared/areas/policies/attestations.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Day } from '../../../shared/kernel/day.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { Bound, ReadDb } from '../../db/database.ts';
import type { RowOf } from '../../db/statements.ts';
import {
  policyAttestationRequestsTable,
  policyAttestationsTable,
} from '../../db/tables/policy-texts.table.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';

export type RequestRow = RowOf<typeof policyAttestationRequestsTable>;
export type AttestationRow = RowOf<typeof policyAttestationsTable>;

const ATTESTING = JSON.stringify(ATTESTING_ROLES);
/** Accounts `u` that a request `r` asks: active, and of a role that may attest at all. */
const IS_ASKED = `u.deleted_at IS NULL AND u.deactivated_at IS NULL
  AND u.role IN (SELECT value FROM json_each('${ATTESTING}'))
  AND (u.role IN (SELECT value FROM json_each(r.roles))
    OR u.id IN (SELECT value FROM json_each(r.accounts)))`;
const HAS_ATTESTED = `EXISTS (SELECT 1 FROM policy_attestations a
  WHERE a.policy_id = r.policy_id AND a.version_id = r.version_id AND a.account_id = u.id)`;
const IS_OPEN = 'r.deleted_at IS NULL AND r.closed_at IS NULL';
const NAME = `coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email)`;

/** @throws AppError 'not-found'. */
export function mustFindRequest(db: ReadDb, id: string): RequestRow {
  const row = db.rows(
    policyAttestationRequestsTable,
    'SELECT * FROM policy_attestation_requests WHERE id = ? AND deleted_at IS NULL',
    id,
  )[0];
  if (!row) throw new AppError('not-found', 'There is no such request');
  return row;
}

export function openRequestsOf(db: ReadDb, policyId: string): RequestRow[] {
  return db.rows(
    policyAttestationRequestsTable,
    `SELECT r.* FROM policy_attestation_requests r INDEXED BY policy_attestation_requests_policy
     WHERE r.policy_id = ? AND ${IS_OPEN} ORDER BY r.created_at DESC, r.id DESC`,
    policyId,
  );
}

/** Open requests for a version that ask this account, the earliest due first. */
export function requestsFor(
  db: ReadDb,
  account: string,
  { policyId, versionId }: { readonly policyId: string; readonly versionId: string },
): RequestRow[] {
  return db.rows(
    policyAttestationRequestsTable,
    `SELECT r.* FROM policy_attestation_requests r JOIN users u ON u.id = ? AND ${IS_ASKED}
     WHERE r.policy_id = ? AND r.version_id = ? AND ${IS_OPEN}
     ORDER BY r.due IS NULL, r.due, r.created_at, r.id`,
    account,
    policyId,
    versionId,
  );
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly nextCursor: string | null;
}

const STATES: Record<RequestQuery['state'], string> = {
  open: 'AND r.closed_at IS NULL',
  closed: 'AND r.closed_at IS NOT NULL',
  all: '',
};

/** Newest first. */
export function listRequests(db: ReadDb, query: RequestQuery): Page<RequestRow> {
  const { state, policy, limit, cursor } = query;
  const where = `r.deleted_at IS NULL ${STATES[state]} ${policy === undefined ? '' : 'AND r.policy_id = ?'}`;
  const bound: Bound[] = policy === undefined ? [] : [policy];
  const from = 'FROM policy_attestation_requests r';
  const total = db.get<{ n: number }>(`SELECT count(*) AS n ${from} WHERE ${where}`, ...bound);
  const after = cursor === undefined ? undefined : fromCursor(cursor, ['number', 'string']);
  const rows = db.rows(
    policyAttestationRequestsTable,
    `SELECT r.* ${from} WHERE ${where} ${after ? 'AND (r.created_at, r.id) < (?, ?)' : ''}
     ORDER BY r.created_at DESC, r.id DESC LIMIT ?`,
    ...bound,
    ...(after ?? []),
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    rows: shown,
    total: total?.n ?? 0,
    nextCursor: last ? toCursor([last.createdAt, last.id]) : null,
  };
}

export interface Progress {
  readonly asked: number;
  readonly attested: number;
}

/** Of requests by id. */
export function readProgress(db: ReadDb, ids: readonly string[]): Map<string, Progress> {
  const rows = db.all<{ id: string } & Progress>(
    `SELECT r.id, count(u.id) AS asked, coalesce(sum(${HAS_ATTESTED}), 0) AS attested
     FROM policy_attestation_requests r LEFT JOIN users u ON ${IS_ASKED}
     WHERE r.id IN (SELECT value FROM json_each(?)) GROUP BY r.id`,
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ id, asked, attested }) => [id, { asked, attested }]));
}

export function readTitles(db: ReadDb, policyIds: readonly string[]): Map<string, string> {
  const rows = db.all<{ id: string; title: string }>(
    'SELECT id, title FROM policies WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify([...new Set(policyIds)]),
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** Who is asked: those that are missing first, by name. */
export function readPeople(db: ReadDb, requestId: string): AttestationPerson[] {
  return db
    .all<Omit<AttestationPerson, 'attestedAt'> & { at: number | null }>(
      `SELECT u.id AS accountId, ${NAME} AS name, u.email, u.role,
         (SELECT min(a.attested_at) FROM policy_attestations a WHERE a.policy_id = r.policy_id
           AND a.version_id = r.version_id AND a.account_id = u.id) AS at
       FROM policy_attestation_requests r JOIN users u ON ${IS_ASKED}
       WHERE r.id = ? ORDER BY at IS NOT NULL, name COLLATE NOCASE, u.id`,
      requestId,
    )
    .map(({ at, ...person }) => ({ ...person, attestedAt: at === null ? null : toIso(at) }));
}

/** How many active accounts a new request would ask. */
export function countAsked(
  db: ReadDb,
  { roles, accounts }: { readonly roles: readonly string[]; readonly accounts: readonly string[] },
): number {
  return (
    db.get<{ n: number }>(
      `SELECT count(*) AS n FROM users u, (SELECT ? AS roles, ? AS accounts) r WHERE ${IS_ASKED}`,
      JSON.stringify(roles),
      JSON.stringify(accounts),
    )?.n ?? 0
  );
}

/** Chosen accounts that cannot be asked. */
export function notAttesting(db: ReadDb, accounts: readonly string[]): string[] {
  return db
    .all<{ id: string }>(
      `SELECT j.value AS id FROM json_each(?) j WHERE NOT EXISTS (SELECT 1 FROM users u
         WHERE u.id = j.value AND u.deleted_at IS NULL AND u.deactivated_at IS NULL
           AND u.role IN (SELECT value FROM json_each('${ATTESTING}')))`,
      JSON.stringify(accounts),
    )
    .map(({ id }) => id);
}

const MINE_SHOWN = 200;

/** What an account has still to attest: one a policy, the earliest due first. */
export function readMine(db: ReadDb, account: string, today: Day): OpenAttestation[] {
  const rows = db.all<Omit<OpenAttestation, 'isOverdue' | 'requestedAt'> & { at: number }>(
    `SELECT r.id AS requestId, r.policy_id AS policyId, p.title AS policyTitle, r.version, r.due,
       r.created_at AS at
     FROM policy_attestation_requests r JOIN users u ON u.id = ? AND ${IS_ASKED}
     JOIN policies p ON p.id = r.policy_id AND p.deleted_at IS NULL AND p.status = 'APPROVED'
       AND p.current_version_id = r.version_id
     WHERE ${IS_OPEN} AND NOT ${HAS_ATTESTED}
     ORDER BY r.due IS NULL, r.due, r.created_at, r.id LIMIT ${MINE_SHOWN}`,
    account,
  );
  const seen = new Set<string>();
  return rows
    .filter(({ policyId }) => !seen.has(policyId) && seen.add(policyId))
    .map(({ at, ...row }) => ({
      ...row,
      isOverdue: isLate(row.due, today),
      requestedAt: toIso(at),
    }));
}

export function readStats(db: ReadDb, account: string, today: Day): AttestationStats {
  const sums = db.get<{ requests: number; asked: number; attested: number; late: number }>(
    `SELECT count(*) AS requests, coalesce(sum(asked), 0) AS asked,
       coalesce(sum(attested), 0) AS attested,
       coalesce(sum(due IS NOT NULL AND due < ? AND attested < asked), 0) AS late
     FROM (SELECT r.due, count(u.id) AS asked, coalesce(sum(${HAS_ATTESTED}), 0) AS attested
       FROM policy_attestation_requests r INDEXED BY policy_attestation_requests_open
       LEFT JOIN users u ON ${IS_ASKED} WHERE ${IS_OPEN} GROUP BY r.id)`,
    today,
  );
  const { requests = 0, asked = 0, attested = 0, late = 0 } = sums ?? {};
  return {
    ...{ openRequests: requests, asked, attested, overdueRequests: late },
    percent: attestedPercent(attested, asked),
    mine: readMine(db, account, today).length,
  };
}

export function findAttestation(
  db: ReadDb,
  { policyId, versionId, account }: Readonly<Record<'policyId' | 'versionId' | 'account', string>>,
): AttestationRow | undefined {
  return db.rows(
    policyAttestationsTable,
    `SELECT * FROM policy_attestations WHERE policy_id = ? AND version_id = ? AND account_id = ?
     ORDER BY attested_at, id LIMIT 1`,
    policyId,
    versionId,
    account,
  )[0];
}

/** Newest first. */
export function listAttestations(db: ReadDb, query: AttestationQuery): Page<AttestationRow> {
  const { policy, limit, cursor } = query;
  const where = policy === undefined ? 'TRUE' : 'a.policy_id = ?';
  const bound: Bound[] = policy === undefined ? [] : [policy];
  const total = db.get<{ n: number }>(
    `SELECT count(*) AS n FROM policy_attestations a WHERE ${where}`,
    ...bound,
  );
  const after = cursor === undefined ? undefined : fromCursor(cursor, ['number', 'string']);
  const rows = db.rows(
    policyAttestationsTable,
    `SELECT a.* FROM policy_attestations a
     WHERE ${where} ${after ? 'AND (a.attested_at, a.id) < (?, ?)' : ''}
     ORDER BY a.attested_at DESC, a.id DESC LIMIT ?`,
    ...bound,
    ...(after ?? []),
    limit + 1,
  );
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    rows: shown,
    total: total?.n ?? 0,
    nextCursor: last ? toCursor([last.attestedAt, last.id]) : null,
  };
}
