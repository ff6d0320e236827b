/**
 * A questionnaire as a workbook, out to the vendor and back.
 *
 * What comes back was in strangers' hands. Defences: the archive is checked by
 * `platform/documents/workbook.ts`; nothing but text is read; rows are known by the id in the
 * columns that hold ids, wherever they stand; which assessment it answers is read from the workbook
 * and compared, never chosen by it; each value is checked on its own, and what is wrong is refused
 * with its row, not guessed.
 */
import {
  type Questionnaire,
  questionsOf,
} from '../../../shared/areas/vendors/questionnaire.rules.ts';
import {
  ANSWER_LABELS,
  ANSWERS,
  type Answer,
} from '../../../shared/areas/vendors/vendor-assessments.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import {
  type ReadSheet,
  readWorkbook,
  type WorkbookSheet,
  writeWorkbook,
} from '../../platform/documents/workbook.ts';
import type { AnswerRow } from './assessments.store.ts';

const FACTS = 'About';
const QUESTIONS = 'Questions';
const FACT_LABELS = {
  assessment: 'Assessment',
  questionnaire: 'Questionnaire',
  version: 'Version',
} as const;

const HEADERS = [
  'Id',
  'Section',
  'Question',
  'What helps',
  'Required',
  'Answer',
  'Comment',
  'Evidence',
] as const;
const WIDTHS = [12, 20, 70, 40, 10, 16, 50, 40];
const ANSWER_COLUMN = HEADERS.indexOf('Answer');

export interface OutgoingQuestionnaire {
  readonly assessmentId: string;
  readonly vendorName: string;
  readonly due: string | null;
  readonly form: Questionnaire;
  readonly answers: readonly AnswerRow[];
}

function instructions({ vendorName, due, form }: OutgoingQuestionnaire): [string, string][] {
  return [
    ['For', vendorName],
    ['What it is', `${form.title}. ${form.description}`],
    ['Please return by', due ?? 'as agreed'],
    [
      'How to answer',
      `On the sheet '${QUESTIONS}', choose in the column Answer: ${ANSWERS.map((one) => ANSWER_LABELS[one]).join(', ')}.`,
    ],
    [
      'Not applicable',
      'Say in the comment why. What does not apply is left out of the score once we agree.',
    ],
    ['Required', 'A required question without an answer counts like a No.'],
    ['Evidence', 'Name a document, its date and page, or where we may look at it. Send no links.'],
    [
      'Please keep',
      `The column Id and the sheet '${FACTS}': by them we know which question a row is about. Rows may be sorted, and columns added.`,
    ],
  ];
}

export function writeQuestionnaire(outgoing: OutgoingQuestionnaire): Promise<Uint8Array> {
  const { form, answers, assessmentId, vendorName } = outgoing;
  const byQuestion = new Map(answers.map((row) => [row.questionId, row]));
  const questions: WorkbookSheet = {
    name: QUESTIONS,
    columns: HEADERS.map((header, index) => ({ header, width: WIDTHS[index] ?? 20 })),
    rows: form.sections.flatMap((section) =>
      section.questions.map((question) => {
        const given = byQuestion.get(question.id);
        return [
          question.id,
          section.title,
          question.text,
          question.guidance,
          question.required ? 'yes' : 'no',
          given?.answer ? ANSWER_LABELS[given.answer] : null,
          given?.comment ?? null,
          given?.evidenceRef ?? null,
        ];
      }),
    ),
    choices: [{ column: ANSWER_COLUMN, values: ANSWERS.map((one) => ANSWER_LABELS[one]) }],
  };
  const facts = [
    [FACT_LABELS.assessment, assessmentId],
    [FACT_LABELS.questionnaire, form.id],
    [FACT_LABELS.version, String(form.version)],
    ['Vendor', vendorName],
  ];
  const two = (first: string, second: string) => [
    { header: first, width: 22 },
    { header: second, width: 100 },
  ];
  return writeWorkbook([
    { name: 'Instructions', columns: two('Where', 'What to write'), rows: instructions(outgoing) },
    questions,
    { name: FACTS, columns: two('Fact', 'Value'), rows: facts },
  ]);
}

/** A row that names a question. Cells as text; `answer` is what stood there. */
export interface ReturnedRow {
  readonly row: number;
  readonly questionId: string;
  readonly answer: string;
  readonly comment: string;
  readonly evidenceRef: string;
}

export interface ReturnedWorkbook {
  readonly assessmentId: string;
  readonly questionnaire: string;
  readonly version: string;
  readonly rows: readonly ReturnedRow[];
}

const notOurs = () =>
  new AppError(
    'bad-input',
    `This workbook is no questionnaire of ours: the sheet '${FACTS}' or the column with the ids is missing. Export the questionnaire again and answer that file.`,
  );

const same = (a: string, b: string) => a.trim().toLowerCase() === b.toLowerCase();

function factsOf(sheets: readonly ReadSheet[]): Map<string, string> {
  const facts = new Map<string, string>();
  for (const { rows } of sheets)
    for (const [label = '', value = ''] of rows)
      for (const known of Object.values(FACT_LABELS))
        if (same(label, known) && !facts.has(known)) facts.set(known, value.trim());
  return facts;
}

const ID = /^[a-z]{2,12}-\d{1,3}$/;

/** The sheet and the column with the most ids of questions. */
function idColumn(sheets: readonly ReadSheet[]): { sheet: ReadSheet; column: number } | null {
  let best: { sheet: ReadSheet; column: number; count: number } | null = null;
  for (const sheet of sheets) {
    const counts = new Map<number, number>();
    for (const row of sheet.rows)
      for (const [column, cell] of row.entries())
        if (ID.test(cell.trim())) counts.set(column, (counts.get(column) ?? 0) + 1);
    for (const [column, count] of counts)
      if (count > (best?.count ?? 0)) best = { sheet, column, count };
  }
  return best;
}

/**
 * Where a column went: by its header, else at its old distance from the ids, so that translated or
 * changed headers do no harm.
 */
function placeOf(header: (typeof HEADERS)[number], head: readonly string[], id: number): number {
  const named = head.findIndex((cell) => same(cell, header));
  return named >= 0 ? named : id + HEADERS.indexOf(header);
}

/** @throws AppError 'bad-input' where it is no questionnaire, or a workbook that is refused. */
export async function readQuestionnaire(bytes: Uint8Array): Promise<ReturnedWorkbook> {
  const sheets = await readWorkbook(bytes, { maxRows: 5_000, maxColumns: 50, maxSheets: 12 });
  const facts = factsOf(sheets);
  const ids = idColumn(sheets);
  const assessmentId = facts.get(FACT_LABELS.assessment);
  if (!ids || !assessmentId) throw notOurs();
  const { sheet, column } = ids;
  const first = sheet.rows.findIndex((row) => ID.test((row[column] ?? '').trim()));
  const head = sheet.rows[first - 1] ?? [];
  const places = {
    answer: placeOf('Answer', head, column),
    comment: placeOf('Comment', head, column),
    evidenceRef: placeOf('Evidence', head, column),
  };
  const rows = sheet.rows.flatMap((cells, index): ReturnedRow[] => {
    const questionId = (cells[column] ?? '').trim();
    if (questionId === '' || index < first) return [];
    const cell = (place: number) => (cells[place] ?? '').trim();
    return [
      {
        row: index + 1,
        questionId,
        answer: cell(places.answer),
        comment: cell(places.comment),
        evidenceRef: cell(places.evidenceRef),
      },
    ];
  });
  return {
    assessmentId,
    questionnaire: facts.get(FACT_LABELS.questionnaire) ?? '',
    version: facts.get(FACT_LABELS.version) ?? '',
    rows,
  };
}

const SPELLINGS: Record<string, Answer> = {
  yes: 'YES',
  y: 'YES',
  true: 'YES',
  partly: 'PARTLY',
  partial: 'PARTLY',
  partially: 'PARTLY',
  no: 'NO',
  n: 'NO',
  false: 'NO',
  na: 'NA',
  'n/a': 'NA',
  'not applicable': 'NA',
};

/** Null for an empty cell; undefined for what is none of the allowed values. */
export function parseAnswer(cell: string): Answer | null | undefined {
  const key = cell.trim().toLowerCase().replace(/\s+/g, ' ');
  if (key === '') return null;
  return Object.hasOwn(SPELLINGS, key) ? SPELLINGS[key] : undefined;
}

/** Ids of the questionnaire, for checks of rows. */
export const knownIds = (form: Questionnaire): Set<string> =>
  new Set(questionsOf(form).map(({ id }) => id));
