/** Our XLSX template: an instructions sheet, a sheet of facts, a sheet of requirements. */
import {
  FRAMEWORK_CATEGORIES,
  type FrameworkCategory,
} from '../../../shared/areas/compliance/frameworks.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import {
  type CellValue,
  type ReadSheet,
  readWorkbook,
  type WorkbookSheet,
  writeWorkbook,
} from '../../platform/documents/workbook.ts';
import type { FrameworkHead } from './framework-import.draft.ts';
import type { TableRow } from './framework-import.table.ts';
import type { ExportedControl, FrameworkRow, GroupRow } from './frameworks.store.ts';

const INSTRUCTIONS = 'Instructions';
const FACTS = 'Framework';
const REQUIREMENTS = 'Requirements';

const COLUMNS = [
  { header: 'Id', width: 14 },
  { header: 'Parent', width: 14 },
  { header: 'Kind', width: 13 },
  { header: 'Title', width: 44 },
  { header: 'Text', width: 70 },
  { header: 'Baselines', width: 18 },
  { header: 'Weight', width: 9 },
  { header: 'Status', width: 21 },
  { header: 'Automated', width: 12 },
  { header: 'Applicable', width: 12 },
  { header: 'Reason', width: 34 },
  { header: 'Description', width: 44 },
] as const;

const EXPLAINED: readonly (readonly [string, string])[] = [
  [
    'Sheet Framework',
    'One fact a row: its name at the left, its value at the right. Name is needed; the others may stay empty.',
  ],
  ['Category', FRAMEWORK_CATEGORIES.join(', ')],
  [
    'Sheet Requirements',
    'One group or requirement a row, in the order in which they are to stand. The first row names the columns and stays.',
  ],
  ['Id', "The framework's own number, at most 64 characters, each once."],
  ['Parent', 'The Id of the group or requirement above; empty at the top.'],
  [
    'Kind',
    'group: holds others and is not assessed. requirement: is assessed. withdrawn: keeps its number, is not assessed.',
  ],
  ['Title', 'Short name, at most 255 characters.'],
  [
    'Text',
    'What is asked for, at most 12,000 characters. Only where your licence lets you copy it.',
  ],
  [
    'Baselines',
    'Levels or profiles that ask for it, separated by commas; empty where every one does.',
  ],
  [
    'Weight',
    'A whole number from 1 to 10: how much it counts in coverage and assurance. Empty is 1.',
  ],
  [
    'Status',
    'NOT_ASSESSED, COMPLIANT, PARTIALLY_COMPLIANT or NON_COMPLIANT. Empty is NOT_ASSESSED.',
  ],
  ['Automated', 'yes where systems check it.'],
  ['Applicable', 'no where it does not apply; Reason then says why.'],
  ['Description', 'How it is met here, at most 500 characters.'],
  [
    'Formulas',
    'Are read as the value they had when the workbook was saved. Links and macros are not followed.',
  ],
];

const EXAMPLE: readonly CellValue[][] = [
  ['EX-1', null, 'group', 'Access', null, null, null, null, null, null, null, null],
  [
    'EX-1.1',
    'EX-1',
    'requirement',
    'Accounts are known',
    'Every account has an owner who is named.',
    'Basic, Full',
    2,
    'COMPLIANT',
    'yes',
    'yes',
    null,
    'The directory is the list.',
  ],
  [
    'EX-1.2',
    'EX-1',
    'requirement',
    'Shared accounts',
    'Shared accounts are not used.',
    'Full',
    1,
    'NOT_ASSESSED',
    'no',
    'no',
    'There are none',
    null,
  ],
  ['EX-1.3', 'EX-1', 'withdrawn', 'Guest accounts', null, null, null, null, null, null, null, null],
];

function workbookOf(facts: readonly (readonly [string, string | null])[], rows: CellValue[][]) {
  const sheets: WorkbookSheet[] = [
    {
      name: INSTRUCTIONS,
      columns: [
        { header: 'Where', width: 22 },
        { header: 'What to write', width: 110 },
      ],
      rows: EXPLAINED,
    },
    {
      name: FACTS,
      columns: [
        { header: 'Fact', width: 16 },
        { header: 'Value', width: 80 },
      ],
      rows: facts,
    },
    { name: REQUIREMENTS, columns: COLUMNS, rows },
  ];
  return writeWorkbook(sheets);
}

export function writeTemplate(): Promise<Uint8Array> {
  const facts = [
    ['Name', 'Example framework'],
    ['Version', '1.0'],
    ['Category', 'Security'],
    ['Publisher', 'Example publisher'],
    ['Licence', 'For your own use'],
    ['Source', 'Title and edition of the document'],
    ['Description', 'What it is for, at most 500 characters'],
  ] as const;
  return workbookOf(
    facts,
    EXAMPLE.map((row) => [...row]),
  );
}

export interface ExportedFramework {
  readonly framework: FrameworkRow;
  readonly groups: readonly GroupRow[];
  readonly controls: readonly ExportedControl[];
  /** Of the pack it came from, by id. */
  readonly baselines: ReadonlyMap<string, readonly string[]>;
}

const yesNo = (value: 0 | 1) => (value === 1 ? 'yes' : 'no');

export function writeFramework(exported: ExportedFramework): Promise<Uint8Array> {
  const { framework, groups, controls, baselines } = exported;
  const facts = [
    ['Name', framework.name],
    ['Version', framework.version],
    ['Category', framework.category],
    ['Publisher', framework.publisher],
    ['Licence', framework.licence],
    ['Source', framework.source],
    ['Description', framework.description],
  ] as const;
  const rows = [
    ...groups.map(({ ref, parentRef, title, position }) => ({
      position,
      cells: [ref, parentRef, 'group', title, ...new Array<null>(8).fill(null)] as CellValue[],
    })),
    ...controls.map((control) => ({
      position: control.position,
      cells: [
        ...[control.ref, control.parentRef, 'requirement', control.title, control.text],
        ...[baselines.get(control.ref)?.join(', ') ?? null, control.weight, control.status],
        ...[yesNo(control.isAutomated), yesNo(control.isApplicable)],
        ...[control.applicabilityReason, control.description],
      ] as CellValue[],
    })),
  ].sort((a, b) => a.position - b.position);
  return workbookOf(
    facts,
    rows.map(({ cells }) => cells),
  );
}

export interface ReadTemplate {
  /** Null where the workbook is not from our template: then its first sheet is a table like any other. */
  readonly head: FrameworkHead | null;
  readonly headers: string[];
  readonly rows: TableRow[];
}

export async function readTemplate(bytes: Uint8Array): Promise<ReadTemplate> {
  const sheets = await readWorkbook(bytes);
  const named = (name: string) =>
    sheets.find((sheet) => sheet.name.trim().toLowerCase() === name.toLowerCase());
  const table = named(REQUIREMENTS) ?? sheets.find(({ rows }) => rows.length > 1);
  const at = table?.rows.findIndex((row) => row.filter((cell) => cell !== '').length >= 2) ?? -1;
  if (!table || at < 0) {
    throw new AppError(
      'bad-input',
      `This workbook has no table: no sheet "${REQUIREMENTS}" and no sheet with a header row.`,
    );
  }
  const facts = named(FACTS);
  return {
    head: facts ? headOf(facts) : null,
    headers: table.rows[at] ?? [],
    rows: table.rows.slice(at + 1).map((cells, index) => ({ line: at + index + 2, cells })),
  };
}

function headOf({ rows }: ReadSheet): FrameworkHead {
  const facts = new Map(rows.map(([name = '', value = '']) => [name.trim().toLowerCase(), value]));
  const fact = (name: string) => facts.get(name)?.trim() || null;
  const category = FRAMEWORK_CATEGORIES.find(
    (one): one is FrameworkCategory => one.toLowerCase() === fact('category')?.toLowerCase(),
  );
  return {
    name: fact('name') ?? 'Imported framework',
    version: fact('version'),
    publisher: fact('publisher'),
    licence: fact('licence'),
    source: fact('source'),
    description: fact('description'),
    category: category ?? null,
  };
}
