/** The rows of a package, each checked; and how they stand to what is here. */
import { z } from 'zod';
import { alertSchema } from '../../../../shared/areas/alerts/alerts.contract.ts';
import { IMPORT_FORMATS } from '../../../../shared/areas/alerts/imports.contract.ts';
import { Tally } from '../../../../shared/areas/exchange/tally.ts';
import { AppError } from '../../../../shared/contract/errors.ts';
import type { ReadDb } from '../../../db/database.ts';
import type { AlertPort, AlertRecord, AlertRow } from '../alert-port.types.ts';
import { type Person, rowHere } from './case-rows.store.ts';
import {
  ALERTS_TABLE,
  CASE_TABLE_NAMES,
  CASE_TABLES,
  type CarriedRow,
  type CaseTable,
  carriedRow,
  parsedRow,
} from './case-tables.ts';
import { ALERTS, CUSTODY_TABLE, PEOPLE, rowsPath } from './manifest.ts';
import type { OpenPackage } from './read-package.ts';

export interface PackageContent {
  readonly tables: ReadonlyMap<CaseTable, readonly CarriedRow[]>;
  readonly alerts: readonly AlertRecord[];
  readonly people: readonly Person[];
  readonly rows: number;
}

const refused = (sentence: string) =>
  new AppError('bad-input', `${sentence} Nothing was taken over.`);

const personSchema = z.strictObject({
  id: z.string().regex(/^[\w.:-]{1,200}$/),
  firstName: z.string().max(200).nullable(),
  lastName: z.string().max(200).nullable(),
});
const alertLineSchema = z.strictObject({
  row: z.unknown(),
  raw: z.strictObject({ format: z.enum(IMPORT_FORMATS), base64: z.base64() }).nullable(),
});

export async function readContent(
  opened: OpenPackage,
  alerts: Pick<AlertPort, 'toAlert'>,
): Promise<PackageContent> {
  const tables = new Map<CaseTable, readonly CarriedRow[]>();
  let rows = 0;
  for (const name of CASE_TABLE_NAMES) {
    const lines = await opened.lines(rowsPath(name));
    const parsed = lines.map((line, at) => {
      const one = parsedRow(CASE_TABLES[name], line);
      if ('problem' in one) throw refused(`Row ${at + 1} of ${name} is none: ${one.problem}.`);
      return one.row;
    });
    if (new Set(parsed.map(({ id }) => id)).size !== parsed.length)
      throw refused(`Two rows of ${name} have one id.`);
    tables.set(name, parsed);
    rows += parsed.length;
  }
  const known = new Set([...CASE_TABLE_NAMES.map(rowsPath), ALERTS, PEOPLE]);
  const strange = opened.manifest.files.find(
    ({ path }) => !known.has(path) && !path.startsWith('evidence/'),
  );
  if (strange) throw refused(`This package has a table that is not known here: ${strange.path}.`);
  const records = (await opened.lines(ALERTS)).map((line, at) => alertOf(line, at, alerts));
  const people = (await opened.lines(PEOPLE)).map((line) => {
    const parsed = personSchema.safeParse(line);
    if (!parsed.success) throw refused('A name in this package is none.');
    return parsed.data;
  });
  return { tables, alerts: records, people, rows: rows + records.length };
}

function alertOf(line: unknown, at: number, { toAlert }: Pick<AlertPort, 'toAlert'>): AlertRecord {
  const parsed = alertLineSchema.safeParse(line);
  const one = parsed.success ? parsedRow(ALERTS_TABLE, parsed.data.row) : { problem: 'no alert' };
  if (!parsed.success || 'problem' in one)
    throw refused(`Alert ${at + 1} is none${'problem' in one ? `: ${one.problem}` : ''}.`);
  const row = { ...one.row, suppressedBy: null } as unknown as AlertRow;
  if (!Array.isArray(row.techniques) || !alertSchema.safeParse(toAlert(row)).success)
    throw refused(`Alert ${at + 1} is none of ours.`);
  const { raw } = parsed.data;
  return {
    row,
    raw: raw && { format: raw.format, bytes: Buffer.from(raw.base64, 'base64') },
  };
}

/** Chains are sealed anew by the key of each workspace, and grow with each export. */
const comparable = (name: string, row: CarriedRow): string => {
  if (name !== CUSTODY_TABLE) return JSON.stringify(row);
  const { mac: _, previous: __, ...entry } = row;
  return JSON.stringify(entry);
};

export interface Standing {
  /** Rows of each table that are not here yet. */
  readonly tables: ReadonlyMap<CaseTable, readonly CarriedRow[]>;
  readonly alerts: readonly AlertRecord[];
  readonly fresh: number;
  readonly same: number;
  readonly conflicts: Tally;
}

/** Ids that are here with other content are conflicts; with the same, nothing is to be done. */
export function standingOf(db: ReadDb, content: PackageContent): Standing {
  const conflicts = new Tally();
  let same = 0;
  const isNew = (name: CaseTable | 'alerts', row: CarriedRow): boolean => {
    // A chain that goes on in two workspaces differs in each: that of evidence which is here stays.
    if (name === CUSTODY_TABLE && rowHere(db, 'evidence', String(row.evidenceId))) {
      same++;
      return false;
    }
    const here = rowHere(db, name, row.id);
    if (!here) return true;
    if (here.isDeleted) conflicts.add(`${name}: deleted here`, row.id);
    else if (comparable(name, here.row) === comparable(name, withoutUndefined(row))) same++;
    else conflicts.add(`${name}: here with other content`, row.id);
    return false;
  };
  const tables = new Map(
    [...content.tables].map(([name, rows]) => [name, rows.filter((row) => isNew(name, row))]),
  );
  const alerts = content.alerts.filter(({ row }) =>
    isNew('alerts', carriedRow(ALERTS_TABLE, row as unknown as Record<string, unknown>)),
  );
  const fresh = [...tables.values()].reduce((n, rows) => n + rows.length, 0) + alerts.length;
  return { tables, alerts, fresh, same, conflicts };
}

/** Bytes travel as `{"base64"}`: compared in that form. */
const withoutUndefined = (row: CarriedRow): CarriedRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value,
    ]),
  ) as CarriedRow;
