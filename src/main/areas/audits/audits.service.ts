import type {
  Audit,
  AuditStep,
  AuditUpdate,
  NewAudit,
} from '../../../shared/areas/audits/audits.contract.ts';
import { dateIssues } from '../../../shared/areas/audits/audits.contract.ts';
import {
  AUDIT_TRANSITIONS,
  type AuditTransition,
  auditTransitionsFrom,
  isAuditOpen,
  openItemsText,
} from '../../../shared/areas/audits/audits.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { auditsTable } from '../../db/tables/audits.table.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { Clock } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { cursorToPlace, pageOf } from './audit-cursor.ts';
import { mustBeAccount, readSteps } from './audit-people.store.ts';
import {
  type AuditRow,
  countAudits,
  findAudit,
  knownFrameworks,
  listAudits,
  readOpenItems,
  saveScope,
  toAudits,
} from './audits.store.ts';

export interface AuditServiceDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
}

export function badField(path: string, message: string): AppError {
  return new AppError('bad-input', message, { issues: [{ path, message }] });
}

/** @throws AppError 'not-found'. */
export function mustFindAudit(db: ReadDb, id: string): AuditRow {
  const row = findAudit(db, id);
  if (!row) throw new AppError('not-found', 'There is no such audit');
  return row;
}

/** @throws AppError 'not-found', 'conflict' where it has ended: its requests and samples are a record then. */
export function mustBeOpenAudit(db: ReadDb, id: string): AuditRow {
  const row = mustFindAudit(db, id);
  if (isAuditOpen(row.status)) return row;
  throw new AppError('conflict', `This audit is ${row.status}: its work cannot be changed.`, {
    allowed: [],
  });
}

/** Preparation counts from its button, or from the first request. */
export function beginPreparation(tx: WriteTx, audit: AuditRow): void {
  if (audit.preparationStartedAt !== null) return;
  tx.update(auditsTable, audit.id, { preparationStartedAt: tx.now, updatedAt: tx.now });
}

/** @throws AppError 'conflict' with what is allowed. */
function mustBeTransition(from: AuditRow['status'], to: AuditRow['status']): AuditTransition {
  const found = AUDIT_TRANSITIONS.find((rule) => rule.from === from && rule.to === to);
  if (found) return found;
  const allowed = auditTransitionsFrom(from);
  const names = allowed.map((rule) => `${rule.label} (${rule.to})`).join(', ') || 'nothing';
  throw new AppError(
    'conflict',
    `This audit is ${from} and cannot become ${to}. Allowed: ${names}.`,
    { allowed: allowed.map((rule) => rule.to) },
  );
}

/** @throws AppError 'conflict' where something is open and nobody said that it may stay so. */
function acknowledged(tx: ReadDb, id: string, update: AuditUpdate): string | null {
  const open = openItemsText(readOpenItems(tx, id));
  if (open === null) return update.reason ?? null;
  if (!update.acknowledgeOpen) {
    throw new AppError(
      'conflict',
      `This audit has ${open}. Complete it anyway with acknowledgeOpen and a reason.`,
      { allowed: ['acknowledgeOpen'] },
    );
  }
  if (update.reason === undefined)
    throw badField('reason', `A reason is required to complete an audit with ${open}`);
  return `Completed with ${open}: ${update.reason}`;
}

interface Decided {
  readonly patch: Partial<AuditRow>;
  readonly action: string;
  readonly reason: string | null;
}

function decide(tx: ReadDb, before: AuditRow, update: AuditUpdate, now: number): Decided {
  const { status, reason = null, acknowledgeOpen, frameworkIds, ...fields } = update;
  const patch: Partial<AuditRow> = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  );
  const isRescoped =
    frameworkIds !== undefined ||
    'periodStart' in patch ||
    'periodEnd' in patch ||
    'scope' in patch;
  if (isRescoped && !isAuditOpen(before.status)) {
    const message = `This audit is ${before.status}: its scope and period cannot be changed.`;
    throw new AppError('conflict', message, { allowed: [] });
  }
  const [wrong] = dateIssues({ ...before, ...patch });
  if (wrong) throw badField(wrong.path, wrong.message);
  if (status === undefined) return { patch, action: 'audits.update', reason };
  const rule = mustBeTransition(before.status, status);
  if (rule.needsReason && reason === null)
    throw badField('reason', 'A reason is required to mark an audit as failed');
  const isEnd = !isAuditOpen(status);
  return {
    patch: { ...patch, status, ...(isEnd ? { endedAt: now } : { startedAt: now }) },
    action: `audits.${rule.action}`,
    reason: status === 'COMPLETED' ? acknowledged(tx, before.id, update) : reason,
  };
}

function mustKnowFrameworks(db: ReadDb, ids: readonly string[] | undefined): void {
  if (ids === undefined || ids.length === 0) return;
  const known = knownFrameworks(db, ids);
  if (ids.every((id) => known.has(id))) return;
  throw badField('frameworkIds', 'There is no such framework');
}

export function createAuditService({ db, clock, newId }: AuditServiceDeps) {
  const answer = (reader: ReadDb, row: AuditRow): Audit => {
    const [audit] = toAudits(reader, [row], clock.now());
    if (!audit) throw new Error('An audit was lost');
    return audit;
  };
  const get = (id: string): Audit =>
    db.read('audits.get', (reader) => answer(reader, mustFindAudit(reader, id)));

  return {
    get,

    list({ limit, cursor }: { limit: number; cursor?: string | undefined }) {
      const after = cursorToPlace(cursor);
      return db.read('audits.list', (reader) => {
        const { rows, nextCursor } = pageOf(listAudits(reader, { after, limit }), limit);
        const audits = toAudits(reader, rows, clock.now());
        return { audits, total: countAudits(reader), nextCursor };
      });
    },

    create(audit: NewAudit, actor: string): Audit {
      const id = newId();
      const { frameworkIds, ...fields } = audit;
      db.write({ actor, origin: 'user', action: 'audits.schedule' }, (tx) => {
        mustBeAccount(tx, audit.assignedTo, 'assignedTo');
        mustKnowFrameworks(tx, frameworkIds);
        tx.insert(auditsTable, {
          ...fields,
          id,
          startedAt: audit.status === 'PLANNED' ? null : tx.now,
          endedAt: isAuditOpen(audit.status) ? null : tx.now,
          createdAt: tx.now,
          updatedAt: tx.now,
        });
        saveScope(tx, id, frameworkIds, newId);
      });
      return get(id);
    },

    update(id: string, update: AuditUpdate, actor: string): Audit {
      // Decided twice: to name the action before the door opens, and on the row as it is within.
      const named = db.read('audits.decide', (reader) =>
        decide(reader, mustFindAudit(reader, id), update, clock.now()),
      );
      const caller: Caller = { actor, origin: 'user', action: named.action, reason: named.reason };
      db.write(caller, (tx) => {
        const { patch } = decide(tx, mustFindAudit(tx, id), update, tx.now);
        mustBeAccount(tx, update.assignedTo, 'assignedTo');
        mustKnowFrameworks(tx, update.frameworkIds);
        tx.update(auditsTable, id, { ...patch, updatedAt: tx.now });
        if (update.frameworkIds !== undefined) saveScope(tx, id, update.frameworkIds, newId);
      });
      return get(id);
    },

    /** @throws AppError 'conflict' where it has begun already, or the audit has ended. */
    prepare(id: string, actor: string): Audit {
      db.write({ actor, origin: 'user', action: 'audits.prepare' }, (tx) => {
        const audit = mustBeOpenAudit(tx, id);
        if (audit.preparationStartedAt !== null)
          throw new AppError('conflict', 'Preparation has begun already', { allowed: [] });
        beginPreparation(tx, audit);
      });
      return get(id);
    },

    history(id: string): AuditStep[] {
      return db.read('audits.history', (reader) => {
        mustFindAudit(reader, id);
        return readSteps(reader, id);
      });
    },
  };
}
export type AuditService = ReturnType<typeof createAuditService>;
