/** Questionnaires out as workbooks and back, with a receipt for each row. */
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import type { Questionnaire } from '../../../shared/areas/vendors/questionnaire.rules.ts';
import type {
  AnswersInput,
  QuestionnaireReceipt,
} from '../../../shared/areas/vendors/vendor-assessments.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { Database, ReadDb } from '../../db/database.ts';
import {
  type ReceiptEntry,
  vendorAssessmentsTable,
  vendorReceiptsTable,
} from '../../db/tables/vendor-assessments.table.ts';
import type { JobRunner } from '../../jobs/job-runner.ts';
import type { FileHandles } from '../../platform/files.ts';
import type { NewId } from '../../platform/ids.ts';
import { recordAnswers } from './assessments.answers.ts';
import { mustBeAnswerable, mustFindAssessment } from './assessments.service.ts';
import {
  type AssessmentRow,
  readAnswers,
  readReceipts,
  vendorOfAssessment,
} from './assessments.store.ts';
import { toReceipts } from './assessments.view.ts';
import type { QuestionnaireLibrary } from './questionnaire-library.ts';
import type { ReadFile } from './questionnaire-workbook.jobs.ts';
import {
  knownIds,
  parseAnswer,
  type ReturnedRow,
  type ReturnedWorkbook,
  writeQuestionnaire,
} from './questionnaire-workbook.ts';
import { findVendor } from './vendors.store.ts';

export interface ExchangeDeps {
  readonly db: Database;
  readonly newId: NewId;
  readonly library: QuestionnaireLibrary;
  readonly runner: JobRunner;
  readonly files: FileHandles;
  /** A body that may be left half-way; `hearOut` resolves when its sender may be answered. */
  readonly readUpload: (body: ReadableStream<Uint8Array>) => {
    readonly bytes: AsyncIterable<Uint8Array>;
    hearOut(): Promise<void>;
  };
}

export interface SentFile {
  readonly query: { readonly handle?: string | undefined; readonly name?: string | undefined };
  readonly request: Request;
  readonly actor: string;
}

const COMMENT_MAX = 2000;
const EVIDENCE_REF_MAX = 500;

type Given = AnswersInput['answers'][number];
type Judged = { readonly given: Given } | { readonly why: string };

/** A name is shown only, never used as a path. */
const cleanName = (name: string | undefined) =>
  basename((name ?? '').replace(/\p{Cc}/gu, ' ').trim()).slice(0, 255) || 'workbook.xlsx';

/** @throws AppError 'bad-input' where the workbook answers something else. */
function mustAnswer(
  db: ReadDb,
  row: AssessmentRow,
  { assessmentId, questionnaire, version }: ReturnedWorkbook,
): void {
  if (assessmentId !== row.id) {
    const other = vendorOfAssessment(db, assessmentId);
    if (!other)
      throw new AppError('bad-input', 'This workbook belongs to no assessment of this workspace.');
    throw new AppError(
      'bad-input',
      other.vendorId === row.vendorId
        ? 'This workbook answers another assessment of this vendor.'
        : `This workbook is that of another vendor: ${other.name}.`,
    );
  }
  if (questionnaire !== row.questionnaire || version !== String(row.questionnaireVersion))
    throw new AppError(
      'bad-input',
      `This workbook answers version ${version || 'unknown'} of '${questionnaire || 'unknown'}'; this assessment asks version ${row.questionnaireVersion} of '${row.questionnaire}'. Export it again.`,
    );
}

function judge(row: ReturnedRow, known: ReadonlySet<string>, seen: ReadonlySet<string>): Judged {
  if (!known.has(row.questionId)) return { why: 'There is no question with this id' };
  if (seen.has(row.questionId)) return { why: 'This question has an earlier row' };
  const answer = parseAnswer(row.answer);
  if (answer === undefined)
    return {
      why: `'${row.answer.slice(0, 60)}' is none of Yes, Partly, No, Not applicable`,
    };
  if (row.comment.length > COMMENT_MAX) return { why: 'The comment is over 2,000 characters' };
  if (row.evidenceRef.length > EVIDENCE_REF_MAX)
    return { why: 'The evidence reference is over 500 characters' };
  // An empty cell takes nothing back: whoever sends half a workbook must not empty the other half.
  const { questionId } = row;
  return {
    given: {
      questionId,
      ...(answer === null ? {} : { answer }),
      ...(row.comment === '' ? {} : { comment: row.comment }),
      ...(row.evidenceRef === '' ? {} : { evidenceRef: row.evidenceRef }),
    },
  };
}

interface Sorted {
  readonly given: readonly Given[];
  readonly entries: (changed: ReadonlySet<string>) => ReceiptEntry[];
}

/** Every row judged, and a line of the receipt for each, and for each question without a row. */
function sortRows(form: Questionnaire, rows: readonly ReturnedRow[]): Sorted {
  const known = knownIds(form);
  const seen = new Set<string>();
  const judged = rows.map((row) => {
    const one = { row, judged: judge(row, known, seen) };
    seen.add(row.questionId);
    return one;
  });
  return {
    given: judged.flatMap((one) => ('given' in one.judged ? [one.judged.given] : [])),
    entries: (changed) => [
      ...judged.map(({ row, judged: one }): ReceiptEntry => {
        const place = { row: row.row, questionId: row.questionId.slice(0, 40) };
        if ('why' in one) return { ...place, outcome: 'refused', why: one.why };
        const isTaken = changed.has(row.questionId);
        return { ...place, outcome: isTaken ? 'taken' : 'unchanged', why: null };
      }),
      ...[...known]
        .filter((id) => !seen.has(id))
        .map(
          (questionId): ReceiptEntry => ({
            row: 0,
            questionId,
            outcome: 'unchanged',
            why: 'No row was about it',
          }),
        ),
    ],
  };
}

export function createExchange(deps: ExchangeDeps) {
  const { db, newId, library, runner } = deps;

  async function readFile({ query, request, actor }: SentFile) {
    const { fileName, bytes, hearOut } = openFile(deps, query, request);
    const { finished } = runner.start({
      ...{ kind: 'vendor-questionnaire', title: `Read ${fileName}`, unit: 'files', total: 1 },
      ...{ startedBy: actor, input: {}, source: bytes },
    });
    try {
      return { fileName, file: (await finished) as ReadFile };
    } finally {
      await hearOut();
    }
  }

  return {
    async workbook(id: string): Promise<{ name: string; bytes: Uint8Array }> {
      const outgoing = db.read('vendors.questionnaire', (reader) => {
        const row = mustFindAssessment(reader, id);
        return {
          assessmentId: row.id,
          vendorName: findVendor(reader, row.vendorId)?.name ?? '',
          due: row.due,
          form: library.mustFind(row.questionnaire, row.questionnaireVersion),
          answers: readAnswers(reader, id),
        };
      });
      const bytes = await writeQuestionnaire(outgoing);
      return { name: `Questionnaire ${outgoing.vendorName}`, bytes };
    },

    /** What is right is taken and the rest refused, in one transaction with the receipt. */
    async readWorkbook(id: string, sent: SentFile): Promise<QuestionnaireReceipt> {
      db.read('vendors.answerable', (reader) => mustBeAnswerable(mustFindAssessment(reader, id)));
      const { fileName, file } = await readFile(sent);
      const { actor } = sent;
      const receiptId = newId();
      const caller = { actor, origin: 'user', action: 'vendors.assessment-read' } as const;
      db.write({ ...caller, reason: fileName }, (tx) => {
        const assessment = mustFindAssessment(tx, id);
        mustBeAnswerable(assessment);
        mustAnswer(tx, assessment, file.workbook);
        const form = library.mustFind(assessment.questionnaire, assessment.questionnaireVersion);
        const sorted = sortRows(form, file.workbook.rows);
        const changed = recordAnswers(
          { tx, newId, actor, assessment, form },
          sorted.given,
          'workbook',
        );
        const entries = sorted.entries(changed);
        const count = (outcome: ReceiptEntry['outcome']) =>
          entries.filter((entry) => entry.outcome === outcome).length;
        tx.insert(vendorReceiptsTable, {
          ...{ id: receiptId, assessmentId: id, fileName, sha256: file.sha256, entries },
          taken: count('taken'),
          unchanged: count('unchanged'),
          refused: count('refused'),
          createdBy: actor,
          createdAt: tx.now,
        });
        tx.update(vendorAssessmentsTable, id, { updatedAt: tx.now });
      });
      const receipts = db.read('vendors.receipts', (reader) =>
        toReceipts(reader, readReceipts(reader, id)),
      );
      const receipt = receipts.find((one) => one.id === receiptId);
      if (!receipt) throw new AppError('internal', 'The receipt was not kept');
      return receipt;
    },
  };
}
export type QuestionnaireExchange = ReturnType<typeof createExchange>;

function openFile({ files, readUpload }: ExchangeDeps, query: SentFile['query'], request: Request) {
  if (query.handle !== undefined) {
    const file = files.resolve(query.handle);
    if (!file) throw new AppError('not-found', 'This file is no longer at hand. Choose it again.');
    const bytes = createReadStream(file.path);
    return { fileName: file.name, bytes, hearOut: async () => {} };
  }
  if (!request.body)
    throw new AppError('bad-input', 'The request has no body: send the file as its body');
  return { fileName: cleanName(query.name), ...readUpload(request.body) };
}
