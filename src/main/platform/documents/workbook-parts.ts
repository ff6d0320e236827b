/**
 * Opens an archive a stranger made (APPNOTE.TXT 6.3; ECMA-376 part 2). Its defences:
 * - the number of entries, the sizes they declare and what they really inflate to are limited;
 * - a part may declare no document type and no entities, and must be UTF-8, so that none hide;
 * - the table that the cells span is measured before a parser builds it;
 * - links to other workbooks, macros, pictures and everything else that is no table is dropped;
 * - what passed is packed anew: the parser sees nothing that was not looked at, whatever a second
 *   directory or a different local header of the archive may say.
 */
import { Buffer } from 'node:buffer';
import { on } from 'node:events';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '../../../shared/contract/errors.ts';
import type { WorkbookLimits } from './workbook.ts';

const MEBIBYTE = 1024 * 1024;
const SHEET_PART = /^xl\/worksheets\/[^/]+\.xml$/i;
/** What a table needs, and no more. */
const KEPT_PARTS =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedstrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i;
const XML_PART = /\.(?:xml|rels|vml)$/i;

/** The parts of a workbook that hold its tables, checked, in a new archive. */
export async function readSafeParts(
  bytes: Uint8Array,
  limits: WorkbookLimits,
): Promise<ArrayBuffer> {
  const parts = await inflate(asBuffer(bytes), limits);
  if (!parts.has('xl/workbook.xml')) throw notAWorkbook();
  const sheets = [...parts].filter(([name]) => SHEET_PART.test(name));
  if (sheets.length > limits.maxSheets) {
    throw new AppError(
      'too-large',
      `This workbook has ${sheets.length} sheets; at most ${limits.maxSheets} are read.`,
    );
  }
  for (const [name, xml] of sheets) checkTable(name, xml, limits);
  return pack(parts);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const notAWorkbook = (cause?: unknown) =>
  new AppError('bad-input', 'This is not an .xlsx workbook. Save it as .xlsx and try again.', {
    cause,
  });

async function inflate(bytes: Buffer, limits: WorkbookLimits): Promise<Map<string, string>> {
  const zip = await openArchive(bytes);
  if (zip.entryCount > limits.maxEntries) {
    throw new AppError(
      'too-large',
      `This workbook has ${zip.entryCount} parts; at most ${limits.maxEntries} are read.`,
    );
  }
  const parts = new Map<string, string>();
  let left = limits.maxInflatedBytes;
  try {
    for await (const entry of entriesOf(zip)) {
      const name = entry.fileName;
      if (!XML_PART.test(name)) continue;
      if (parts.has(name))
        throw new AppError('bad-input', `The part ${name} is in this workbook twice.`);
      const part = await inflateEntry(zip, entry, left, limits);
      left -= part.length;
      const text = decodePart(name, part);
      parts.set(name, text);
    }
  } catch (error) {
    throw error instanceof AppError ? error : notAWorkbook(error);
  }
  for (const name of [...parts.keys()]) if (!KEPT_PARTS.test(name)) parts.delete(name);
  return parts;
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = on(zip, 'entry', { close: ['end'] });
  zip.readEntry();
  for await (const [entry] of entries) {
    yield entry as Entry;
    zip.readEntry();
  }
}

async function openArchive(bytes: Buffer): Promise<ZipFile> {
  // An old workbook, or an encrypted one, is an OLE container.
  if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0') {
    throw new AppError(
      'bad-input',
      'This workbook is encrypted or in the old .xls format. Save it as .xlsx without a password and try again.',
    );
  }
  const { fromBuffer } = await import('yauzl');
  return new Promise((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true }, (cause, zip) => {
      if (cause) reject(notAWorkbook(cause));
      else resolve(zip);
    });
  });
}

async function inflateEntry(
  zip: ZipFile,
  entry: Entry,
  left: number,
  { maxInflatedBytes }: WorkbookLimits,
): Promise<Buffer> {
  const tooLarge = () =>
    new AppError(
      'too-large',
      `This workbook inflates to more than ${Math.round(maxInflatedBytes / MEBIBYTE)} MB (at ${entry.fileName}). Split it, or import a CSV file.`,
    );
  if (entry.uncompressedSize > left) throw tooLarge();
  const openReadStream = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
  const stream = await openReadStream(entry);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    // The declared size is the archive's own claim: what comes out is counted.
    if (size > left) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decodePart(name: string, bytes: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('bad-input', `The part ${name} of this workbook is not UTF-8.`);
  }
  if (text.includes('\0'))
    throw new AppError('bad-input', `The part ${name} of this workbook is not UTF-8.`);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) {
    throw new AppError(
      'bad-input',
      `The part ${name} of this workbook declares a document type or entities, which no spreadsheet program writes. It was not read.`,
    );
  }
  return text;
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

async function pack(parts: ReadonlyMap<string, string>): Promise<ArrayBuffer> {
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  for (const [name, text] of parts) zip.addBuffer(Buffer.from(text), name, { compress: false });
  zip.end();
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Uint8Array);
  const bytes = Buffer.concat(chunks);
  return new Uint8Array(bytes).buffer;
}
