/** Recording answers, whoever brings them: a person by hand, or a vendor's workbook. */
import {
  type Questionnaire,
  questionsOf,
} from '../../../shared/areas/vendors/questionnaire.rules.ts';
import type {
  AnswersInput,
  ReviewInput,
} from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { mergeFields } from '../../db/field-merge.ts';
import { vendorAnswersTable } from '../../db/tables/vendor-assessments.table.ts';
import type { WriteTx } from '../../db/write-door.ts';
import type { NewId } from '../../platform/ids.ts';
import { type AnswerRow, type AssessmentRow, readAnswers } from './assessments.store.ts';
import { badField } from './vendors.service.ts';

type GivenAnswer = AnswersInput['answers'][number];

export interface Recording {
  readonly tx: WriteTx;
  readonly newId: NewId;
  readonly actor: string;
  readonly assessment: AssessmentRow;
  readonly form: Questionnaire;
}

const FIELDS = ['answer', 'comment', 'evidenceRef'] as const;

function sentFields(given: GivenAnswer): Partial<AnswerRow> {
  return Object.fromEntries(
    FIELDS.filter((field) => given[field] !== undefined).map((field) => [field, given[field]]),
  );
}

/**
 * Writes what differs. An answer that changed is judged anew: the reviewer's earlier correction of
 * it goes. Returns the questions that changed.
 * @throws AppError 'bad-input' for a question of another questionnaire; 'conflict' where somebody
 * else changed the same answer since `baseRevision`.
 */
export function recordAnswers(
  { tx, newId, actor, assessment, form }: Recording,
  given: readonly GivenAnswer[],
  source: AnswerRow['source'],
): Set<string> {
  const known = new Set(questionsOf(form).map(({ id }) => id));
  const rows = new Map(readAnswers(tx, assessment.id).map((row) => [row.questionId, row]));
  const changed = new Set<string>();
  for (const one of given) {
    const { questionId } = one;
    if (!known.has(questionId))
      throw badField('answers', `This questionnaire has no question '${questionId}'`);
    const fields = sentFields(one);
    const row = rows.get(questionId);
    if (!row) {
      if (!FIELDS.some((field) => fields[field] != null)) continue;
      const by = { source, recordedBy: actor, updatedAt: tx.now };
      const id = newId();
      tx.insert(vendorAnswersTable, {
        ...{ id, assessmentId: assessment.id, questionId },
        ...fields,
        ...by,
      });
    } else if (FIELDS.some((field) => field in fields && fields[field] !== row[field])) {
      mergeFields(tx, row, fields, one.baseRevision);
      const isOther = 'answer' in fields && fields.answer !== row.answer;
      tx.update(vendorAnswersTable, row.id, {
        ...fields,
        ...{ source, recordedBy: actor, updatedAt: tx.now },
        ...(isOther
          ? { correctedAnswer: null, correctionReason: null, correctedBy: null }
          : undefined),
      });
    } else continue;
    changed.add(questionId);
  }
  return changed;
}

/** The reviewer's corrections; a question without an answer can be given one, with a reason. */
export function recordCorrections(
  { tx, newId, actor, assessment, form }: Recording,
  corrections: ReviewInput['corrections'],
): void {
  const known = new Set(questionsOf(form).map(({ id }) => id));
  const rows = new Map(readAnswers(tx, assessment.id).map((row) => [row.questionId, row]));
  for (const { questionId, answer, reason } of corrections) {
    if (!known.has(questionId))
      throw badField('corrections', `This questionnaire has no question '${questionId}'`);
    const row = rows.get(questionId);
    const correction = {
      correctedAnswer: answer,
      correctionReason: reason,
      correctedBy: actor,
      updatedAt: tx.now,
    };
    if (row) tx.update(vendorAnswersTable, row.id, correction);
    else
      tx.insert(vendorAnswersTable, {
        ...{ id: newId(), assessmentId: assessment.id, questionId, recordedBy: actor },
        ...correction,
      });
  }
}
