/** Tables of requirements, as CSV and as workbooks: which column is what, and what a row says. */
import { CONTROL_STATUSES } from '../../../shared/areas/compliance/compliance.rules.ts';
import {
  FRAMEWORK_COLUMNS,
  type FrameworkColumn,
  type FrameworkColumns,
  type LeftOut,
} from '../../../shared/areas/compliance/framework-import.contract.ts';
import { PACK_LIMITS } from '../../../shared/areas/compliance/pack.contract.ts';
import { clean, cleanLine, cut, type DraftItem, leaveOut } from './framework-import.draft.ts';
import type { Answer } from './framework-write.ts';

export interface TableRow {
  /** As a person counts: the header stands on line 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** Answers, in workbooks that were exported here. */
export const ANSWER_COLUMNS = [
  'status',
  'automated',
  'applicable',
  'reason',
  'description',
] as const;
export type AnswerColumn = (typeof ANSWER_COLUMNS)[number];

const SYNONYMS: Record<FrameworkColumn, readonly string[]> = {
  id: [
    'id',
    'ref',
    'refid',
    'reference',
    'controlid',
    'controlidentifier',
    'identifier',
    'requirementid',
    'number',
    'no',
    'code',
    'clause',
  ],
  title: [
    'title',
    'name',
    'controlname',
    'controltitle',
    'shortname',
    'summary',
    'control',
    'requirement',
  ],
  text: [
    'text',
    'requirementtext',
    'statement',
    'controltext',
    'controldescription',
    'description',
    'details',
  ],
  parent: ['parent', 'parentid', 'parentref'],
  group: ['group', 'domain', 'family', 'function', 'section', 'chapter', 'area', 'category'],
  kind: ['kind', 'type'],
  baselines: [
    'baselines',
    'baseline',
    'levels',
    'level',
    'profile',
    'profiles',
    'implementationgroups',
    'tier',
  ],
  weight: ['weight', 'points'],
};

const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** What the columns are taken for where nobody says: by their names, each column once. */
export function guessColumns(headers: readonly string[]): FrameworkColumns {
  const free = new Map(headers.map((header) => [bare(header), header]));
  const found: FrameworkColumns = {};
  for (const column of FRAMEWORK_COLUMNS) {
    const name = SYNONYMS[column].find((synonym) => free.has(synonym));
    if (name === undefined) continue;
    found[column] = free.get(name) ?? '';
    free.delete(name);
  }
  return found;
}

/** A group that is only named in a column becomes an item of its own, before what first stands in it. */
export function readTable(
  headers: readonly string[],
  rows: readonly TableRow[],
  columns: FrameworkColumns,
  leftOut: LeftOut[],
): DraftItem[] {
  const items: DraftItem[] = [];
  const groups = new Map<string, string>();
  const cellOf = (row: TableRow, name: string | undefined) => {
    const at = name === undefined ? -1 : headers.indexOf(name);
    return at < 0 ? undefined : clean(row.cells[at]);
  };
  const taken = new Set(Object.values(columns));
  const answerNames = new Map(
    headers.filter((header) => !taken.has(header)).map((header) => [bare(header), header]),
  );
  for (const row of rows) {
    if (row.cells.every((cell) => cell.trim() === '')) continue;
    const { line } = row;
    const text = cellOf(row, columns.text);
    const id = cleanLine(cellOf(row, columns.id)) ?? '';
    const title = cleanLine(cellOf(row, columns.title)) ?? cleanLine(text) ?? '';
    if (id === '') {
      leaveOut(leftOut, { line, where: cut(title, 60) || '(empty)', reason: 'It has no id' });
      continue;
    }
    const parent =
      cleanLine(cellOf(row, columns.parent)) ??
      groupFor(cellOf(row, columns.group), { groups, items, line });
    const baselines = listOf(cellOf(row, columns.baselines));
    const answer = answerOf((column) => cellOf(row, answerNames.get(column)), {
      line,
      id,
      leftOut,
    });
    items.push({
      ...{
        id,
        line,
        title: cut(title, PACK_LIMITS.title),
        kind: kindOf(cellOf(row, columns.kind)),
      },
      ...(parent === undefined || parent === id ? {} : { parent }),
      ...(text === undefined ? {} : { text }),
      ...(baselines.length > 0 ? { baselines } : {}),
      ...weightOf(cellOf(row, columns.weight), { line, id, leftOut }),
      ...(answer === undefined ? {} : { answer }),
    });
  }
  return items;
}

interface Groups {
  /** The id of each group, by its name. */
  readonly groups: Map<string, string>;
  readonly items: DraftItem[];
  readonly line: number;
}

function groupFor(name: string | undefined, { groups, items, line }: Groups): string | undefined {
  const title = cleanLine(name);
  if (title === undefined) return undefined;
  const known = groups.get(title);
  if (known !== undefined) return known;
  const id = cut(title, PACK_LIMITS.id);
  groups.set(title, id);
  items.push({ id, title: cut(title, PACK_LIMITS.title), kind: 'group', line });
  return id;
}

function kindOf(text: string | undefined): DraftItem['kind'] {
  const word = bare(text ?? '');
  if (['group', 'domain', 'family', 'section', 'function', 'category', 'chapter'].includes(word))
    return 'group';
  return word === 'withdrawn' ? 'withdrawn' : 'requirement';
}

const listOf = (text: string | undefined) =>
  [...new Set((text ?? '').split(/[,;|\n]/).flatMap((part) => cleanLine(part) ?? []))]
    .slice(0, 50)
    .map((part) => cut(part, 40));

interface Place {
  readonly line: number;
  readonly id: string;
  readonly leftOut: LeftOut[];
}

function weightOf(text: string | undefined, { line, id, leftOut }: Place): { weight?: number } {
  if (text === undefined) return {};
  const weight = Number(text);
  if (Number.isInteger(weight) && weight >= 1 && weight <= 10)
    return weight === 1 ? {} : { weight };
  leaveOut(leftOut, {
    line,
    where: id,
    reason: `Its weight "${cut(text, 20)}" is not a whole number from 1 to 10; 1 is taken`,
  });
  return {};
}

const YES = new Set(['yes', 'true', 'y', '1', 'x']);
const NO = new Set(['no', 'false', 'n', '0']);

function answerOf(
  cellOf: (column: AnswerColumn) => string | undefined,
  { line, id, leftOut }: Place,
): Answer | undefined {
  const said = cellOf('status')
    ?.toUpperCase()
    .replace(/[\s-]+/g, '_');
  const status = CONTROL_STATUSES.find((one) => one === said);
  if (said !== undefined && status === undefined) {
    leaveOut(leftOut, {
      line,
      where: id,
      reason: `Its status "${cut(said, 40)}" is not known; it is not assessed`,
    });
  }
  const truth = (text: string | undefined) => {
    const word = bare(text ?? '');
    return YES.has(word) ? true : NO.has(word) ? false : undefined;
  };
  const [isAutomated, isApplicable] = [truth(cellOf('automated')), truth(cellOf('applicable'))];
  const [reason, description] = [clean(cellOf('reason')), clean(cellOf('description'))];
  const answer: Answer = {
    ...(status === undefined || status === 'NOT_ASSESSED' ? {} : { status }),
    ...(isAutomated ? { isAutomated } : {}),
    ...(isApplicable === false ? { isApplicable } : {}),
    ...(reason === undefined ? {} : { applicabilityReason: cut(reason, 1000) }),
    ...(description === undefined ? {} : { description: cut(description, 500) }),
  };
  return Object.keys(answer).length === 0 ? undefined : answer;
}
