/**
 * Requests of an audit. Defences: who provided does not accept (separation of duties, held by the
 * server); evidence of another period is attached only when that is said; nothing changes once the
 * audit has ended.
 */
import type { AuditStep } from '../../../shared/areas/audits/audits.contract.ts';
import {
  overlapsPeriod,
  REQUEST_TRANSITIONS,
  type RequestStatus,
} from '../../../shared/areas/audits/audits.rules.ts';
import type {
  AuditRequest,
  Generated,
  ImportedRequests,
  NewRequest,
  RequestQuery,
  RequestUpdate,
} from '../../../shared/areas/audits/requests.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { mayApproveOwn } from '../../db/approvers.ts';
import type { ReadDb } from '../../db/database.ts';
import { auditRequestEvidenceTable, auditRequestsTable } from '../../db/tables/audit-work.table.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import { cursorToPlace, pageOf } from './audit-cursor.ts';
import { mustBeAccount, readSteps } from './audit-people.store.ts';
import {
  type AuditServiceDeps,
  badField,
  beginPreparation,
  mustBeOpenAudit,
} from './audits.service.ts';
import { groupRequests } from './request-groups.ts';
import { readRequestCsv } from './request-import.ts';
import {
  knownControls,
  readAskedControls,
  readScopeControls,
  readScopeGroups,
} from './request-scope.store.ts';
import {
  countRequestEvidence,
  findAttachable,
  findRequest,
  findRequestEvidence,
  insertRequests,
  linkEvidence,
  listRequests,
  type RequestRow,
  saveRequestControls,
  toRequests,
} from './requests.store.ts';

export interface RequestServiceDeps extends AuditServiceDeps {
  /**
   * Of the compliance area, where it is wired: of some controls, the ones that a crosswalk calls equal
   * to another of them, which is then asked about alone.
   */
  readonly equalControls?: (controlIds: readonly string[]) => ReadonlySet<string>;
}

/** @throws AppError 'not-found'. */
function mustFindRequest(db: ReadDb, id: string): RequestRow {
  const row = findRequest(db, id);
  if (!row) throw new AppError('not-found', 'There is no such request');
  return row;
}

/** @throws AppError 'conflict' with what is allowed. */
function mustAllow(row: RequestRow, to: RequestStatus): void {
  const allowed = REQUEST_TRANSITIONS[row.status];
  if (allowed.includes(to)) return;
  const message = `This request is ${row.status} and cannot become ${to}. Allowed: ${allowed.join(', ')}.`;
  throw new AppError('conflict', message, { allowed });
}

/** Changes the row, also within one millisecond: what was attached stands in its history. */
function touch(tx: WriteTx, row: RequestRow): void {
  tx.update(auditRequestsTable, row.id, { updatedAt: Math.max(tx.now, row.updatedAt + 1) });
}

function mustKnowControls(db: ReadDb, ids: readonly string[] | undefined): void {
  if (ids === undefined || ids.length === 0) return;
  const known = knownControls(db, ids);
  if (!ids.every((id) => known.has(id))) throw badField('controlIds', 'There is no such control');
}

export function createRequestService(deps: RequestServiceDeps) {
  const { db, clock, newId } = deps;

  function get(id: string): AuditRequest {
    return db.read('audits.request', (reader) => {
      const [request] = toRequests(reader, [mustFindRequest(reader, id)], clock.now());
      if (!request) throw new AppError('not-found', 'There is no such request');
      return request;
    });
  }

  /** Changes a request of an audit that has not ended, and answers with it. */
  function change(caller: Caller, id: string, fn: (tx: WriteTx, row: RequestRow) => void) {
    db.write(caller, (tx) => {
      const row = mustFindRequest(tx, id);
      mustBeOpenAudit(tx, row.auditId);
      fn(tx, row);
      tx.announce('audits', row.auditId);
    });
    return get(id);
  }

  const by = (actor: string, verb: string, reason: string | null = null): Caller => ({
    actor,
    origin: 'user',
    action: `audits.${verb}`,
    reason,
  });

  function decideOn(
    id: string,
    actor: string,
    { to, note }: { to: 'ACCEPTED' | 'RETURNED'; note: string | null },
  ): AuditRequest {
    const verb = to === 'ACCEPTED' ? 'acceptRequest' : 'returnRequest';
    return change(by(actor, verb, note), id, (tx, row) => {
      mustAllow(row, to);
      const isOwn = row.providedBy === actor;
      if (to === 'ACCEPTED' && isOwn && !mayApproveOwn(tx, 'audits.write')) {
        const message = 'You provided this yourself: somebody else accepts it';
        throw new AppError('conflict', message, { allowed: [] });
      }
      tx.update(auditRequestsTable, id, {
        status: to,
        decisionNote: note,
        decidedBy: actor,
        decidedAt: tx.now,
        isSelfApproved: to === 'ACCEPTED' && isOwn,
        updatedAt: tx.now,
      });
    });
  }

  return {
    get,

    list(query: RequestQuery) {
      const after = cursorToPlace(query.cursor);
      return db.read('audits.requests', (reader) => {
        const found = listRequests(reader, query, { after, now: clock.now() });
        const { rows, nextCursor } = pageOf(found.rows, query.limit);
        return { requests: toRequests(reader, rows, clock.now()), total: found.total, nextCursor };
      });
    },

    create(auditId: string, request: NewRequest, actor: string): AuditRequest {
      const [id] = db.write(by(actor, 'request'), (tx) => {
        const audit = mustBeOpenAudit(tx, auditId);
        mustBeAccount(tx, request.owner, 'owner');
        mustKnowControls(tx, request.controlIds);
        beginPreparation(tx, audit);
        return insertRequests(tx, auditId, [request], { actor, origin: 'hand', newId });
      });
      return get(id ?? '');
    },

    /** @throws AppError 'conflict' where there is no framework in scope. */
    generate(
      auditId: string,
      plan: { owner: string | null; due: string | null },
      actor: string,
    ): Generated {
      return db.write(by(actor, 'generateRequests'), (tx) => {
        const audit = mustBeOpenAudit(tx, auditId);
        mustBeAccount(tx, plan.owner, 'owner');
        const controls = readScopeControls(tx, auditId);
        if (controls.length === 0) {
          const message = 'There is no control in scope: choose the frameworks first';
          throw new AppError('conflict', message, { allowed: [] });
        }
        const asked = readAskedControls(tx, auditId);
        const open = controls.filter(({ id }) => !asked.has(id));
        // What was asked before leads, so that a control equal to it is not asked about now.
        const inOrder = [...asked, ...open.map(({ id }) => id)];
        const equal = deps.equalControls?.(inOrder) ?? new Set<string>();
        const wanted = open.filter(({ id }) => !equal.has(id));
        const requests = groupRequests(wanted, readScopeGroups(tx, auditId), plan);
        if (requests.length > 0) beginPreparation(tx, audit);
        insertRequests(tx, auditId, requests, { actor, origin: 'scope', newId });
        return {
          created: requests.length,
          controls: wanted.length,
          alreadyAsked: controls.length - open.length,
          merged: open.length - wanted.length,
        };
      });
    },

    async importCsv(
      auditId: string,
      { csv, isPreview }: { csv: string; isPreview: boolean },
      actor: string,
    ): Promise<ImportedRequests> {
      const read = await readRequestCsv(csv);
      const told = (rows: ReturnType<typeof read>, created: number): ImportedRequests => ({
        created,
        rows: rows.map(({ request, notes, ...row }) => ({ ...row, notes: [...notes] })),
      });
      if (isPreview)
        return db.read('audits.previewRequests', (reader) => {
          mustBeOpenAudit(reader, auditId);
          return told(read(reader, auditId), 0);
        });
      return db.write(by(actor, 'importRequests'), (tx) => {
        const audit = mustBeOpenAudit(tx, auditId);
        const rows = read(tx, auditId);
        const requests = rows.flatMap(({ request }) => request ?? []);
        if (requests.length > 0) beginPreparation(tx, audit);
        insertRequests(tx, auditId, requests, { actor, origin: 'csv', newId });
        return told(rows, requests.length);
      });
    },

    update: (id: string, update: RequestUpdate, actor: string): AuditRequest =>
      change(by(actor, 'updateRequest'), id, (tx, row) => {
        if (row.status === 'ACCEPTED')
          throw new AppError('conflict', 'This request is ACCEPTED: return it before it changes.', {
            allowed: ['RETURNED'],
          });
        const { controlIds, ...fields } = update;
        mustBeAccount(tx, update.owner, 'owner');
        mustKnowControls(tx, controlIds);
        const patch = Object.fromEntries(
          Object.entries(fields).filter(([, value]) => value !== undefined),
        );
        const first = controlIds === undefined ? {} : { controlId: controlIds[0] ?? null };
        tx.update(auditRequestsTable, id, { ...patch, ...first, updatedAt: tx.now });
        if (controlIds !== undefined) saveRequestControls(tx, id, controlIds, newId);
      }),

    remove(id: string, actor: string): void {
      db.write(by(actor, 'withdrawRequest'), (tx) => {
        const row = mustFindRequest(tx, id);
        mustBeOpenAudit(tx, row.auditId);
        if (row.status !== 'OPEN' || countRequestEvidence(tx, id) > 0) {
          const message = 'Something was provided for this request: it stays in the record';
          throw new AppError('conflict', message, { allowed: [] });
        }
        saveRequestControls(tx, id, [], newId);
        tx.remove(auditRequestsTable, id);
        tx.announce('audits', row.auditId);
      });
    },

    addEvidence: (
      id: string,
      { evidenceId, outsidePeriod }: { evidenceId: string; outsidePeriod: boolean },
      actor: string,
    ): AuditRequest =>
      change(
        by(actor, 'attachEvidence', outsidePeriod ? 'Of another period than the audit' : null),
        id,
        (tx, row) => {
          if (row.status === 'ACCEPTED')
            throw new AppError('conflict', 'This request is ACCEPTED: return it first.', {
              allowed: ['RETURNED'],
            });
          mayAttach(tx, row, { evidenceId, outsidePeriod });
          if (findRequestEvidence(tx, id, evidenceId) !== undefined)
            throw new AppError('conflict', 'This evidence is attached already', { allowed: [] });
          linkEvidence(tx, { id: newId(), requestId: id, evidenceId, addedBy: actor });
          touch(tx, row);
        },
      ),

    removeEvidence: (id: string, evidenceId: string, actor: string): AuditRequest =>
      change(by(actor, 'detachEvidence'), id, (tx, row) => {
        if (row.status === 'ACCEPTED')
          throw new AppError('conflict', 'This request is ACCEPTED: return it first.', {
            allowed: ['RETURNED'],
          });
        const link = findRequestEvidence(tx, id, evidenceId);
        if (link === undefined)
          throw new AppError('not-found', 'This evidence is not attached to the request');
        tx.remove(auditRequestEvidenceTable, link);
        touch(tx, row);
      }),

    provide: (id: string, note: string | null, actor: string): AuditRequest =>
      change(by(actor, 'provideRequest', note), id, (tx, row) => {
        mustAllow(row, 'PROVIDED');
        if (note === null && countRequestEvidence(tx, id) === 0)
          throw badField('note', 'Attach evidence, or say in a note what was provided');
        tx.update(auditRequestsTable, id, {
          status: 'PROVIDED',
          providedNote: note,
          providedBy: actor,
          providedAt: tx.now,
          isSelfApproved: false,
          updatedAt: tx.now,
        });
      }),

    accept: (id: string, note: string | null, actor: string): AuditRequest =>
      decideOn(id, actor, { to: 'ACCEPTED', note }),

    giveBack: (id: string, reason: string, actor: string): AuditRequest =>
      decideOn(id, actor, { to: 'RETURNED', note: reason }),

    history: (id: string): AuditStep[] =>
      db.read('audits.requestHistory', (reader) => {
        mustFindRequest(reader, id);
        return readSteps(reader, id);
      }),
  };
}
export type RequestService = ReturnType<typeof createRequestService>;

/** @throws AppError 'bad-input' where there is no such evidence, 'conflict' where it should not be attached. */
function mayAttach(
  tx: ReadDb,
  row: RequestRow,
  { evidenceId, outsidePeriod }: { evidenceId: string; outsidePeriod: boolean },
): void {
  const evidence = findAttachable(tx, evidenceId);
  if (!evidence) throw badField('evidenceId', 'There is no such evidence');
  if (evidence.verdict === 'REJECTED')
    throw new AppError('conflict', 'This evidence was rejected in review', { allowed: [] });
  const isInPeriod = overlapsPeriod(mustBeOpenAudit(tx, row.auditId), evidence);
  if (isInPeriod === false && !outsidePeriod) {
    throw new AppError(
      'conflict',
      'This evidence is of another period than the audit. Attach it only if that is meant.',
      { allowed: ['outsidePeriod'] },
    );
  }
}
