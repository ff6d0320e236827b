/**
 * Tables of networks as they are published: CIDR or first and last address (as text or as a number), then a
 * system's number and name, or a place; with a head line that names the columns, or in the order of IP2Location,
 * DB-IP and ip2asn, which have none.
 */

import { parseAddress } from '../../../shared/areas/vendors/addresses.rules.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { NetworkSink } from './enrichment.types.ts';
import { cleanFacts, hasFacts } from './facts.ts';

const MOST_CELLS = 64;
const MOST_KNOWN = 500_000;
const NAMES = {
  network: ['network', 'cidr', 'prefix', 'range', 'subnet'],
  start: ['startip', 'ipfrom', 'rangestart', 'start', 'firstip', 'networkstart', 'ipstart'],
  end: ['endip', 'ipto', 'rangeend', 'end', 'lastip', 'networkend', 'ipend'],
  asn: ['asn', 'autonomoussystemnumber', 'asnumber', 'as'],
  name: [
    ...[
      'autonomoussystemorganization',
      'asname',
      'asdescription',
      'organization',
      'asorganization',
    ],
    ...['org', 'name', 'description', 'isp'],
  ],
  country: ['countryisocode', 'countrycode', 'country', 'isocode', 'cc'],
  countryName: ['countryname'],
  region: ['subdivision1name', 'regionname', 'region', 'stateprov', 'state'],
  city: ['cityname', 'city'],
} as const;
type Column = keyof typeof NAMES;
type Columns = Readonly<Partial<Record<Column, number>>>;

/** Cells of one line; quotes may hold separators, but no line ends. */
function cellsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator, MOST_CELLS).map((cell) => cell.trim());
  const cells: string[] = [];
  for (let at = 0; at <= line.length && cells.length < MOST_CELLS; ) {
    const isQuoted = line[at] === '"';
    const end = isQuoted ? closing(line, at + 1) : line.indexOf(separator, at);
    const stop = end < 0 ? line.length : end;
    const held = line.slice(isQuoted ? at + 1 : at, stop).replaceAll('""', '"');
    cells.push(held.trim());
    const next = isQuoted ? line.indexOf(separator, stop) : stop;
    if (next < 0) break;
    at = next + 1;
  }
  return cells;
}

function closing(line: string, from: number): number {
  for (let at = line.indexOf('"', from); at >= 0; at = line.indexOf('"', at + 2)) {
    if (line[at + 1] !== '"') return at;
  }
  return -1;
}

const separatorOf = (line: string): string =>
  ['\t', ';', '|'].find((one) => line.split(one).length > 2) ?? ',';

function namedColumns(cells: readonly string[]): Columns | null {
  const names = cells.map((cell) => cell.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const columns: Partial<Record<Column, number>> = {};
  for (const [column, known] of Object.entries(NAMES)) {
    const place = known.map((name) => names.indexOf(name)).find((at) => at >= 0);
    if (place !== undefined) columns[column as Column] = place;
  }
  const isPlaced = columns.network !== undefined || columns.start !== undefined;
  if (!isPlaced && !names.some((name) => name === 'geonameid')) return null;
  const says = ['asn', 'country', 'countryName', 'city'] as const;
  if (!says.some((column) => columns[column] !== undefined)) {
    throw new AppError(
      'bad-input',
      names.includes('geonameid')
        ? 'This table names places by a number (geoname_id) that another file explains. Import the .mmdb file of the same data instead.'
        : 'The head of this table names neither a system (asn) nor a country',
    );
  }
  return columns;
}

const isAddress = (cell: string | undefined) =>
  cell !== undefined && (/^\d{1,39}$/.test(cell) || parseAddress(cell) !== null);
const isCidr = (cell = '') => cell.includes('/') && isAddress(cell.split('/')[0]);
const isCode = (cell: string | undefined) => /^(?:[A-Z]{2}|None|-)?$/.test(cell ?? 'x');

/** By the cells of the first line, where no head names them. */
function guessedColumns(cells: readonly string[]): Columns {
  const isNetwork = cells[0]?.includes('/') === true;
  const place: Columns = isNetwork ? { network: 0 } : { start: 0, end: 1 };
  let at = isNetwork ? 1 : 2;
  if (!isNetwork && cells[at]?.includes('/') === true) at += 1;
  if (/^(?:AS)?\d{1,10}$|^-$/i.test(cells[at] ?? '') && cells[at] !== undefined) {
    const hasCountry = cells.length > at + 2 && isCode(cells[at + 1]);
    return hasCountry
      ? { ...place, asn: at, country: at + 1, name: at + 2 }
      : { ...place, asn: at, name: at + 1 };
  }
  // A continent in front, as DB-IP has it.
  const hasContinent = isCode(cells[at]) && isCode(cells[at + 1]) && cells.length > at + 2;
  if (hasContinent) return { ...place, country: at + 1, region: at + 2, city: at + 3 };
  return { ...place, country: at, countryName: at + 1, region: at + 2, city: at + 3 };
}

type Span = { readonly family: 4 | 6; readonly start: bigint; readonly end: bigint };

function addressOf(cell: string): { family: 4 | 6; value: bigint } | null {
  if (!/^\d{1,39}$/.test(cell)) return parseAddress(cell);
  const value = BigInt(cell);
  if (value >> 128n > 0n) return null;
  return { family: value >> 32n === 0n ? 4 : 6, value };
}

function spanOf(cells: readonly string[], columns: Columns): Span | null {
  if (columns.start !== undefined && columns.end !== undefined) {
    const first = addressOf(cells[columns.start] ?? '');
    const last = addressOf(cells[columns.end] ?? '');
    if (!first || !last || first.family !== last.family || first.value > last.value) return null;
    return { family: first.family, start: first.value, end: last.value };
  }
  const [address = '', length] = (cells[columns.network ?? 0] ?? '').split('/');
  const parsed = parseAddress(address);
  if (!parsed || (length !== undefined && !/^\d{1,3}$/.test(length))) return null;
  const bits = parsed.family === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : Number(length);
  if (prefix > bits) return null;
  const rest = BigInt(bits - prefix);
  const start = (parsed.value >> rest) << rest;
  return { family: parsed.family, start, end: start | ((1n << rest) - 1n) };
}

/** Takes lines; the first decides how the others are read. */
export function createNetworkRows(sink: NetworkSink) {
  let columns: Columns | null = null;
  let separator = ',';
  const known = new Map<string, number | null>();

  const factsOf = (cells: readonly string[], at: Columns): number | null => {
    const cell = (column: Column) => {
      const place = at[column];
      return place === undefined ? undefined : cells[place];
    };
    const { network, start, end, ...said } = at;
    const key = Object.values(said)
      .map((place) => cells[place] ?? '')
      .join('\n')
      .slice(0, 2_000);
    const held = known.get(key);
    if (held !== undefined) return held;
    const facts = cleanFacts({
      ...{ asn: cell('asn'), name: cell('name'), country: cell('country') },
      ...{ countryName: cell('countryName'), region: cell('region'), city: cell('city') },
    });
    const number = hasFacts(facts) ? sink.factsOf(facts) : null;
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(key, number);
    return number;
  };

  return (line: string): void => {
    if (columns === null) {
      separator = separatorOf(line);
      const cells = cellsOf(line, separator);
      columns = namedColumns(cells);
      if (columns) return;
      if (!isCidr(cells[0]) && !(isAddress(cells[0]) && isAddress(cells[1]))) {
        throw new AppError(
          'bad-input',
          'This file is none that is known: its first line begins neither with a network or two addresses nor names columns',
        );
      }
      columns = guessedColumns(cells);
    }
    const cells = cellsOf(line, separator);
    const span = spanOf(cells, columns);
    const facts = span && factsOf(cells, columns);
    if (!span) sink.reject('lines without a network that can be read');
    else if (facts === null) sink.reject('networks of which nothing is said that is used here');
    else sink.range(span.family, span.start, span.end, facts);
  };
}
