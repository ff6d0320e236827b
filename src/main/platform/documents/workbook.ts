/**
 * XLSX (ECMA-376, part 1: SpreadsheetML) out and in.
 *
 * Out: what a person or an attacker wrote is stored as text, never as a formula, whatever it begins
 * with. In: `workbook-parts.ts` opens the archive and refuses what is dangerous; only the parts it
 * passed, packed anew, reach the parser. Values are read as they were last saved: no formula is
 * evaluated, no link followed, no macro touched.
 */
import { AppError } from '../../../shared/contract/errors.ts';
import { readSafeParts } from './workbook-parts.ts';

export type CellValue = string | number | boolean | Date | null;

export interface WorkbookSheet {
  name: string;
  columns: readonly { header: string; width?: number }[];
  rows: readonly (readonly CellValue[])[];
  /** Columns (from 0) whose cells under the header offer these values in a list; plain words only. */
  choices?: readonly { column: number; values: readonly string[] }[];
}

export interface ReadSheet {
  name: string;
  /** Every cell as text; dates as YYYY-MM-DD or ISO 8601, empty cells as ''. */
  rows: string[][];
}

export interface WorkbookLimits {
  /** Bytes of all parts together when inflated. */
  maxInflatedBytes: number;
  maxEntries: number;
  maxSheets: number;
  maxRows: number;
  maxColumns: number;
}

const WORKBOOK_LIMITS: WorkbookLimits = {
  maxInflatedBytes: 64 * 1024 * 1024,
  maxEntries: 500,
  maxSheets: 30,
  maxRows: 50_000,
  maxColumns: 100,
};

/** A cell of Excel takes no more characters than this. */
const MAX_CELL_LENGTH = 32_767;
const MAX_SHEET_NAME = 31;
const DEFAULT_WIDTH = 20;

/** The bytes of a workbook: one header row a sheet, bold and frozen. */
export async function writeWorkbook(sheets: readonly WorkbookSheet[]): Promise<Uint8Array> {
  const { default: writeExcelFile } = await import('write-excel-file/node');
  const taken = new Set<string>();
  const written = sheets.map(({ name, columns, rows }) => ({
    sheet: sheetName(name, taken),
    columns: columns.map(({ width }) => ({ width: width ?? DEFAULT_WIDTH })),
    stickyRowsCount: 1,
    dateFormat: 'yyyy-mm-dd hh:mm',
    data: [
      columns.map(({ header }) => ({
        value: cellText(header),
        type: String,
        fontWeight: 'bold' as const,
      })),
      ...rows.map((row) => row.map(toCell)),
    ],
  }));
  return writeExcelFile(written, { features: [choicesOf(sheets)] }).toBuffer();
}

/** Lists of allowed values (ECMA-376, part 1, 18.3.1.33: dataValidations stand behind sheetData). */
function choicesOf(sheets: readonly WorkbookSheet[]) {
  return {
    files: {
      transform: {
        'xl/worksheets/sheet{id}.xml': {
          transform(xml: string, _: unknown, { sheetIndex }: { sheetIndex: number }) {
            const { choices = [], rows = [] } = sheets[sheetIndex] ?? {};
            if (choices.length === 0 || rows.length === 0) return xml;
            const lists = choices.map(({ column, values }) => {
              const letter = String.fromCharCode(65 + column);
              const range = `${letter}2:${letter}${rows.length + 1}`;
              return `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${range}"><formula1>&quot;${values.join(',')}&quot;</formula1></dataValidation>`;
            });
            return xml.replace(
              '</sheetData>',
              `</sheetData><dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`,
            );
          },
        },
      },
    },
  };
}

function toCell(value: CellValue) {
  if (value === null || value === '') return null;
  if (typeof value === 'string') {
    return {
      value: cellText(value),
      type: String,
      wrap: value.length > 60,
      alignVertical: 'top' as const,
    };
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return null;
  return value;
}

/** XML 1.0 knows no other control characters than tab and line ends, and no half of a pair. */
function cellText(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .slice(0, MAX_CELL_LENGTH)
  );
}

/** Excel refuses some characters, more than 31 of them, and the same name twice. */
function sheetName(name: string, taken: Set<string>): string {
  const base =
    cellText(name)
      .replace(/[[\]:*?/\\']/g, ' ')
      .trim() || 'Sheet';
  let candidate = base.slice(0, MAX_SHEET_NAME);
  for (let n = 2; taken.has(candidate.toLowerCase()); n += 1) {
    const tail = ` ${n}`;
    candidate = base.slice(0, MAX_SHEET_NAME - tail.length) + tail;
  }
  taken.add(candidate.toLowerCase());
  return candidate;
}

/**
 * The sheets of a workbook, as text.
 * @throws AppError 'bad-input' with what is wrong, where, and what to do; 'too-large' over a limit.
 */
export async function readWorkbook(
  bytes: Uint8Array,
  limits: Partial<WorkbookLimits> = {},
): Promise<ReadSheet[]> {
  const packed = await readSafeParts(bytes, { ...WORKBOOK_LIMITS, ...limits });
  const { default: readXlsxFile } = await import('read-excel-file/universal');
  const read = await readXlsxFile<string>(packed, { parseNumber: numberText }).catch(
    (cause: unknown) => {
      throw new AppError(
        'bad-input',
        'This workbook could not be read. Open it in a spreadsheet program, save it again as .xlsx and try once more.',
        { cause },
      );
    },
  );
  return read.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(asText)) }));
}

/** Numbers stay as they were written, but for the noise of binary fractions (2.1000000000000001). */
function numberText(written: string): string {
  const value = Number(written);
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : written;
}

function asText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return '';
    // A day is a number in a workbook: seconds come back as fractions.
    const iso = new Date(Math.round(value.getTime() / 1000) * 1000).toISOString();
    return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
  }
  return String(value);
}
