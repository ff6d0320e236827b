import type {
  FindingDetail,
  FindingQuery,
  FindingStepInput,
  FindingUpdate,
  NewFinding,
} from '../../../shared/areas/audits/findings.contract.ts';
import { findingDueAt, STEP_RULES } from '../../../shared/areas/audits/findings.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { roleMay } from '../../../shared/contract/permissions.ts';
import { DAY_MS } from '../../../shared/kernel/time.ts';
import { mayApproveOwn } from '../../db/approvers.ts';
import type { ReadDb } from '../../db/database.ts';
import { findingEvidenceTable, findingsTable } from '../../db/tables/findings.table.ts';
import type { Caller, WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { cursorToPlace, pageOf } from './audit-cursor.ts';
import { mustBeAccount, readSteps } from './audit-people.store.ts';
import { type AuditServiceDeps, badField } from './audits.service.ts';
import { findAudit } from './audits.store.ts';
import { decideStep } from './finding-step.ts';
import {
  type FindingRow,
  findFinding,
  findFindingEvidence,
  isEvidence,
  listFindings,
  nextFindingNumber,
  readFindingEvidence,
  toFindings,
} from './findings.store.ts';
import { knownControls } from './request-scope.store.ts';

/** The end of a day: until then it is not late. */
const endOfDay = (day: string): number => Date.parse(day) + DAY_MS - 1;

function mustFindFinding(db: ReadDb, id: string): FindingRow {
  const row = findFinding(db, id);
  if (!row) throw new AppError('not-found', 'There is no such finding');
  return row;
}

function mustKnowControl(db: ReadDb, id: string | null | undefined): void {
  if (id && !knownControls(db, [id]).has(id))
    throw badField('controlId', 'There is no such control');
}

/** The part that a sample's exception shares with a finding made by hand. Returns its id. */
export function insertFinding(
  tx: WriteTx,
  { due, ...finding }: NewFinding & { sampleId?: string; sampleItem?: string },
  { actor, newId }: { actor: string; newId: NewId },
): { id: string; number: number } {
  mustBeAccount(tx, finding.owner, 'owner');
  mustKnowControl(tx, finding.controlId);
  if (finding.auditId !== null && !findAudit(tx, finding.auditId))
    throw badField('auditId', 'There is no such audit');
  const id = newId();
  const number = nextFindingNumber(tx);
  tx.insert(findingsTable, {
    ...finding,
    id,
    number,
    dueAt: due === null ? findingDueAt(finding.severity, tx.now) : endOfDay(due),
    createdBy: actor,
    createdAt: tx.now,
    updatedAt: tx.now,
  });
  if (finding.auditId !== null) tx.announce('audits', finding.auditId);
  return { id, number };
}

/** A due date that came of the severity follows it; one that a person chose stays. */
function dueAfter(before: FindingRow, update: FindingUpdate): number | null {
  if (update.due) return endOfDay(update.due);
  const isByRule = before.dueAt === findingDueAt(before.severity, before.createdAt);
  const severity = update.severity ?? before.severity;
  if (update.due === null || isByRule) return findingDueAt(severity, before.createdAt);
  return before.dueAt;
}

export function createFindingService({ db, clock, newId }: AuditServiceDeps) {
  function get(id: string): FindingDetail {
    return db.read('audits.finding', (reader) => {
      const [finding] = toFindings(reader, [mustFindFinding(reader, id)], clock.now());
      if (!finding) throw new AppError('not-found', 'There is no such finding');
      return {
        ...finding,
        evidence: readFindingEvidence(reader, id),
        history: readSteps(reader, id),
      };
    });
  }
  const by = (actor: string, verb: string, reason: string | null = null): Caller => ({
    actor,
    origin: 'user',
    action: `findings.${verb}`,
    reason,
  });

  return {
    get,

    list(query: FindingQuery) {
      const after = cursorToPlace(query.cursor);
      return db.read('audits.findings', (reader) => {
        const found = listFindings(reader, query, { after, now: clock.now() });
        const { rows, nextCursor } = pageOf(found.rows, query.limit);
        return { findings: toFindings(reader, rows, clock.now()), total: found.total, nextCursor };
      });
    },

    create(finding: NewFinding, actor: string): FindingDetail {
      const { id } = db.write(by(actor, 'create'), (tx) =>
        insertFinding(tx, finding, { actor, newId }),
      );
      return get(id);
    },

    update(id: string, { reason, ...update }: FindingUpdate, actor: string): FindingDetail {
      db.write(by(actor, 'update', reason ?? null), (tx) => {
        const before = mustFindFinding(tx, id);
        if (before.auditId !== null) tx.announce('audits', before.auditId);
        mustBeAccount(tx, update.owner, 'owner');
        mustKnowControl(tx, update.controlId);
        const { due, ...fields } = update;
        const patch = Object.fromEntries(
          Object.entries(fields).filter(([, value]) => value !== undefined),
        );
        tx.update(findingsTable, id, {
          ...patch,
          dueAt: dueAfter(before, update),
          updatedAt: tx.now,
        });
      });
      return get(id);
    },

    step(id: string, input: FindingStepInput, user: { id: string; role: string }): FindingDetail {
      const { action } = STEP_RULES[input.step];
      db.write(by(user.id, action, input.note), (tx) => {
        const actor = {
          id: user.id,
          runsAudits: roleMay(user.role, 'audits.write'),
          isOnlyApprover: mayApproveOwn(tx, 'audits.write'),
        };
        const before = mustFindFinding(tx, id);
        const patch = decideStep(before, input, { actor, now: tx.now });
        if (before.auditId !== null) tx.announce('audits', before.auditId);
        tx.update(findingsTable, id, { ...patch, updatedAt: tx.now });
      });
      return get(id);
    },

    addEvidence(id: string, evidenceId: string, actor: string): FindingDetail {
      db.write(by(actor, 'attachEvidence'), (tx) => {
        const row = mustFindFinding(tx, id);
        if (!isEvidence(tx, evidenceId)) throw badField('evidenceId', 'There is no such evidence');
        if (findFindingEvidence(tx, id, evidenceId) !== undefined)
          throw new AppError('conflict', 'This evidence is linked already', { allowed: [] });
        tx.insert(findingEvidenceTable, {
          id: newId(),
          findingId: id,
          evidenceId,
          addedBy: actor,
          createdAt: tx.now,
        });
        tx.update(findingsTable, id, { updatedAt: Math.max(tx.now, row.updatedAt + 1) });
      });
      return get(id);
    },

    removeEvidence(id: string, evidenceId: string, actor: string): FindingDetail {
      db.write(by(actor, 'detachEvidence'), (tx) => {
        const row = mustFindFinding(tx, id);
        const link = findFindingEvidence(tx, id, evidenceId);
        if (link === undefined)
          throw new AppError('not-found', 'This evidence is not linked to the finding');
        tx.remove(findingEvidenceTable, link);
        tx.update(findingsTable, id, { updatedAt: Math.max(tx.now, row.updatedAt + 1) });
      });
      return get(id);
    },
  };
}
export type FindingService = ReturnType<typeof createFindingService>;
