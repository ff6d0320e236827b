/**
 * Opens a workbook that a stranger made (ECMA-376 part 1, SpreadsheetML), by archive-parts.ts. Further
 * defences: the table that the cells span is measured before a parser builds it; links to other
 * workbooks, macros, pictures and everything else that is no table is dropped.
 */
import { AppError } from '../../../shared/contract/errors.ts';
import { type ArchiveKind, notOfKind, packArchive, readArchive } from './archive-parts.ts';
import type { WorkbookLimits } from './workbook.ts';

const WORKBOOK: ArchiveKind = {
  noun: 'workbook',
  name: 'an .xlsx workbook',
  extension: '.xlsx',
  oldExtension: '.xls',
  advice: 'Split it, or import a CSV file.',
  writers: 'spreadsheet program',
};
const SHEET_PART = /^xl\/worksheets\/[^/]+\.xml$/i;
/** What a table needs, and no more. */
const KEPT_PARTS =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedstrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i;

/** The parts of a workbook that hold its tables, checked, in a new archive. */
export async function readSafeParts(
  bytes: Uint8Array,
  limits: WorkbookLimits,
): Promise<ArrayBuffer> {
  const { parts } = await readArchive(bytes, WORKBOOK, limits);
  for (const name of [...parts.keys()]) if (!KEPT_PARTS.test(name)) parts.delete(name);
  if (!parts.has('xl/workbook.xml')) throw notOfKind(WORKBOOK);
  const sheets = [...parts].filter(([name]) => SHEET_PART.test(name));
  if (sheets.length > limits.maxSheets) {
    throw new AppError(
      'too-large',
      `This workbook has ${sheets.length} sheets; at most ${limits.maxSheets} are read.`,
    );
  }
  for (const [name, xml] of sheets) checkTable(name, xml, limits);
  return packArchive(parts);
}

/** How far the cells of a sheet reach, by their addresses and by their number. */
function checkTable(name: string, xml: string, { maxRows, maxColumns }: WorkbookLimits): void {
  const tags = /<(?:[\w.-]+:)?(row|c)(?=[\s/>])/g;
  let rows = 0;
  let cells = 0;
  for (let tag = tags.exec(xml); tag; tag = tags.exec(xml)) {
    if (tag[1] === 'row') {
      rows += 1;
      cells = 0;
    } else cells += 1;
    if (rows > maxRows || cells > maxColumns) throw tableTooLarge(name, maxRows, maxColumns);
  }
  for (const [, address] of xml.matchAll(/\s(?:[\w.-]+:)?r\s*=\s*["']([^"']{1,40})["']/g)) {
    const [, letters = '', digits = ''] = /^([A-Za-z]*)(\d+)$/.exec(address ?? '') ?? [];
    // A character reference in an address has no reason but to hide it.
    if (address?.includes('&') || Number(digits) > maxRows || columnNumber(letters) > maxColumns) {
      throw tableTooLarge(name, maxRows, maxColumns);
    }
  }
}

const columnNumber = (letters: string) =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

const tableTooLarge = (name: string, maxRows: number, maxColumns: number) =>
  new AppError(
    'too-large',
    `A sheet of this workbook (${name}) spans more than ${maxRows.toLocaleString('en')} rows or ${maxColumns} columns. Split it, or remove what is below and beside the table.`,
  );
