/** Values of conflicts as a person reads them. */

import { toIso } from '../../../../shared/kernel/time.ts';
import type { SyncedColumn } from '../../../db/synced-tables.ts';
import { decodeText } from '../wire-text.ts';

const TEXT_MAX = 50_000;
/** Numbers beyond this in a column of moments are milliseconds since 1970. */
const LEAST_MOMENT = 10_000_000_000;
const MOMENTS = /_(?:at|on|date|until|due|since)$|^due_/;

type Names = ReadonlyMap<string, string>;

/** A cell of the wire; null is nothing. */
export function cellText(
  column: SyncedColumn | undefined,
  cell: unknown,
  names: Names,
): string | null {
  if (cell === null || cell === undefined) return null;
  if (column?.name === 'deleted_at') return 'removed';
  if (column?.kind === 'boolean') return Number(cell) === 0 ? 'no' : 'yes';
  if (typeof cell === 'number')
    return MOMENTS.test(column?.name ?? '') && cell > LEAST_MOMENT ? toIso(cell) : String(cell);
  if (typeof cell !== 'string') return 'bytes';
  const text = decodeText(cell).slice(0, TEXT_MAX);
  if (column?.kind === 'json') return jsonText(text, names);
  if (column?.kind === 'bytes') return 'bytes';
  return names.get(text) ?? text;
}

function jsonText(text: string, names: Names): string {
  try {
    const value: unknown = JSON.parse(text);
    if (!Array.isArray(value)) return JSON.stringify(value, null, 1);
    return value
      .map((one) => (typeof one === 'string' ? (names.get(one) ?? one) : JSON.stringify(one)))
      .join(', ');
  } catch {
    return text;
  }
}
