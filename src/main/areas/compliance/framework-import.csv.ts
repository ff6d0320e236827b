/** CSV (RFC 4180, with other delimiters too), read row by row: memory is bounded by the rows it may have. */
import type { Buffer } from 'node:buffer';
import { PACK_LIMITS } from '../../../shared/areas/compliance/pack.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { TableRow } from './framework-import.table.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const MAX_RECORD_CHARACTERS = 128 * 1024;
const MAX_COLUMNS = 200;
/** Of all rows together: long texts must not add up without end. */
const MAX_CHARACTERS = 64 * 1024 * 1024;

export async function readCsv(
  head: Buffer,
  rest: AsyncIterator<Uint8Array> | null,
): Promise<{ headers: string[]; rows: TableRow[] }> {
  const { parse } = await import('csv-parse');
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(head),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    info: true,
  });
  const fed = feed(parser, head, rest);
  const headers: string[] = [];
  const rows: TableRow[] = [];
  let characters = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      const cells = record.slice(0, MAX_COLUMNS);
      characters += cells.reduce((sum, cell) => sum + cell.length, 0);
      if (characters > MAX_CHARACTERS) throw tooLarge('64 MB of text');
      if (headers.length === 0) headers.push(...cells.map((cell) => cell.trim()));
      else rows.push({ line: info.lines - newLinesIn(cells), cells });
      if (rows.length > PACK_LIMITS.requirements) {
        throw tooLarge(`${PACK_LIMITS.requirements.toLocaleString('en')} rows`);
      }
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw faultOf(error);
  } finally {
    parser.destroy();
    await fed;
  }
  if (headers.length < 2) {
    throw new AppError(
      'bad-input',
      'This file is no table: its first line names fewer than two columns. A CSV file with a header line is read, or OSCAL, YAML and XLSX.',
    );
  }
  return { headers, rows };
}

interface CsvRecord {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

type Parser = NodeJS.WritableStream & { destroyed: boolean };

/** Hands the bytes over as fast as they are taken; ends quietly when nobody takes them any more. */
async function feed(
  parser: Parser,
  head: Buffer,
  rest: AsyncIterator<Uint8Array> | null,
): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const write = async (text: string) => {
    if (parser.destroyed || parser.write(text)) return;
    await new Promise<void>((resolve) => {
      const goOn = () => {
        parser.off('drain', goOn);
        parser.off('close', goOn);
        resolve();
      };
      parser.on('drain', goOn);
      parser.on('close', goOn);
    });
  };
  try {
    await write(decoder.decode(head, { stream: true }));
    while (rest && !parser.destroyed) {
      const { done, value } = await rest.next();
      if (done) break;
      await write(decoder.decode(value, { stream: true }));
    }
    if (!parser.destroyed) parser.end(decoder.decode());
  } catch (error) {
    (parser as unknown as { destroy(error: unknown): void }).destroy(error);
  } finally {
    await rest?.return?.();
  }
}

/** The one that is found most often in the first line, outside of quotes. */
function delimiterOf(head: Buffer): string {
  const [first = ''] = head
    .toString('utf8')
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/);
  const counts = DELIMITERS.map((delimiter) => first.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

const newLinesIn = (cells: readonly string[]) =>
  cells.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0);

const tooLarge = (what: string) =>
  new AppError(
    'too-large',
    `This table has more than ${what}, which no framework has. Split the file.`,
  );

function faultOf(error: unknown): AppError {
  const { code, lines } = error as { code?: string; lines?: number };
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return new AppError(
      'bad-input',
      'This file is not UTF-8. Save it as "CSV UTF-8" and try again.',
    );
  }
  if (code === 'CSV_MAX_RECORD_SIZE') {
    return new AppError(
      'too-large',
      `A row of this table is longer than ${MAX_RECORD_CHARACTERS / 1024} KB, near line ${lines ?? '?'}. Perhaps a quote is not closed.`,
    );
  }
  if (code?.startsWith('CSV_')) {
    const what =
      code === 'CSV_QUOTE_NOT_CLOSED'
        ? 'a quote is opened and not closed'
        : 'its quotes are not right';
    return new AppError(
      'bad-input',
      `This CSV file cannot be read: ${what}, near line ${lines ?? '?'}.`,
    );
  }
  if (error instanceof Error && error.name === 'AppError') return error as AppError;
  return new AppError('bad-input', 'The transfer of the file broke off. Choose it again.', {
    cause: error,
  });
}
