import {
  REASSESSMENT_RULES,
  REASSESSMENT_STATE_LABELS,
  REASSESSMENT_STEPS,
  type ReassessmentStep,
} from '../../../shared/areas/vendors/reassessments.rules.ts';
import type {
  ReassessmentDetail,
  ReassessmentPatch,
  ReassessmentQuery,
} from '../../../shared/areas/vendors/vendor-signals.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { mergeFields } from '../../db/field-merge.ts';
import { vendorReassessmentsTable } from '../../db/tables/vendor-assessments.table.ts';
import { vendorsTable } from '../../db/tables/vendors.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import { type Clock, localDay } from '../../platform/clock.ts';
import {
  countReassessments,
  findReassessment,
  isActiveAccount,
  listReassessments,
  type ReassessmentRow,
  readSignals,
  toReassessments,
} from './reassessments.store.ts';
import { badField, mustFindVendor } from './vendors.service.ts';

function mustFind(db: ReadDb, id: string): ReassessmentRow {
  const row = findReassessment(db, id);
  if (!row) throw new AppError('not-found', 'There is no such reassessment');
  return row;
}

/** @throws AppError 'conflict' with what is allowed. */
function mustAllow({ state }: ReassessmentRow, step: ReassessmentStep): void {
  if (REASSESSMENT_RULES[step].from.includes(state)) return;
  const allowed = REASSESSMENT_STEPS.filter((one) => REASSESSMENT_RULES[one].from.includes(state));
  throw new AppError(
    'conflict',
    `This reassessment is ${REASSESSMENT_STATE_LABELS[state]}. Allowed: ${allowed.join(', ') || 'nothing'}.`,
    { allowed },
  );
}

export function createReassessmentService({ db, clock }: { db: Database; clock: Clock }) {
  const today = () => localDay(clock.now());
  const shown = (id: string): ReassessmentDetail =>
    db.read('vendors.reassessment', (reader) => {
      const [task] = toReassessments(reader, [mustFind(reader, id)], today());
      if (!task) throw new AppError('not-found', 'There is no such reassessment');
      return { ...task, signals: readSignals(reader, id) };
    });

  function step(
    id: string,
    kind: ReassessmentStep,
    { actor, reason = null }: { actor: string; reason?: string | null },
    decide: (tx: WriteTx, row: ReassessmentRow) => Partial<ReassessmentRow>,
  ): ReassessmentDetail {
    const action = `vendors.reassessment-${kind}`;
    db.write({ actor, origin: 'user', action, reason }, (tx) => {
      const row = mustFind(tx, id);
      mustAllow(row, kind);
      tx.update(vendorReassessmentsTable, id, {
        ...decide(tx, row),
        state: REASSESSMENT_RULES[kind].to,
        updatedAt: tx.now,
      });
    });
    return shown(id);
  }

  return {
    find: shown,
    counts: () => db.read('vendors.reassessmentCounts', countReassessments),

    list: (query: ReassessmentQuery) =>
      db.read('vendors.reassessments', (reader) => {
        const after = query.cursor ? (fromCursor(query.cursor, ['string'])[0] ?? null) : null;
        const { rows, total } = listReassessments(reader, query, {
          after,
          limit: query.limit + 1,
        });
        const page = rows.slice(0, query.limit);
        const last = page.at(-1);
        return {
          tasks: toReassessments(reader, page, today()),
          total,
          nextCursor: last && rows.length > query.limit ? toCursor([last.id]) : null,
        };
      }),

    update(id: string, { baseRevision, ...patch }: ReassessmentPatch, actor: string) {
      const merged = db.write(
        { actor, origin: 'user', action: 'vendors.reassessment-update' },
        (tx) => {
          const row = mustFind(tx, id);
          if (patch.owner && !isActiveAccount(tx, patch.owner))
            throw badField('owner', 'There is no such account');
          const fields = Object.fromEntries(
            Object.entries(patch).filter(([, value]) => value !== undefined),
          );
          const others = mergeFields<ReassessmentRow>(tx, row, fields, baseRevision);
          tx.update(vendorReassessmentsTable, id, { ...fields, updatedAt: tx.now });
          return others;
        },
      );
      return { ...shown(id), merged };
    },

    /** An active vendor goes under review in the same transaction; who starts it owns it. */
    start: (id: string, actor: string) =>
      step(id, 'start', { actor }, (tx, row) => {
        if (mustFindVendor(tx, row.vendorId).status === 'ACTIVE')
          tx.update(vendorsTable, row.vendorId, { status: 'UNDER_REVIEW', updatedAt: tx.now });
        return { startedBy: actor, owner: row.owner ?? actor };
      }),

    close: (id: string, kind: 'done' | 'dismiss', reason: string, actor: string) =>
      step(id, kind, { actor, reason }, (tx) => ({
        ...{ outcome: reason, closedBy: actor, closedAt: tx.now },
      })),
  };
}
export type ReassessmentService = ReturnType<typeof createReassessmentService>;
