/**
 * The other value as a new edit of the person who asked for it. Grants power: what a server sent may
 * become a value here. Defences: the record's own permission was asked for, columns that grant access
 * are left to their own pages, and a value that its column cannot hold is refused.
 */

import { AppError } from '../../../../shared/contract/errors.ts';
import type { SyncedColumn, SyncedShape } from '../../../db/synced-tables.ts';
import type { WriteTx } from '../../../db/write-door.ts';
import type { WireCell } from '../wire.ts';
import { decodeText } from '../wire-text.ts';
import { rawRow } from './conflict-places.store.ts';

export interface ConflictEdit {
  readonly shape: SyncedShape;
  readonly column: SyncedColumn;
  readonly record: string;
  readonly cell: WireCell;
}

/** Writes one record's properties and keeps what hangs on it; false where there is no such record. */
export type WriteRecord = (
  tx: WriteTx,
  shape: SyncedShape,
  id: string,
  patch: Readonly<Record<string, unknown>>,
) => boolean;

/** Who may sign in and with which role is decided where that is all that is decided. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  users: 'Change an account under Settings, People and roles.',
  workspace_settings: 'Change settings of the workspace on their own page.',
  integrations: 'Change an integration on its own page.',
};
const KEPT = new Set(['id', 'seq', 'row_version', 'field_versions']);

export function assertEditable(table: string, column: string): void {
  const elsewhere = Object.hasOwn(ELSEWHERE, table) ? ELSEWHERE[table] : undefined;
  if (elsewhere !== undefined) throw new AppError('bad-input', elsewhere);
  if (KEPT.has(column)) throw new AppError('bad-input', 'This field is not for people to change');
}

/** @throws AppError 'not-found' where the record is gone, 'bad-input' where its column cannot hold the value */
export function writeEdit(tx: WriteTx, edit: ConflictEdit, write: WriteRecord): void {
  const { shape, column, record, cell } = edit;
  const raw = rawRow(tx, shape.name, record);
  if (!raw) throw gone();
  if (column.name === 'deleted_at') {
    if (cell === null) tx.revive(shape.table, record);
    else tx.remove(shape.table, record);
    return;
  }
  if (raw.deleted_at !== null) throw gone();
  const now = shape.columnsByProperty.updatedAt ? { updatedAt: tx.now } : {};
  const patch = { [column.property]: cellValue(column, cell), ...now };
  if (!fitted(() => write(tx, shape, record, patch))) throw gone();
}

/** What the table's own checks refuse is no fault of the program. */
function fitted(run: () => boolean): boolean {
  try {
    return run();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    throw code.startsWith('SQLITE_CONSTRAINT') ? unfit() : error;
  }
}

const gone = () =>
  new AppError('not-found', 'This record is no longer here, so its value cannot be set');

const unfit = () =>
  new AppError('bad-input', 'The other value is none that this field can hold; change it by hand');

function cellValue(column: SyncedColumn, cell: WireCell): unknown {
  if (cell === null) return null;
  switch (column.kind) {
    case 'integer':
    case 'boolean':
      if (!Number.isSafeInteger(cell)) throw unfit();
      return column.read(cell);
    case 'real':
      if (typeof cell !== 'number') throw unfit();
      return cell;
    case 'bytes':
      throw unfit();
    case 'text':
    case 'json':
      if (typeof cell !== 'string') throw unfit();
      return readText(column, decodeText(cell));
  }
}

function readText(column: SyncedColumn, text: string): unknown {
  try {
    return column.read(text);
  } catch {
    throw unfit();
  }
}
