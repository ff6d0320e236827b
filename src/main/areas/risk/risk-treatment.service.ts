/** Treatment of risks: tasks, reviews, linked controls (whose effectiveness the residual follows). */
import type {
  NewRiskReview,
  NewRiskTask,
  RiskTaskUpdate,
} from '../../../shared/areas/risk/risks.treatment.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { addMonths } from '../../../shared/kernel/day.ts';
import {
  riskControlsTable,
  riskReviewsTable,
  risksTable,
  riskTasksTable,
} from '../../db/tables/risk.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { localDay } from '../../platform/clock.ts';
import { computeFor, residualPatch } from './risk-residual.ts';
import { badRiskField, mustBeOwner, mustFindRisk, readRiskParts } from './risk-rows.store.ts';
import {
  findLink,
  findTask,
  listDueReviews,
  listOpenTasks,
  mustFindControl,
  type PageQuery,
  searchControlChoices,
} from './risk-treatment.store.ts';
import { byUser, type RiskServiceDeps } from './risks.service.ts';

export function createTreatmentService({ db, clock, newId, readEffects }: RiskServiceDeps) {
  const today = () => localDay(clock.now());
  const parts = (riskId: string) =>
    db.read('risk.parts', (reader) => readRiskParts(reader, riskId, today()));

  /** @throws AppError 'not-found'. Returns the risk's id. */
  function changeTask(
    tx: WriteTx,
    id: string,
    change: (task: NonNullable<ReturnType<typeof findTask>>) => void,
  ): string {
    const task = findTask(tx, id);
    if (!task) throw new AppError('not-found', 'There is no such task');
    change(task);
    tx.announce('risks', task.riskId);
    return task.riskId;
  }

  /** The residual after links changed; an own assessment stays as it is. */
  function followControls(tx: WriteTx, riskId: string): void {
    const row = mustFindRisk(tx, riskId);
    const residual =
      row.residualBasis === 'PERSON'
        ? {}
        : residualPatch(computeFor(tx, row, { readEffects, now: tx.now }), tx.now);
    tx.update(risksTable, riskId, { ...residual, updatedAt: tx.now });
    tx.announce('risks', riskId);
  }

  return {
    openTasks: (query: PageQuery) =>
      db.read('risk.tasks', (reader) => listOpenTasks(reader, query, today())),
    dueReviews: (query: PageQuery) =>
      db.read('risk.dueReviews', (reader) => listDueReviews(reader, query, today())),
    controlChoices: (typed: string) =>
      db.read('risk.controlChoices', (reader) => searchControlChoices(reader, typed)),

    addTask(riskId: string, task: NewRiskTask, actor: string) {
      db.write(byUser(actor, 'addTask'), (tx) => {
        mustFindRisk(tx, riskId);
        mustBeOwner(tx, task.owner);
        tx.insert(riskTasksTable, {
          ...task,
          id: newId(),
          riskId,
          createdBy: actor,
          createdAt: tx.now,
          updatedAt: tx.now,
        });
        tx.announce('risks', riskId);
      });
      return parts(riskId);
    },

    updateTask(id: string, { done, ...fields }: RiskTaskUpdate, actor: string) {
      const verb = done === undefined ? 'updateTask' : done ? 'finishTask' : 'reopenTask';
      const riskId = db.write(byUser(actor, verb), (tx) =>
        changeTask(tx, id, (task) => {
          mustBeOwner(tx, fields.owner);
          const isDone = task.doneOn !== null;
          const turned =
            done === undefined || done === isDone
              ? {}
              : { doneOn: done ? today() : null, doneBy: done ? actor : null };
          const given = Object.fromEntries(
            Object.entries(fields).filter(([, value]) => value !== undefined),
          );
          tx.update(riskTasksTable, id, { ...given, ...turned, updatedAt: tx.now });
        }),
      );
      return parts(riskId);
    },

    removeTask(id: string, reason: string, actor: string) {
      const riskId = db.write(byUser(actor, 'removeTask', reason), (tx) =>
        changeTask(tx, id, () => tx.remove(riskTasksTable, id)),
      );
      return parts(riskId);
    },

    review(riskId: string, { note, nextReview }: NewRiskReview, actor: string) {
      db.write(byUser(actor, 'review', note), (tx) => {
        const row = mustFindRisk(tx, riskId);
        const day = today();
        if (nextReview && nextReview <= day)
          throw badRiskField('nextReview', 'The next review must be after today');
        const byCadence = row.reviewMonths === null ? null : addMonths(day, row.reviewMonths);
        const next = nextReview === undefined ? byCadence : nextReview;
        // The note is the reason of the step; the row that keeps it need not say it twice.
        tx.asOf(tx.now, byUser(actor, 'addReview'), (inner) =>
          inner.insert(riskReviewsTable, {
            id: newId(),
            riskId,
            reviewedOn: day,
            reviewedBy: actor,
            note,
            riskScore: row.riskScore,
            residualRisk: row.residualRisk,
            nextReview: next,
            createdAt: tx.now,
          }),
        );
        tx.update(risksTable, riskId, { lastReview: day, nextReview: next, updatedAt: tx.now });
      });
      return parts(riskId);
    },

    linkControl(riskId: string, controlId: string, weight: number, actor: string) {
      const verb = db.read('risk.link', (reader) => findLink(reader, riskId, controlId))
        ? 'weighControl'
        : 'linkControl';
      db.write(byUser(actor, verb), (tx) => {
        mustFindRisk(tx, riskId);
        mustFindControl(tx, controlId);
        const link = findLink(tx, riskId, controlId);
        if (link) tx.update(riskControlsTable, link.id, { weight });
        else
          tx.insert(riskControlsTable, {
            id: newId(),
            riskId,
            controlId,
            weight,
            addedBy: actor,
            createdAt: tx.now,
          });
        followControls(tx, riskId);
      });
      return parts(riskId);
    },

    unlinkControl(riskId: string, controlId: string, reason: string, actor: string) {
      db.write(byUser(actor, 'unlinkControl', reason), (tx) => {
        mustFindRisk(tx, riskId);
        const link = findLink(tx, riskId, controlId);
        if (!link) throw new AppError('not-found', 'This control is not linked to the risk');
        tx.remove(riskControlsTable, link.id);
        followControls(tx, riskId);
      });
      return parts(riskId);
    },
  };
}
export type TreatmentService = ReturnType<typeof createTreatmentService>;
