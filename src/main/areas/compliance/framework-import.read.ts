/**
 * Reads a file of frameworks that somebody else made, of whatever format it turns out to be. Its
 * defences: no format is read beyond its limit of bytes, rows and depth; nothing in a file is
 * fetched, evaluated or followed; whatever is wrong ends in a sentence that says what, where and
 * what to do. Runs in a worker; nothing is written.
 */
import { Buffer } from 'node:buffer';
import { basename, extname } from 'node:path';
import type {
  FrameworkColumns,
  FrameworkFileFormat,
  LeftOut,
} from '../../../shared/areas/compliance/framework-import.contract.ts';
import type { FrameworkPack } from '../../../shared/areas/compliance/pack.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import { isOscalMapping, parseOscalMapping } from './crosswalk-import.ts';
import { readLibrary } from './framework-import.ciso.ts';
import { readCsv } from './framework-import.csv.ts';
import {
  type FileDraft,
  type FrameworkHead,
  leaveOut,
  parsedOrRefused,
  tidyFramework,
} from './framework-import.draft.ts';
import { isObject, readCatalog } from './framework-import.oscal.ts';
import { readProfile, type SuppliedDocument } from './framework-import.profile.ts';
import { guessColumns, readTable, type TableRow } from './framework-import.table.ts';
import { readTemplate } from './framework-import.workbook.ts';

const MEBIBYTE = 1024 * 1024;
const LIMITS = { json: 48 * MEBIBYTE, yaml: 8 * MEBIBYTE, workbook: 32 * MEBIBYTE } as const;
const HEAD_BYTES = 64 * 1024;
/** OSCAL nests groups, controls, parts; nobody's catalog is a hundred deep. */
const MAX_JSON_DEPTH = 100;

export interface ReadOptions {
  readonly fileName: string;
  readonly columns?: FrameworkColumns | undefined;
  readonly supplied: readonly SuppliedDocument[];
  /** The shipped packs, read where a profile refers to one. */
  readonly packs: () => readonly FrameworkPack[];
}

export async function readFrameworkFile(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<FileDraft> {
  const chunks = source[Symbol.asyncIterator]();
  const { head, isWhole } = await readHead(chunks);
  const kind = kindOf(head, options.fileName);
  const rest = () => readRest(chunks, { head, isWhole, kind });
  switch (kind) {
    case 'workbook':
      return draftOfWorkbook(await rest(), options);
    case 'json':
      return draftOfJson(readJson(decode(await rest())), options);
    case 'yaml':
      return draftOfYaml(decode(await rest()));
    case 'csv':
      return draftOfCsv(head, isWhole ? null : chunks, options);
  }
}

type Kind = 'workbook' | 'json' | 'yaml' | 'csv';

async function readHead(
  chunks: AsyncIterator<Uint8Array>,
): Promise<{ head: Buffer; isWhole: boolean }> {
  const parts: Uint8Array[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const { done, value } = await chunks.next();
    if (done) return { head: Buffer.concat(parts), isWhole: true };
    parts.push(value);
    size += value.byteLength;
  }
  return { head: Buffer.concat(parts), isWhole: false };
}

interface Begun {
  readonly head: Buffer;
  readonly isWhole: boolean;
  readonly kind: Exclude<Kind, 'csv'> | Kind;
}

/** The whole file, within the limit of its kind. */
async function readRest(
  chunks: AsyncIterator<Uint8Array>,
  { head, isWhole, kind }: Begun,
): Promise<Buffer> {
  const limit = kind === 'csv' ? Number.POSITIVE_INFINITY : LIMITS[kind];
  const parts: Uint8Array[] = [head];
  let size = head.length;
  for (let ended = isWhole; !ended; ) {
    if (size > limit) break;
    const { done, value } = await chunks.next();
    ended = done === true;
    if (!done) {
      parts.push(value);
      size += value.byteLength;
    }
  }
  if (size > limit) {
    await chunks.return?.();
    throw new AppError(
      'too-large',
      `This file is larger than ${limit / MEBIBYTE} MB, which no framework of this format is. Split it.`,
    );
  }
  return Buffer.concat(parts);
}

function kindOf(head: Buffer, fileName: string): Kind {
  if (head.length === 0) throw new AppError('bad-input', 'This file is empty.');
  if (
    head.subarray(0, 2).toString('latin1') === 'PK' ||
    head.subarray(0, 4).toString('hex') === 'd0cf11e0'
  ) {
    return 'workbook';
  }
  const start = head
    .subarray(0, 4096)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  if (start.startsWith('{') || start.startsWith('[')) return 'json';
  if (start.startsWith('<')) {
    throw new AppError(
      'bad-input',
      'XML is not read. OSCAL has the same documents as JSON: choose that file.',
    );
  }
  if (head.includes(0)) {
    throw new AppError(
      'bad-input',
      'This file is neither text nor a workbook. OSCAL (JSON), CISO Assistant (YAML), XLSX and CSV are read.',
    );
  }
  const isYaml = /\.ya?ml$/i.test(fileName) || /^(?:---|%YAML|urn:|objects:)/m.test(start);
  return isYaml ? 'yaml' : 'csv';
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('bad-input', 'This file is not UTF-8. Save it as UTF-8 and try again.');
  }
}

/** JSON whose depth is measured before it is built. @throws AppError with the line. */
function readJson(text: string): unknown {
  refuseDepth(text);
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const at = Number(/position (\d+)/.exec(cause instanceof Error ? cause.message : '')?.[1]);
    const where = Number.isNaN(at) ? '' : ` on line ${text.slice(0, at).split('\n').length}`;
    throw new AppError('bad-input', `This JSON file is broken${where}. Get the file again.`, {
      cause,
    });
  }
}

function refuseDepth(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // A string: nothing in it counts.
        for (at++; at < text.length && text.charCodeAt(at) !== 0x22; at++) {
          if (text.charCodeAt(at) === 0x5c) at++;
        }
        break;
      case 0x5b:
      case 0x7b:
        depth++;
        if (depth > MAX_JSON_DEPTH) {
          const line = text.slice(0, at).split('\n').length;
          throw new AppError(
            'bad-input',
            `This JSON file is nested more than ${MAX_JSON_DEPTH} deep, on line ${line}. No OSCAL document is.`,
          );
        }
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
      default:
    }
  }
}

interface Found {
  readonly format: FrameworkFileFormat;
  readonly leftOut: LeftOut[];
}

const draft = ({ format, leftOut }: Found, rest: Partial<FileDraft>): FileDraft => ({
  ...{ format, leftOut, frameworks: [], links: [], notes: [], columns: null, document: null },
  ...rest,
});

function draftOfJson(document: unknown, { supplied, packs }: ReadOptions): FileDraft {
  const leftOut: LeftOut[] = [];
  if (isObject(document)) {
    if ('catalog' in document) {
      const { framework } = readCatalog(document.catalog, leftOut);
      return draft({ format: 'oscal-catalog', leftOut }, { frameworks: [framework], document });
    }
    if ('profile' in document) {
      const { framework, notes } = readProfile(document.profile, { supplied, packs }, leftOut);
      return draft(
        { format: 'oscal-profile', leftOut },
        { frameworks: [framework], notes, document },
      );
    }
    if (isOscalMapping(document)) {
      const what = 'This OSCAL mapping collection has something';
      const links = parsedOrRefused(() => parseOscalMapping(document), what);
      for (const one of links.leftOut) leaveOut(leftOut, one);
      return draft({ format: 'oscal-mapping', leftOut }, { links: [links] });
    }
  }
  const [kind] = isObject(document) ? Object.keys(document) : [];
  const what = kind === undefined ? 'holds no object' : `holds "${kind.slice(0, 60)}"`;
  throw new AppError(
    'bad-input',
    `This JSON file ${what}. Frameworks come from OSCAL catalogs and profiles, links from OSCAL mapping collections.`,
  );
}

async function draftOfYaml(text: string): Promise<FileDraft> {
  const leftOut: LeftOut[] = [];
  return draft({ format: 'ciso-assistant', leftOut }, await readLibrary(text, leftOut));
}

async function draftOfWorkbook(bytes: Buffer, options: ReadOptions): Promise<FileDraft> {
  const { head, headers, rows } = await readTemplate(bytes);
  return draftOfTable('workbook', { head, headers, rows }, options);
}

async function draftOfCsv(
  head: Buffer,
  rest: AsyncIterator<Uint8Array> | null,
  options: ReadOptions,
): Promise<FileDraft> {
  return draftOfTable('csv', { head: null, ...(await readCsv(head, rest)) }, options);
}

interface Table {
  readonly head: FrameworkHead | null;
  readonly headers: readonly string[];
  readonly rows: readonly TableRow[];
}

/** Without a column for ids there is no framework yet: the page asks which one it is. */
function draftOfTable(format: 'workbook' | 'csv', table: Table, options: ReadOptions): FileDraft {
  const { headers, rows } = table;
  const leftOut: LeftOut[] = [];
  const mapping = options.columns ?? guessColumns(headers);
  const found = headers.flatMap((name, at) =>
    name.trim() === ''
      ? []
      : [
          {
            name,
            sample: rows.find(({ cells }) => cells[at]?.trim())?.cells[at]?.slice(0, 80) ?? '',
          },
        ],
  );
  const columns = { found, mapping };
  if (mapping.id === undefined || (mapping.title === undefined && mapping.text === undefined)) {
    return draft({ format, leftOut }, { columns });
  }
  const items = readTable(headers, rows, mapping, leftOut);
  if (items.length === 0) throw new AppError('bad-input', 'This table has no rows with an id.');
  const name = basename(options.fileName, extname(options.fileName));
  const framework = tidyFramework(
    table.head ?? { name, source: `File ${options.fileName}` },
    items,
    leftOut,
  );
  return draft({ format, leftOut }, { frameworks: [framework], columns });
}
