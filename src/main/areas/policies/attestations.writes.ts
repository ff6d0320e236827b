/**
 * What becomes of requests to attest, within a transaction. An attestation says that a person read a
 * text: its defences are that it is of oneself, of the version in force, by the hash of what was
 * shown, once; and that nothing changes it afterwards (0022: the table refuses).
 */
import type {
  NewAttestation,
  NewAttestationRequest,
} from '../../../shared/areas/policies/attestations.contract.ts';
import { defaultStatement } from '../../../shared/areas/policies/attestations.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { addDays, type Day, daysBetween } from '../../../shared/kernel/day.ts';
import type { ReadDb } from '../../db/database.ts';
import {
  policyAttestationRequestsTable,
  policyAttestationsTable,
} from '../../db/tables/policy-texts.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { localDay } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import {
  countAsked,
  findAttestation,
  mustFindRequest,
  notAttesting,
  openRequestsOf,
  type RequestRow,
  requestsFor,
} from './attestations.store.ts';
import { findVersion, mustFindPolicy, readNames, type VersionRow } from './policies.store.ts';

/** The version in force. @throws AppError 'not-found', 'conflict' where none is. */
export function mustBeInForce(db: ReadDb, policyId: string): VersionRow {
  const policy = mustFindPolicy(db, policyId);
  const version = findVersion(db, policy.currentVersionId);
  if (policy.status === 'APPROVED' && version?.status === 'APPROVED') return version;
  throw new AppError('conflict', 'Only an approved policy is attested: this one is not in force.', {
    allowed: [],
  });
}

const badField = (path: string, message: string) =>
  new AppError('bad-input', message, { issues: [{ path, message }] });

interface Asking {
  readonly policyId: string;
  readonly actor: string;
}

/** Returns the id of the request. @throws AppError 'not-found', 'conflict', 'bad-input'. */
export function askToAttest(
  tx: WriteTx,
  newId: NewId,
  { policyId, actor }: Asking,
  input: NewAttestationRequest,
): string {
  const version = mustBeInForce(tx, policyId);
  if (input.due !== null && input.due < localDay(tx.now))
    throw badField('due', 'Due must be today or later');
  if (notAttesting(tx, input.accounts).length > 0)
    throw badField('accounts', 'An account that was chosen is closed, or may not attest');
  if (countAsked(tx, input) === 0)
    throw badField('roles', 'Nobody would be asked: no active account has these roles');
  return insertRequest(tx, newId, version, {
    ...input,
    statement: input.statement ?? defaultStatement(version.title, version.version),
    actor,
  });
}

function insertRequest(
  tx: WriteTx,
  newId: NewId,
  version: VersionRow,
  input: {
    readonly roles: readonly string[];
    readonly accounts: readonly string[];
    readonly due: Day | null;
    readonly statement: string;
    readonly actor: string | null;
  },
): string {
  const id = newId();
  tx.insert(policyAttestationRequestsTable, {
    id,
    policyId: version.policyId,
    versionId: version.id,
    version: version.version,
    sha256: version.sha256,
    statement: input.statement,
    roles: [...input.roles],
    accounts: [...input.accounts],
    due: input.due,
    createdBy: input.actor,
    createdAt: tx.now,
    updatedAt: tx.now,
  });
  return id;
}

/** @throws AppError 'not-found', 'conflict' where it is closed already. */
export function withdrawRequest(tx: WriteTx, id: string, actor: string, reason: string): void {
  const request = mustFindRequest(tx, id);
  if (request.closedAt !== null)
    throw new AppError('conflict', 'This request is closed already.', { allowed: [] });
  close(tx, request, { as: 'WITHDRAWN', actor, reason });
}

function close(
  tx: WriteTx,
  { id }: RequestRow,
  end: {
    readonly as: 'WITHDRAWN' | 'SUPERSEDED';
    readonly actor: string | null;
    readonly reason: string;
  },
): void {
  tx.update(policyAttestationRequestsTable, id, {
    closedAs: end.as,
    closedAt: tx.now,
    closedBy: end.actor,
    closedReason: end.reason,
    updatedAt: tx.now,
  });
}

/**
 * A new version is in force: every open request ends, and asks the same people anew, with as many days
 * as they had. To be called within the transaction that puts the version in force.
 */
export function askAnew(
  tx: WriteTx,
  newId: NewId,
  version: VersionRow,
  before: VersionRow | null,
  actor: string | null,
): void {
  const today = localDay(tx.now);
  for (const request of openRequestsOf(tx, version.policyId)) {
    const reason = `Version ${version.version} is in force`;
    close(tx, request, { as: 'SUPERSEDED', actor, reason });
    const isOwnWords =
      before === null || request.statement !== defaultStatement(before.title, before.version);
    const asked = localDay(request.createdAt);
    insertRequest(tx, newId, version, {
      ...request,
      actor: request.createdBy,
      due: request.due && addDays(today, Math.max(0, daysBetween(asked, request.due))),
      statement: isOwnWords ? request.statement : defaultStatement(version.title, version.version),
    });
  }
}

/** The policy is not in force any more: nobody is asked to attest it. */
export function endRequests(tx: WriteTx, policyId: string, actor: string | null): void {
  for (const request of openRequestsOf(tx, policyId))
    close(tx, request, { as: 'WITHDRAWN', actor, reason: 'The policy was deprecated' });
}

/** Returns the id of the attestation. @throws AppError 'not-found', 'conflict'. */
export function attest(
  tx: WriteTx,
  newId: NewId,
  { policyId, actor }: Asking,
  { versionId, sha256 }: NewAttestation,
): string {
  const version = mustBeInForce(tx, policyId);
  if (version.id !== versionId || version.sha256 !== sha256)
    throw new AppError(
      'conflict',
      `Version ${version.version} is in force, which is not what you read. Read it, then confirm.`,
      { allowed: [] },
    );
  if (findAttestation(tx, { policyId, versionId, account: actor }))
    throw new AppError('conflict', 'You have attested this version already.', { allowed: [] });
  const [request] = requestsFor(tx, actor, { policyId, versionId });
  const id = newId();
  tx.insert(policyAttestationsTable, {
    ...{ id, policyId, versionId, sha256, version: version.version },
    requestId: request?.id ?? null,
    statement: request?.statement ?? defaultStatement(version.title, version.version),
    accountId: actor,
    accountName: readNames(tx, [actor]).get(actor) ?? actor,
    attestedAt: tx.now,
  });
  // Its progress is what lists of requests show.
  tx.announce('policy_attestation_requests');
  return id;
}
