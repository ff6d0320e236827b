/** Assessments as they are answered. */
import {
  type Questionnaire,
  questionsOf,
} from '../../../shared/areas/vendors/questionnaire.rules.ts';
import type {
  QuestionnaireReceipt,
  ScoreShown,
  VendorAssessment,
  VendorAssessmentDetail,
} from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import {
  type AssessmentScore,
  allowedSteps,
  isValid,
  type ScoredQuestion,
  type ScoreParts,
  scoreOf,
} from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import type { Day } from '../../../shared/kernel/day.ts';
import { toIso } from '../../../shared/kernel/time.ts';
import type { ReadDb } from '../../db/database.ts';
import { revisionOf } from '../../db/field-merge.ts';
import {
  type AnswerRow,
  type AssessmentRow,
  type ReceiptRow,
  readAnswers,
  readBeside,
} from './assessments.store.ts';
import type { QuestionnaireLibrary } from './questionnaire-library.ts';
import { readPeople } from './vendors.store.ts';

const shownScore = (score: number | null): string | null => score?.toFixed(1) ?? null;

/** What a question came to: the reviewer's word counts where there is one. */
const effective = (row: Pick<AnswerRow, 'answer' | 'correctedAnswer'> | undefined) =>
  row?.correctedAnswer ?? row?.answer ?? null;

export function scoredQuestions(
  form: Questionnaire,
  answers: readonly AnswerRow[],
): ScoredQuestion[] {
  const byQuestion = new Map(answers.map((row) => [row.questionId, row]));
  return questionsOf(form).map(({ id, section, weight, required }) => ({
    ...{ id, section, weight, required },
    answer: effective(byQuestion.get(id)),
  }));
}

function shownParts({ score, ...parts }: ScoreParts) {
  return { ...parts, score: shownScore(score) };
}

function toScoreShown({ formulaVersion, sections, ...parts }: AssessmentScore): ScoreShown {
  return {
    ...shownParts(parts),
    formulaVersion,
    sections: sections.map(({ section, ...one }) => ({ section, ...shownParts(one) })),
  };
}

interface Viewing {
  readonly library: QuestionnaireLibrary;
  readonly today: Day;
}

export function toAssessments(
  db: ReadDb,
  rows: readonly AssessmentRow[],
  { library, today }: Viewing,
): VendorAssessment[] {
  const { vendorNames, answered, latest } = readBeside(db, rows);
  const people = readPeople(
    db,
    rows.flatMap((row) => [row.reviewedBy, row.completedBy, row.createdBy]),
  );
  const nameOf = (id: string | null) => (id === null ? null : (people.get(id) ?? null));
  return rows.map((row) => {
    const form = library.mustFind(row.questionnaire, row.questionnaireVersion);
    return {
      id: row.id,
      vendorId: row.vendorId,
      vendorName: vendorNames.get(row.vendorId) ?? '',
      questionnaire: { id: form.id, version: form.version, title: form.title },
      state: row.state,
      tier: row.tier,
      sentTo: row.sentTo,
      sentOn: row.sentOn,
      due: row.due,
      answeredOn: row.answeredOn,
      reviewedOn: row.reviewedOn,
      reviewedByName: nameOf(row.reviewedBy),
      reviewNote: row.reviewNote,
      completedOn: row.completedOn,
      completedByName: nameOf(row.completedBy),
      expiresOn: row.expiresOn,
      isValid: isValid(row, today) && latest.has(row.id),
      isLatest: latest.has(row.id),
      isSelfApproved: row.isSelfApproved,
      score: shownScore(row.score),
      answered: answered.get(row.id) ?? 0,
      questions: questionsOf(form).length,
      createdByName: nameOf(row.createdBy),
      createdAt: toIso(row.createdAt),
      updatedAt: toIso(row.updatedAt),
      revision: revisionOf(row),
    };
  });
}

export function toDetail(db: ReadDb, row: AssessmentRow, viewing: Viewing): VendorAssessmentDetail {
  const [assessment] = toAssessments(db, [row], viewing) as [VendorAssessment];
  const form = viewing.library.mustFind(row.questionnaire, row.questionnaireVersion);
  const answers = readAnswers(db, row.id);
  const people = readPeople(
    db,
    answers.flatMap(({ recordedBy, correctedBy }) => [recordedBy, correctedBy]),
  );
  const nameOf = (id: string | null) => (id === null ? null : (people.get(id) ?? null));
  return {
    ...assessment,
    form,
    answers: answers.map((answer) => ({
      questionId: answer.questionId,
      answer: answer.answer,
      comment: answer.comment,
      evidenceRef: answer.evidenceRef,
      source: answer.source,
      recordedByName: nameOf(answer.recordedBy),
      correctedAnswer: answer.correctedAnswer,
      correctionReason: answer.correctionReason,
      correctedByName: nameOf(answer.correctedBy),
      revision: revisionOf(answer),
    })),
    standing: toScoreShown(scoreOf(scoredQuestions(form, answers))),
    allowed: allowedSteps(row.state),
  };
}

export function toReceipts(db: ReadDb, rows: readonly ReceiptRow[]): QuestionnaireReceipt[] {
  const people = readPeople(
    db,
    rows.map(({ createdBy }) => createdBy),
  );
  return rows.map((row) => ({
    id: row.id,
    fileName: row.fileName,
    sha256: row.sha256,
    taken: row.taken,
    unchanged: row.unchanged,
    refused: row.refused,
    entries: row.entries,
    createdByName: row.createdBy === null ? null : (people.get(row.createdBy) ?? null),
    createdAt: toIso(row.createdAt),
  }));
}
