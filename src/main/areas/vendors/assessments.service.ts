import type {
  AnswersInput,
  AssessmentQuery,
  NewAssessment,
  ReviewInput,
  VendorAssessmentDetail,
} from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import {
  ANSWERABLE,
  ASSESSMENT_STATE_LABELS,
  type AssessmentState,
  type AssessmentStep,
  allowedSteps,
  expiryOf,
  STEP_FROM,
  scoreOf,
} from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { mayApproveOwn } from '../../db/approvers.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import { vendorAssessmentsTable } from '../../db/tables/vendor-assessments.table.ts';
import { vendorsTable } from '../../db/tables/vendors.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import { fromCursor, toCursor } from '../../http/list-cursor.ts';
import { type Clock, localDay } from '../../platform/clock.ts';
import type { NewId } from '../../platform/ids.ts';
import { type Recording, recordAnswers, recordCorrections } from './assessments.answers.ts';
import {
  type AssessmentRow,
  findAssessment,
  listAssessments,
  readAnswers,
  readReceipts,
  readSummary,
  runningAssessment,
} from './assessments.store.ts';
import { scoredQuestions, toAssessments, toDetail, toReceipts } from './assessments.view.ts';
import type { QuestionnaireLibrary } from './questionnaire-library.ts';
import { badField, mustFindVendor } from './vendors.service.ts';

export interface AssessmentDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly library: QuestionnaireLibrary;
}

/** @throws AppError 'not-found'. */
export function mustFindAssessment(db: ReadDb, id: string): AssessmentRow {
  const row = findAssessment(db, id);
  if (!row) throw new AppError('not-found', 'There is no such assessment');
  return row;
}

function refuse(state: AssessmentState, doing: string): AppError {
  const allowed = allowedSteps(state);
  return new AppError(
    'conflict',
    `This assessment is ${ASSESSMENT_STATE_LABELS[state]} and cannot be ${doing}. Allowed: ${allowed.join(', ') || 'nothing'}.`,
    { allowed },
  );
}

const DOING: Record<AssessmentStep, string> = {
  send: 'sent',
  submit: 'submitted',
  review: 'reviewed',
  return: 'sent back',
  complete: 'completed',
  cancel: 'cancelled',
};

function mustAllow({ state }: AssessmentRow, step: AssessmentStep): void {
  if (!STEP_FROM[step].includes(state)) throw refuse(state, DOING[step]);
}

/** @throws AppError 'conflict': what was submitted is not overwritten. */
export function mustBeAnswerable({ state }: AssessmentRow): void {
  if (!ANSWERABLE.includes(state)) throw refuse(state, 'answered');
}

function mustBeKept(db: ReadDb, vendorId: string) {
  const vendor = mustFindVendor(db, vendorId);
  if (vendor.status !== 'TERMINATED') return vendor;
  throw new AppError('conflict', 'This vendor is TERMINATED: it is not assessed again.', {
    allowed: [],
  });
}

/**
 * Who wrote answers down or corrected by hand made them; what came out of the vendor's own workbook
 * the vendor made.
 */
function isOwnWork(db: ReadDb, assessmentId: string, actor: string): boolean {
  return readAnswers(db, assessmentId).some(
    ({ source, recordedBy, answer }) =>
      answer !== null && source === 'hand' && recordedBy === actor,
  );
}

type Decide = (tx: WriteTx, row: AssessmentRow) => Partial<AssessmentRow>;

/** What every call needs: today, an assessment as it is shown, and one step of it. */
function createDoing({ db, clock, newId, library }: AssessmentDeps) {
  const today = () => localDay(clock.now());
  const shown = (id: string): VendorAssessmentDetail =>
    db.read('vendors.assessment', (reader) =>
      toDetail(reader, mustFindAssessment(reader, id), { library, today: today() }),
    );
  return {
    today,
    shown,
    recording: (tx: WriteTx, assessment: AssessmentRow, actor: string): Recording => ({
      ...{ tx, newId, actor, assessment },
      form: library.mustFind(assessment.questionnaire, assessment.questionnaireVersion),
    }),
    /** Checked, and written, in one transaction. */
    step(
      id: string,
      kind: AssessmentStep,
      { actor, reason = null }: { actor: string; reason?: string | null },
      decide: Decide,
    ): VendorAssessmentDetail {
      const action = `vendors.assessment-${kind}`;
      db.write({ actor, origin: 'user', action, reason }, (tx) => {
        const row = mustFindAssessment(tx, id);
        mustAllow(row, kind);
        tx.update(vendorAssessmentsTable, id, { ...decide(tx, row), updatedAt: tx.now });
      });
      return shown(id);
    },
  };
}
type Doing = ReturnType<typeof createDoing>;

export function createAssessmentService(deps: AssessmentDeps) {
  const doing = createDoing(deps);
  return {
    find: doing.shown,
    questionnaires: () => deps.library.list(),
    ...createReading(deps),
    ...createAnswering(deps, doing),
    ...createReviewing(doing),
  };
}

function createAnswering({ db, newId, library }: AssessmentDeps, doing: Doing) {
  const { shown, step, today, recording } = doing;
  return {
    create({ vendorId, questionnaire, due }: NewAssessment, actor: string) {
      const { id: form, version } = library.current(questionnaire);
      const id = newId();
      db.write({ actor, origin: 'user', action: 'vendors.assessment-create' }, (tx) => {
        const vendor = mustBeKept(tx, vendorId);
        if (runningAssessment(tx, vendorId) !== undefined)
          throw new AppError(
            'conflict',
            'An assessment of this vendor is under way. Complete or cancel it first.',
            { allowed: [] },
          );
        tx.insert(vendorAssessmentsTable, {
          ...{ id, vendorId, questionnaire: form, questionnaireVersion: version, due },
          tier: vendor.riskTier,
          createdBy: actor,
          createdAt: tx.now,
          updatedAt: tx.now,
        });
      });
      return shown(id);
    },

    send: (id: string, input: { sentTo: string | null; due?: string | null }, actor: string) =>
      step(id, 'send', { actor }, (tx, row) => ({
        state: 'SENT',
        sentOn: today(),
        sentTo: input.sentTo ?? mustFindVendor(tx, row.vendorId).securityContact,
        ...(input.due === undefined ? {} : { due: input.due }),
      })),

    answer(id: string, { answers }: AnswersInput, actor: string) {
      db.write({ actor, origin: 'user', action: 'vendors.assessment-answer' }, (tx) => {
        const row = mustFindAssessment(tx, id);
        mustBeAnswerable(row);
        const changed = recordAnswers(recording(tx, row, actor), answers, 'hand');
        if (changed.size > 0) tx.update(vendorAssessmentsTable, id, { updatedAt: tx.now });
      });
      return shown(id);
    },

    submit: (id: string, actor: string) =>
      step(id, 'submit', { actor }, (tx) => {
        if (!readAnswers(tx, id).some(({ answer }) => answer !== null))
          throw new AppError('conflict', 'No question has an answer yet.', { allowed: ['cancel'] });
        return { state: 'ANSWERED', answeredOn: today() };
      }),
  };
}

function createReviewing(doing: Doing) {
  const { step, today, recording } = doing;
  return {
    review: (id: string, { note, corrections }: ReviewInput, actor: string) =>
      step(id, 'review', { actor, reason: note }, (tx, row) => {
        const isOwn = isOwnWork(tx, id, actor);
        if (isOwn && !mayApproveOwn(tx, 'vendors.write'))
          throw new AppError(
            'conflict',
            'You recorded answers of this assessment: somebody else must review it.',
            { allowed: ['return', 'cancel'] },
          );
        recordCorrections(recording(tx, row, actor), corrections);
        return {
          state: 'REVIEWED',
          reviewedOn: today(),
          reviewedBy: actor,
          reviewNote: note,
          isSelfApproved: isOwn,
        };
      }),

    return: (id: string, reason: string, actor: string) =>
      step(id, 'return', { actor, reason }, () => ({
        ...{ state: 'SENT', answeredOn: null, reviewedOn: null, reviewedBy: null },
        isSelfApproved: false,
      })),

    /** The vendor gets the score and its days in the same transaction. */
    complete: (id: string, { expiresOn }: { expiresOn: string | null }, actor: string) =>
      step(id, 'complete', { actor }, (tx, row) => completed(tx, row, { expiresOn, actor, doing })),

    cancel: (id: string, reason: string, actor: string) =>
      step(id, 'cancel', { actor, reason }, () => ({ state: 'CANCELLED' })),
  };
}

function completed(
  tx: WriteTx,
  row: AssessmentRow,
  { expiresOn, actor, doing }: { expiresOn: string | null; actor: string; doing: Doing },
): Partial<AssessmentRow> {
  const vendor = mustBeKept(tx, row.vendorId);
  const day = doing.today();
  const latest = expiryOf(vendor.riskTier, day);
  const until = expiresOn ?? latest;
  if (until <= day || until > latest)
    throw badField(
      'expiresOn',
      `Valid until must lie after today and at the latest on ${latest}, as the tier has it`,
    );
  const { form } = doing.recording(tx, row, actor);
  const { score, sections, formulaVersion } = scoreOf(
    scoredQuestions(form, readAnswers(tx, row.id)),
  );
  if (score === null)
    throw new AppError('conflict', 'No question counts: there is nothing to score.', {
      allowed: ['return', 'cancel'],
    });
  tx.update(vendorsTable, vendor.id, {
    riskScore: score,
    lastAssessment: day,
    nextAssessment: until,
    updatedAt: tx.now,
  });
  return {
    state: 'COMPLETED',
    completedOn: day,
    completedBy: actor,
    expiresOn: until,
    tier: vendor.riskTier,
    score,
    formulaVersion,
    sectionScores: Object.fromEntries(sections.map((one) => [one.section, one.score])),
  };
}

export type AssessmentService = ReturnType<typeof createAssessmentService>;

function createReading({ db, clock, library }: AssessmentDeps) {
  const today = () => localDay(clock.now());
  return {
    list: (query: AssessmentQuery) =>
      db.read('vendors.assessments', (reader) => {
        const after = query.cursor ? (fromCursor(query.cursor, ['string'])[0] ?? null) : null;
        const window = { today: today(), after, limit: query.limit + 1 };
        const { rows, total } = listAssessments(reader, query, window);
        const page = rows.slice(0, query.limit);
        const last = page.at(-1);
        return {
          assessments: toAssessments(reader, page, { library, today: today() }),
          total,
          nextCursor: last && rows.length > query.limit ? toCursor([last.id]) : null,
        };
      }),

    summary: () => db.read('vendors.assessmentSummary', (reader) => readSummary(reader, today())),

    receipts: (id: string) =>
      db.read('vendors.receipts', (reader) =>
        toReceipts(reader, readReceipts(reader, mustFindAssessment(reader, id).id)),
      ),
  };
}
