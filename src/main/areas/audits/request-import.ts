/**
 * A list of requests as CSV (RFC 4180), as auditors send it: a head with `title`, and any of
 * `description`, `control`, `owner` (address of an account), `due` (a day). Comma or semicolon.
 *
 * Defences: at most 1,000 rows; nothing of a cell is run or looked up outside of this workspace.
 */

import {
  newRequestSchema,
  REQUEST_IMPORT_MAX,
} from '../../../shared/areas/audits/requests.contract.ts';
import { AppError } from '../../../shared/contract/errors.ts';
import type { ReadDb } from '../../db/database.ts';
import { accountByEmail } from './audit-people.store.ts';
import { findControlsByRef } from './request-scope.store.ts';
import type { RequestToMake } from './requests.store.ts';

/** `request` is null where the row cannot become one; `problem` then says why. */
export interface ReadRow {
  readonly line: number;
  readonly title: string;
  readonly problem: string | null;
  readonly notes: readonly string[];
  readonly request: RequestToMake | null;
}

type Cells = Readonly<Record<string, string | undefined>>;

async function parseCells(csv: string): Promise<{ cells: Cells; line: number }[]> {
  const { parse } = await import('csv-parse/sync');
  try {
    const rows = parse(csv, {
      bom: true,
      columns: (head: string[]) => head.map((name) => name.trim().toLowerCase()),
      delimiter: [',', ';'],
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: REQUEST_IMPORT_MAX + 1,
      trim: true,
    }) as unknown as { record: Cells; info: { lines: number } }[];
    return rows.map(({ record, info }) => ({ cells: record, line: info.lines }));
  } catch {
    throw new AppError('bad-input', 'This is no CSV: a quote is open or a row is broken', {
      issues: [{ path: 'csv', message: 'This is no CSV: a quote is open or a row is broken' }],
    });
  }
}

/** @throws AppError 'bad-input' where it is no such list. */
export async function readRequestCsv(
  csv: string,
): Promise<(db: ReadDb, auditId: string) => ReadRow[]> {
  const rows = await parseCells(csv);
  const refuse = (message: string) =>
    new AppError('bad-input', message, { issues: [{ path: 'csv', message }] });
  if (rows.length === 0) throw refuse('There is no row under the head');
  if (rows.length > REQUEST_IMPORT_MAX)
    throw refuse(`There are more than ${REQUEST_IMPORT_MAX} rows`);
  if (!rows.some(({ cells }) => cells.title !== undefined))
    throw refuse("The first row must name the columns, 'title' among them");
  return (db, auditId) => rows.map(({ cells, line }) => readRow(db, auditId, cells, line));
}

function readRow(db: ReadDb, auditId: string, cells: Cells, line: number): ReadRow {
  const notes: string[] = [];
  const owner = cells.owner ? accountByEmail(db, cells.owner) : undefined;
  if (cells.owner && owner === undefined)
    notes.push(`There is no account '${cells.owner}': left without an owner`);
  const controlIds = (cells.control ?? '')
    .split(/[;|\n]/)
    .map((ref) => ref.trim())
    .filter(Boolean)
    .flatMap((ref) => {
      const found = findControlsByRef(db, auditId, ref);
      if (found.length === 1) return found;
      notes.push(
        found.length === 0
          ? `There is no control '${ref}'`
          : `'${ref}' is a control of ${found.length} frameworks: choose one on the request`,
      );
      return [];
    });
  const parsed = newRequestSchema.safeParse({
    title: cells.title ?? '',
    description: cells.description ?? null,
    owner: owner ?? null,
    due: cells.due ?? null,
    controlIds,
  });
  const title = cells.title ?? '';
  if (!parsed.success) {
    const problem = parsed.error.issues[0]?.message ?? 'Cannot be read';
    return { line, title, problem, notes, request: null };
  }
  return { line, title, problem: null, notes, request: parsed.data };
}
